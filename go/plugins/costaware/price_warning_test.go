package costaware

import (
	"strings"
	"testing"

	"k8s.io/client-go/tools/events"
)

func TestPriceWarningOncePerProblem(t *testing.T) {
	recorder, warning := events.NewFakeRecorder(100), &priceWarning{}
	for _, problem := range []string{"", "broken", "broken", "too old", "too old", "", "too old"} {
		for range 10 {
			warning.report(recorder, pod("pod", batch), problem)
		}
	}
	close(recorder.Events)
	var got []string
	for event := range recorder.Events {
		got = append(got, event)
	}
	if len(got) != 3 || !strings.Contains(got[0], "Warning PricesUnreliable broken") {
		t.Errorf("got %q", got)
	}
}
