package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"pyplugin.dev/scheduling/apis/config"
)

// MaxSpotDiscountPercent leaves a spot node a price above zero.
const MaxSpotDiscountPercent = 95

// ValidateCostAwareArgs returns every fault of the arguments, nil if there is
// none. path is where they stand.
func ValidateCostAwareArgs(path *field.Path, args *config.CostAwareArgs) error {
	faults := validateBands(path.Child("bands"), args.Bands)
	if d := args.EstimatedSpotDiscountPercent; d < 0 || d > MaxSpotDiscountPercent {
		faults = append(faults, field.Invalid(path.Child("estimatedSpotDiscountPercent"), d, "must be from 0 to 95"))
	}
	if args.MaxPriceAge.Duration <= 0 {
		faults = append(faults, field.Invalid(path.Child("maxPriceAge"), args.MaxPriceAge.Duration.String(), "must be above 0"))
	}
	return faults.ToAggregate()
}
