package costaware

import "pyplugin.dev/scheduling/pricing"

// capacityRule says what a label means; no value stands for any.
type capacityRule struct {
	label, value string
	capacity     pricing.CapacityType
}

// capacityRules hold in this order, the first that fits decides: labels of
// several tools can stand on one node and contradict each other.
var capacityRules = []capacityRule{
	// CAST AI leaves its spot label on the on-demand node that replaces a spot node.
	{"scheduling.cast.ai/spot-fallback", "true", pricing.OnDemand},
	{"scheduling.cast.ai/spot", "true", pricing.Spot},

	{"karpenter.sh/capacity-type", "spot", pricing.Spot},
	{"karpenter.sh/capacity-type", "on-demand", pricing.OnDemand},
	{"karpenter.sh/capacity-type", "reserved", pricing.Reserved},

	{"eks.amazonaws.com/capacityType", "SPOT", pricing.Spot},
	{"eks.amazonaws.com/capacityType", "ON_DEMAND", pricing.OnDemand},
	{"eks.amazonaws.com/capacityType", "CAPACITY_BLOCK", pricing.Reserved},

	{"cloud.google.com/gke-spot", "true", pricing.Spot},
	{"cloud.google.com/gke-preemptible", "true", pricing.Spot},
	{"kubernetes.azure.com/scalesetpriority", "spot", pricing.Spot},

	// GKE and AKS mark only what can be taken away, so their other nodes are
	// regular ones. Both labels stand on every node of theirs.
	{"cloud.google.com/gke-nodepool", "", pricing.OnDemand},
	{"kubernetes.azure.com/cluster", "", pricing.OnDemand},
}

// capacityType is Unknown for a node that no rule fits.
func capacityType(labels map[string]string) pricing.CapacityType {
	for _, rule := range capacityRules {
		value, ok := labels[rule.label]
		if ok && (value == rule.value || rule.value == "") {
			return rule.capacity
		}
	}
	return pricing.Unknown
}
