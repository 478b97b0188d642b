package scheme

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2/ktesting"
	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
	kubeconfig "k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/utils/ptr"

	"pyplugin.dev/scheduling/apis/config"
)

// load reads a configuration as kube-scheduler does, with CostAware enabled and
// the given entry, indented as in the tests below, under pluginConfig.
func load(t *testing.T, pluginConfig string) (*kubeconfig.KubeSchedulerConfiguration, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scheduler-config.yaml")
	text := `
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: acme-scheduler
  plugins:
    multiPoint:
      enabled:
      - name: CostAware
` + pluginConfig
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	logger, _ := ktesting.NewTestContext(t)
	return options.LoadConfigFromFile(logger, path)
}

func TestLoad(t *testing.T) {
	lost := metav1.Duration{Duration: 30 * time.Minute}
	defaults := config.CostAwareArgs{
		Bands: []config.Band{
			{Name: "batch", MaxPriority: ptr.To[int32](-1), Capacity: config.CapacitySpot, LostWork: lost},
			{Name: "standard", MaxPriority: ptr.To[int32](999), Capacity: config.CapacityPreferSpot, LostWork: lost},
			{Name: "critical", Capacity: config.CapacityOnDemand, LostWork: lost},
		},
		EstimatedSpotDiscountPercent: 60,
		MaxPriceAge:                  metav1.Duration{Duration: 24 * time.Hour},
	}
	tests := map[string]struct {
		pluginConfig string
		want         config.CostAwareArgs
	}{
		"no pluginConfig": {want: defaults},
		"no args": {pluginConfig: `
  pluginConfig:
  - name: CostAware
    args: {apiVersion: kubescheduler.config.k8s.io/v1, kind: CostAwareArgs}
`, want: defaults},
		"kind left out": {pluginConfig: `
  pluginConfig:
  - name: CostAware
    args: {priceBookPath: ""}
`, want: defaults},
		"everything": {pluginConfig: `
  pluginConfig:
  - name: CostAware
    args:
      apiVersion: kubescheduler.config.k8s.io/v1
      kind: CostAwareArgs
      priceBookPath: price-book.json
      bands:
      - {name: batch, maxPriority: 0, priorityClasses: [nightly], capacity: Spot, lostWork: 1h}
      - {name: rest, capacity: OnDemand}
      estimatedSpotDiscountPercent: 0
      maxPriceAge: 1h30m0s
`, want: config.CostAwareArgs{
			PriceBookPath: "price-book.json",
			Bands: []config.Band{
				{
					Name: "batch", MaxPriority: ptr.To[int32](0), PriorityClasses: []string{"nightly"},
					Capacity: config.CapacitySpot, LostWork: metav1.Duration{Duration: time.Hour},
				},
				{Name: "rest", Capacity: config.CapacityOnDemand, LostWork: lost},
			},
			MaxPriceAge: metav1.Duration{Duration: 90 * time.Minute},
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			loaded, err := load(t, tt.pluginConfig)
			if err != nil {
				t.Fatal(err)
			}
			if got := costAwareArgs(t, loaded); !reflect.DeepEqual(*got, tt.want) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func costAwareArgs(t *testing.T, loaded *kubeconfig.KubeSchedulerConfiguration) *config.CostAwareArgs {
	t.Helper()
	for _, plugin := range loaded.Profiles[0].PluginConfig {
		if plugin.Name == "CostAware" {
			return plugin.Args.(*config.CostAwareArgs)
		}
	}
	t.Fatal("no arguments for CostAware")
	return nil
}

func TestLoadRefuses(t *testing.T) {
	tests := map[string]struct {
		args, want string
	}{
		"typo":           {`{maxPricAge: 5h}`, `unknown field "maxPricAge"`},
		"typo in a band": {`{bands: [{name: a, maxPriorty: 5}]}`, `unknown field "bands[0].maxPriorty"`},
		"wrong case":     {`{pricebookpath: x}`, `unknown field "pricebookpath"`},
		"twice":          {`{priceBookPath: a, priceBookPath: b}`, `priceBookPath`},
		"wrong type":     {`{bands: [{maxPriority: high}]}`, "maxPriority"},
		"fraction":       {`{estimatedSpotDiscountPercent: 0.6}`, "estimatedSpotDiscountPercent"},
		"beyond 32 bits": {`{bands: [{maxPriority: 5000000000}]}`, "maxPriority"},
		"no duration":    {`{maxPriceAge: a day}`, "invalid duration"},
		"wrong kind":     {`{apiVersion: kubescheduler.config.k8s.io/v1, kind: CostArgs}`, `no kind "CostArgs"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, "\n  pluginConfig:\n  - name: CostAware\n    args: "+tt.args+"\n")
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// kube-scheduler writes the configuration it runs with, at --v=2 and to
// --write-config-to, which needs the conversion back to v1.
func TestWriteConfig(t *testing.T) {
	loaded, err := load(t, "")
	if err != nil {
		t.Fatal(err)
	}
	logger := ktesting.NewLogger(t, ktesting.NewConfig(ktesting.Verbosity(2), ktesting.BufferLogs(true)))
	if err := options.LogOrWriteConfig(logger, "", loaded, loaded.Profiles); err != nil {
		t.Fatal(err)
	}
	log := logger.GetSink().(ktesting.Underlier).GetBuffer().String()
	for _, want := range []string{"kind: CostAwareArgs", "maxPriority: 999", "maxPriceAge: 24h0m0s"} {
		if !strings.Contains(log, want) {
			t.Errorf("%q is missing in %s", want, log)
		}
	}
}
