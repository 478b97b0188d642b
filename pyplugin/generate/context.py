"""What templates may use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyplugin.generate.manifests import BINARY
from pyplugin.prices import FILE_NAME, PriceBook

if TYPE_CHECKING:
    from pyplugin.generate.inputs import Inputs
    from pyplugin.golang import DependencySet

# The highest priority that a PriorityClass of a user may have.
MAX_PRIORITY = 1_000_000_000

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
    instance_type, zone, on_demand, spot = _priced_node(inputs)
    limit = inputs.cost.spot.max_priority
    return {
        "instance_type": instance_type,
        "zone": zone,
        "spot_is_cheaper": on_demand is not None and spot is not None and spot < on_demand,
        "batch_priority": min(0, limit),
        "critical_priority": max(0, limit + 1) if limit < MAX_PRIORITY else None,
    }


def _priced_node(inputs: Inputs) -> tuple[str, str, int | None, int | None]:
    """Instance type, zone, on-demand price, spot price; no price without a book at hand."""
    if inputs.config_map:
        return _USUAL_TYPE, _USUAL_ZONE, None, None
    book = _book(inputs)
    types = sorted(book.prices, key=lambda name: (name != _USUAL_TYPE, name))
    chosen = next((name for name in types if "on-demand" in book.prices[name]), types[0])
    zones = sorted(next(iter(book.prices[chosen].values())), key=lambda name: (name != "*", name))
    zone = _USUAL_ZONE if zones[0] == "*" else zones[0]
    on_demand = book.hourly(chosen, zone, "on-demand")
    discount = inputs.cost.spot.estimated_discount_percent
    estimated = on_demand * (100 - discount) // 100 if on_demand is not None else None
    spot = book.hourly(chosen, zone, "spot")
    return chosen, zone, on_demand, spot if spot is not None else estimated


def _book(inputs: Inputs) -> PriceBook:
    if inputs.price_book is None:
        return PriceBook.default()
    return PriceBook.parse(inputs.price_book.encode(), source=FILE_NAME)
