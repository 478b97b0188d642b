"""Dollars per hour of the nodes that pods sit on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pyplugin.workloads.placements import PlacedNode, Placement


@dataclass(frozen=True, slots=True)
class PoolCost:
    """Nodes in use of one pool; prices in micro-dollars per hour, None where unknown."""

    pool: str
    capacity_type: str
    instance_type: str
    nodes: int
    pods: int
    price: int | None

    @property
    def total(self) -> int | None:
        return None if self.price is None else self.price * self.nodes


@dataclass(frozen=True, slots=True)
class FleetCost:
    """All pools in use, by name."""

    pools: tuple[PoolCost, ...]

    @property
    def total(self) -> int | None:
        """Micro-dollars per hour; None as soon as one price is unknown."""
        totals = [pool.total for pool in self.pools]
        known = [total for total in totals if total is not None]
        return sum(known) if len(known) == len(totals) else None

    @property
    def nodes(self) -> int:
        return sum(pool.nodes for pool in self.pools)


def fleet_cost(
    placements: Iterable[Placement], price: Callable[[PlacedNode], int | None]
) -> FleetCost:
    """What the nodes under these pods cost; price gives micro-dollars per hour of a node.

    Nodes are grouped by pool, shape and price: a pool over two zones with two
    prices yields two rows.
    """
    pods = Counter(p.node for p in placements if p.node is not None)
    groups: dict[tuple[str, str, str, int | None], list[int]] = {}
    for node, count in pods.items():
        key = (node.pool, node.capacity_type, node.instance_type, price(node))
        groups.setdefault(key, []).append(count)
    rows = [
        PoolCost(pool, capacity, instance, len(counts), sum(counts), cost)
        for (pool, capacity, instance, cost), counts in groups.items()
    ]
    return FleetCost(tuple(sorted(rows, key=lambda row: (row.pool, row.price or 0))))
