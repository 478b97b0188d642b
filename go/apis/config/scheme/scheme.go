package scheme

import (
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	kubeconfigv1 "k8s.io/kube-scheduler/config/v1"
	kubeconfig "k8s.io/kubernetes/pkg/scheduler/apis/config"
	kubescheme "k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"

	"pyplugin.dev/scheduling/apis/config"
	"pyplugin.dev/scheduling/apis/config/v1"
)

// kube-scheduler decodes with kubescheme.Scheme, which is complete by now, and
// sets defaults with a scheme that it makes later from the two builders.
func init() {
	kubeconfig.SchemeBuilder.Register(addInternal)
	kubeconfigv1.SchemeBuilder.Register(addV1)
	utilruntime.Must(addInternal(kubescheme.Scheme))
	utilruntime.Must(addV1(kubescheme.Scheme))
}

func addInternal(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(kubeconfig.SchemeGroupVersion, &config.CostAwareArgs{})
	return nil
}

func addV1(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(kubeconfigv1.SchemeGroupVersion, &v1.CostAwareArgs{})
	scheme.AddTypeDefaultingFunc(&v1.CostAwareArgs{}, func(args any) {
		v1.SetDefaults_CostAwareArgs(args.(*v1.CostAwareArgs))
	})
	return addConversions(scheme)
}

func addConversions(scheme *runtime.Scheme) error {
	err := scheme.AddConversionFunc((*v1.CostAwareArgs)(nil), (*config.CostAwareArgs)(nil), func(in, out any, scope conversion.Scope) error {
		return v1.Convert_v1_CostAwareArgs_To_config_CostAwareArgs(in.(*v1.CostAwareArgs), out.(*config.CostAwareArgs), scope)
	})
	if err != nil {
		return err
	}
	return scheme.AddConversionFunc((*config.CostAwareArgs)(nil), (*v1.CostAwareArgs)(nil), func(in, out any, scope conversion.Scope) error {
		return v1.Convert_config_CostAwareArgs_To_v1_CostAwareArgs(in.(*config.CostAwareArgs), out.(*v1.CostAwareArgs), scope)
	})
}
