package pricing

import _ "embed"

//go:embed data/default.json
var defaultBook []byte

// Default is the book that is compiled in: list prices of us-east-1, written by
// hack/pricebook.
func Default() (*Book, error) { return Parse(defaultBook) }
