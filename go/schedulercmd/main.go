package schedulercmd

import (
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"          // --logging-format=json
	_ "k8s.io/component-base/metrics/prometheus/clientgo" // client-go metrics
	_ "k8s.io/component-base/metrics/prometheus/version"  // kubernetes_build_info
	"k8s.io/kubernetes/cmd/kube-scheduler/app"
	"k8s.io/kubernetes/pkg/scheduler/framework/runtime"

	_ "pyplugin.dev/scheduling/apis/config/scheme" // the plugins' arguments
	"pyplugin.dev/scheduling/plugins/costaware"
)

// Option adds to the scheduler that Main runs.
type Option func(runtime.Registry) error

// WithPlugin compiles in a plugin of the project's own. It still has to be
// enabled in a profile of the KubeSchedulerConfiguration. Main fails on a name
// that is taken already.
func WithPlugin(name string, factory runtime.PluginFactory) Option {
	return func(registry runtime.Registry) error {
		return registry.Register(name, factory)
	}
}

// Main runs kube-scheduler on the process's arguments and returns its exit code.
func Main(options ...Option) int {
	return cli.Run(app.NewSchedulerCommand(register(options)))
}

func register(options []Option) app.Option {
	return func(registry runtime.Registry) error {
		for _, option := range append(libraryPlugins(), options...) {
			if err := option(registry); err != nil {
				return err
			}
		}
		return nil
	}
}

func libraryPlugins() []Option {
	return []Option{WithPlugin(costaware.Name, costaware.New)}
}
