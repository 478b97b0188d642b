"""What templates may use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyplugin.generate.manifests import BINARY, priority_class_name
from pyplugin.prices import ANY_ZONE, FILE_NAME, PriceBook, estimated_spot
from pyplugin.spec import MAX_PRIORITY, MIN_PRIORITY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyplugin.generate.inputs import Inputs
    from pyplugin.golang import DependencySet
    from pyplugin.spec import Band

# As CostAwareArgs names them.
_CAPACITY_POLICIES = {"spot": "Spot", "prefer-spot": "PreferSpot", "on-demand": "OnDemand"}

_USUAL_TYPE = "m5.xlarge"
_USUAL_ZONE = "us-east-1a"


def context(inputs: Inputs, pinned: DependencySet) -> dict[str, Any]:
    """The variables of all templates."""
    spec = inputs.spec.spec
    return {
        "name": inputs.spec.metadata.name,
        "namespace": spec.deploy.namespace,
        "kubernetes": spec.kubernetes,
        "module": spec.module,
        "packing": spec.packing,
        "cost": inputs.cost,
        "capacity_policies": _CAPACITY_POLICIES,
        "priority_classes": {
            band.name: priority_class_name(inputs.spec.metadata.name, band.name)
            for band in inputs.cost.bands
            if band.priority is not None
        },
        "price_book_path": FILE_NAME if inputs.cost.price_book else "",
        "config_map": inputs.config_map,
        "image": image(inputs, pinned),
        "binary": BINARY,
        "go": {
            "minimum": ".".join(map(str, pinned.go)),
            "tags": pinned.tags,
            "ldflags": pinned.ldflags,
        },
        "e2e": _e2e(inputs),
    }


def image(inputs: Inputs, pinned: DependencySet) -> str:
    return inputs.spec.spec.deploy.image or f"{inputs.spec.metadata.name}:{pinned.version}"


def _e2e(inputs: Inputs) -> dict[str, Any]:
    """A node that the price book knows, and what the tests can expect of the prices."""
    book = _book(inputs)
    instance_type, zone = _priced_node(book) if book else (_USUAL_TYPE, _USUAL_ZONE)
    return {
        "instance_type": instance_type,
        "zone": zone,
        "spot_is_cheaper": book is not None and _spot_is_cheaper(inputs, book, instance_type, zone),
        "bands": [
            {"name": band.name, "capacity": band.capacity, "priority": priority}
            for band, priority in _priorities(inputs.cost.bands)
        ],
    }


def _priorities(bands: Sequence[Band]) -> Iterator[tuple[Band, int]]:
    """A priority within each band: that of its class, else the one nearest to 0."""
    low = MIN_PRIORITY
    for band in bands:
        high = MAX_PRIORITY if band.max_priority is None else band.max_priority
        yield band, band.priority if band.priority is not None else min(max(low, 0), high)
        low = high + 1


def _book(inputs: Inputs) -> PriceBook | None:
    """The prices that the scheduler will have; None if they lie in a ConfigMap."""
    if inputs.config_map:
        return None
    if inputs.price_book is None:
        return PriceBook.default()
    return PriceBook.parse(inputs.price_book.encode(), source=FILE_NAME)


def _priced_node(book: PriceBook) -> tuple[str, str]:
    """Instance type and zone, the usual ones if the book has them."""
    types = sorted(book.prices, key=lambda name: (name != _USUAL_TYPE, name))
    chosen = next((name for name in types if "on-demand" in book.prices[name]), types[0])
    zones = next(iter(book.prices[chosen].values()))
    return chosen, _USUAL_ZONE if ANY_ZONE in zones else min(zones)


def _spot_is_cheaper(inputs: Inputs, book: PriceBook, instance_type: str, zone: str) -> bool:
    """Whether that holds when the tests run: only list prices don't age until then."""
    on_demand = book.hourly(instance_type, zone, "on-demand")
    if not book.static or on_demand is None:
        return False
    spot = book.hourly(instance_type, zone, "spot")
    if spot is None:
        spot = estimated_spot(on_demand, inputs.cost.spot.estimated_discount_percent)
    return spot < on_demand
