package costaware

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestFraction(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		total := 1 + random.Int64N(448_000)
		part := random.Int64N(total + 1)
		money := random.Int64N(1e13)
		share := perUnit(total).times(part)
		want := float64(money) * float64(part) / float64(total)
		if got := float64(share.of(money)); math.Abs(got-want) > want*1e-3+1 {
			t.Fatalf("%d of %d of %d: got %v, want %v", part, total, money, got, want)
		}
	}
}

func TestFractionOfWhatCannotBe(t *testing.T) {
	if perUnit(0) != 0 || perUnit(-1) != 0 {
		t.Error("a share of nothing")
	}
	for _, amount := range []int64{math.MaxInt64, maxAmount + 1, -1, math.MinInt64} {
		if got := perUnit(1).times(amount); got < 0 {
			t.Errorf("%d units: %d", amount, got)
		}
	}
	if got := (-whole).of(5); got != 0 {
		t.Errorf("a negative share is %d", got)
	}
}
