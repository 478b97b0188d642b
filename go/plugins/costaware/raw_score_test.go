package costaware

import (
	"math"
	"testing"

	"pyplugin.dev/scheduling/pricing"
)

func TestRawScoreKeepsItsParts(t *testing.T) {
	tests := []struct {
		name     string
		cost     int64
		wantCost int64
	}{
		{"unknown", 0, 0},
		{"the smallest", 1, 1},
		{"usual", 48000000, 48000000},
		{"the dearest price of a book", int64(pricing.MaxPrice) * nanosPerMicro, int64(pricing.MaxPrice) * nanosPerMicro},
		{"beyond all bounds", math.MaxInt64, maxCost},
	}
	for _, tt := range tests {
		for _, capacity := range []pricing.CapacityType{pricing.Unknown, pricing.OnDemand, pricing.Reserved, pricing.Spot} {
			for _, packing := range []int64{0, 1, 99, 100} {
				raw := newRawScore(tt.cost, capacity, packing)
				if raw < 0 || raw.cost() != tt.wantCost || raw.capacity() != capacity || raw.packing() != packing {
					t.Errorf("%s %s %d: got %d %s %d", tt.name, capacity, packing, raw.cost(), raw.capacity(), raw.packing())
				}
			}
		}
	}
}
