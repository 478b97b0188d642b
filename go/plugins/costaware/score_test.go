package costaware

import (
	"math"
	"math/rand/v2"
	"testing"

	fwk "k8s.io/kube-scheduler/framework"

	"pyplugin.dev/scheduling/pricing"
)

// scores normalizes raw scores.
func scores(w weights, raw ...rawScore) []int64 {
	list := make(fwk.NodeScoreList, len(raw))
	for i := range raw {
		list[i].Score = int64(raw[i])
	}
	normalize(w, list)
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
		w    weights
		want []int64
	}{
		{"cheapest", cheapest, []int64{88, 60, 20, 57}},
		{"steady", steady, []int64{24, 90, 75, 52}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for i, got := range scores(tt.w, raw...) {
				if got != tt.want[i] {
					t.Errorf("node %d: got %d, want %d", i, got, tt.want[i])
				}
			}
		})
	}
}

func TestNormalizeWithoutAnyPrice(t *testing.T) {
	raw := []rawScore{newRawScore(0, pricing.Spot, 50), newRawScore(0, pricing.OnDemand, 50), newRawScore(0, pricing.Spot, 100)}
	if got := scores(cheapest, raw...); got[0] != got[1] || got[2] <= got[0] {
		t.Errorf("pods for the cheapest: %v, want packing alone to decide", got)
	}
	if got := scores(steady, raw...); got[1] <= got[2] || got[2] <= got[0] {
		t.Errorf("other pods: %v, want the capacity type and then packing to decide", got)
	}
	if got := scores(cheapest); len(got) != 0 {
		t.Errorf("no nodes: %v", got)
	}
}

func TestANodeWithoutAPriceIsAverage(t *testing.T) {
	got := scores(cheapest, newRawScore(100, pricing.Spot, 50), newRawScore(300, pricing.Spot, 50), newRawScore(0, pricing.Spot, 50))
	if got[2] >= got[0] || got[2] <= got[1] {
		t.Errorf("got %v, want the third between the others", got)
	}
	got = scores(cheapest, newRawScore(100, pricing.Spot, 50), newRawScore(100, pricing.Spot, 50), newRawScore(0, pricing.Spot, 50))
	if got[2] != got[0] {
		t.Errorf("got %v, want no difference where the others don't differ", got)
	}
}

func TestSteadyPutsCapacityFirst(t *testing.T) {
	dearAndEmpty, cheapAndFull := 1e13, 1.0
	order := []pricing.CapacityType{pricing.OnDemand, pricing.Unknown, pricing.Spot}
	for i := range order[1:] {
		got := scores(steady, newRawScore(dearAndEmpty, order[i], 0), newRawScore(cheapAndFull, order[i+1], 100))
		if got[0] <= got[1] {
			t.Errorf("%s %d, %s %d", order[i], got[0], order[i+1], got[1])
		}
	}
	if got := scores(steady, newRawScore(5, pricing.OnDemand, 5), newRawScore(5, pricing.Reserved, 5)); got[0] != got[1] {
		t.Errorf("on-demand %d, reserved %d", got[0], got[1])
	}
}

// aspects is a node as rate sees it, random but within what can happen.
type aspects struct {
	view        nodeView
	share, used float64
	inUse       bool
}

func randomAspects(random *rand.Rand) aspects {
	share := random.Float64()
	return aspects{
		view: nodeView{
			price:    math.Floor(math.Pow(10, random.Float64()*13)),
			capacity: []pricing.CapacityType{pricing.Unknown, pricing.OnDemand, pricing.Reserved, pricing.Spot}[random.IntN(4)],
		},
		share: share,
		used:  share + (1-share)*random.Float64(),
		inUse: random.IntN(2) == 0,
	}
}

func (a aspects) rate() rawScore { return rate(&a.view, a.share, a.used, a.inUse) }

// A node that is better in one respect and otherwise the same never scores lower.
func TestScoresAreMonotone(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	better := map[string]func(*aspects){
		"cheaper":      func(a *aspects) { a.view.price = max(1, a.view.price*random.Float64()) },
		"fuller":       func(a *aspects) { a.used += (1 - a.used) * random.Float64() },
		"in use":       func(a *aspects) { a.inUse = true },
		"smaller part": func(a *aspects) { a.share *= random.Float64() },
	}
	for name, improve := range better {
		for range 5000 {
			worse := randomAspects(random)
			improved := worse
			improve(&improved)
			raw := []rawScore{worse.rate(), improved.rate(), randomAspects(random).rate(), randomAspects(random).rate()}
			for _, w := range []weights{cheapest, steady} {
				got := scores(w, raw...)
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

func TestSteadierCapacityNeverScoresLower(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		spot := randomAspects(random)
		onDemand := spot
		spot.view.capacity, onDemand.view.capacity = pricing.Spot, pricing.OnDemand
		if got := scores(steady, spot.rate(), onDemand.rate()); got[1] < got[0] {
			t.Fatalf("%+v: spot %d, on-demand %d", spot, got[0], got[1])
		}
	}
}

func TestWeightsAddUp(t *testing.T) {
	for _, w := range []weights{cheapest, steady} {
		if w.capacity+w.price+w.packing != 100 {
			t.Errorf("%+v", w)
		}
	}
}
