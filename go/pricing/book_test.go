package pricing

import (
	"testing"
	"time"
)

func parseGolden(t testing.TB, name string) *Book {
	t.Helper()
	book, err := Parse(golden(t, "valid")[name])
	if err != nil {
		t.Fatal(err)
	}
	return book
}

func TestPrice(t *testing.T) {
	tests := []struct {
		name, book, instanceType string
		capacity                 CapacityType
		zone                     string
		want                     MicroDollars
		unknown                  bool
	}{
		{name: "any zone", book: "full", instanceType: "m5.xlarge", capacity: OnDemand, zone: "us-east-1c", want: 192000},
		{name: "node without a zone", book: "full", instanceType: "m5.xlarge", capacity: OnDemand, want: 192000},
		{name: "own zone", book: "full", instanceType: "m5.xlarge", capacity: Spot, zone: "us-east-1b", want: 69900},
		{name: "own zone before any", book: "reserved", instanceType: "p5.48xlarge", capacity: OnDemand, zone: "us-east-1a", want: 55040000},
		{name: "reserved", book: "reserved", instanceType: "p5.48xlarge", capacity: Reserved, zone: "us-east-1a", want: 1},
		{name: "zone without a price", book: "full", instanceType: "m5.xlarge", capacity: Spot, zone: "us-east-1c", unknown: true},
		{name: "capacity type without a price", book: "full", instanceType: "m5.xlarge", capacity: Reserved, unknown: true},
		{name: "unknown capacity type", book: "full", instanceType: "m5.xlarge", capacity: Unknown, unknown: true},
		{name: "unknown instance type", book: "full", instanceType: "m5.metal", capacity: OnDemand, unknown: true},
		{name: "no instance type", book: "full", capacity: OnDemand, unknown: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			price, ok := parseGolden(t, tt.book).Price(tt.instanceType, tt.capacity, tt.zone)
			if ok == tt.unknown || price != tt.want {
				t.Errorf("got %d, %t", price, ok)
			}
		})
	}
}

func TestAge(t *testing.T) {
	fetched := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	tests := []struct {
		name, book string
		now        time.Time
		want       time.Duration
	}{
		{name: "new", book: "minimal", now: fetched, want: 0},
		{name: "an hour old", book: "minimal", now: fetched.Add(time.Hour), want: time.Hour},
		{name: "with an offset", book: "fetched-at-offset", now: fetched.Add(time.Second), want: time.Second / 2},
		{name: "from the future", book: "minimal", now: fetched.Add(-time.Hour), want: 0},
		{name: "list prices", book: "full", now: fetched.AddDate(10, 0, 0), want: 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := parseGolden(t, tt.book).Age(tt.now); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestParseCapacityType(t *testing.T) {
	for _, capacity := range []CapacityType{OnDemand, Reserved, Spot} {
		if got := ParseCapacityType(capacity.String()); got != capacity {
			t.Errorf("%s became %s", capacity, got)
		}
	}
	for _, name := range []string{"", "unknown", "Spot", "SPOT", "ondemand"} {
		if got := ParseCapacityType(name); got != Unknown {
			t.Errorf("%q became %s", name, got)
		}
	}
}
