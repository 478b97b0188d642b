package pricing

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation"
	"sigs.k8s.io/json"
)

// MaxBookSize bounds a price book's file, in bytes.
const MaxBookSize = 1 << 20

const (
	version  = 1
	currency = "USD"
	// maxMessage bounds how much of a hostile file an error repeats, in bytes.
	maxMessage = 300
)

// document is the file as it is written.
type document struct {
	Version   int       `json:"version"`
	Currency  string    `json:"currency"`
	Source    string    `json:"source"`
	FetchedAt time.Time `json:"fetchedAt"`
	Static    bool      `json:"static"`
	// instance type → capacity type → zone
	Prices map[string]map[string]zonePrices `json:"prices"`
	// instance type → percent; may be left out
	InterruptedPercentPerMonth map[string]int `json:"interruptedPercentPerMonth"`
}

// Parse reads a price book. It refuses everything that docs/architecture.md
// doesn't allow and names the first fault, so that a half understood file never
// decides where pods go.
func Parse(data []byte) (*Book, error) {
	if len(data) > MaxBookSize {
		return nil, fmt.Errorf("price book: over %d bytes", MaxBookSize)
	}
	book, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("price book: %.*s", maxMessage, err)
	}
	return book, nil
}

func parse(data []byte) (*Book, error) {
	doc, err := decode(data)
	if err != nil {
		return nil, err
	}
	if err := doc.checkHeader(); err != nil {
		return nil, err
	}
	prices, err := parsePrices(doc.Prices)
	if err != nil {
		return nil, err
	}
	if err := checkInterruptions(doc.InterruptedPercentPerMonth); err != nil {
		return nil, err
	}
	return &Book{fetchedAt: doc.FetchedAt, static: doc.Static, prices: prices, interruptions: doc.InterruptedPercentPerMonth}, nil
}

func decode(data []byte) (*document, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("not UTF-8")
	}
	doc := &document{}
	strict, err := json.UnmarshalStrict(data, doc)
	if err != nil {
		return nil, err
	}
	if len(strict) > 0 {
		return nil, strict[0]
	}
	return doc, nil
}

func (d *document) checkHeader() error {
	switch {
	case d.Version != version:
		return fmt.Errorf("version: %d, want %d", d.Version, version)
	case d.Currency != currency:
		return fmt.Errorf("currency: %q, want %q", d.Currency, currency)
	case d.Source == "":
		return errors.New("source: missing")
	case d.FetchedAt.IsZero():
		return errors.New("fetchedAt: missing")
	}
	return nil
}

func parsePrices(in map[string]map[string]zonePrices) (map[string]map[CapacityType]zonePrices, error) {
	out := make(map[string]map[CapacityType]zonePrices, len(in))
	err := each(in, func(instanceType string, capacities map[string]zonePrices) error {
		if err := checkLabelValue(instanceType); err != nil {
			return err
		}
		parsed, err := parseCapacities(capacities)
		out[instanceType] = parsed
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("prices%w", err)
	}
	return out, nil
}

func parseCapacities(in map[string]zonePrices) (map[CapacityType]zonePrices, error) {
	out := make(map[CapacityType]zonePrices, len(in))
	return out, each(in, func(name string, zones zonePrices) error {
		capacity := ParseCapacityType(name)
		if capacity == Unknown {
			return errors.New(": no capacity type")
		}
		out[capacity] = zones
		return each(zones, checkPrice)
	})
}

func checkInterruptions(in map[string]int) error {
	if len(in) == 0 {
		return nil
	}
	err := each(in, func(instanceType string, percent int) error {
		if percent < 0 || percent > 100 {
			return fmt.Errorf(": %d, want 0 to 100 percent", percent)
		}
		return checkLabelValue(instanceType)
	})
	if err != nil {
		return fmt.Errorf("interruptedPercentPerMonth%w", err)
	}
	return nil
}

func checkPrice(zone string, price MicroDollars) error {
	if price < 1 || price > MaxPrice {
		return fmt.Errorf(": %d, want 1 to %d micro-dollars per hour", price, MaxPrice)
	}
	if zone == AnyZone {
		return nil
	}
	return checkLabelValue(zone)
}

// checkLabelValue refuses what no node's label can ever equal.
func checkLabelValue(name string) error {
	if name == "" || len(validation.IsValidLabelValue(name)) > 0 {
		return errors.New(": not a label's value")
	}
	return nil
}

// each calls f in the order of the keys, so that the first fault is always the
// same one, and puts the key in front of its error. An empty map is a fault.
func each[V any](in map[string]V, f func(string, V) error) error {
	if len(in) == 0 {
		return errors.New(": no entry")
	}
	for _, key := range slices.Sorted(maps.Keys(in)) {
		if err := f(key, in[key]); err != nil {
			return fmt.Errorf("[%.70q]%w", key, err)
		}
	}
	return nil
}
