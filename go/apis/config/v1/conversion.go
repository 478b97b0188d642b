package v1

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/utils/ptr"

	"pyplugin.dev/scheduling/apis/config"
)

// Convert_v1_CostAwareArgs_To_config_CostAwareArgs takes zero for fields that
// are left out: defaults are set before.
func Convert_v1_CostAwareArgs_To_config_CostAwareArgs(in *CostAwareArgs, out *config.CostAwareArgs, _ conversion.Scope) error {
	out.PriceBookPath = in.PriceBookPath
	out.Bands = nil
	for _, band := range in.Bands {
		out.Bands = append(out.Bands, config.Band{
			Name:            band.Name,
			MaxPriority:     clone(band.MaxPriority),
			PriorityClasses: slices.Clone(band.PriorityClasses),
			Capacity:        band.Capacity,
			LostWork:        ptr.Deref(band.LostWork, metav1.Duration{}),
		})
	}
	out.EstimatedSpotDiscountPercent = ptr.Deref(in.EstimatedSpotDiscountPercent, 0)
	out.MaxPriceAge = ptr.Deref(in.MaxPriceAge, metav1.Duration{})
	return nil
}

// Convert_config_CostAwareArgs_To_v1_CostAwareArgs is how kube-scheduler writes
// the configuration that it runs with.
func Convert_config_CostAwareArgs_To_v1_CostAwareArgs(in *config.CostAwareArgs, out *CostAwareArgs, _ conversion.Scope) error {
	out.PriceBookPath = in.PriceBookPath
	out.Bands = nil
	for _, band := range in.Bands {
		out.Bands = append(out.Bands, Band{
			Name:            band.Name,
			MaxPriority:     clone(band.MaxPriority),
			PriorityClasses: slices.Clone(band.PriorityClasses),
			Capacity:        band.Capacity,
			LostWork:        ptr.To(band.LostWork),
		})
	}
	out.EstimatedSpotDiscountPercent = ptr.To(in.EstimatedSpotDiscountPercent)
	out.MaxPriceAge = ptr.To(in.MaxPriceAge)
	return nil
}
