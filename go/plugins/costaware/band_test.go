package costaware

import (
	"math"
	"testing"

	"pyplugin.dev/scheduling/apis/config"
)

func TestBands(t *testing.T) {
	args := defaultArgs()
	args.Bands[0].PriorityClasses = []string{"nightly"}
	tests := []struct {
		name     string
		priority int32
		class    string
		want     string
	}{
		{"lowest", math.MinInt32, "", "batch"},
		{"end of a range", -1, "", "batch"},
		{"start of the next", 0, "", "standard"},
		{"end of that", 999, "", "standard"},
		{"last", 1000, "", "critical"},
		{"system pods", 2_000_001_000, "system-node-critical", "critical"},
		{"a class outweighs its value", 5000, "nightly", "batch"},
		{"a class of no band", 5000, "other", "critical"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pod := pod("pod", tt.priority)
			pod.Spec.PriorityClassName = tt.class
			if got := bands(args.Bands).of(pod); got.name != tt.want || got.lostMinutes != 30 {
				t.Errorf("got %+v, want %s", got, tt.want)
			}
		})
	}
	none := pod("none", 0)
	none.Spec.Priority = nil
	if got := bands(args.Bands).of(none); got.name != "standard" {
		t.Errorf("no priority: %s", got.name)
	}
}

func TestPoliciesAreComplete(t *testing.T) {
	for _, capacity := range []config.CapacityPolicy{config.CapacityOnDemand, config.CapacityPreferSpot, config.CapacitySpot} {
		p := policies[capacity]
		if p == nil || p.weights.capacity+p.weights.price+p.weights.packing != 100 {
			t.Errorf("%s: %+v", capacity, p)
		}
	}
}
