"""Pods that ask for a scheduler, where they went, and what the nodes under them cost.

Shared by the test harness, the demo and everything that compares two schedulers.
"""

from pyplugin.workloads.cost import FleetCost, PoolCost, fleet_cost
from pyplugin.workloads.manifests import load_workloads
from pyplugin.workloads.model import Toleration, Workload
from pyplugin.workloads.placements import Placement, PlacedNode, placements
from pyplugin.workloads.runner import Unplaced, place, remove

__all__ = [
    "FleetCost",
    "PlacedNode",
    "Placement",
    "PoolCost",
    "Toleration",
    "Unplaced",
    "Workload",
    "fleet_cost",
    "load_workloads",
    "place",
    "placements",
    "remove",
]
