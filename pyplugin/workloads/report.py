"""Placements as a table that a person can read in a test's failure."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyplugin.workloads.placements import Placement

MAX_ROWS = 40


def placement_report(found: Sequence[Placement]) -> str:
    """Who went where and why not; at most 40 rows, the rest counted."""
    table = Table("POD", "NODE", "POOL", "CAPACITY", "INSTANCE", "ZONE", "REASON", box=None)
    for placement in found[:MAX_ROWS]:
        node = placement.node
        where = (
            (node.name, node.pool, node.capacity_type, node.instance_type, node.zone)
            if node is not None
            else ("-", "", "", "", "")
        )
        table.add_row(placement.pod, *where, "" if node is not None else placement.reason)
    text = render(table)
    if len(found) > MAX_ROWS:
        text += f"… and {len(found) - MAX_ROWS} more\n"
    return text


def render(table: Table, *, width: int = 200) -> str:
    """A rich table as plain text."""
    buffer = io.StringIO()
    Console(file=buffer, width=width, color_system=None).print(table)
    return buffer.getvalue()
