"""Progress as JSON lines on a file descriptor: written by pytest, read by `pyplugin e2e`.

{"event": "collected", "total": 3}
{"event": "phase", "text": "cluster starts"}
{"event": "test", "name": "e2e/test_placement.py::test_x", "outcome": "passed", "seconds": 1.2}
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pytest


@dataclass(frozen=True, slots=True)
class Collected:
    """How many tests will run."""

    total: int


@dataclass(frozen=True, slots=True)
class Phase:
    """What the harness does now."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """One test's end; text is the failure, empty when it passed."""

    name: str
    outcome: Literal["passed", "failed", "skipped"]
    seconds: float
    text: str = ""


Progress = Collected | Phase | Finished
_KINDS: dict[str, type[Progress]] = {"collected": Collected, "phase": Phase, "test": Finished}


class EventWriter:
    """A pytest plugin that reports collection, phases and results."""

    NAME = "pyplugin-events"

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def phase(self, text: str) -> None:
        self._write("phase", text=text)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._write("collected", total=len(session.items))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # A failing set-up or tear-down is a failure; a passing one is no news.
        if report.when == "call" or not report.passed:
            self._write(
                "test",
                name=report.nodeid,
                outcome=report.outcome,
                seconds=round(report.duration, 3),
                text=report.longreprtext if report.failed else "",
            )

    def _write(self, event: str, **fields: object) -> None:
        line = json.dumps({"event": event, **fields}) + "\n"
        os.write(self._descriptor, line.encode())


def read_events(lines: Iterable[str]) -> Iterator[Progress]:
    """Parse what an EventWriter wrote; unknown events are passed over."""
    for line in lines:
        fields = json.loads(line)
        kind = _KINDS.get(fields.pop("event", ""))
        if kind is not None:
            yield kind(**fields)
