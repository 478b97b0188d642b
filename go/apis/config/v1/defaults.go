package v1

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

const (
	defaultSpotMaxPriority              = 999
	defaultEstimatedSpotDiscountPercent = 60
	defaultMaxPriceAge                  = 24 * time.Hour
)

// SetDefaults_CostAwareArgs fills in the fields that are left out.
func SetDefaults_CostAwareArgs(args *CostAwareArgs) {
	setDefault(&args.SpotMaxPriority, defaultSpotMaxPriority)
	setDefault(&args.EstimatedSpotDiscountPercent, defaultEstimatedSpotDiscountPercent)
	setDefault(&args.MaxPriceAge, metav1.Duration{Duration: defaultMaxPriceAge})
}

func setDefault[T any](field **T, value T) {
	if *field == nil {
		*field = ptr.To(value)
	}
}
