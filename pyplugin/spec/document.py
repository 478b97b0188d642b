"""A YAML file as plain Python values, with the place of every one of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from pyplugin.spec.problems import Location, Problem, dotted


class Mark(Protocol):
    """A place in a file: line and column, both from 0."""

    line: int
    column: int


@dataclass(slots=True)
class Document:
    """The content, where each value and each key stands, and what YAML itself has wrong."""

    content: Any = None
    values: dict[Location, Mark] = field(default_factory=dict)
    keys: dict[Location, Mark] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def problem(
        self, path: Location, message: str, cure: str = "", *, at_key: bool = False
    ) -> None:
        """Record a fault at the value (or key) of the path, or at what is nearest to it."""
        place = path
        found = self.keys.get(path) if at_key else None
        while found is None and place:
            found = self.values.get(place)
            place = place[:-1]
        found = found or self.values.get(())
        line, column = (found.line, found.column) if found else (0, 0)
        self.problems.append(Problem(line + 1, column + 1, dotted(path), message, cure))
