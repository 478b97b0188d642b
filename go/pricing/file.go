package pricing

import (
	"fmt"
	"io"
	"os"
)

// readFile reads a regular file of at most MaxBookSize bytes, or a byte more of
// a larger one, which Parse then refuses. A ConfigMap's file is a link to one.
func readFile(path string) ([]byte, error) {
	// Opening a pipe would wait for its writer.
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("price book: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("price book: %s is not a regular file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("price book: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxBookSize+1))
	if err != nil {
		return nil, fmt.Errorf("price book: %w", err)
	}
	return data, nil
}
