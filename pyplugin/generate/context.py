"""What templates may use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyplugin.generate.manifests import BINARY
from pyplugin.prices import ANY_ZONE, FILE_NAME, PriceBook, estimated_spot

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
    book = _book(inputs)
    instance_type, zone = _priced_node(book) if book else (_USUAL_TYPE, _USUAL_ZONE)
    limit = inputs.cost.spot.max_priority
    return {
        "instance_type": instance_type,
        "zone": zone,
        "spot_is_cheaper": book is not None and _spot_is_cheaper(inputs, book, instance_type, zone),
        "batch_priority": min(0, limit),
        "critical_priority": max(0, limit + 1) if limit < MAX_PRIORITY else None,
    }


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
