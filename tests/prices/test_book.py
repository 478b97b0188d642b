"""Price books: the golden files that Go is held to as well, and lookups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyplugin.prices import PriceBook, PriceBookError
from pyplugin.resources import go_library

if TYPE_CHECKING:
    from pathlib import Path

GOLDEN = go_library() / "pricing" / "testdata"
VALID = sorted((GOLDEN / "valid").glob("*.json"))
INVALID = sorted((GOLDEN / "invalid").glob("*.json"))

BOOK = b"""{"version": 1, "currency": "USD", "source": "s", "fetchedAt": "2026-05-01T00:00:00Z",
 "prices": {"m5.xlarge": {"on-demand": {"*": 192000}, "spot": {"a": 70000, "*": 80000}}}}"""


def test_golden_files_are_there() -> None:
    assert len(VALID) >= 5
    assert len(INVALID) >= 30


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_valid(path: Path) -> None:
    assert PriceBook.load(path).prices


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_invalid(path: Path) -> None:
    with pytest.raises(PriceBookError) as caught:
        PriceBook.load(path)
    assert str(path) in caught.value.message
    assert caught.value.cure
    assert len(caught.value.message) < len(str(path)) + 400


def test_zone_wins_over_any_zone() -> None:
    book = PriceBook.parse(BOOK, source="test")
    assert book.hourly("m5.xlarge", "a", "spot") == 70000
    assert book.hourly("m5.xlarge", "b", "spot") == 80000
    assert book.hourly("m5.xlarge", "b", "on-demand") == 192000


@pytest.mark.parametrize(
    ("instance_type", "capacity_type"),
    [("m5.large", "spot"), ("m5.xlarge", "reserved"), ("", ""), ("m5.xlarge", "unknown")],
)
def test_unknown_price(instance_type: str, capacity_type: str) -> None:
    book = PriceBook.parse(BOOK, source="test")
    assert book.hourly(instance_type, "a", capacity_type) is None


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(PriceBookError, match="No such file"):
        PriceBook.load(tmp_path / "none.json")


def test_over_one_mebibyte() -> None:
    with pytest.raises(PriceBookError, match="over 1 MiB"):
        PriceBook.parse(b" " * (1 << 20) + BOOK, source="test")


def test_default_book() -> None:
    book = PriceBook.default()
    assert book.static
    assert book.hourly("m5.xlarge", "us-east-1a", "on-demand") == 192000


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    with pytest.raises(PriceBookError):
        PriceBook.parse(data, source="test")


@given(st.integers(0, len(BOOK) - 1), st.binary(max_size=8))
def test_any_damage(at: int, noise: bytes) -> None:
    damaged = BOOK[:at] + noise + BOOK[at + 1 :]
    try:
        book = PriceBook.parse(damaged, source="test")
    except PriceBookError:
        return
    prices = [p for c in book.prices.values() for z in c.values() for p in z.values()]
    assert all(1 <= price <= 10_000_000_000 for price in prices)
