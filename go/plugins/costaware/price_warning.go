package costaware

import (
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
)

// priceWarning turns a problem with the prices into one event, not one per pod.
type priceWarning struct {
	mutex    sync.Mutex
	reported string
}

// report writes the event on the first pod that is scored while the problem
// lasts. No problem is the empty text.
func (w *priceWarning) report(recorder events.EventRecorder, pod *v1.Pod, problem string) {
	w.mutex.Lock()
	changed := w.reported != problem
	w.reported = problem
	w.mutex.Unlock()
	if changed && problem != "" {
		recorder.Eventf(pod, nil, v1.EventTypeWarning, "PricesUnreliable", "Scoring",
			"%s; pods are placed by the last good prices while they are fresh, then without prices", problem)
	}
}
