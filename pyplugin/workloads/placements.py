"""Where pods went: a plain view of pods and nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lightkube.models.meta_v1 import ObjectMeta
from lightkube.resources.core_v1 import Node, Pod

from pyplugin.workloads.model import APP_LABEL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lightkube import Client

POOL_LABEL = "karpenter.sh/nodepool"
CAPACITY_TYPE_LABEL = "karpenter.sh/capacity-type"
INSTANCE_TYPE_LABEL = "node.kubernetes.io/instance-type"
ZONE_LABEL = "topology.kubernetes.io/zone"


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """What placements are judged by; an absent label is an empty string."""

    name: str
    pool: str
    capacity_type: str
    instance_type: str
    zone: str


@dataclass(frozen=True, slots=True)
class Placement:
    """One pod and its node; node is None while the pod is pending.

    reason is the scheduler's own message for a pod that it could not place.
    """

    pod: str
    uid: str
    workload: str
    node: PlacedNode | None
    reason: str = ""


def placements(
    client: Client, *, namespace: str, labels: Mapping[str, str] | None = None
) -> list[Placement]:
    """Every pod of the namespace (that carries the labels), in order of names."""
    nodes = {node.name: node for node in map(_node, client.list(Node))}
    found = [
        _placement(pod, nodes)
        for pod in client.list(Pod, namespace=namespace, labels=dict(labels or {}))
        if not (pod.metadata and pod.metadata.deletionTimestamp)
    ]
    return sorted(found, key=lambda placement: placement.pod)


def _node(node: Node) -> PlacedNode:
    metadata = node.metadata or ObjectMeta()
    labels = metadata.labels or {}
    return PlacedNode(
        name=metadata.name or "",
        pool=labels.get(POOL_LABEL, ""),
        capacity_type=labels.get(CAPACITY_TYPE_LABEL, ""),
        instance_type=labels.get(INSTANCE_TYPE_LABEL, ""),
        zone=labels.get(ZONE_LABEL, ""),
    )


def _placement(pod: Pod, nodes: Mapping[str, PlacedNode]) -> Placement:
    metadata = pod.metadata or ObjectMeta()
    node_name = pod.spec.nodeName if pod.spec is not None else None
    node = None
    if node_name:
        # A node that is gone still tells where the pod was bound.
        node = nodes.get(node_name, PlacedNode(node_name, "", "", "", ""))
    return Placement(
        pod=metadata.name or "",
        uid=metadata.uid or "",
        workload=(metadata.labels or {}).get(APP_LABEL, ""),
        node=node,
        reason=_reason(pod),
    )


def _reason(pod: Pod) -> str:
    conditions = (pod.status.conditions if pod.status is not None else None) or []
    for condition in conditions:
        if condition.type == "PodScheduled" and condition.status == "False":
            return condition.message or condition.reason or ""
    return ""
