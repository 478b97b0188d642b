"""What a node costs by the price book that the project's scheduler reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyplugin.prices import PriceBook

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyplugin.project import Project
    from pyplugin.workloads import PlacedNode


def node_price(project: Project) -> Callable[[PlacedNode], int | None]:
    """Return the price of a node in micro-dollars per hour, None where the book has none.

    A spot price that the book lacks is estimated as the plugin does it: the
    on-demand price less the spec's estimatedDiscountPercent.
    """
    book = PriceBook.load(project.price_book) if project.price_book.is_file() else None
    prices = book or PriceBook.default()
    cost = project.spec.spec.plugins.cost
    discount = cost.spot.estimated_discount_percent if cost else 0

    def price(node: PlacedNode) -> int | None:
        known = prices.hourly(node.instance_type, node.zone, node.capacity_type)
        if known is not None or node.capacity_type != "spot":
            return known
        listed = prices.hourly(node.instance_type, node.zone, "on-demand")
        return None if listed is None else listed * (100 - discount) // 100

    return price
