package costaware

import (
	"math/rand/v2"
	"testing"

	v1 "k8s.io/api/core/v1"
	apiresource "k8s.io/apimachinery/pkg/api/resource"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// prepared is a plugin after PreScore, with the nodes in an order that no cache
// can foresee.
type prepared struct {
	plugin *CostAware
	state  fwk.CycleState
	pod    *v1.Pod
	nodes  []fwk.NodeInfo
}

func prepare(t testing.TB, size int, pod *v1.Pod) *prepared {
	t.Helper()
	snapshot := fleet(size)
	p := &prepared{plugin: newPlugin(t, defaultArgs(), snapshot), state: framework.NewCycleState(), pod: pod}
	list, err := snapshot.NodeInfos().List()
	if err != nil {
		t.Fatal(err)
	}
	p.nodes = list
	rand.New(rand.NewPCG(1, 2)).Shuffle(size, func(i, j int) { list[i], list[j] = list[j], list[i] })
	if status := p.plugin.PreScore(t.Context(), p.state, pod, list); !status.IsSuccess() {
		t.Fatal(status.AsError())
	}
	for i := range list {
		p.score(t, i)
	}
	return p
}

func (p *prepared) score(t testing.TB, i int) int64 {
	score, status := p.plugin.Score(t.Context(), p.state, p.pod, p.nodes[i])
	if !status.IsSuccess() {
		t.Fatal(status.AsError())
	}
	return score
}

func TestScoreDoesNotAllocate(t *testing.T) {
	gpu := pod("gpu", batch)
	gpu.Spec.Containers[0].Resources.Requests["nvidia.com/gpu"] = apiresource.MustParse("1")
	for _, pod := range []*v1.Pod{pod("batch", batch), pod("critical", critical), gpu} {
		p, i := prepare(t, 100, pod), 0
		if got := testing.AllocsPerRun(1000, func() { p.score(t, i%100); i++ }); got != 0 {
			t.Errorf("%s: %v allocations", pod.Name, got)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	p := prepare(b, 5000, pod("batch", batch))
	ctx := b.Context()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, status := p.plugin.Score(ctx, p.state, p.pod, p.nodes[i]); status != nil {
			b.Fatal(status)
		}
		if i++; i == len(p.nodes) {
			i = 0
		}
	}
}

// One operation is all 5,000 nodes.
func BenchmarkNormalizeScore(b *testing.B) {
	p := prepare(b, 5000, pod("batch", batch))
	raw := make(fwk.NodeScoreList, len(p.nodes))
	for i := range raw {
		raw[i].Score = p.score(b, i)
	}
	scores := make(fwk.NodeScoreList, len(raw))
	b.ReportAllocs()
	for b.Loop() {
		copy(scores, raw)
		p.plugin.NormalizeScore(b.Context(), p.state, p.pod, scores)
	}
}

func BenchmarkPreScore(b *testing.B) {
	p := prepare(b, 5000, pod("batch", batch))
	b.ReportAllocs()
	for b.Loop() {
		p.plugin.PreScore(b.Context(), p.state, p.pod, p.nodes)
	}
}
