"""NodeClaims as plain data: what Karpenter asked the cloud for, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyplugin.autoscalers.karpenter.api import NodeClaim

if TYPE_CHECKING:
    from datetime import datetime

    from lightkube import Client
    from lightkube.generic_resource import GenericGlobalResource


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A NodeClaim; what is not known before its launch is an empty string.

    conditions are those that are true, such as Launched, Registered, Initialized,
    Ready; created and deleted are the API server's whole seconds.
    """

    name: str
    node: str
    pool: str
    instance_type: str
    capacity_type: str
    zone: str
    created: datetime | None
    deleted: datetime | None
    conditions: frozenset[str]


def claims(kube: Client) -> list[Claim]:
    """Every NodeClaim, those that are being deleted too, in order of names."""
    found = [_claim(each) for each in kube.list(NodeClaim)]
    return sorted(found, key=lambda claim: claim.name)


def _claim(resource: GenericGlobalResource) -> Claim:
    status: dict[str, Any] = resource.get("status") or {}
    metadata = resource.metadata
    labels = (metadata and metadata.labels) or {}
    return Claim(
        name=(metadata and metadata.name) or "",
        node=status.get("nodeName", ""),
        pool=labels.get("karpenter.sh/nodepool", ""),
        instance_type=labels.get("node.kubernetes.io/instance-type", ""),
        capacity_type=labels.get("karpenter.sh/capacity-type", ""),
        zone=labels.get("topology.kubernetes.io/zone", ""),
        created=metadata.creationTimestamp if metadata else None,
        deleted=metadata.deletionTimestamp if metadata else None,
        conditions=frozenset(
            each["type"] for each in status.get("conditions", []) if each["status"] == "True"
        ),
    )
