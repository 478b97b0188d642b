// Command karpenter is upstream's kwok/main.go: the autoscaler itself, with
// nodes for which kwok plays the kubelets. It differs in where it listens, the
// loopback interface alone, and in the argument "crds", which prints the
// CustomResourceDefinitions that it was compiled with.
package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"

	"k8s.io/client-go/rest"
	controllerruntime "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	kwokapis "sigs.k8s.io/karpenter/kwok/apis"
	kwok "sigs.k8s.io/karpenter/kwok/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/apis"
	"sigs.k8s.io/karpenter/pkg/cloudprovider/overlay"
	"sigs.k8s.io/karpenter/pkg/controllers"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/operator"
)

func main() {
	start := run
	if slices.Equal(os.Args[1:], []string{"crds"}) {
		start = printCRDs
	}
	if err := start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func printCRDs() error {
	_, err := os.Stdout.Write(bytes.Join([][]byte{
		apis.NodePoolCRD, apis.NodeClaimCRD, apis.NodeOverlayCRD, kwokapis.KWOKNodeClassCRD,
	}, nil))
	return err
}

// run starts Karpenter, configured by the environment as upstream's is. Unlike
// upstream it ends when the instance types can't be read.
func run() error {
	// The operator makes its manager through this variable, and has no option for addresses.
	controllerruntime.NewManager = newLoopbackManager
	ctx, op := operator.NewOperator()
	instanceTypes, err := kwok.ConstructInstanceTypes(ctx)
	if err != nil {
		return fmt.Errorf("read the instance types: %w", err)
	}
	undecorated := kwok.NewCloudProvider(ctx, op.GetClient(), instanceTypes)
	provider := overlay.Decorate(undecorated, op.GetClient(), op.InstanceTypeStore)
	cluster := state.NewCluster(op.Clock, op.GetClient(), provider)
	op.
		WithControllers(ctx, controllers.NewControllers(
			ctx,
			op.Manager,
			op.Clock,
			op.GetClient(),
			op.EventRecorder,
			provider,
			undecorated,
			cluster,
			op.InstanceTypeStore,
		)...).Start(ctx)
	return nil
}

func newLoopbackManager(config *rest.Config, options manager.Options) (manager.Manager, error) {
	const host = "127.0.0.1"
	options.Metrics.BindAddress = host + options.Metrics.BindAddress
	options.HealthProbeBindAddress = host + options.HealthProbeBindAddress
	return manager.New(config, options)
}
