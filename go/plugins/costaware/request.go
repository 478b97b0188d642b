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
	CPU      int64      // milli-CPU
	Memory   int64      // MiB, rounded up
	Extended []resource // by name
}

// resource is an amount of an extended resource, such as a GPU.
type resource struct {
	Name   v1.ResourceName
	Amount int64
}

func newRequest(pod *v1.Pod) (request, error) {
	info, err := framework.NewPodInfo(pod)
	if err != nil {
		return request{}, fmt.Errorf("reading the pod's requests: %w", err)
	}
	resources := info.CalculateResource()
	r := request{CPU: resources.Non0CPU, Memory: inMebibytes(resources.Non0Mem)}
	for name, amount := range resources.Resource.GetScalarResources() {
		if amount > 0 {
			r.Extended = append(r.Extended, resource{name, amount})
		}
	}
	slices.SortFunc(r.Extended, func(a, b resource) int {
		return strings.Compare(string(a.Name), string(b.Name))
	})
	return r, nil
}

func inMebibytes(bytes int64) int64 { return (bytes + mebibyte - 1) / mebibyte }

// shares are the share of the node that is in use before the pod is on it, the
// share that the pod takes, and the share in use then, each by its scarcest
// resource. 0 to whole, more for a pod that doesn't fit.
func (r *request) shares(view *nodeView, info fwk.NodeInfo) (before, share, after fraction) {
	requested := info.GetNonZeroRequested()
	cpu, memory := requested.GetMilliCPU(), inMebibytes(requested.GetMemory())
	before, share, after = view.share(cpu, memory), view.share(r.CPU, r.Memory), view.share(cpu+r.CPU, memory+r.Memory)
	for _, extended := range r.Extended {
		one := perUnit(info.GetAllocatable().GetScalarResources()[extended.Name])
		taken := info.GetRequested().GetScalarResources()[extended.Name]
		before = max(before, one.times(taken))
		share = max(share, one.times(extended.Amount))
		after = max(after, one.times(taken+extended.Amount))
	}
	return before, share, after
}
