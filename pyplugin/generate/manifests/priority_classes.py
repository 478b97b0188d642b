"""The PriorityClasses of the bands."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyplugin.generate.manifests.value import Object
    from pyplugin.spec import Band


def priority_class_name(scheduler: str, band: str) -> str:
    return f"{scheduler}-{band}"


def priority_class_objects(
    scheduler: str, bands: Sequence[Band], labels: dict[str, str]
) -> list[Object]:
    """One for each band that has a priority. Pods on spot alone preempt nobody: they wait."""
    return [
        {
            "apiVersion": "scheduling.k8s.io/v1",
            "kind": "PriorityClass",
            "metadata": {"name": priority_class_name(scheduler, band.name), "labels": labels},
            "value": band.priority,
            "preemptionPolicy": "Never" if band.capacity == "spot" else "PreemptLowerPriority",
            "description": f"Band {band.name} of {scheduler}, capacity {band.capacity}.",
        }
        for band in bands
        if band.priority is not None
    ]
