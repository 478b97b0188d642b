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
		name        string
		requests    list
		capacity    list
		running     []list
		share, used float64
	}{
		{
			name:     "CPU is scarce",
			requests: list{"cpu": "1", "memory": "1Gi"}, capacity: list{"cpu": "4", "memory": "16Gi"},
			share: 0.25, used: 0.25,
		},
		{
			name:     "memory is scarce",
			requests: list{"cpu": "1", "memory": "8Gi"}, capacity: list{"cpu": "4", "memory": "16Gi"},
			share: 0.5, used: 0.5,
		},
		{
			name:     "running pods count as used only, and another resource may be the scarce one",
			requests: list{"cpu": "1", "memory": "1Gi"}, capacity: list{"cpu": "4", "memory": "16Gi"},
			running: []list{{"cpu": "500m", "memory": "11Gi"}, {"cpu": "500m", "memory": "2Gi"}},
			share:   0.25, used: 0.875,
		},
		{
			name:     "extended resources",
			requests: list{"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "2"},
			capacity: list{"cpu": "16", "memory": "64Gi", "nvidia.com/gpu": "8"},
			running:  []list{{"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "4"}},
			share:    0.25, used: 0.75,
		},
		{
			name:     "extended resources that the pod doesn't ask for don't count",
			requests: list{"cpu": "4", "memory": "1Gi"}, capacity: list{"cpu": "16", "memory": "64Gi", "nvidia.com/gpu": "8"},
			running: []list{{"cpu": "4", "memory": "1Gi", "nvidia.com/gpu": "8"}},
			share:   0.25, used: 0.5,
		},
		{
			name:     "an extended resource that the node doesn't list, given out some other way",
			requests: list{"cpu": "4", "memory": "1Gi", "example.com/claim": "1"}, capacity: list{"cpu": "16", "memory": "64Gi"},
			share: 0.25, used: 0.25,
		},
		{
			name:     "no requests: the scheduler's defaults, 100m and 200 MB",
			capacity: list{"cpu": "1", "memory": "16Gi"},
			share:    0.1, used: 0.1,
		},
		{
			name:     "a node without anything",
			requests: list{"cpu": "1"}, capacity: list{},
			share: 0, used: 0,
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
			share, used := r.shares(newNodeView(info, nil, 0), info)
			if math.Abs(share-tt.share) > 1e-9 || math.Abs(used-tt.used) > 1e-9 {
				t.Errorf("got %v and %v, want %v and %v", share, used, tt.share, tt.used)
			}
		})
	}
}

func TestNodeView(t *testing.T) {
	book, err := pricing.Default()
	if err != nil {
		t.Fatal(err)
	}
	info := framework.NewNodeInfo()
	info.SetNode(node("spot-0", "m5.xlarge", "spot"))
	view := newNodeView(info, book, 50)
	if view.node != info.Node() || view.capacity != pricing.Spot || view.price != 96_000_000 || view.perCPU != 1.0/4000 {
		t.Errorf("got %+v", view)
	}
}
