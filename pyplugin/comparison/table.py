"""The comparison as tables and as one plain document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

if TYPE_CHECKING:
    from pyplugin.comparison.run import Comparison, Run
    from pyplugin.workloads import PoolCost

MICRO = 1_000_000


def dollars(micro: int | None) -> str:
    """Micro-dollars as dollars with four decimals, a question mark when unknown."""
    return "?" if micro is None else f"${micro / MICRO:,.4f}"


def placement_table(comparison: Comparison) -> Table:
    """Pods of each workload by pool, a column per scheduler."""
    table = Table("WORKLOAD", *(run.scheduler for run in comparison.runs))
    table.title = "Where the pods went (pool: pods)"
    for workload in comparison.workloads:
        table.add_row(
            workload,
            *(_pools(run.pods_by_pool(workload)) for run in comparison.runs),
        )
    return table


def cost_table(comparison: Comparison) -> Table:
    """Nodes in use and dollars per hour of each pool, a pair of columns per scheduler."""
    table = Table(title="What the nodes in use cost")
    for column in ("POOL", "CAPACITY", "INSTANCE"):
        table.add_column(column)
    table.add_column("$/h A NODE", justify="right")
    for run in comparison.runs:
        table.add_column(f"{run.scheduler}\nNODES", justify="right")
        table.add_column("\n$/h", justify="right")
    for key in _rows(comparison):
        cells = [_cells(run, key) for run in comparison.runs]
        pool, capacity, instance, price = key
        table.add_row(pool, capacity, instance, dollars(price), *cells[0], *cells[1])
    table.add_section()
    totals = [(str(run.cost.nodes), dollars(run.cost.total)) for run in comparison.runs]
    table.add_row("total", "", "", "", *totals[0], *totals[1], style="bold")
    return table


def summary(comparison: Comparison) -> dict[str, Any]:
    """Everything in the tables as plain data; money in micro-dollars per hour."""
    return {
        "workloads": {
            workload: {run.scheduler: run.pods_by_pool(workload) for run in comparison.runs}
            for workload in comparison.workloads
        },
        "schedulers": {
            run.scheduler: {
                "nodesInUse": run.cost.nodes,
                "microDollarsPerHour": run.cost.total,
                "pools": [_pool(pool) for pool in run.cost.pools],
            }
            for run in comparison.runs
        },
    }


Key = tuple[str, str, str, int | None]


def _key(pool: PoolCost) -> Key:
    return (pool.pool, pool.capacity_type, pool.instance_type, pool.price)


def _rows(comparison: Comparison) -> list[Key]:
    keys = {_key(pool) for run in comparison.runs for pool in run.cost.pools}
    return sorted(keys, key=lambda key: (*key[:3], key[3] or 0))


def _cells(run: Run, key: Key) -> tuple[str, str]:
    for pool in run.cost.pools:
        if _key(pool) == key:
            return str(pool.nodes), dollars(pool.total)
    return "0", dollars(0)


def _pools(pods: dict[str, int]) -> str:
    return ", ".join(f"{pool or '(no pool)'}: {count}" for pool, count in pods.items())


def _pool(pool: PoolCost) -> dict[str, Any]:
    return {
        "pool": pool.pool,
        "capacityType": pool.capacity_type,
        "instanceType": pool.instance_type,
        "nodes": pool.nodes,
        "pods": pool.pods,
        "microDollarsPerHour": pool.total,
    }
