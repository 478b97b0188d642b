"""What is wrong with a spec, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pyplugin.errors import PypluginError

MAX_SHOWN = 20

Location = tuple[str | int, ...]
"""Where a value is inside a document: ("spec", "pools", 0, "name")."""

_PLAIN = re.compile(r"[\w?-]{1,60}")


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault: line and column from 1, the dotted path, what is wrong, how to cure it."""

    line: int
    column: int
    path: str
    message: str
    cure: str = ""

    def format(self, source: str) -> str:
        where = f"{self.path}: " if self.path else ""
        cure = f" ({self.cure})" if self.cure else ""
        return f"{source}:{self.line}:{self.column}: {where}{self.message}{cure}"


class SpecError(PypluginError):
    """A file that is no spec; problems holds every fault found, in order of position."""

    def __init__(self, source: str, problems: list[Problem]) -> None:
        self.problems = sorted(problems)
        count = len(self.problems)
        lines = [problem.format(source) for problem in self.problems[:MAX_SHOWN]]
        if count > MAX_SHOWN:
            lines.append(f"… and {count - MAX_SHOWN} more")
        super().__init__("\n".join(lines))
        self.cure = f"Fix {'this' if count == 1 else f'these {count}'} and run it again."


def dotted(path: Location) -> str:
    """spec.pools[0].name; a part that is no plain name is quoted and cut."""
    return "".join(map(_part, path)).removeprefix(".")


def _part(part: str | int) -> str:
    if isinstance(part, int):
        return f"[{part}]"
    return f".{part}" if _PLAIN.fullmatch(part) else f"[{part[:40]!r}]"
