package validation

import (
	"math"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"pyplugin.dev/scheduling/apis/config"
)

func TestValidateBands(t *testing.T) {
	band := func(name string, maxPriority *int32) config.Band {
		return config.Band{Name: name, MaxPriority: maxPriority, Capacity: config.CapacitySpot}
	}
	tests := []struct {
		name  string
		bands []config.Band
		fault string // empty: valid
	}{
		{"one for all", []config.Band{band("all", nil)}, ""},
		{"the widest ranges", []config.Band{band("a", ptr.To[int32](math.MinInt32)), band("b", ptr.To[int32](1_000_000_000)), band("c", nil)}, ""},
		{"none", nil, "bands: Invalid value: 0"},
		{"too many", make([]config.Band, 21), "bands: Invalid value: 21"},
		{"no end", []config.Band{band("a", ptr.To[int32](5))}, "bands[0].maxPriority: Forbidden"},
		{"an end missing", []config.Band{band("a", nil), band("b", nil)}, "bands[0].maxPriority: Required"},
		{"the same end", []config.Band{band("a", ptr.To[int32](5)), band("b", ptr.To[int32](5)), band("c", nil)}, "bands[1].maxPriority: Invalid value: 5"},
		{"system pods", []config.Band{band("a", ptr.To[int32](1_000_000_001)), band("b", nil)}, "bands[0].maxPriority: Invalid value: 1000000001"},
		{"the same name", []config.Band{band("a", ptr.To[int32](5)), band("a", nil)}, `bands[1].name: Duplicate value: "a"`},
		{"no name", []config.Band{band("", nil)}, "bands[0].name: Invalid value"},
		{"no label", []config.Band{band("A b", nil)}, "bands[0].name: Invalid value"},
		{"a class twice", []config.Band{
			{Name: "a", MaxPriority: ptr.To[int32](5), Capacity: config.CapacitySpot, PriorityClasses: []string{"x"}},
			{Name: "b", Capacity: config.CapacitySpot, PriorityClasses: []string{"y", "x"}},
		}, `bands[1].priorityClasses[1]: Duplicate value: "x"`},
		{"no capacity", []config.Band{{Name: "a"}}, `bands[0].capacity: Unsupported value: ""`},
		{"another capacity", []config.Band{{Name: "a", Capacity: "spot"}}, `bands[0].capacity: Unsupported value: "spot"`},
		{"negative work", []config.Band{{Name: "a", Capacity: config.CapacitySpot, LostWork: metav1.Duration{Duration: -1}}}, "bands[0].lostWork"},
		{"too much work", []config.Band{{Name: "a", Capacity: config.CapacitySpot, LostWork: metav1.Duration{Duration: 169 * time.Hour}}}, "bands[0].lostWork"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := validateBands(field.NewPath("bands"), tt.bands).ToAggregate()
			if tt.fault == "" && err != nil || tt.fault != "" && (err == nil || !strings.Contains(err.Error(), tt.fault)) {
				t.Errorf("got %v, want %q", err, tt.fault)
			}
		})
	}
}
