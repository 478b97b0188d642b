package costaware

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	apiresource "k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime"
	fwk "k8s.io/kube-scheduler/framework"
	kubeconfig "k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"pyplugin.dev/scheduling/apis/config"
)

func TestNewRefuses(t *testing.T) {
	outOfRange := defaultArgs()
	outOfRange.EstimatedSpotDiscountPercent = 100
	tests := map[string]struct {
		args runtime.Object
		want string
	}{
		"no args":          {nil, "want args of type CostAwareArgs"},
		"another's args":   {&kubeconfig.NodeAffinityArgs{}, "got *config.NodeAffinityArgs"},
		"out of range":     {outOfRange, "CostAware.args.estimatedSpotDiscountPercent: Invalid value: 100"},
		"args never set":   {&config.CostAwareArgs{}, "CostAware.args.maxPriceAge"},
		"args not decoded": {&runtime.Unknown{}, "got *runtime.Unknown"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := New(t.Context(), tt.args, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// cycle runs the scoring half of a scheduling cycle and returns scores by node.
func cycle(t *testing.T, plugin *CostAware, pod *v1.Pod) map[string]int64 {
	t.Helper()
	nodes, err := plugin.handle.SnapshotSharedLister().NodeInfos().List()
	if err != nil {
		t.Fatal(err)
	}
	state := framework.NewCycleState()
	check := func(status *fwk.Status) {
		if !status.IsSuccess() {
			t.Fatal(status.AsError())
		}
	}
	check(plugin.PreScore(t.Context(), state, pod, nodes))
	var scores fwk.NodeScoreList
	for _, info := range nodes {
		raw, status := plugin.Score(t.Context(), state, pod, info)
		check(status)
		scores = append(scores, fwk.NodeScore{Name: info.Node().Name, Score: raw})
	}
	check(plugin.ScoreExtensions().NormalizeScore(t.Context(), state, pod, scores))
	byNode := map[string]int64{}
	for _, score := range scores {
		byNode[score.Name] = score.Score
	}
	return byNode
}

func TestScoresByPriority(t *testing.T) {
	snapshot := cache.NewSnapshot(nil, []*v1.Node{
		node("spot", "m5.xlarge", "spot"), node("on-demand", "m5.xlarge", "on-demand"), node("unpriced", "acme.large", "on-demand"),
	})
	plugin := newPlugin(t, defaultArgs(), snapshot)
	for _, priority := range []int32{-10, -1, 0, 999} {
		if got := cycle(t, plugin, pod("batch", priority)); got["spot"] <= got["on-demand"] {
			t.Errorf("priority %d: %v", priority, got)
		}
	}
	for _, priority := range []int32{1000, critical, 2_000_000_000} {
		if got := cycle(t, plugin, pod("critical", priority)); got["spot"] >= got["on-demand"] || got["spot"] >= got["unpriced"] {
			t.Errorf("priority %d: %v", priority, got)
		}
	}
	none := pod("none", 0)
	none.Spec.Priority = nil
	if got := cycle(t, plugin, none); got["spot"] <= got["on-demand"] {
		t.Errorf("no priority: %v", got)
	}
}

func TestAStaleBookScoresNeutrally(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.json")
	write := func(fetchedAt time.Time) {
		book := `{"version":1,"currency":"USD","source":"test","fetchedAt":"` + fetchedAt.Format(time.RFC3339) +
			`","prices":{"m5.xlarge":{"on-demand":{"*":192000},"spot":{"*":19200}}}}`
		if err := os.WriteFile(path, []byte(book), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	snapshot := cache.NewSnapshot(nil, []*v1.Node{node("spot", "m5.xlarge", "spot"), node("on-demand", "m5.xlarge", "on-demand")})
	args := defaultArgs()
	args.PriceBookPath = path
	write(time.Now())
	if got := cycle(t, newPlugin(t, args, snapshot), pod("standard", standard)); got["spot"] <= got["on-demand"] {
		t.Errorf("fresh: %v", got)
	}
	write(time.Now().Add(-25 * time.Hour))
	stale := newPlugin(t, args, snapshot)
	if got := cycle(t, stale, pod("standard", standard)); got["spot"] != got["on-demand"] {
		t.Errorf("stale: %v", got)
	}
	if got := cycle(t, stale, pod("critical", critical)); got["spot"] >= got["on-demand"] {
		t.Errorf("stale, critical: %v", got)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if got := cycle(t, newPlugin(t, args, snapshot), pod("standard", standard)); got["spot"] != got["on-demand"] {
		t.Errorf("missing: %v", got)
	}
}

func TestPackingBeforeSpreading(t *testing.T) {
	running := pod("running", batch)
	running.Spec.NodeName = "used"
	snapshot := cache.NewSnapshot([]*v1.Pod{running}, []*v1.Node{node("used", "m5.xlarge", "spot"), node("empty", "m5.xlarge", "spot")})
	plugin := newPlugin(t, defaultArgs(), snapshot)
	for _, priority := range []int32{batch, standard, critical} {
		if got := cycle(t, plugin, pod("pod", priority)); got["used"] <= got["empty"] {
			t.Errorf("priority %d: %v", priority, got)
		}
	}
}

// KEP-5598 lets a plugin sign pods only if placing one changes no other node's
// raw score.
func TestPlacingAPodChangesNoOtherRawScore(t *testing.T) {
	p := prepare(t, 50, pod("batch", batch))
	before := make([]int64, len(p.nodes))
	for i := range p.nodes {
		before[i] = p.score(t, i)
	}
	podInfo, err := framework.NewPodInfo(p.pod)
	if err != nil {
		t.Fatal(err)
	}
	p.nodes[7].AddPodInfo(podInfo)
	for i := range p.nodes {
		if after := p.score(t, i); (after != before[i]) != (i == 7) {
			t.Errorf("node %d: %d, then %d", i, before[i], after)
		}
	}
}

func TestSignPod(t *testing.T) {
	plugin := newPlugin(t, defaultArgs(), fleet(2))
	sign := func(pod *v1.Pod) string {
		fragments, status := plugin.SignPod(t.Context(), pod)
		if !status.IsSuccess() {
			t.Fatal(status.AsError())
		}
		signature, err := json.Marshal(fragments)
		if err != nil {
			t.Fatal(err)
		}
		return string(signature)
	}
	larger := pod("larger", batch)
	larger.Spec.Containers[0].Resources.Requests[v1.ResourceCPU] = apiresource.MustParse("2")
	gpu := pod("gpu", batch)
	gpu.Spec.Containers[0].Resources.Requests["nvidia.com/gpu"] = apiresource.MustParse("1")

	first := sign(pod("first", batch))
	if second := sign(pod("second", -1)); second != first {
		t.Errorf("pods that score the same differ: %s and %s", first, second)
	}
	for _, other := range []*v1.Pod{pod("standard", standard), pod("critical", critical), larger, gpu} {
		if sign(other) == first {
			t.Errorf("%s has the signature of a pod that scores otherwise", other.Name)
		}
	}
}

func TestScoreWithoutPreScoreIsAnError(t *testing.T) {
	p := prepare(t, 1, pod("batch", batch))
	if _, status := p.plugin.Score(t.Context(), framework.NewCycleState(), p.pod, p.nodes[0]); status.Code() != fwk.Error {
		t.Errorf("status %v", status)
	}
}
