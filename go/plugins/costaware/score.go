package costaware

import (
	"math"

	fwk "k8s.io/kube-scheduler/framework"

	"pyplugin.dev/scheduling/pricing"
)

// The score of a node, 0 to 100, is
//
//	(weights.capacity × capacity + weights.price × price + weights.packing × packing) / 100
//
// where each of the three is 0 to 100:
//
//   - capacity: 100 for on-demand and reserved, 50 for unknown, 0 for spot;
//   - price: 100 × the lowest cost / the node's cost. The cost is the node's price
//     × the share of it that the pod takes, by the resource that is scarcest. Where
//     it isn't known, price is the mean of the other nodes': neutral;
//   - packing: half the share of the node in use once the pod is on it, by the
//     scarcest resource, and 50 more if pods are on it already.
type weights struct {
	capacity, price, packing float64
}

var (
	// cheapest is for pods that may lose their node.
	cheapest = weights{price: 80, packing: 20}
	// steady is for the others. Half its weight of capacity outweighs all the
	// rest: no price makes up for the next worse capacity type.
	steady = weights{capacity: 70, price: 20, packing: 10}
)

// capacityScores are 0 to 100, by capacity type.
var capacityScores = [...]float64{pricing.Unknown: 50, pricing.OnDemand: 100, pricing.Reserved: 100, pricing.Spot: 0}

// rate is the raw score of a node for a pod that takes the given share of it and
// leaves so much of it in use, both 0 to 1.
func rate(view *nodeView, share, used float64, inUse bool) rawScore {
	packing := 50 * min(used, 1)
	if inUse {
		packing += 50
	}
	return newRawScore(view.price*share, view.capacity, packing)
}

// normalize turns raw scores into scores.
func normalize(w weights, scores fwk.NodeScoreList) {
	lowest, neutral := compare(scores)
	for i := range scores {
		raw, price := rawScore(scores[i].Score), neutral
		if cost := raw.cost(); cost > 0 {
			price = 100 * lowest / float64(cost)
		}
		total := w.capacity*capacityScores[raw.capacity()] + w.price*price + w.packing*float64(raw.packing())
		scores[i].Score = int64(math.Round(total / 100))
	}
}

// compare finds the lowest cost and the mean price score of the nodes whose cost
// is known.
func compare(scores fwk.NodeScoreList) (lowest, neutral float64) {
	var inverses, known float64
	for _, score := range scores {
		cost := float64(rawScore(score.Score).cost())
		if cost == 0 {
			continue
		}
		if known == 0 || cost < lowest {
			lowest = cost
		}
		inverses += 1 / cost
		known++
	}
	if known == 0 {
		return 0, 0
	}
	return lowest, 100 * lowest * inverses / known
}
