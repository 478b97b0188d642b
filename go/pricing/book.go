package pricing

import "time"

// MicroDollars is money, or money per hour, in millionths of a US dollar.
type MicroDollars int64

// MaxPrice is the dearest hour that a book may name: 10,000 dollars.
const MaxPrice MicroDollars = 10_000_000_000

// CapacityType says how a node was bought.
type CapacityType uint8

// Unknown comes first: a node that nothing is known about has the zero value.
const (
	Unknown CapacityType = iota
	OnDemand
	Reserved
	Spot

	// CapacityTypes is how many there are, Unknown included.
	CapacityTypes = iota
)

var capacityTypeNames = [...]string{Unknown: "unknown", OnDemand: "on-demand", Reserved: "reserved", Spot: "spot"}

// String is the name that price books and Karpenter use.
func (c CapacityType) String() string { return capacityTypeNames[c] }

// ParseCapacityType is the inverse of String; any other text is Unknown.
func ParseCapacityType(name string) CapacityType {
	for _, c := range []CapacityType{OnDemand, Reserved, Spot} {
		if c.String() == name {
			return c
		}
	}
	return Unknown
}

// AnyZone is the zone of a price that holds in every zone without one of its own.
const AnyZone = "*"

// Book is one set of prices. It never changes, so any number of goroutines may
// read it.
type Book struct {
	fetchedAt time.Time
	static    bool
	prices    map[string]map[CapacityType]zonePrices
	// interruptions are percent a month by instance type.
	interruptions map[string]int
}

type zonePrices map[string]MicroDollars

// Len is the number of instance types.
func (b *Book) Len() int { return len(b.prices) }

// Price is what a node costs per hour, and false if the book doesn't say. The
// zone's own price wins over that of AnyZone.
func (b *Book) Price(instanceType string, capacity CapacityType, zone string) (MicroDollars, bool) {
	zones := b.prices[instanceType][capacity]
	if price, ok := zones[zone]; ok {
		return price, true
	}
	price, ok := zones[AnyZone]
	return price, ok
}

// InterruptedPercentPerMonth is how many of 100 spot nodes of the type were taken
// back within a month, and false if the book doesn't say.
func (b *Book) InterruptedPercentPerMonth(instanceType string) (int, bool) {
	percent, ok := b.interruptions[instanceType]
	return percent, ok
}

// Age is the time since the prices were fetched. List prices don't age, and
// neither does a book that a fast clock elsewhere dated into the future: 0.
func (b *Book) Age(now time.Time) time.Duration {
	if b.static {
		return 0
	}
	return max(0, now.Sub(b.fetchedAt))
}
