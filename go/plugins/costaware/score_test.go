package costaware

import (
	"math"
	"math/rand/v2"
	"testing"

	fwk "k8s.io/kube-scheduler/framework"

	"pyplugin.dev/scheduling/pricing"
)

// scores normalizes raw scores.
func scores(p *policy, raw ...rawScore) []int64 {
	list := make(fwk.NodeScoreList, len(raw))
	for i := range raw {
		list[i].Score = int64(raw[i])
	}
	normalize(p, list)
	out := make([]int64, len(list))
	for i := range list {
		out[i] = list[i].Score
	}
	return out
}

func TestNormalizeIsTheFormula(t *testing.T) {
	raw := []rawScore{
		newRawScore(100, pricing.Spot, 40),
		newRawScore(200, pricing.OnDemand, 100),
		newRawScore(400, pricing.Reserved, 0),
		newRawScore(0, pricing.Unknown, 50), // price: the mean of 100, 50 and 25
	}
	tests := []struct {
		name string
		p    *policy
		want []int64
	}{
		{"prefer spot", &preferSpot, []int64{88, 60, 20, 57}},
		{"on-demand only", &onDemandOnly, []int64{24, 90, 75, 52}},
		{"spot only", &spotOnly, []int64{94, 20, 5, 52}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for i, got := range scores(tt.p, raw...) {
				if got != tt.want[i] {
					t.Errorf("node %d: got %d, want %d", i, got, tt.want[i])
				}
			}
		})
	}
}

func TestNormalizeWithoutAnyPrice(t *testing.T) {
	raw := []rawScore{newRawScore(0, pricing.Spot, 50), newRawScore(0, pricing.OnDemand, 50), newRawScore(0, pricing.Spot, 100)}
	if got := scores(&preferSpot, raw...); got[0] != got[1] || got[2] <= got[0] {
		t.Errorf("prefer spot: %v, want packing alone to decide", got)
	}
	if got := scores(&onDemandOnly, raw...); got[1] <= got[2] || got[2] <= got[0] {
		t.Errorf("on-demand only: %v, want the capacity type and then packing to decide", got)
	}
	if got := scores(&preferSpot); len(got) != 0 {
		t.Errorf("no nodes: %v", got)
	}
}

func TestANodeWithoutAPriceIsAverage(t *testing.T) {
	got := scores(&preferSpot, newRawScore(100, pricing.Spot, 50), newRawScore(300, pricing.Spot, 50), newRawScore(0, pricing.Spot, 50))
	if got[2] >= got[0] || got[2] <= got[1] {
		t.Errorf("got %v, want the third between the others", got)
	}
	got = scores(&preferSpot, newRawScore(100, pricing.Spot, 50), newRawScore(100, pricing.Spot, 50), newRawScore(0, pricing.Spot, 50))
	if got[2] != got[0] {
		t.Errorf("got %v, want no difference where the others don't differ", got)
	}
}

func TestPriceDecidesWhereCapacityDoesNot(t *testing.T) {
	for _, p := range []*policy{&onDemandOnly, &spotOnly, &preferSpot} {
		got := scores(p, newRawScore(100, pricing.Reserved, 40), newRawScore(200, pricing.OnDemand, 100))
		if got[0] != 88 || got[1] != 60 {
			t.Errorf("got %v, want 88 and 60", got)
		}
	}
}

func TestCapacityComesFirst(t *testing.T) {
	orders := map[*policy][]pricing.CapacityType{
		&onDemandOnly: {pricing.OnDemand, pricing.Unknown, pricing.Spot},
		&spotOnly:     {pricing.Spot, pricing.Unknown, pricing.OnDemand},
	}
	for p, order := range orders {
		for i := range order[1:] {
			got := scores(p, newRawScore(1e13, order[i], 0), newRawScore(1, order[i+1], 100))
			if got[0] <= got[1] {
				t.Errorf("%s %d, %s %d", order[i], got[0], order[i+1], got[1])
			}
		}
		if got := scores(p, newRawScore(5, pricing.OnDemand, 5), newRawScore(5, pricing.Reserved, 5)); got[0] != got[1] {
			t.Errorf("on-demand %d, reserved %d", got[0], got[1])
		}
	}
}

// part is a fraction of the whole.
func part(f float64) fraction { return fraction(f * float64(whole)) }

func TestMarginalCost(t *testing.T) {
	const dollar = 1_000_000_000
	tests := []struct {
		name         string
		before, take float64
		want         float64 // of the price
	}{
		{"an empty node costs four times the share", 0, 0.1, 0.4},
		{"so does one with DaemonSets only", 0.09, 0.1, 0.4},
		{"a node that stays anyway costs the share", 0.5, 0.1, 0.1},
		{"and no more if it is fuller", 0.8, 0.1, 0.1},
		{"in between", 0.25, 0.25, 0.25 * 1.5},
		{"a pod that doesn't fit", 0.9, 0.2, 0.2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := marginalCost(dollar, part(tt.before), part(tt.take))
			if math.Abs(float64(got)-tt.want*dollar) > 10 {
				t.Errorf("got %d, want %v", got, tt.want*dollar)
			}
		})
	}
	if got := marginalCost(0, 0, whole); got != 0 {
		t.Errorf("unknown price: %d", got)
	}
	if got := marginalCost(1, part(0.9), 1); got != 1 {
		t.Errorf("next to nothing: %d, want 1, for 0 means unknown", got)
	}
}

// The worked example of docs/cost.md.
func TestWithReclaims(t *testing.T) {
	// 20 % a month are 306 reclaims in a million hours; each loses 10 h of work.
	if got := withReclaims(1_000_000_000, 306, 600); got != 1_003_060_000 {
		t.Errorf("got %d", got)
	}
	if got := withReclaims(0, 306, 600); got != 0 {
		t.Errorf("unknown price: %d", got)
	}
	if got := withReclaims(1e13, 6308, 7*24*60); got <= 1e13 || got > 3e13 {
		t.Errorf("the highest of all: %d", got)
	}
}

// aspects is a node as rate sees it, random but within what can happen.
type aspects struct {
	view          nodeView
	before, share fraction
}

func randomAspects(random *rand.Rand) aspects {
	share := random.Float64()
	return aspects{
		view: nodeView{
			price:    int64(math.Pow(10, 3+random.Float64()*10)),
			capacity: []pricing.CapacityType{pricing.Unknown, pricing.OnDemand, pricing.Reserved, pricing.Spot}[random.IntN(4)],
			reclaims: random.Int64N(7000),
		},
		before: part((1 - share) * random.Float64()),
		share:  part(share),
	}
}

func (a aspects) rate() rawScore { return rate(&a.view, 600, a.before, a.share, a.before+a.share) }

// A node that is better in one respect and otherwise the same never scores lower.
func TestScoresAreMonotone(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	better := map[string]func(*aspects){
		"cheaper":       func(a *aspects) { a.view.price = max(1, int64(float64(a.view.price)*random.Float64())) },
		"fuller":        func(a *aspects) { a.before += fraction(float64(whole-a.before-a.share) * random.Float64()) },
		"less reclaims": func(a *aspects) { a.view.reclaims /= 2 },
	}
	for name, improve := range better {
		for range 5000 {
			worse := randomAspects(random)
			improved := worse
			improve(&improved)
			raw := []rawScore{worse.rate(), improved.rate(), randomAspects(random).rate(), randomAspects(random).rate()}
			for _, p := range []*policy{&preferSpot, &onDemandOnly, &spotOnly} {
				got := scores(p, raw...)
				if got[1] < got[0] {
					t.Fatalf("%s: %+v scores %d, %+v %d", name, improved, got[1], worse, got[0])
				}
				for _, score := range got {
					if score < 0 || score > 100 {
						t.Fatalf("score %d", score)
					}
				}
			}
		}
	}
}
