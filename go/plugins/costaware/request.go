package costaware

import (
	"fmt"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// request is what a pod asks of a node. The scheduler's own defaults stand in
// for CPU and memory that containers don't request: nothing runs for free.
type request struct {
	CPU      float64    // milli-CPU
	Memory   float64    // bytes
	Extended []resource // by name
}

// resource is an amount of an extended resource, such as a GPU.
type resource struct {
	Name   v1.ResourceName
	Amount float64
}

func newRequest(pod *v1.Pod) (request, error) {
	info, err := framework.NewPodInfo(pod)
	if err != nil {
		return request{}, fmt.Errorf("reading the pod's requests: %w", err)
	}
	resources := info.CalculateResource()
	r := request{CPU: float64(resources.Non0CPU), Memory: float64(resources.Non0Mem)}
	for name, amount := range resources.Resource.GetScalarResources() {
		if amount > 0 {
			r.Extended = append(r.Extended, resource{name, float64(amount)})
		}
	}
	slices.SortFunc(r.Extended, func(a, b resource) int {
		return strings.Compare(string(a.Name), string(b.Name))
	})
	return r, nil
}

// shares are the share of the node that the request takes and the share in use
// once the pod is on it, by the scarcest resource in both cases. 0 to 1, more
// for a pod that doesn't fit.
func (r *request) shares(view *nodeView, info fwk.NodeInfo) (share, used float64) {
	requested := info.GetNonZeroRequested()
	share = view.share(r.CPU, r.Memory)
	used = view.share(r.CPU+float64(requested.GetMilliCPU()), r.Memory+float64(requested.GetMemory()))
	for _, extended := range r.Extended {
		part := inverse(info.GetAllocatable().GetScalarResources()[extended.Name])
		taken := float64(info.GetRequested().GetScalarResources()[extended.Name])
		share = max(share, part*extended.Amount)
		used = max(used, part*(extended.Amount+taken))
	}
	return share, used
}
