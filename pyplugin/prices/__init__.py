"""The price book in Python: the same file, and the same refusals, as the scheduler's own."""

from pyplugin.prices.book import FILE_NAME, PriceBook, PriceBookError
from pyplugin.prices.node import price_of

__all__ = ["FILE_NAME", "PriceBook", "PriceBookError", "price_of"]
