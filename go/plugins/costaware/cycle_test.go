package costaware_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/events"
	"k8s.io/klog/v2/ktesting"
	"k8s.io/kubernetes/pkg/scheduler"
	kubeconfig "k8s.io/kubernetes/pkg/scheduler/apis/config"
	kubescheme "k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/profile"
	st "k8s.io/kubernetes/pkg/scheduler/testing"

	_ "pyplugin.dev/scheduling/apis/config/scheme"
	"pyplugin.dev/scheduling/plugins/costaware"
)

const configuration = `
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
percentageOfNodesToScore: 100
profiles:
- schedulerName: acme-scheduler
  plugins: {multiPoint: {enabled: [{name: CostAware, weight: 5}]}}
`

// cluster runs kube-scheduler itself, with all default plugins and CostAware, on
// a client that keeps what it is given. Every binding arrives at bindings, which
// has room for all: the client holds a lock meanwhile.
type cluster struct {
	t        *testing.T
	ctx      context.Context
	client   *fake.Clientset
	bindings chan *v1.Binding
}

func newCluster(t *testing.T, nodes ...runtime.Object) *cluster {
	t.Helper()
	_, ctx := ktesting.NewTestContext(t)
	ctx, cancel := context.WithCancel(ctx)
	c := &cluster{t: t, ctx: ctx, client: fake.NewClientset(nodes...), bindings: make(chan *v1.Binding, 1000)}
	c.client.PrependReactor("create", "pods", c.bind)
	done := c.start(decode(t))
	t.Cleanup(func() { cancel(); <-done })
	return c
}

func decode(t *testing.T) *kubeconfig.KubeSchedulerConfiguration {
	t.Helper()
	decoded, _, err := kubescheme.Codecs.UniversalDecoder().Decode([]byte(configuration), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return decoded.(*kubeconfig.KubeSchedulerConfiguration)
}

func (c *cluster) bind(action clienttesting.Action) (bool, runtime.Object, error) {
	if action.GetSubresource() != "binding" {
		return false, nil, nil
	}
	binding := action.(clienttesting.CreateAction).GetObject().(*v1.Binding)
	c.bindings <- binding
	return true, binding, nil
}

// start returns a channel that closes when the scheduler has stopped.
func (c *cluster) start(config *kubeconfig.KubeSchedulerConfiguration) <-chan struct{} {
	c.t.Helper()
	factory := informers.NewSharedInformerFactory(c.client, 0)
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: c.client.EventsV1()})
	sched, err := scheduler.New(c.ctx, c.client, factory, nil, profile.NewRecorderFactory(broadcaster),
		scheduler.WithProfiles(config.Profiles...),
		scheduler.WithPercentageOfNodesToScore(config.PercentageOfNodesToScore),
		scheduler.WithFrameworkOutOfTreeRegistry(frameworkruntime.Registry{costaware.Name: costaware.New}))
	if err != nil {
		c.t.Fatal(err)
	}
	factory.Start(c.ctx.Done())
	factory.WaitForCacheSync(c.ctx.Done())
	if err := sched.WaitForHandlersSync(c.ctx); err != nil {
		c.t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { defer close(done); sched.Run(c.ctx) }()
	return done
}

// schedule creates so many pods of one CPU, waits until all are bound, and
// returns the number of pods by node.
func (c *cluster) schedule(prefix string, count int, priority int32) map[string]int {
	c.t.Helper()
	for i := range count {
		name := fmt.Sprintf("%s-%d", prefix, i)
		pod := st.MakePod().Name(name).UID(name).Namespace("default").SchedulerName("acme-scheduler").Priority(priority).
			Req(map[v1.ResourceName]string{"cpu": "1", "memory": "1Gi"}).Obj()
		if _, err := c.client.CoreV1().Pods("default").Create(c.ctx, pod, metav1.CreateOptions{}); err != nil {
			c.t.Fatal(err)
		}
	}
	nodes := map[string]int{}
	timeout := time.After(30 * time.Second)
	for range count {
		select {
		case binding := <-c.bindings:
			nodes[binding.Target.Name]++
		case <-timeout:
			c.t.Fatalf("%s: not all of %d pods are bound: %v", prefix, count, nodes)
		}
	}
	return nodes
}

// fleet is four nodes of four CPUs of each kind, one twice as large and one that
// nothing is known about.
func fleet() []runtime.Object {
	var nodes []runtime.Object
	for i := range 4 {
		nodes = append(nodes,
			node(fmt.Sprintf("spot-%d", i), "m5.xlarge", "spot", "4"),
			node(fmt.Sprintf("on-demand-%d", i), "m5.xlarge", "on-demand", "4"))
	}
	unknown := node("unknown-0", "", "", "4")
	unknown.Labels = nil
	return append(nodes, node("on-demand-large", "m5.2xlarge", "on-demand", "8"), unknown)
}

func node(name, instanceType, capacity, cpu string) *v1.Node {
	return st.MakeNode().Name(name).
		Label(v1.LabelInstanceTypeStable, instanceType).
		Label("karpenter.sh/capacity-type", capacity).
		Label(v1.LabelTopologyZone, "us-east-1a").
		Capacity(map[v1.ResourceName]string{"cpu": cpu, "memory": "32Gi", "pods": "110"}).Obj()
}

// on counts the pods on nodes of a kind.
func on(nodes map[string]int, prefix string) int {
	total := 0
	for name, pods := range nodes {
		if strings.HasPrefix(name, prefix) {
			total += pods
		}
	}
	return total
}

func TestBatchPodsTakeSpot(t *testing.T) {
	placed := newCluster(t, fleet()...).schedule("batch", 10, 0)
	if on(placed, "spot-") != 10 {
		t.Errorf("got %v", placed)
	}
}

func TestCriticalPodsTakeOnDemand(t *testing.T) {
	placed := newCluster(t, fleet()...).schedule("critical", 10, 100_000_000)
	if on(placed, "on-demand-") != 10 {
		t.Errorf("got %v", placed)
	}
}

// Prices never keep a pod from running: 24 CPUs are on-demand, 4 unknown.
func TestCriticalPodsTakeSpotWhenNothingElseIsLeft(t *testing.T) {
	placed := newCluster(t, fleet()...).schedule("critical", 32, 100_000_000)
	if on(placed, "on-demand-") != 24 || on(placed, "unknown-") != 4 || on(placed, "spot-") != 4 {
		t.Errorf("got %v", placed)
	}
}

func TestBothKindsAtOnce(t *testing.T) {
	c := newCluster(t, fleet()...)
	batch, critical := c.schedule("batch", 8, 0), c.schedule("critical", 8, 100_000_000)
	if on(batch, "spot-") != 8 || on(critical, "on-demand-") != 8 {
		t.Errorf("batch %v, critical %v", batch, critical)
	}
}
