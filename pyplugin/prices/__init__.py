"""The price book in Python: the same file, and the same refusals, as the scheduler's own."""

from pyplugin.prices.book import ANY_ZONE, FILE_NAME, PriceBook, PriceBookError
from pyplugin.prices.node import estimated_spot, price_of

__all__ = ["ANY_ZONE", "FILE_NAME", "PriceBook", "PriceBookError", "estimated_spot", "price_of"]
