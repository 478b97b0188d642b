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
	// Bands say which pods may use which capacity, from the lowest priority to
	// the highest.
	Bands []Band
	// EstimatedSpotDiscountPercent prices spot nodes that the book has no price
	// for, off their on-demand price.
	EstimatedSpotDiscountPercent int32
	// MaxPriceAge is the age from which on a book scores neutrally. List prices
	// don't age.
	MaxPriceAge metav1.Duration
}

// Band is a range of pod priorities with one policy.
type Band struct {
	// Name is a DNS label.
	Name string
	// MaxPriority is the highest priority in the band; the band before ends the
	// range below. It is nil in the last band, which has no end.
	MaxPriority *int32
	// PriorityClasses are in the band whatever their value is.
	PriorityClasses []string
	// Capacity is what the band's pods run on.
	Capacity CapacityPolicy
	// LostWork is how much of a pod's work is lost when spot capacity is taken
	// back under it.
	LostWork metav1.Duration
}

// CapacityPolicy says which capacity pods may use.
type CapacityPolicy string

const (
	// CapacityOnDemand is for pods that no interruption may hit. Reserved
	// capacity counts as on-demand.
	CapacityOnDemand CapacityPolicy = "OnDemand"
	// CapacityPreferSpot is for pods that go where they cost least.
	CapacityPreferSpot CapacityPolicy = "PreferSpot"
	// CapacitySpot is for pods that may run on spot capacity only.
	CapacitySpot CapacityPolicy = "Spot"
)
