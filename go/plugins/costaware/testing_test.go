package costaware

import (
	"fmt"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	st "k8s.io/kubernetes/pkg/scheduler/testing"
	"k8s.io/utils/ptr"

	"pyplugin.dev/scheduling/apis/config"
)

const (
	batch    int32 = -5
	standard int32 = 0
	critical int32 = 100_000_000
)

func defaultArgs() *config.CostAwareArgs {
	lost := metav1.Duration{Duration: 30 * time.Minute}
	return &config.CostAwareArgs{
		Bands: []config.Band{
			{Name: "batch", MaxPriority: ptr.To[int32](-1), Capacity: config.CapacitySpot, LostWork: lost},
			{Name: "standard", MaxPriority: ptr.To[int32](999), Capacity: config.CapacityPreferSpot, LostWork: lost},
			{Name: "critical", Capacity: config.CapacityOnDemand, LostWork: lost},
		},
		EstimatedSpotDiscountPercent: 60,
		MaxPriceAge:                  metav1.Duration{Duration: 24 * time.Hour},
	}
}

// newPlugin is the real plugin on a real snapshot.
func newPlugin(t testing.TB, args *config.CostAwareArgs, snapshot *cache.Snapshot) *CostAware {
	t.Helper()
	handle, err := runtime.NewFramework(t.Context(), nil, nil,
		runtime.WithSnapshotSharedLister(snapshot), runtime.WithEventRecorder(events.NewFakeRecorder(1000)))
	if err != nil {
		t.Fatal(err)
	}
	plugin, err := New(t.Context(), args, handle)
	if err != nil {
		t.Fatal(err)
	}
	return plugin.(*CostAware)
}

// node has 4 CPU and 16 GiB.
func node(name, instanceType, capacity string) *v1.Node {
	return st.MakeNode().Name(name).
		Label(v1.LabelInstanceTypeStable, instanceType).
		Label("karpenter.sh/capacity-type", capacity).
		Label(v1.LabelTopologyZone, "us-east-1a").
		Capacity(map[v1.ResourceName]string{v1.ResourceCPU: "4", v1.ResourceMemory: "16Gi", v1.ResourcePods: "110"}).Obj()
}

// pod asks for one CPU and 1 GiB.
func pod(name string, priority int32) *v1.Pod {
	return st.MakePod().Name(name).UID(name).Namespace("default").Priority(priority).SchedulerName("acme-scheduler").
		Req(map[v1.ResourceName]string{v1.ResourceCPU: "1", v1.ResourceMemory: "1Gi"}).Obj()
}

// fleet alternates on-demand and spot nodes of three types, every second pair in use.
func fleet(size int) *cache.Snapshot {
	types, capacities := []string{"m5.xlarge", "m6a.xlarge", "m7g.xlarge"}, []string{"on-demand", "spot"}
	var nodes []*v1.Node
	var pods []*v1.Pod
	for i := range size {
		nodes = append(nodes, node(fmt.Sprintf("node-%d", i), types[i%len(types)], capacities[i%2]))
		if i/2%2 == 0 {
			running := pod(fmt.Sprintf("pod-%d", i), batch)
			running.Spec.NodeName = nodes[i].Name
			pods = append(pods, running)
		}
	}
	return cache.NewSnapshot(pods, nodes)
}
