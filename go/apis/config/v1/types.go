package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// CostAwareArgs are the arguments of the plugin CostAware; see the internal type
// for what the fields mean. A field that is left out gets its default.
type CostAwareArgs struct {
	metav1.TypeMeta `json:",inline"`

	// PriceBookPath defaults to empty, the book that is compiled in.
	PriceBookPath string `json:"priceBookPath,omitempty"`
	// SpotMaxPriority defaults to 999.
	SpotMaxPriority *int32 `json:"spotMaxPriority,omitempty"`
	// EstimatedSpotDiscountPercent is 0 to 95 and defaults to 60.
	EstimatedSpotDiscountPercent *int32 `json:"estimatedSpotDiscountPercent,omitempty"`
	// MaxPriceAge defaults to 24h.
	MaxPriceAge *metav1.Duration `json:"maxPriceAge,omitempty"`
}
