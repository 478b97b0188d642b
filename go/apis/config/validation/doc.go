// Package validation checks the arguments of this library's plugins.
// kube-scheduler validates only its own, so every plugin's New calls it.
package validation
