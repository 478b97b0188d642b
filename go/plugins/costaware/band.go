package costaware

import (
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"

	"pyplugin.dev/scheduling/apis/config"
)

// band is a config.Band as Score needs it.
type band struct {
	name        string
	policy      *policy
	lostMinutes int64
}

// bands find the band of a pod. They hold what validation made sure of: the last
// one has no end.
type bands []config.Band

var policies = map[config.CapacityPolicy]*policy{
	config.CapacityOnDemand:   &onDemandOnly,
	config.CapacityPreferSpot: &preferSpot,
	config.CapacitySpot:       &spotOnly,
}

// of names the band that lists the pod's PriorityClass, else the one that its
// priority falls into.
func (b bands) of(pod *v1.Pod) band {
	priority, class := corev1helpers.PodPriority(pod), pod.Spec.PriorityClassName
	i := slices.IndexFunc(b, func(each config.Band) bool { return class != "" && slices.Contains(each.PriorityClasses, class) })
	if i < 0 {
		i = slices.IndexFunc(b, func(each config.Band) bool { return each.MaxPriority == nil || priority <= *each.MaxPriority })
	}
	found := &b[i]
	return band{
		name:        found.Name,
		policy:      policies[found.Capacity],
		lostMinutes: int64(found.LostWork.Duration / time.Minute),
	}
}
