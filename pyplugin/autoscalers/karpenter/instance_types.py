"""What the cloud offers: the file that Karpenter's kwok provider reads.

Its shape is InstanceTypeOptions in kwok/cloudprovider/helpers.go of
sigs.k8s.io/karpenter v1.13.0; keys that the provider does not know are dropped
silently, and what stands in the file is available. Of every node 100 milli-CPU
and 10 MiB are not allocatable: the provider sets them aside.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyplugin.errors import PypluginError
from pyplugin.prices import estimated_spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from pyplugin.clusters import InstanceType
    from pyplugin.prices import PriceBook
    from pyplugin.spec import CapacityType

MICRO = 1_000_000


class NotPriced(PypluginError):
    """The price book has no price at which an instance type could be offered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Market:
    """Where and how instances are sold; prices that the book lacks for spot are estimated."""

    zones: Sequence[str]
    book: PriceBook
    capacity_types: Sequence[CapacityType] = ("on-demand", "spot")
    spot_discount_percent: int = 60

    def price(self, instance_type: str, zone: str, capacity_type: CapacityType) -> int | None:
        """Micro-dollars per hour, by the rule of the scheduler; None: not offered."""
        known = self.book.hourly(instance_type, zone, capacity_type)
        if known is not None or capacity_type != "spot":
            return known
        on_demand = self.book.hourly(instance_type, zone, "on-demand")
        return None if on_demand is None else estimated_spot(on_demand, self.spot_discount_percent)


def write_instance_types(path: Path, types: Iterable[InstanceType], market: Market) -> Path:
    """Write the file, each type in each zone that has a price for it; returns path."""
    entries = [_entry(each, market) for each in types]
    path.write_text(json.dumps(entries, indent=1), encoding="utf-8")
    return path


def _entry(shape: InstanceType, market: Market) -> dict[str, Any]:
    offerings = [
        _offering(zone, capacity_type, price)
        for zone in market.zones
        for capacity_type in market.capacity_types
        if (price := market.price(shape.name, zone, capacity_type)) is not None
    ]
    if not offerings:
        raise NotPriced(
            f"the price book has no price of {shape.name} in {', '.join(market.zones)}",
            cure="leave the type out or add its price to the book",
        )
    return {
        "name": shape.name,
        "architecture": shape.arch,
        "operatingSystems": ["linux"],
        "resources": _resources(shape),
        "offerings": offerings,
    }


def _resources(shape: InstanceType) -> dict[str, str]:
    resources = {"cpu": str(shape.cpu), "memory": f"{shape.memory}Mi"}
    if shape.gpu:
        resources["nvidia.com/gpu"] = str(shape.gpu.count)
    return resources


def _offering(zone: str, capacity_type: CapacityType, price: int) -> dict[str, Any]:
    """The price is in dollars per hour, like those of Karpenter's other providers."""
    return {
        "Price": price / MICRO,
        "Available": True,
        "Requirements": [
            _is("karpenter.sh/capacity-type", capacity_type),
            _is("topology.kubernetes.io/zone", zone),
        ],
    }


def _is(key: str, value: str) -> dict[str, Any]:
    return {"key": key, "operator": "In", "values": [value]}
