package v1

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
)

// DeepCopy copies all fields; none is shared.
func (in *CostAwareArgs) DeepCopy() *CostAwareArgs {
	if in == nil {
		return nil
	}
	out := *in
	out.Bands = slices.Clone(in.Bands)
	for i := range out.Bands {
		out.Bands[i] = *in.Bands[i].DeepCopy()
	}
	out.EstimatedSpotDiscountPercent = clone(in.EstimatedSpotDiscountPercent)
	out.MaxPriceAge = clone(in.MaxPriceAge)
	return &out
}

// DeepCopyObject makes the arguments a runtime.Object.
func (in *CostAwareArgs) DeepCopyObject() runtime.Object {
	return in.DeepCopy()
}

// DeepCopy copies all fields; none is shared.
func (in *Band) DeepCopy() *Band {
	if in == nil {
		return nil
	}
	out := *in
	out.MaxPriority = clone(in.MaxPriority)
	out.PriorityClasses = slices.Clone(in.PriorityClasses)
	out.LostWork = clone(in.LostWork)
	return &out
}

func clone[T any](in *T) *T {
	if in == nil {
		return nil
	}
	out := *in
	return &out
}
