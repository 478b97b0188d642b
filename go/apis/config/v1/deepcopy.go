package v1

import (
	"k8s.io/apimachinery/pkg/runtime"
)

// DeepCopy copies all fields; none is shared.
func (in *CostAwareArgs) DeepCopy() *CostAwareArgs {
	if in == nil {
		return nil
	}
	out := *in
	out.SpotMaxPriority = clone(in.SpotMaxPriority)
	out.EstimatedSpotDiscountPercent = clone(in.EstimatedSpotDiscountPercent)
	out.MaxPriceAge = clone(in.MaxPriceAge)
	return &out
}

// DeepCopyObject makes the arguments a runtime.Object.
func (in *CostAwareArgs) DeepCopyObject() runtime.Object {
	return in.DeepCopy()
}

func clone[T any](in *T) *T {
	if in == nil {
		return nil
	}
	out := *in
	return &out
}
