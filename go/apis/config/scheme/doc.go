// Package scheme makes kube-scheduler decode the arguments of this library's
// plugins as strictly as those of its own: with defaults, and with an error that
// names a field which doesn't exist. Importing it is enough.
package scheme
