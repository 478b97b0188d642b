"""The same workload under two schedulers on the same nodes, side by side."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyplugin.clusters import client, create_nodes
from pyplugin.workloads import FleetCost, fleet_cost, place, remove, with_scheduler

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyplugin.clusters import Cluster, RunningScheduler
    from pyplugin.project import Project
    from pyplugin.spec import Fleet
    from pyplugin.workloads import Manifest, PlacedNode, Placement

NAMESPACE = "comparison"


@dataclass(frozen=True, slots=True)
class Run:
    """What one scheduler did: its placements, and the cost of the nodes that it used."""

    scheduler: str
    placements: tuple[Placement, ...]
    cost: FleetCost

    def pods_by_pool(self, workload: str) -> dict[str, int]:
        """Pool → pods of the workload there."""
        pools = Counter(
            p.node.pool for p in self.placements if p.workload == workload and p.node is not None
        )
        return dict(sorted(pools.items()))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The project's scheduler and the default one."""

    custom: Run
    default: Run

    @property
    def runs(self) -> tuple[Run, Run]:
        return (self.custom, self.default)

    @property
    def workloads(self) -> list[str]:
        return sorted({placement.workload for placement in self.custom.placements})


def compare(
    cluster: Cluster,
    project: Project,
    *,
    fleet: Fleet,
    manifests: Sequence[Manifest],
    price: Callable[[PlacedNode], int | None],
) -> Comparison:
    """Run the workload under each scheduler on a cluster that is up and empty.

    price gives micro-dollars per hour of a node.
    """
    with client(cluster.kubeconfig) as kube:
        create_nodes(kube, fleet)

        def run(scheduler: RunningScheduler) -> Run:
            renamed = with_scheduler(manifests, scheduler_name=scheduler.name, namespace=NAMESPACE)
            found = place(kube, renamed, namespace=NAMESPACE)
            scheduler.stop()
            remove(kube, namespace=NAMESPACE)
            return Run(scheduler.name, tuple(found), fleet_cost(found, price))

        # One scheduler at a time: each must see an empty fleet.
        return Comparison(run(cluster.deploy(project)), run(cluster.deploy_default()))
