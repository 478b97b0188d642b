"""Three-way merge of one file, by lines."""

from __future__ import annotations

from dataclasses import dataclass

from merge3 import Merge3

MINE = "yours"
NEW = "new version"


@dataclass(frozen=True, slots=True)
class Merged:
    """The result; with markers around each conflict if there are any."""

    content: bytes
    conflicts: int


def merge(*, base: bytes, mine: bytes, new: bytes) -> Merged | None:
    """Bring what changed from base to new into mine; None if a side is no text."""
    try:
        merger = Merge3(_lines(base), _lines(mine), _lines(new))
    except UnicodeDecodeError:
        return None
    conflicts = sum(region[0] == "conflict" for region in merger.merge_regions())
    lines = merger.merge_lines(
        name_a=MINE,
        name_b=NEW,
        start_marker="<<<<<<<",
        mid_marker="=======",
        end_marker=">>>>>>>",
    )
    return Merged("".join(lines).encode(), conflicts)


def _lines(content: bytes) -> list[str]:
    return content.decode().splitlines(keepends=True)
