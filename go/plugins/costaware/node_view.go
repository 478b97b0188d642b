package costaware

import (
	"math"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"

	"pyplugin.dev/scheduling/pricing"
)

// nodeView is what Score has to know of a node apart from the pods on it. It
// holds as long as the node's object does.
type nodeView struct {
	node      *v1.Node
	price     int64 // nano-dollars per hour, 0 if unknown
	capacity  pricing.CapacityType
	reclaims  int64    // expected per million hours, 0 if nobody takes the node back
	perCPU    fraction // of a milli-CPU
	perMemory fraction // of a MiB
}

func newNodeView(info fwk.NodeInfo, book *pricing.Book, spotDiscountPercent int32) *nodeView {
	node, allocatable := info.Node(), info.GetAllocatable()
	instanceType, capacity := node.Labels[v1.LabelInstanceTypeStable], capacityType(node.Labels)
	price := hourlyPrice(book, instanceType, capacity, node.Labels[v1.LabelTopologyZone], spotDiscountPercent)
	view := &nodeView{
		node:      node,
		price:     int64(price) * nanosPerMicro,
		capacity:  capacity,
		perCPU:    perUnit(allocatable.GetMilliCPU()),
		perMemory: perUnit(allocatable.GetMemory() / mebibyte),
	}
	if capacity == pricing.Spot {
		view.reclaims = reclaimsPerMillionHours(book, instanceType)
	}
	return view
}

const (
	nanosPerMicro = 1000
	mebibyte      = 1 << 20
	hoursPerMonth = 730

	// assumedInterruptedPercent is for types that the book says nothing about: the
	// middle of the spot advisor's buckets.
	assumedInterruptedPercent = 12
	// maxInterruptedPercent: 100 would mean a node that never lives.
	maxInterruptedPercent = 99
)

// reclaimsPerMillionHours turns the share of nodes that were taken back within a
// month into a rate, as of a Poisson process: -ln(1 - share) / hours of a month.
func reclaimsPerMillionHours(book *pricing.Book, instanceType string) int64 {
	percent := assumedInterruptedPercent
	if book != nil {
		if known, ok := book.InterruptedPercentPerMonth(instanceType); ok {
			percent = min(known, maxInterruptedPercent)
		}
	}
	return int64(math.Round(-math.Log1p(-float64(percent)/100) / hoursPerMonth * 1e6))
}

// share is the part of the node that so much CPU and memory take, by the
// resource that is scarcer.
func (v *nodeView) share(milliCPU, mebibytes int64) fraction {
	return max(v.perCPU.times(milliCPU), v.perMemory.times(mebibytes))
}
