package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// render writes the book in the form that docs/architecture.md describes: sorted
// and one line per instance type, so that a diff shows which prices moved.
func render(from *table) []byte {
	lines := make([]string, 0, len(from.prices))
	for _, instanceType := range slices.Sorted(maps.Keys(from.prices)) {
		lines = append(lines, fmt.Sprintf(`    %q: {"on-demand": {"*": %d}}`, instanceType, from.prices[instanceType]))
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `{
  "version": 1,
  "currency": "USD",
  "source": "list prices of %s, on demand, as in %s %s",
  "fetchedAt": %q,
  "static": true,
  "prices": {
%s
  }
}
`, region, module, version, from.generatedAt, strings.Join(lines, ",\n"))
	return out.Bytes()
}
