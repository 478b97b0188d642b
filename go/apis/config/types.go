package config

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// CostAwareArgs are the arguments of the plugin CostAware.
type CostAwareArgs struct {
	metav1.TypeMeta

	// PriceBookPath is the price book's file, relative to the working directory
	// unless absolute. Empty means the book that is compiled in.
	PriceBookPath string
	// SpotMaxPriority is the highest pod priority that takes the cheapest
	// capacity. Pods above it prefer on-demand capacity.
	SpotMaxPriority int32
	// EstimatedSpotDiscountPercent prices spot nodes that the book has no price
	// for, off their on-demand price.
	EstimatedSpotDiscountPercent int32
	// MaxPriceAge is the age from which on a book scores neutrally. List prices
	// don't age.
	MaxPriceAge metav1.Duration
}
