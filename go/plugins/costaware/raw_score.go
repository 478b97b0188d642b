package costaware

import "pyplugin.dev/scheduling/pricing"

// rawScore carries what Score finds out about one node to NormalizeScore, which
// alone can compare it with the others. It depends on no other node, so placing
// a pod changes the raw score of its own node only and pods can be signed.
//
//	cost in nano-dollars per hour << 16 | capacity type << 8 | packing
type rawScore int64

const maxCost = 1<<46 - 1

// newRawScore takes the cost in nano-dollars per hour, 0 if unknown, and packing
// in percent.
func newRawScore(cost int64, capacity pricing.CapacityType, packing int64) rawScore {
	return rawScore(min(cost, maxCost))<<16 | rawScore(capacity)<<8 | rawScore(packing)
}

// cost is 0 if it isn't known.
func (r rawScore) cost() int64                    { return int64(r >> 16) }
func (r rawScore) capacity() pricing.CapacityType { return pricing.CapacityType(r >> 8 & 0xff) }
func (r rawScore) packing() int64                 { return int64(r & 0xff) }
