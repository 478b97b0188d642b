"""Prices of a project's nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from pyplugin.prices import estimated_spot, price_of
from pyplugin.project import Lock, Project
from pyplugin.spec import parse

if TYPE_CHECKING:
    from pathlib import Path

BOOK = """{"version": 1, "currency": "USD", "source": "s", "fetchedAt": "2026-05-01T00:00:00Z",
 "prices": {"x": {"on-demand": {"*": 1001}, "spot": {"a": 7}}}}"""


@dataclass(frozen=True)
class Node:
    instance_type: str = "x"
    zone: str = "a"
    capacity_type: str = "spot"


def project(root: Path, cost: str) -> Project:
    spec = (
        "apiVersion: pyplugin.dev/v1alpha1\nkind: Scheduler\nmetadata: {name: acme}\n"
        f"spec: {{module: example.com/acme, plugins: {{cost: {{{cost}}}}}}}\n"
    )
    (root / "config").mkdir()
    (root / "config" / "price-book.json").write_text(BOOK)
    return Project(root, Lock(tool="0", spec=parse(spec.encode()), files={}))


@pytest.mark.parametrize(
    ("node", "price"),
    [
        (Node(), 7),
        (Node(zone="b"), 1001 * 75 // 100),
        (Node(capacity_type="on-demand"), 1001),
        (Node(capacity_type="reserved"), None),
        (Node(instance_type="y"), None),
        (Node(capacity_type=""), None),
    ],
)
def test_book_of_the_project(tmp_path: Path, node: Node, price: int | None) -> None:
    cost = "priceBook: {file: b.json}, spot: {estimatedDiscountPercent: 25}"
    assert price_of(project(tmp_path, cost))(node) == price


def test_default_book(tmp_path: Path) -> None:
    price = price_of(project(tmp_path, ""))
    on_demand = price(Node("m5.xlarge", "us-east-1a", "on-demand"))
    assert on_demand == 192000
    assert price(Node("m5.xlarge", "us-east-1a", "spot")) == 192000 * 40 // 100


def test_book_in_a_config_map_is_out_of_reach(tmp_path: Path) -> None:
    price = price_of(project(tmp_path, "priceBook: {configMap: kube-system/a}"))
    assert price(Node("m5.xlarge", "us-east-1a", "on-demand")) is None


@pytest.mark.parametrize(
    ("on_demand", "percent", "spot"), [(1000, 60, 400), (999, 60, 399), (1, 95, 1), (7, 0, 7)]
)
def test_estimate_is_that_of_the_scheduler(on_demand: int, percent: int, spot: int) -> None:
    assert estimated_spot(on_demand, percent) == spot
