package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"pyplugin.dev/scheduling/apis/config"
)

// CostAwareArgs are the arguments of the plugin CostAware; see the internal type
// for what the fields mean. A field that is left out gets its default.
type CostAwareArgs struct {
	metav1.TypeMeta `json:",inline"`

	// PriceBookPath defaults to empty, the book that is compiled in.
	PriceBookPath string `json:"priceBookPath,omitempty"`
	// Bands default to batch up to -1 on spot, standard up to 999 wherever it is
	// cheapest, and critical on on-demand.
	Bands []Band `json:"bands,omitempty"`
	// EstimatedSpotDiscountPercent is 0 to 95 and defaults to 60.
	EstimatedSpotDiscountPercent *int32 `json:"estimatedSpotDiscountPercent,omitempty"`
	// MaxPriceAge defaults to 24h.
	MaxPriceAge *metav1.Duration `json:"maxPriceAge,omitempty"`
}

// Band is a range of pod priorities with one policy.
type Band struct {
	Name string `json:"name"`
	// MaxPriority is left out in the last band, and only there.
	MaxPriority     *int32   `json:"maxPriority,omitempty"`
	PriorityClasses []string `json:"priorityClasses,omitempty"`
	// Capacity is OnDemand, PreferSpot or Spot.
	Capacity config.CapacityPolicy `json:"capacity"`
	// LostWork defaults to 30m.
	LostWork *metav1.Duration `json:"lostWork,omitempty"`
}
