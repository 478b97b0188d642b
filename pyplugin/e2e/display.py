"""What a person sees while the tests run."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.markup import escape

from pyplugin import console
from pyplugin.testing.events import Collected, Finished, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyplugin.testing.events import Progress

_MARKS = {"passed": "[green]ok[/]", "failed": "[red]FAILED[/]", "skipped": "[yellow]skipped[/]"}


@contextmanager
def display() -> Iterator[Callable[[Progress], None]]:
    """Yield a callback that draws a bar and prints a line for each finished test."""
    with console.progress() as bars:
        task = bars.add_task("e2e", total=None)

        def show(event: Progress) -> None:
            match event:
                case Collected(total):
                    bars.update(task, total=total)
                case Phase(text):
                    bars.update(task, description=text)
                case Finished():
                    bars.update(task, advance=1, description="e2e")
                    bars.console.print(_line(event))

        yield show


def _line(test: Finished) -> str:
    name = escape(test.name)
    line = f"{_MARKS[test.outcome]} {name} ({test.seconds:.1f} s)"
    return line + (f"\n{escape(test.text)}" if test.text else "")
