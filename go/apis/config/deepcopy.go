package config

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
	if in.MaxPriority != nil {
		priority := *in.MaxPriority
		out.MaxPriority = &priority
	}
	out.PriorityClasses = slices.Clone(in.PriorityClasses)
	return &out
}
