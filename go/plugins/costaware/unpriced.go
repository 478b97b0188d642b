package costaware

import (
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
)

// maxReported bounds the log lines per book.
const maxReported = 100

// unpriced are the instance types that a book has no price for, as far as the
// log says so.
type unpriced struct {
	mutex    sync.Mutex
	reported map[string]bool
}

// report logs an instance type once.
func (u *unpriced) report(logger klog.Logger, node *v1.Node) {
	instanceType := node.Labels[v1.LabelInstanceTypeStable]
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.reported[instanceType] || len(u.reported) >= maxReported {
		return
	}
	if u.reported == nil {
		u.reported = map[string]bool{}
	}
	u.reported[instanceType] = true
	logger.Info("No price for instance type, its nodes score neutrally", "instanceType", instanceType, "node", klog.KObj(node))
}
