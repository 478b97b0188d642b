"""fleet.yaml: the fake nodes of an embedded cluster."""

from collections import Counter
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from pyplugin.spec.base import ApiVersion, CapacityType, Metadata, Model
from pyplugin.spec.names import DNSLabel, LabelKey, LabelValue, NamedLabelValue, Quantity, refuse

MAX_NODES = 20_000
_OWN_LABELS = {
    "karpenter.sh/nodepool": "name",
    "karpenter.sh/capacity-type": "capacityType",
    "node.kubernetes.io/instance-type": "instanceType",
    "topology.kubernetes.io/zone": "zones",
}


class Taint(Model):
    """Keeps pods off that don't tolerate it."""

    key: LabelKey
    value: LabelValue = ""
    effect: Literal["NoSchedule", "PreferNoSchedule", "NoExecute"] = "NoSchedule"


class Pool(Model):
    """Nodes of one kind, named `<pool>-<index>`."""

    name: DNSLabel = Field(max_length=57)
    """Label karpenter.sh/nodepool."""
    instance_type: NamedLabelValue
    """Label node.kubernetes.io/instance-type; a type of the catalogue brings its shape."""
    capacity_type: CapacityType = "on-demand"
    """Label karpenter.sh/capacity-type."""
    zones: list[NamedLabelValue] = Field(min_length=1, max_length=100)
    """Label topology.kubernetes.io/zone, given to the nodes in turn."""
    count: int = Field(1, ge=0, le=MAX_NODES)
    labels: dict[LabelKey, LabelValue] = Field({}, max_length=100)
    """Further labels."""
    taints: list[Taint] = Field([], max_length=50)
    capacity: dict[LabelKey, Quantity] = Field({}, max_length=50)
    """Quantities that override the catalogue's shape; all of it for a type that is not there."""

    @field_validator("labels")
    @classmethod
    def _no_own_label(cls, labels: dict[str, str]) -> dict[str, str]:
        for key in labels:
            if own := _OWN_LABELS.get(key):
                raise refuse("this label is set by a field", f"use `{own}`", at=(key,))
        return labels


class FleetSpec(Model):
    """Which nodes."""

    pools: list[Pool] = Field(min_length=1, max_length=1000)

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        names = Counter(pool.name for pool in self.pools)
        for index, pool in reversed(list(enumerate(self.pools))):
            if names[pool.name] > 1:
                at = ("pools", index, "name")
                raise refuse(f"duplicate pool {pool.name!r}", "names are distinct", at=at)
        if sum(pool.count for pool in self.pools) > MAX_NODES:
            raise refuse(f"over {MAX_NODES} nodes in all", at=("pools",))
        return self


class Fleet(Model):
    """Fake nodes, pool by pool."""

    api_version: ApiVersion
    kind: Literal["Fleet"]
    metadata: Metadata
    spec: FleetSpec
