// Command lab is the embedded control plane: etcd, kube-apiserver,
// kube-controller-manager, kube-scheduler and kubectl in one binary, chosen by
// the first argument. One file to build and to cache; one process per
// component, exactly as upstream ships them.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

// components maps a subcommand to the upstream program behind it. Each
// constructor is called only for the chosen one: they set global flags.
var components = map[string]func() int{
	"etcd":                    runEtcd,
	"kube-apiserver":          run(apiserver.NewAPIServerCommand),
	"kube-controller-manager": run(controllermanager.NewControllerManagerCommand),
	"kube-scheduler":          run(func() *cobra.Command { return scheduler.NewSchedulerCommand() }),
	"kubectl":                 run(kubectl.NewDefaultKubectlCommand),
}

func main() {
	if len(os.Args) < 2 {
		usage()
	}
	start, ok := components[os.Args[1]]
	if !ok {
		usage()
	}
	os.Args = os.Args[1:]
	os.Exit(start())
}

func run(command func() *cobra.Command) func() int {
	return func() int { return cli.Run(command()) }
}

func runEtcd() int {
	etcdmain.Main(os.Args)
	return 0
}

func usage() {
	names := make([]string, 0, len(components))
	for name := range components {
		names = append(names, name)
	}
	slices.Sort(names)
	fmt.Fprintf(os.Stderr, "usage: %s COMPONENT [ARGUMENT...]\ncomponents: %v\n", filepath.Base(os.Args[0]), names)
	os.Exit(2)
}
