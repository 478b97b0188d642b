"""Everything that a project depends on: the spec, and the files that it names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyplugin.generate.errors import GenerateError
from pyplugin.prices import PriceBook
from pyplugin.spec import load

if TYPE_CHECKING:
    from pathlib import Path

    from pyplugin.spec import CostPlugin, Scheduler

# A ConfigMap holds 1 MiB in all; the rest is for the configuration.
MAX_PRICE_BOOK_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Inputs:
    """A spec and the text of the price book that it names, if it names a file."""

    spec: Scheduler
    price_book: str | None = None

    @property
    def cost(self) -> CostPlugin:
        cost = self.spec.spec.plugins.cost
        if cost is None:
            raise AssertionError("the only plugin there is")
        return cost

    @property
    def config_map(self) -> str | None:
        """The ConfigMap with prices, namespace/name."""
        source = self.cost.price_book
        return source.config_map if source else None


def read_inputs(path: Path) -> Inputs:
    """Read the spec and what it names; SpecError, PriceBookError or GenerateError."""
    spec = load(path)
    source = spec.spec.plugins.cost.price_book if spec.spec.plugins.cost else None
    if source is None or source.file is None:
        return Inputs(spec)
    return Inputs(spec, _price_book(path.parent / source.file))


def _price_book(path: Path) -> str:
    PriceBook.load(path)
    content = path.read_bytes()
    if len(content) > MAX_PRICE_BOOK_BYTES:
        raise GenerateError(
            f"price book {path}: {len(content)} bytes don't fit into a ConfigMap",
            cure=f"Keep to {MAX_PRICE_BOOK_BYTES} bytes: the instance types that you run.",
        )
    return content.decode()
