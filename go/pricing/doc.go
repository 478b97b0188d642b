// Package pricing holds the price book: what a node of some instance type,
// capacity type and zone costs per hour. Python writes it, the scheduler reads
// it, live, from a file; docs/architecture.md describes the format and
// testdata holds the files that both sides are tested with.
package pricing
