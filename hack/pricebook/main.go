// Command pricebook writes the default price book, go/pricing/data/default.json,
// from the on-demand table that Karpenter's AWS provider exports: list prices of
// us-east-1. Nothing but the figures is taken.
//
//	cd hack/pricebook && go run .
//
// For newer prices change the version below. The table is read from the module's
// source: linking it would need some thirty modules of AWS for one map.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const (
	module   = "github.com/aws/karpenter-provider-aws"
	version  = "v1.13.1"
	file     = "pkg/providers/pricing/zz_generated.pricing_aws.go"
	variable = "InitialOnDemandPricesAWS"
	region   = "us-east-1"
)

// output is relative to this folder, where `go run .` leaves us.
var output = filepath.Join("..", "..", "go", "pricing", "data", "default.json")

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "pricebook:", err)
		os.Exit(1)
	}
}

func run() error {
	source, err := download()
	if err != nil {
		return err
	}
	table, err := parseTable(source)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(output, render(table), 0o644)
}

// download has Go fetch and verify the module, and reads the table's file.
func download() ([]byte, error) {
	command := exec.Command("go", "mod", "download", "-json", module+"@"+version)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("downloading %s@%s: %w %s", module, version, err, out)
	}
	var downloaded struct{ Dir string }
	if err := json.Unmarshal(out, &downloaded); err != nil {
		return nil, fmt.Errorf("downloading %s@%s: %w", module, version, err)
	}
	return os.ReadFile(filepath.Join(downloaded.Dir, filepath.FromSlash(file)))
}
