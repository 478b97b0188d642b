// Package schedulercmd is what the main.go of a generated scheduler calls:
// kube-scheduler itself, with the plugins of this library and those of the
// project compiled in.
package schedulercmd
