"""An update in words: a unified diff, a list, plain data."""

from __future__ import annotations

import difflib
from collections import Counter
from typing import TYPE_CHECKING, Any

from pyplugin.generate.errors import OutOfDate

if TYPE_CHECKING:
    from pyplugin.generate.plan import Change
    from pyplugin.generate.update import Update


def diff(update: Update) -> str:
    """What the changes would do to the files, as a unified diff."""
    return "".join(_diff(change) for change in update.changes)


def summary(update: Update) -> str:
    """One line: how many files of each kind of change."""
    counts = Counter(change.action for change in update.changes)
    return ", ".join(f"{action} {count}" for action, count in counts.items()) or "up to date"


def document(update: Update) -> dict[str, Any]:
    """The update as plain data."""
    changes = [{"path": change.path, "action": change.action} for change in update.changes]
    return {"directory": str(update.root), "upToDate": not update.needed, "changes": changes}


def require_up_to_date(update: Update) -> None:
    """Raise OutOfDate with the list of what differs."""
    if not update.needed:
        return
    listed = update.changes or update.bookkeeping
    lines = "\n".join(f"{change.action:8} {change.path}" for change in listed)
    raise OutOfDate(
        f"{update.root} is not what its spec says:\n{lines}",
        cure="Run `pyplugin generate` without --check.",
    )


def _diff(change: Change) -> str:
    try:
        old, new = _lines(change.old), _lines(change.new)
    except UnicodeDecodeError:
        return f"binary file {change.path}: {change.action}\n"
    lines = difflib.unified_diff(old, new, f"a/{change.path}", f"b/{change.path}")
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def _lines(content: bytes | None) -> list[str]:
    return (content or b"").decode().splitlines(keepends=True)
