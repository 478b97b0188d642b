package validation

import (
	"math"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"pyplugin.dev/scheduling/apis/config"
)

func TestValidateCostAwareArgs(t *testing.T) {
	valid := config.CostAwareArgs{
		Bands:                        []config.Band{{Name: "all", Capacity: config.CapacityPreferSpot}},
		EstimatedSpotDiscountPercent: 60,
		MaxPriceAge:                  metav1.Duration{Duration: time.Hour},
	}
	tests := []struct {
		name   string
		change func(*config.CostAwareArgs)
		faults []string
	}{
		{name: "valid", change: func(*config.CostAwareArgs) {}},
		{name: "lowest", change: func(a *config.CostAwareArgs) {
			a.EstimatedSpotDiscountPercent, a.MaxPriceAge.Duration = 0, 1
		}},
		{name: "highest", change: func(a *config.CostAwareArgs) {
			a.EstimatedSpotDiscountPercent, a.MaxPriceAge.Duration = 95, math.MaxInt64
		}},
		{
			name:   "free spot",
			change: func(a *config.CostAwareArgs) { a.EstimatedSpotDiscountPercent = 96 },
			faults: []string{"args.estimatedSpotDiscountPercent: Invalid value: 96"},
		},
		{
			name:   "all at once",
			change: func(a *config.CostAwareArgs) { *a = config.CostAwareArgs{EstimatedSpotDiscountPercent: -1} },
			faults: []string{"args.bands", "estimatedSpotDiscountPercent: Invalid value: -1", `maxPriceAge: Invalid value: "0s"`},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			args := valid
			tt.change(&args)
			err := ValidateCostAwareArgs(field.NewPath("args"), &args)
			if (err != nil) != (len(tt.faults) > 0) {
				t.Fatalf("got %v", err)
			}
			for _, fault := range tt.faults {
				if !strings.Contains(err.Error(), fault) {
					t.Errorf("got %v, want %q", err, fault)
				}
			}
		})
	}
}
