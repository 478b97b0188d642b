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
type weights struct {
	capacity, price, packing int64
}

// keepBelow is the use below which an autoscaler is likely to empty a node: the
// threshold of Cluster Autoscaler, whose default is a half.
const keepBelow = whole / 2

// marginalCost is what the pod adds to the bill on a node, in nano-dollars per
// hour, at least 1, and 0 where the price isn't known:
//
//	price × (share + keep × (1 - after))
//
// The pod pays for the share that it takes, which others then can't use. And since
// it keeps the autoscaler from emptying the node, it pays for what stays unused,
// as far as the node would have been emptied: keep falls from 1 for an empty node
// to 0 for one that is used to keepBelow.
func marginalCost(price int64, before, share, after fraction) int64 {
	if price == 0 {
		return 0
	}
	part := share
	if idle := whole - after; before < keepBelow && idle > 0 {
		keep := whole - before*(whole/keepBelow)
		part += fraction(keep.of(int64(idle)))
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
	return newRawScore(marginalCost(price, before, share, after), view.capacity, min(after, whole).of(100))
}

// basis is 100 %, the precision of price scores.
const basis = 10_000

// normalize turns raw scores into scores.
func normalize(p *policy, scores fwk.NodeScoreList) {
	lowest, neutral := compare(scores)
	for i := range scores {
		raw, price := rawScore(scores[i].Score), neutral
		if cost := raw.cost(); cost > 0 {
			price = basis * lowest / cost
		}
		exact := p.weights.capacity*p.capacity[raw.capacity()] + p.weights.packing*raw.packing()
		scores[i].Score = (exact*(basis/100) + p.weights.price*price + basis/2) / basis
	}
}

// compare finds the lowest cost and the mean price score, of basis, of the nodes
// whose cost is known.
func compare(scores fwk.NodeScoreList) (lowest, neutral int64) {
	var known int64
	for _, score := range scores {
		if cost := rawScore(score.Score).cost(); cost > 0 {
			known++
			if lowest == 0 || cost < lowest {
				lowest = cost
			}
		}
	}
	if known == 0 {
		return 0, 0
	}
	var sum int64
	for _, score := range scores {
		if cost := rawScore(score.Score).cost(); cost > 0 {
			sum += basis * lowest / cost
		}
	}
	return lowest, sum / known
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
	preferSpot = policy{weights: weights{price: 80, packing: 20}}
)
