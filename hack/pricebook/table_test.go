package main

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

const header = "package pricing\n\n// generated at 2026-05-18T14:21:15Z for us-east-1\n"

func source(entries string) []byte {
	return fmt.Appendf(nil, `%s
var InitialOnDemandPricesAWS = map[string]map[ec2types.InstanceType]float64{
	"us-west-2": {"m5.xlarge": 1},
	"us-east-1": {
		// m5 family
		%s
	},
}
`, header, entries)
}

func TestParseTable(t *testing.T) {
	got, err := parseTable(source(`"m5.xlarge": 0.192000, "t4g.nano": 0.0042,
		"c6g.metal": 2.3066000000000004, "free.large": 0, "broken.large": -1, "tiny.large": 1e-9,`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int64{"m5.xlarge": 192000, "t4g.nano": 4200, "c6g.metal": 2306600}
	if !maps.Equal(got.prices, want) || got.generatedAt != "2026-05-18T14:21:15Z" {
		t.Errorf("got %v", got)
	}
}

func TestParseTableRefuses(t *testing.T) {
	tests := map[string]struct {
		source, want string
	}{
		"no date":       {strings.TrimPrefix(string(source(`"m5.xlarge": 1,`)), header), "when it was generated"},
		"no Go":         {header + "var", "expected"},
		"no table":      {header, "no table"},
		"another shape": {header + "var InitialOnDemandPricesAWS = load()", "no table"},
		"no prices":     {string(source(`"free.large": 0,`)), "no prices"},
		"no figure":     {string(source(`"m5.xlarge": price,`)), "price"},
		"no pair":       {string(source(`1,`)), "not a price"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := parseTable([]byte(tt.source)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
