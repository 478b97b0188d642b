package v1

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"pyplugin.dev/scheduling/apis/config"
)

const (
	defaultEstimatedSpotDiscountPercent = 60
	defaultMaxPriceAge                  = 24 * time.Hour
	defaultLostWork                     = 30 * time.Minute
)

// defaultBands leave pods without a PriorityClass, whose priority is 0, in the
// middle one. Cluster Autoscaler buys no node for pods below -10.
func defaultBands() []Band {
	return []Band{
		{Name: "batch", MaxPriority: ptr.To[int32](-1), Capacity: config.CapacitySpot},
		{Name: "standard", MaxPriority: ptr.To[int32](999), Capacity: config.CapacityPreferSpot},
		{Name: "critical", Capacity: config.CapacityOnDemand},
	}
}

// SetDefaults_CostAwareArgs fills in the fields that are left out.
func SetDefaults_CostAwareArgs(args *CostAwareArgs) {
	if len(args.Bands) == 0 {
		args.Bands = defaultBands()
	}
	for i := range args.Bands {
		setDefault(&args.Bands[i].LostWork, metav1.Duration{Duration: defaultLostWork})
	}
	setDefault(&args.EstimatedSpotDiscountPercent, defaultEstimatedSpotDiscountPercent)
	setDefault(&args.MaxPriceAge, metav1.Duration{Duration: defaultMaxPriceAge})
}

func setDefault[T any](field **T, value T) {
	if *field == nil {
		*field = ptr.To(value)
	}
}
