package schedulercmd

import (
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/cmd/kube-scheduler/app"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"

	"pyplugin.dev/scheduling/plugins/costaware"
)

func factory(context.Context, runtime.Object, fwk.Handle) (fwk.Plugin, error) { return nil, nil }

func TestRegister(t *testing.T) {
	registry := frameworkruntime.Registry{}
	if err := register([]Option{WithPlugin("QuietNodes", factory)})(registry); err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(registry)); !slices.Equal(got, []string{costaware.Name, "QuietNodes"}) {
		t.Errorf("got %v", got)
	}
}

func TestRegisterRefusesATakenName(t *testing.T) {
	err := register([]Option{WithPlugin(costaware.Name, factory)})(frameworkruntime.Registry{})
	if err == nil || !strings.Contains(err.Error(), costaware.Name) {
		t.Errorf("got %v", err)
	}
}

// The whole command, as it starts in a cluster. It can run once per process.
func TestATypoStopsTheStart(t *testing.T) {
	config := filepath.Join(t.TempDir(), "scheduler-config.yaml")
	text := `
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: acme-scheduler
  plugins: {multiPoint: {enabled: [{name: CostAware}]}}
  pluginConfig: [{name: CostAware, args: {spotMaxPriorty: 5}}]
`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	command := app.NewSchedulerCommand(register(nil))
	command.SetArgs([]string{"--config=" + config})
	command.SetOut(io.Discard)
	command.SetErr(io.Discard)
	err := command.Execute()
	if err == nil || !strings.Contains(err.Error(), `unknown field "spotMaxPriorty"`) {
		t.Errorf("got %v", err)
	}
}
