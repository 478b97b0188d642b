package costaware

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"k8s.io/klog/v2"
	"k8s.io/klog/v2/ktesting"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"pyplugin.dev/scheduling/pricing"
)

func infos(t *testing.T, size int, instanceType string) []fwk.NodeInfo {
	t.Helper()
	out := make([]fwk.NodeInfo, size)
	for i := range out {
		info := framework.NewNodeInfo()
		info.SetNode(node(fmt.Sprintf("node-%d", i), instanceType, "on-demand"))
		out[i] = info
	}
	return out
}

func defaultBook(t *testing.T) *pricing.Book {
	t.Helper()
	book, err := pricing.Default()
	if err != nil {
		t.Fatal(err)
	}
	return book
}

func TestNodeViewsAreKept(t *testing.T) {
	nodes := infos(t, 500, "m5.xlarge")
	views := (&viewCache{}).forBook(nil, len(nodes))
	first := map[*nodeView]bool{}
	for _, info := range nodes {
		view := views.get(t.Context(), info)
		if view.node != info.Node() {
			t.Fatal("the view of another node")
		}
		first[view] = true
	}
	for _, info := range nodes {
		if !first[views.get(t.Context(), info)] {
			t.Error("made again")
		}
	}
	if len(first) != len(nodes) || views.size.Load() != int64(len(nodes)) {
		t.Errorf("%d views, size %d", len(first), views.size.Load())
	}
}

func TestNodeViewsFollowTheNode(t *testing.T) {
	info := infos(t, 1, "m5.xlarge")[0]
	views := (&viewCache{}).forBook(defaultBook(t), 1)
	before := views.get(t.Context(), info).price
	updated := info.Node().DeepCopy()
	updated.Labels["node.kubernetes.io/instance-type"] = "m5.2xlarge"
	info.(*framework.NodeInfo).SetNode(updated)
	if after := views.get(t.Context(), info).price; after != 2*before {
		t.Errorf("%v, then %v", before, after)
	}
}

func TestNodeViewsInParallel(t *testing.T) {
	nodes := infos(t, 200, "m5.xlarge")
	views := (&viewCache{}).forBook(nil, len(nodes))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, info := range nodes {
				if views.get(t.Context(), info).node != info.Node() {
					t.Error("the view of another node")
				}
			}
		})
	}
	group.Wait()
	if size := views.size.Load(); size > int64(len(nodes)) {
		t.Errorf("size %d", size)
	}
}

// More nodes than there is room for are slow, but right.
func TestNodeViewsBeyondTheTable(t *testing.T) {
	views := (&viewCache{}).forBook(nil, 1)
	for range 2 {
		for _, info := range infos(t, 10*len(views.slots), "m5.xlarge") {
			if views.get(t.Context(), info).node != info.Node() {
				t.Fatal("the view of another node")
			}
		}
	}
	if size := views.size.Load(); size != int64(len(views.slots)) {
		t.Errorf("size %d of %d", size, len(views.slots))
	}
}

func TestViewCacheRenews(t *testing.T) {
	book, cache := defaultBook(t), &viewCache{}
	current := cache.forBook(book, 10)
	for range 100 { // as many updates of every node
		for _, info := range infos(t, 10, "m5.xlarge") {
			current.get(t.Context(), info)
		}
		current = cache.forBook(book, 10)
	}
	if size := int(current.size.Load()); size > len(current.slots)/2 {
		t.Errorf("%d views in %d slots", size, len(current.slots))
	}
	if cache.forBook(book, 10) != current {
		t.Error("renewed without need")
	}
	if grown := cache.forBook(book, 1000); grown == current || len(grown.slots) < tableFactor*1000 {
		t.Error("not renewed for a larger cluster")
	}
	current = cache.forBook(book, 10)
	if cache.forBook(nil, 10) == current {
		t.Error("not renewed for another book")
	}
}

func TestUnpricedTypesAreLoggedOnce(t *testing.T) {
	logger := ktesting.NewLogger(t, ktesting.NewConfig(ktesting.BufferLogs(true)))
	ctx := klog.NewContext(t.Context(), logger)
	book, cache := defaultBook(t), &viewCache{}
	for round := range 20 { // the table is thrown away in between
		views := cache.forBook(book, 4)
		for _, info := range infos(t, 4, "acme.large") {
			views.get(ctx, info)
		}
		for _, info := range infos(t, 4, fmt.Sprintf("acme.%dxlarge", 10*round)) {
			views.get(ctx, info)
		}
		for _, info := range infos(t, 4, "m5.xlarge") {
			views.get(ctx, info)
		}
	}
	log := logger.GetSink().(ktesting.Underlier).GetBuffer().String()
	if lines := strings.Count(log, "No price for instance type"); lines != 21 {
		t.Errorf("%d lines, want one for each of 21 types:\n%s", lines, log)
	}
	if strings.Contains(log, "m5.xlarge") {
		t.Error("logs a type that has a price")
	}
}

func TestUnpricedTypesAreBounded(t *testing.T) {
	logger := ktesting.NewLogger(t, ktesting.NewConfig(ktesting.BufferLogs(true)))
	reporter := &unpriced{}
	for i := range 10 * maxReported {
		reporter.report(logger, node("node", fmt.Sprintf("acme.%d", i), "spot"))
	}
	log := logger.GetSink().(ktesting.Underlier).GetBuffer().String()
	if lines := strings.Count(log, "No price for instance type"); lines != maxReported {
		t.Errorf("%d lines", lines)
	}
}
