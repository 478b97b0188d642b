"""What a node of a project's cluster costs, as its CostAware plugin sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pyplugin.prices.book import PriceBook

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyplugin.project import Project


class PricedNode(Protocol):
    """The labels that a price depends on."""

    @property
    def instance_type(self) -> str: ...
    @property
    def zone(self) -> str: ...
    @property
    def capacity_type(self) -> str: ...


def price_of(project: Project) -> Callable[[PricedNode], int | None]:
    """A function from a node to micro-dollars per hour; None where the price is unknown.

    A spot price that the book doesn't have is estimated off the on-demand price. A
    book that lies in a ConfigMap is out of reach here: every price is unknown.
    """
    cost = project.spec.spec.plugins.cost
    if cost is None or (cost.price_book and cost.price_book.config_map):
        return lambda _: None
    book = PriceBook.load(project.price_book) if cost.price_book else PriceBook.default()
    discount = cost.spot.estimated_discount_percent

    def price(node: PricedNode) -> int | None:
        known = book.hourly(node.instance_type, node.zone, node.capacity_type)
        if known is not None or node.capacity_type != "spot":
            return known
        on_demand = book.hourly(node.instance_type, node.zone, "on-demand")
        return None if on_demand is None else estimated_spot(on_demand, discount)

    return price


def estimated_spot(on_demand: int, discount_percent: int) -> int:
    """The spot price that the scheduler assumes where the book has none; micro-dollars."""
    return max(1, on_demand * (100 - discount_percent) // 100)
