package costaware

import (
	"math"
	"testing"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	st "k8s.io/kubernetes/pkg/scheduler/testing"

	"pyplugin.dev/scheduling/pricing"
)

type list = map[v1.ResourceName]string

func nodeInfo(capacity list, running ...list) fwk.NodeInfo {
	var pods []*v1.Pod
	for _, requests := range running {
		pods = append(pods, st.MakePod().Req(requests).Obj())
	}
	info := framework.NewNodeInfo(pods...)
	info.SetNode(st.MakeNode().Name("node").Capacity(capacity).Obj())
	return info
}

func TestShares(t *testing.T) {
	tests := []struct {
		name                 string
		requests             list
		capacity             list
		running              []list
		before, share, after float64
	}{
		{
			name:     "CPU is scarce",
			requests: list{"cpu": "1", "memory": "1Gi"}, capacity: list{"cpu": "4", "memory": "16Gi"},
			share: 0.25, after: 0.25,
		},
		{
			name:     "memory is scarce",
			requests: list{"cpu": "1", "memory": "8Gi"}, capacity: list{"cpu": "4", "memory": "16Gi"},
			share: 0.5, after: 0.5,
		},
		{
			name:     "running pods count as used only, and another resource may be the scarce one",
			requests: list{"cpu": "1", "memory": "1Gi"}, capacity: list{"cpu": "4", "memory": "16Gi"},
			running: []list{{"cpu": "500m", "memory": "11Gi"}, {"cpu": "500m", "memory": "2Gi"}},
			before:  0.8125, share: 0.25, after: 0.875,
		},
		{
			name:     "extended resources",
			requests: list{"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "2"},
			capacity: list{"cpu": "16", "memory": "64Gi", "nvidia.com/gpu": "8"},
			running:  []list{{"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "4"}},
			before:   0.5, share: 0.25, after: 0.75,
		},
		{
			name:     "extended resources that the pod doesn't ask for don't count",
			requests: list{"cpu": "4", "memory": "1Gi"}, capacity: list{"cpu": "16", "memory": "64Gi", "nvidia.com/gpu": "8"},
			running: []list{{"cpu": "4", "memory": "1Gi", "nvidia.com/gpu": "8"}},
			before:  0.25, share: 0.25, after: 0.5,
		},
		{
			name:     "an extended resource that the node doesn't list, given out some other way",
			requests: list{"cpu": "4", "memory": "1Gi", "example.com/claim": "1"}, capacity: list{"cpu": "16", "memory": "64Gi"},
			share: 0.25, after: 0.25,
		},
		{
			name:     "no requests: the scheduler's defaults, 100m and 200 MB",
			capacity: list{"cpu": "1", "memory": "16Gi"},
			share:    0.1, after: 0.1,
		},
		{
			name:     "a node without anything",
			requests: list{"cpu": "1"}, capacity: list{},
			share: 0, after: 0,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pod := st.MakePod().Req(tt.requests)
			if tt.requests == nil {
				pod.Container("pause")
			}
			r, err := newRequest(pod.Obj())
			if err != nil {
				t.Fatal(err)
			}
			info := nodeInfo(tt.capacity, tt.running...)
			before, share, after := r.shares(newNodeView(info, nil, 0), info)
			for name, pair := range map[string][2]float64{
				"before": {float64(before) / float64(whole), tt.before},
				"share":  {float64(share) / float64(whole), tt.share},
				"after":  {float64(after) / float64(whole), tt.after},
			} {
				if math.Abs(pair[0]-pair[1]) > 1e-5 {
					t.Errorf("%s: got %v, want %v", name, pair[0], pair[1])
				}
			}
		})
	}
}

func TestNodeView(t *testing.T) {
	book := parse(t, `{"version":1,"currency":"USD","source":"test","fetchedAt":"2026-05-01T00:00:00Z",
		"prices":{"m5.xlarge":{"on-demand":{"*":192000}}},
		"interruptedPercentPerMonth":{"m5.xlarge":20,"c5.large":0,"g5.xlarge":100}}`)
	tests := []struct {
		instanceType, capacity string
		price, reclaims        int64
	}{
		{"m5.xlarge", "spot", 96_000_000, 306},
		{"m5.xlarge", "on-demand", 192_000_000, 0},
		{"c5.large", "spot", 0, 0},
		{"g5.xlarge", "spot", 0, 6308},
		{"r5.large", "spot", 0, 175},
	}
	for _, tt := range tests {
		info := framework.NewNodeInfo()
		info.SetNode(node("node", tt.instanceType, tt.capacity))
		view := newNodeView(info, book, 50)
		if view.node != info.Node() || view.price != tt.price || view.reclaims != tt.reclaims {
			t.Errorf("%s %s: got %+v", tt.capacity, tt.instanceType, view)
		}
		if view.perCPU != whole/4000 || view.perMemory != whole/(16*1024) {
			t.Errorf("shares of %+v", view)
		}
	}
}

func parse(t *testing.T, text string) *pricing.Book {
	t.Helper()
	book, err := pricing.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return book
}
