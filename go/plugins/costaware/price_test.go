package costaware

import (
	"testing"

	"pyplugin.dev/scheduling/pricing"
)

func TestHourlyPrice(t *testing.T) {
	book, err := pricing.Parse([]byte(`{
  "version": 1, "currency": "USD", "source": "test", "fetchedAt": "2026-05-01T00:00:00Z",
  "prices": {
    "both": {"on-demand": {"*": 200000}, "spot": {"a": 50000}},
    "list": {"on-demand": {"*": 200000}},
    "odd": {"on-demand": {"*": 1}},
    "ours": {"on-demand": {"*": 200000}, "reserved": {"*": 10}},
    "spot-only": {"spot": {"a": 50000}}
  }}`))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, instanceType string
		capacity           pricing.CapacityType
		zone               string
		want               pricing.MicroDollars
	}{
		{"on-demand", "both", pricing.OnDemand, "a", 200000},
		{"spot", "both", pricing.Spot, "a", 50000},
		{"spot of a zone without a price is estimated", "both", pricing.Spot, "b", 80000},
		{"spot of a type without a price is estimated", "list", pricing.Spot, "a", 80000},
		{"an estimate is never free", "odd", pricing.Spot, "a", 1},
		{"reserved", "ours", pricing.Reserved, "a", 10},
		{"reserved without a price", "list", pricing.Reserved, "a", 200000},
		{"unknown capacity type", "list", pricing.Unknown, "a", 200000},
		{"on-demand is not derived from spot", "spot-only", pricing.OnDemand, "a", 0},
		{"spot without either price", "spot-only", pricing.Spot, "b", 0},
		{"unknown type", "none", pricing.OnDemand, "a", 0},
		{"node without labels", "", pricing.Unknown, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := hourlyPrice(book, tt.instanceType, tt.capacity, tt.zone, 60); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
			if got := hourlyPrice(nil, tt.instanceType, tt.capacity, tt.zone, 60); got != 0 {
				t.Errorf("without a book: %d", got)
			}
		})
	}
}
