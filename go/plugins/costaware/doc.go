// Package costaware scores nodes by what a pod costs on them. Pods up to a
// priority go where capacity is cheapest; those above it stay on capacity that
// nobody takes away, while there is any. It prefers nodes in use to empty ones,
// so that an autoscaler has something to remove. It never rejects a node: score.go
// has the formula, capacity_type.go how a node's capacity type is told.
package costaware
