package pricing

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// golden reads every file of testdata/<kind>, by its name without ".json".
func golden(t testing.TB, kind string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", kind, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden files in testdata/%s: %v", kind, err)
	}
	files := map[string][]byte{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.TrimSuffix(filepath.Base(path), ".json")] = data
	}
	return files
}

func TestParseAcceptsValid(t *testing.T) {
	for name, data := range golden(t, "valid") {
		t.Run(name, func(t *testing.T) {
			if _, err := Parse(data); err != nil {
				t.Error(err)
			}
		})
	}
}

// faults are what the error about each invalid file has to mention.
var faults = map[string]string{
	"byte-order-mark":                     "invalid character",
	"capacity-type-null":                  `prices["m5.xlarge"]["on-demand"]: no entry`,
	"capacity-type-unknown":               `prices["m5.xlarge"]["preemptible"]: no capacity type`,
	"capacity-type-without-zone":          `prices["m5.xlarge"]["on-demand"]: no entry`,
	"currency-euro":                       `currency: "EUR"`,
	"currency-missing":                    "currency",
	"duplicate-instance-type":             `duplicate field "prices.m5.xlarge"`,
	"duplicate-key":                       `duplicate field "currency"`,
	"empty":                               "unexpected end",
	"fetched-at-date-only":                "2026-05-01",
	"fetched-at-missing":                  "fetchedAt: missing",
	"fetched-at-number":                   "Time.UnmarshalJSON",
	"fetched-at-without-zone":             "2026-05-01T00:00:00",
	"instance-type-empty":                 `prices[""]: not a label's value`,
	"instance-type-no-label-value":        `prices["m5 xlarge"]: not a label's value`,
	"instance-type-null":                  `prices["m5.xlarge"]: no entry`,
	"instance-type-too-long":              "not a label's value",
	"instance-type-without-capacity-type": `prices["m5.xlarge"]: no entry`,
	"interruptions-fraction":              "7.5",
	"interruptions-list":                  "cannot unmarshal array",
	"interruptions-negative":              "-1, want 0 to 100 percent",
	"interruptions-no-label":              "not a label's value",
	"interruptions-over-hundred":          "101, want 0 to 100 percent",
	"invalid-utf-8":                       "not UTF-8",
	"list":                                "array",
	"nested-too-deep":                     "depth",
	"not-json":                            "invalid character",
	"null":                                "version",
	"price-beyond-64-bits":                "1000000000000000000000000000000",
	"price-boolean":                       "bool",
	"price-exponent":                      "192e3",
	"price-fraction":                      "192000.5",
	"price-infinity":                      "invalid character",
	"price-list":                          "array",
	"price-nan":                           "invalid character",
	"price-negative":                      `prices["m5.xlarge"]["on-demand"]["*"]: -1, want 1 to`,
	"price-null":                          `["*"]: 0, want`,
	"price-text":                          "string",
	"price-too-high":                      ": 10000000001, want",
	"price-whole-fraction":                "192000.0",
	"price-zero":                          ": 0, want",
	"prices-list":                         "array",
	"prices-missing":                      "prices: no entry",
	"prices-null":                         "prices: no entry",
	"prices-without-entry":                "prices: no entry",
	"source-missing":                      "source: missing",
	"static-text":                         "string",
	"trailing-data":                       "after top-level value",
	"unknown-key":                         `unknown field "region"`,
	"unknown-key-by-case":                 `unknown field "Currency"`,
	"utf-16":                              "not UTF-8",
	"version-missing":                     "version: 0",
	"version-text":                        "version",
	"version-two":                         "version: 2",
	"zone-empty":                          `["on-demand"][""]: not a label's value`,
	"zone-no-label-value":                 `["us-east-*"]: not a label's value`,
}

func TestParseRefusesInvalid(t *testing.T) {
	for name, data := range golden(t, "invalid") {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(data)
			if err == nil {
				t.Fatal("accepted")
			}
			want, ok := faults[name]
			if !ok || !strings.Contains(err.Error(), want) {
				t.Errorf("error %q, want it to mention %q", err, want)
			}
		})
	}
}

func TestParseIsBounded(t *testing.T) {
	valid := golden(t, "valid")["full"]
	padded := append(bytes.Clone(valid), bytes.Repeat([]byte(" "), MaxBookSize-len(valid))...)
	if _, err := Parse(padded); err != nil {
		t.Errorf("the largest file: %v", err)
	}
	if _, err := Parse(append(padded, ' ')); err == nil || !strings.Contains(err.Error(), "over 1048576 bytes") {
		t.Errorf("a byte more: %v", err)
	}
}

func TestParseErrorsStayShort(t *testing.T) {
	long := strings.Repeat("x", MaxBookSize/2)
	for _, data := range []string{`{"` + long + `":1}`, `{"version":1,"prices":{"` + long + `":{}}}`, `{"version":"` + long + `"}`} {
		if _, err := Parse([]byte(data)); err == nil || len(err.Error()) > maxMessage+100 {
			t.Errorf("error of %d bytes", len(err.Error()))
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, kind := range []string{"valid", "invalid"} {
		for _, data := range golden(f, kind) {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		book, err := Parse(data)
		if (book == nil) == (err == nil) {
			t.Fatalf("book %v, error %v", book, err)
		}
		if err != nil {
			return
		}
		for instanceType, capacities := range book.prices {
			for capacity, zones := range capacities {
				for zone := range zones {
					if price, ok := book.Price(instanceType, capacity, zone); !ok || price < 1 || price > MaxPrice {
						t.Errorf("%s %s %s: %d, %t", instanceType, capacity, zone, price, ok)
					}
				}
			}
		}
	})
}
