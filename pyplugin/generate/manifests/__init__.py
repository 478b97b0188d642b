"""The Kubernetes objects of a scheduler: one model, written as plain manifests and as a chart."""

from pyplugin.generate.manifests.admission import admission_objects
from pyplugin.generate.manifests.deployment import BINARY, Workload, deployment_objects
from pyplugin.generate.manifests.priority_classes import (
    priority_class_name,
    priority_class_objects,
)
from pyplugin.generate.manifests.rbac import rbac_objects
from pyplugin.generate.manifests.value import Value
from pyplugin.generate.manifests.write import chart_template, chart_values, plain

__all__ = [
    "BINARY",
    "Value",
    "Workload",
    "admission_objects",
    "chart_template",
    "chart_values",
    "deployment_objects",
    "plain",
    "priority_class_name",
    "priority_class_objects",
    "rbac_objects",
]
