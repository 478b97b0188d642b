"""Pods that ask for a scheduler, where they went, and what the nodes under them cost.

Shared by the test harness, the demo and everything that compares two schedulers.
"""

from pyplugin.workloads.cost import FleetCost, PoolCost, fleet_cost
from pyplugin.workloads.manifests import Manifest, ManifestError, load_manifests, with_scheduler
from pyplugin.workloads.model import APP_LABEL, Toleration, Workload
from pyplugin.workloads.placements import PlacedNode, Placement, placements
from pyplugin.workloads.report import placement_report, render
from pyplugin.workloads.runner import (
    Unplaced,
    apply,
    ensure_namespace,
    place,
    remove,
    wait_bound,
)

__all__ = [
    "APP_LABEL",
    "FleetCost",
    "Manifest",
    "ManifestError",
    "PlacedNode",
    "Placement",
    "PoolCost",
    "Toleration",
    "Unplaced",
    "Workload",
    "apply",
    "ensure_namespace",
    "fleet_cost",
    "load_manifests",
    "place",
    "placement_report",
    "placements",
    "remove",
    "render",
    "wait_bound",
    "with_scheduler",
]
