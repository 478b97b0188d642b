// Package config holds the arguments of this library's plugins as the plugins
// use them. Package v1 is what stands in a KubeSchedulerConfiguration, package
// scheme makes kube-scheduler know both.
package config
