package pricing

import (
	"sync"

	"k8s.io/component-base/metrics"
	"k8s.io/component-base/metrics/legacyregistry"
)

// Both carry the book's path, which is empty for the default book: profiles may
// read different ones.
var (
	ageSeconds = metrics.NewGaugeVec(&metrics.GaugeOpts{
		Name:           "pyplugin_price_book_age_seconds",
		Help:           "Time since the prices in use were fetched: 0 for list prices, which don't age, +Inf while there are none.",
		StabilityLevel: metrics.ALPHA,
	}, []string{"path"})
	loadFailures = metrics.NewCounterVec(&metrics.CounterOpts{
		Name:           "pyplugin_price_book_load_failures_total",
		Help:           "Changes of the price book that could not be read; the book before stays in use.",
		StabilityLevel: metrics.ALPHA,
	}, []string{"path"})
)

var registerMetrics = sync.OnceFunc(func() {
	legacyregistry.MustRegister(ageSeconds, loadFailures)
})
