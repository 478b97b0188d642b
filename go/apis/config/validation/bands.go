package validation

import (
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/scheduling"

	"pyplugin.dev/scheduling/apis/config"
)

// MaxLostWork is longer than any pod is worth restarting from the beginning.
const MaxLostWork = 7 * 24 * time.Hour

// MaxBands is far beyond what anybody can tell apart.
const MaxBands = 20

var capacityPolicies = []config.CapacityPolicy{config.CapacityOnDemand, config.CapacityPreferSpot, config.CapacitySpot}

// validateBands makes sure that every pod is in exactly one band.
func validateBands(path *field.Path, bands []config.Band) field.ErrorList {
	if len(bands) == 0 || len(bands) > MaxBands {
		return field.ErrorList{field.Invalid(path, len(bands), "must be 1 to 20 bands")}
	}
	var faults field.ErrorList
	names, classes := map[string]bool{}, map[string]bool{}
	for i := range bands {
		faults = append(faults, validateBand(path.Index(i), &bands[i], names, classes)...)
		faults = append(faults, validateRange(path.Index(i).Child("maxPriority"), bands, i)...)
	}
	return faults
}

// validateBand also takes up the names and classes that are taken now.
func validateBand(path *field.Path, band *config.Band, names, classes map[string]bool) field.ErrorList {
	var faults field.ErrorList
	for _, message := range validation.IsDNS1123Label(band.Name) {
		faults = append(faults, field.Invalid(path.Child("name"), band.Name, message))
	}
	if names[band.Name] {
		faults = append(faults, field.Duplicate(path.Child("name"), band.Name))
	}
	names[band.Name] = true
	for i, class := range band.PriorityClasses {
		if classes[class] {
			faults = append(faults, field.Duplicate(path.Child("priorityClasses").Index(i), class))
		}
		classes[class] = true
	}
	if !slices.Contains(capacityPolicies, band.Capacity) {
		faults = append(faults, field.NotSupported(path.Child("capacity"), band.Capacity, capacityPolicies))
	}
	if d := band.LostWork.Duration; d < 0 || d > MaxLostWork {
		faults = append(faults, field.Invalid(path.Child("lostWork"), d.String(), "must be from 0 to 168h"))
	}
	return faults
}

func validateRange(path *field.Path, bands []config.Band, i int) field.ErrorList {
	limit, last := bands[i].MaxPriority, i == len(bands)-1
	switch {
	case last && limit != nil:
		return field.ErrorList{field.Forbidden(path, "the last band has no end")}
	case last:
		return nil
	case limit == nil:
		return field.ErrorList{field.Required(path, "only the last band has no end")}
	case *limit > scheduling.HighestUserDefinablePriority:
		return field.ErrorList{field.Invalid(path, *limit, "must be at most 1000000000, so that system pods are in the last band")}
	case i > 0 && bands[i-1].MaxPriority != nil && *limit <= *bands[i-1].MaxPriority:
		return field.ErrorList{field.Invalid(path, *limit, "must be above that of the band before")}
	}
	return nil
}
