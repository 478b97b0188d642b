"""NodePools: which nodes Karpenter may add, and when it takes them away."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from lightkube.models.meta_v1 import ObjectMeta

from pyplugin.autoscalers.karpenter.api import KWOKNodeClass, NodePool

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lightkube import Client
    from lightkube.generic_resource import GenericGlobalResource

    from pyplugin.spec import CapacityType, Taint

NODE_CLASS = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """A NodePool; durations as Go writes them ("90s", "Never"), defaults as upstream's.

    ====================  =======================================================
    instance_types        those that it may use, none: all
    zones                 likewise
    weight                1 to 100, the highest is tried first; None: 0
    limits                resources that all of its nodes together have at most
    consolidation_policy  which nodes are removed or replaced by cheaper ones
    consolidate_after     how long no pod must have come or gone before that
    expire_after          the age at which a node is replaced
    budgets               how many nodes may go at once: "10%", "3"
    ====================  =======================================================
    """

    name: str
    capacity_types: tuple[CapacityType, ...] = ("spot", "on-demand")
    instance_types: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    taints: tuple[Taint, ...] = ()
    weight: int | None = None
    limits: Mapping[str, str] = field(default_factory=dict)
    consolidation_policy: Literal["WhenEmpty", "WhenEmptyOrUnderutilized"] = (
        "WhenEmptyOrUnderutilized"
    )
    consolidate_after: str = "0s"
    expire_after: str = "720h"
    budgets: tuple[str, ...] = ("10%",)


def apply_pools(kube: Client, pools: Iterable[Pool], *, startup: str = "0s") -> None:
    """Create or change the pools; startup is how long a new node takes to join."""
    kube.apply(node_class(startup=startup), force=True)
    for pool in pools:
        kube.apply(node_pool(pool), force=True)


def node_class(name: str = NODE_CLASS, *, startup: str = "0s") -> GenericGlobalResource:
    return KWOKNodeClass(metadata=ObjectMeta(name=name), spec={"nodeRegistrationDelay": startup})


def node_pool(pool: Pool, *, node_class: str = NODE_CLASS) -> GenericGlobalResource:
    reference = {"group": "karpenter.kwok.sh", "kind": "KWOKNodeClass", "name": node_class}
    spec: dict[str, Any] = {
        "template": {
            "metadata": {"labels": dict(pool.labels)},
            "spec": {
                "nodeClassRef": reference,
                "requirements": _requirements(pool),
                "taints": [each.model_dump() for each in pool.taints],
                "expireAfter": pool.expire_after,
            },
        },
        "disruption": {
            "consolidationPolicy": pool.consolidation_policy,
            "consolidateAfter": pool.consolidate_after,
            "budgets": [{"nodes": nodes} for nodes in pool.budgets],
        },
    }
    if pool.limits:
        spec["limits"] = dict(pool.limits)
    if pool.weight is not None:
        spec["weight"] = pool.weight
    return NodePool(metadata=ObjectMeta(name=pool.name), spec=spec)


def _requirements(pool: Pool) -> list[dict[str, Any]]:
    wanted = {
        "karpenter.sh/capacity-type": pool.capacity_types,
        "node.kubernetes.io/instance-type": pool.instance_types,
        "topology.kubernetes.io/zone": pool.zones,
    }
    return [
        {"key": key, "operator": "In", "values": list(values)}
        for key, values in wanted.items()
        if values
    ]
