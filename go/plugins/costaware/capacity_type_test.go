package costaware

import (
	"testing"

	"pyplugin.dev/scheduling/pricing"
)

func TestCapacityType(t *testing.T) {
	tests := []struct {
		name   string
		labels map[string]string
		want   pricing.CapacityType
	}{
		{"no labels", nil, pricing.Unknown},
		{"foreign labels", map[string]string{"kubernetes.io/os": "linux"}, pricing.Unknown},

		{"CAST AI spot", map[string]string{"scheduling.cast.ai/spot": "true"}, pricing.Spot},
		{"CAST AI fallback", map[string]string{"scheduling.cast.ai/spot": "true", "scheduling.cast.ai/spot-fallback": "true"}, pricing.OnDemand},
		{"CAST AI no fallback", map[string]string{"scheduling.cast.ai/spot": "true", "scheduling.cast.ai/spot-fallback": "false"}, pricing.Spot},

		{"Karpenter spot", map[string]string{"karpenter.sh/capacity-type": "spot"}, pricing.Spot},
		{"Karpenter on-demand", map[string]string{"karpenter.sh/capacity-type": "on-demand"}, pricing.OnDemand},
		{"Karpenter reserved", map[string]string{"karpenter.sh/capacity-type": "reserved"}, pricing.Reserved},
		{"Karpenter, a value of tomorrow", map[string]string{"karpenter.sh/capacity-type": "flex"}, pricing.Unknown},

		{"EKS spot", map[string]string{"eks.amazonaws.com/capacityType": "SPOT"}, pricing.Spot},
		{"EKS on-demand", map[string]string{"eks.amazonaws.com/capacityType": "ON_DEMAND"}, pricing.OnDemand},
		{"EKS capacity block", map[string]string{"eks.amazonaws.com/capacityType": "CAPACITY_BLOCK"}, pricing.Reserved},

		{"GKE spot", map[string]string{"cloud.google.com/gke-spot": "true", "cloud.google.com/gke-nodepool": "a"}, pricing.Spot},
		{"GKE preemptible", map[string]string{"cloud.google.com/gke-preemptible": "true", "cloud.google.com/gke-nodepool": "a"}, pricing.Spot},
		{"GKE regular", map[string]string{"cloud.google.com/gke-nodepool": "a"}, pricing.OnDemand},

		{"AKS spot", map[string]string{"kubernetes.azure.com/scalesetpriority": "spot", "kubernetes.azure.com/cluster": "a"}, pricing.Spot},
		{"AKS regular, marked", map[string]string{"kubernetes.azure.com/scalesetpriority": "regular", "kubernetes.azure.com/cluster": "a"}, pricing.OnDemand},
		{"AKS regular, not marked", map[string]string{"kubernetes.azure.com/cluster": "a"}, pricing.OnDemand},

		{"CAST AI before Karpenter", map[string]string{"scheduling.cast.ai/spot-fallback": "true", "karpenter.sh/capacity-type": "spot"}, pricing.OnDemand},
		{"Karpenter before EKS", map[string]string{"karpenter.sh/capacity-type": "on-demand", "eks.amazonaws.com/capacityType": "SPOT"}, pricing.OnDemand},
		{"Karpenter before AKS", map[string]string{"karpenter.sh/capacity-type": "spot", "kubernetes.azure.com/cluster": "a"}, pricing.Spot},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := capacityType(tt.labels); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
