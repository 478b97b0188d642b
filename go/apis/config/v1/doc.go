// Package v1 holds the arguments of this library's plugins as they stand under
// pluginConfig in a KubeSchedulerConfiguration of kubescheduler.config.k8s.io/v1,
// their defaults, and their conversion to and from package config.
package v1
