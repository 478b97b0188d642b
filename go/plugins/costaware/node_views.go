package costaware

import (
	"context"
	"hash/maphash"
	"math/bits"
	"sync/atomic"

	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"

	"pyplugin.dev/scheduling/pricing"
)

// nodeViews keeps the views of nodes under one price book, by the node's object:
// the scheduler never changes one, but takes up a new object for every update.
//
// It is an open hash table that goroutines read and fill at once without locks.
// sync.Map could do that too, but would take as long as all the rest of Score. The
// table neither grows nor forgets: viewCache makes a new one in time.
type nodeViews struct {
	book                *pricing.Book
	spotDiscountPercent int32
	unpriced            *unpriced

	seed  maphash.Seed
	slots []atomic.Pointer[nodeView] // a power of two
	size  atomic.Int64
}

// tableFactor is how many slots there are for each node of the cluster, at
// least. Half of them are filled before the table is thrown away.
const tableFactor = 4

// maxProbes bounds the search for a node. A table that is half full comes
// nowhere near it, and what isn't found is merely made again.
const maxProbes = 64

func newNodeViews(book *pricing.Book, nodes int, spotDiscountPercent int32, unpriced *unpriced) *nodeViews {
	return &nodeViews{
		book:                book,
		spotDiscountPercent: spotDiscountPercent,
		unpriced:            unpriced,
		seed:                maphash.MakeSeed(),
		slots:               make([]atomic.Pointer[nodeView], 1<<bits.Len(uint(tableFactor*nodes))),
	}
}

// full says whether the table is too small for that many nodes, or too full of
// objects of the past.
func (n *nodeViews) full(nodes int) bool {
	half := len(n.slots) / 2
	return half < 2*nodes || int(n.size.Load()) > half
}

func (n *nodeViews) get(ctx context.Context, info fwk.NodeInfo) *nodeView {
	node := info.Node()
	hash := maphash.Comparable(n.seed, node)
	for i := range uint64(maxProbes) {
		slot := &n.slots[(hash+i)&uint64(len(n.slots)-1)]
		view := slot.Load()
		if view == nil {
			return n.add(ctx, info, slot)
		}
		if view.node == node {
			return view
		}
	}
	return n.newView(ctx, info)
}

// add fills the slot, unless another goroutine was faster. Then this view isn't
// kept: the next search makes it again or finds the other's.
func (n *nodeViews) add(ctx context.Context, info fwk.NodeInfo, slot *atomic.Pointer[nodeView]) *nodeView {
	view := n.newView(ctx, info)
	if slot.CompareAndSwap(nil, view) {
		n.size.Add(1)
	}
	return view
}

func (n *nodeViews) newView(ctx context.Context, info fwk.NodeInfo) *nodeView {
	view := newNodeView(info, n.book, n.spotDiscountPercent)
	if view.price == 0 && n.book != nil {
		n.unpriced.report(klog.FromContext(ctx), view.node)
	}
	return view
}
