"""How the program speaks: results on stdout, everything else on stderr.

Colours and live bars appear only on a terminal; rich honours NO_COLOR and
TERM=dumb by itself.
"""

from __future__ import annotations

import sys
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

PIPED_WIDTH = 200
"""Columns where there is no terminal: a table in a log is not cut at 80."""


def _console(stream: TextIO, *, stderr: bool) -> Console:
    width = None if stream.isatty() else PIPED_WIDTH
    return Console(stderr=stderr, width=width, highlight=False, soft_wrap=True)


out = _console(sys.stdout, stderr=False)
err = _console(sys.stderr, stderr=True)


def progress() -> Progress:
    """A progress display on stderr; silent when stderr is not a terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=err,
        disable=not err.is_terminal,
        transient=True,
    )
