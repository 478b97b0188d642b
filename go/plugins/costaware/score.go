package costaware

import (
	fwk "k8s.io/kube-scheduler/framework"

	"pyplugin.dev/scheduling/pricing"
)

// The score of a node, 0 to 100, is
//
//	(weights.capacity × capacity + weights.price × price + weights.packing × packing) / 100
//
// where each of the three is 0 to 100:
//
//   - capacity: what policy.capacity has for the node's capacity type;
//   - price: 100 × the lowest marginal cost / the node's. Where it isn't known,
//     price is the mean of the other nodes': neutral;
//   - packing: the share of the node in use once the pod is on it, by the scarcest
//     resource.
//
// Where all nodes have the same capacity score, as they do once an admission
// policy has restricted the pod, only the other two decide, by the weights alike.
type weights struct {
	capacity, price, packing int64
}

// alike is for nodes between which the capacity type makes no difference.
var alike = weights{price: 80, packing: 20}

// keepBelow is the use below which an autoscaler is likely to empty a node: the
// threshold of Cluster Autoscaler, whose default is a half.
const keepBelow = whole / 2

// emptyBelow is the use below which a node runs nothing but DaemonSets, so that it
// goes as soon as the autoscaler looks. emptyKeep is how many times its share a pod
// pays for taking it all the same.
const (
	emptyBelow = whole / 10
	emptyKeep  = 3
)

// marginalCost is what the pod adds to the bill on a node, in nano-dollars per
// hour, at least 1, and 0 where the price isn't known:
//
//	price × share × (1 + keep)
//
// The pod pays for the share that it takes, which others then can't use. On a
// node that could be emptied it also pays for keeping it: emptyKeep for an empty
// one, else 1 at no use, falling to 0 at keepBelow. So an empty node is taken only
// if it costs less than a quarter per share of what those in use cost.
func marginalCost(price int64, before, share fraction) int64 {
	if price == 0 {
		return 0
	}
	part := share
	switch {
	case before < emptyBelow:
		part += emptyKeep * share
	case before < keepBelow:
		keep := whole - before*(whole/keepBelow)
		part += fraction(keep.of(int64(share)))
	}
	return max(1, part.of(price))
}

// withReclaims adds to a price, in nano-dollars per hour, the work that is likely
// to be lost: reclaims per million hours × minutes of work at that price.
func withReclaims(price, reclaims, lostMinutes int64) int64 {
	return price + price/1e6*reclaims*lostMinutes/60
}

// rate is the raw score of a node for a pod that takes the given share of it.
func rate(view *nodeView, lostMinutes int64, before, share, after fraction) rawScore {
	price := withReclaims(view.price, view.reclaims, lostMinutes)
	return newRawScore(marginalCost(price, before, share), view.capacity, min(after, whole).of(100))
}

// basis is 100 %, the precision of price scores.
const basis = 10_000

// normalize turns raw scores into scores.
func normalize(p *policy, scores fwk.NodeScoreList) {
	w := p.weights
	if !p.distinguishes(scores) {
		w = alike
	}
	lowest := lowestCost(scores)
	neutral := meanPrice(scores, lowest)
	for i := range scores {
		raw, price := rawScore(scores[i].Score), neutral
		if cost := raw.cost(); cost > 0 {
			price = basis * lowest / cost
		}
		exact := w.capacity*p.capacity[raw.capacity()] + w.packing*raw.packing()
		scores[i].Score = (exact*(basis/100) + w.price*price + basis/2) / basis
	}
}

// distinguishes says whether the capacity type makes a difference between nodes.
func (p *policy) distinguishes(scores fwk.NodeScoreList) bool {
	for i := 1; i < len(scores); i++ {
		if p.capacity[rawScore(scores[i].Score).capacity()] != p.capacity[rawScore(scores[0].Score).capacity()] {
			return true
		}
	}
	return false
}

// lowestCost is that of the nodes whose cost is known, 0 if there is none.
func lowestCost(scores fwk.NodeScoreList) int64 {
	var lowest int64
	for _, score := range scores {
		if cost := rawScore(score.Score).cost(); cost > 0 && (lowest == 0 || cost < lowest) {
			lowest = cost
		}
	}
	return lowest
}

// meanPrice is the mean price score, of basis, of the nodes whose cost is known.
func meanPrice(scores fwk.NodeScoreList, lowest int64) int64 {
	var sum, known int64
	for _, score := range scores {
		if cost := rawScore(score.Score).cost(); cost > 0 {
			sum += basis * lowest / cost
			known++
		}
	}
	return sum / max(1, known)
}

// policy is how nodes are rated for the pods of a band: capacity has 0 to 100 by
// capacity type.
type policy struct {
	weights  weights
	capacity [pricing.CapacityTypes]int64
}

var (
	// onDemandOnly and spotOnly: half the weight of capacity outweighs all the
	// rest, so no price makes up for the next worse capacity type.
	onDemandOnly = policy{
		weights:  weights{capacity: 70, price: 20, packing: 10},
		capacity: [...]int64{pricing.Unknown: 50, pricing.OnDemand: 100, pricing.Reserved: 100, pricing.Spot: 0},
	}
	spotOnly = policy{
		weights:  weights{capacity: 70, price: 20, packing: 10},
		capacity: [...]int64{pricing.Unknown: 50, pricing.OnDemand: 0, pricing.Reserved: 0, pricing.Spot: 100},
	}
	// preferSpot leaves it to the prices: discounted on-demand capacity may well
	// cost less than spot.
	preferSpot = policy{weights: alike}
)
