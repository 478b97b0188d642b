package costaware

import "pyplugin.dev/scheduling/pricing"

// rawScore carries what Score finds out about one node to NormalizeScore, which
// alone can compare it with the others. It depends on no other node, so placing
// a pod changes the raw score of its own node only and pods can be signed.
//
//	cost in nano-dollars per hour << 16 | capacity type << 8 | packing
type rawScore int64

const maxCost = 1<<46 - 1

// newRawScore takes the cost in nano-dollars per hour, not above 0 if unknown,
// and packing in percent.
func newRawScore(cost float64, capacity pricing.CapacityType, packing float64) rawScore {
	if cost > 0 {
		cost = min(max(cost, 1), maxCost)
	}
	return rawScore(cost)<<16 | rawScore(capacity)<<8 | rawScore(packing+0.5)
}

// cost is 0 if it isn't known.
func (r rawScore) cost() int64                    { return int64(r >> 16) }
func (r rawScore) capacity() pricing.CapacityType { return pricing.CapacityType(r >> 8 & 0xff) }
func (r rawScore) packing() int64                 { return int64(r & 0xff) }
