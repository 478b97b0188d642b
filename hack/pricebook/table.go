package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"regexp"
	"strconv"
)

// table is what the module knows about the region: micro-dollars per hour by
// instance type, and when it was made, in RFC 3339.
type table struct {
	generatedAt string
	prices      map[string]int64
}

// The date stands in a comment only.
var generated = regexp.MustCompile(`(?m)^// generated at (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) for ` + region + `$`)

func parseTable(source []byte) (*table, error) {
	date := generated.FindSubmatch(source)
	if date == nil {
		return nil, fmt.Errorf("doesn't say when it was generated for %s", region)
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	literal := findEntry(findVariable(parsed), region)
	if literal == nil {
		return nil, fmt.Errorf("no table %s[%q]", variable, region)
	}
	prices, err := parsePrices(literal)
	return &table{generatedAt: string(date[1]), prices: prices}, err
}

func findVariable(parsed *ast.File) ast.Expr {
	var found ast.Expr
	ast.Inspect(parsed, func(node ast.Node) bool {
		if spec, ok := node.(*ast.ValueSpec); ok && len(spec.Values) == 1 && spec.Names[0].Name == variable {
			found = spec.Values[0]
		}
		return found == nil
	})
	return found
}

// findEntry is the map literal under a key of a map literal, nil if there is none.
func findEntry(literal ast.Expr, key string) *ast.CompositeLit {
	outer, _ := literal.(*ast.CompositeLit)
	if outer == nil {
		return nil
	}
	for _, element := range outer.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok && types.ExprString(pair.Key) == strconv.Quote(key) {
			inner, _ := pair.Value.(*ast.CompositeLit)
			return inner
		}
	}
	return nil
}

func parsePrices(literal *ast.CompositeLit) (map[string]int64, error) {
	prices := make(map[string]int64, len(literal.Elts))
	for _, element := range literal.Elts {
		instanceType, price, err := parsePrice(element)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", types.ExprString(element), err)
		}
		// Not above zero: the table has no price for this type.
		if price > 0 {
			prices[instanceType] = price
		}
	}
	if len(prices) == 0 {
		return nil, errors.New("no prices")
	}
	return prices, nil
}

func parsePrice(element ast.Expr) (string, int64, error) {
	pair, ok := element.(*ast.KeyValueExpr)
	if !ok {
		return "", 0, errors.New("not a price")
	}
	instanceType, err := strconv.Unquote(types.ExprString(pair.Key))
	if err != nil {
		return "", 0, err
	}
	dollars, err := strconv.ParseFloat(types.ExprString(pair.Value), 64)
	return instanceType, int64(math.Round(dollars * 1e6)), err
}
