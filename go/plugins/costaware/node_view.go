package costaware

import (
	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"

	"pyplugin.dev/scheduling/pricing"
)

// nodeView is what Score has to know of a node apart from the pods on it. It
// holds as long as the node's object does.
type nodeView struct {
	node      *v1.Node
	price     float64 // nano-dollars per hour, 0 if unknown
	capacity  pricing.CapacityType
	perCPU    float64 // share of the node that a milli-CPU is
	perMemory float64 // share of the node that a byte is
}

func newNodeView(info fwk.NodeInfo, book *pricing.Book, spotDiscountPercent int32) *nodeView {
	node, allocatable := info.Node(), info.GetAllocatable()
	capacity := capacityType(node.Labels)
	price := hourlyPrice(book, node.Labels[v1.LabelInstanceTypeStable], capacity, node.Labels[v1.LabelTopologyZone], spotDiscountPercent)
	return &nodeView{
		node:      node,
		price:     float64(price) * nanosPerMicro,
		capacity:  capacity,
		perCPU:    inverse(allocatable.GetMilliCPU()),
		perMemory: inverse(allocatable.GetMemory()),
	}
}

const nanosPerMicro = 1000

// inverse is 0 for what a node doesn't have: nothing can take a share of it.
func inverse(amount int64) float64 {
	if amount <= 0 {
		return 0
	}
	return 1 / float64(amount)
}

// share is the part of the node that so much CPU and memory take, by the
// resource that is scarcer.
func (v *nodeView) share(cpu, memory float64) float64 {
	return max(cpu*v.perCPU, memory*v.perMemory)
}
