"""What a component's early end means.

ComponentDied    a component ended; message and cure point to its log
PortTaken        it ended because another process had taken its port
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyplugin.errors import PypluginError

if TYPE_CHECKING:
    from pathlib import Path

    from pyplugin.processes import Process

# How often something is started with other ports when its own were taken meanwhile.
ATTEMPTS = 3

_TAIL = 4096
_IN_USE = "address already in use"


class ComponentDied(PypluginError):
    """A component of the cluster ended although it should run."""


class PortTaken(ComponentDied):
    """Another process was quicker to take the port."""


def require_running(process: Process, log: Path) -> None:
    """Raise ComponentDied with the last words of its log if the process has ended."""
    if process.is_running():
        return
    words = _tail(log)
    kind = PortTaken if _IN_USE in words else ComponentDied
    last = "\n".join(words.strip().splitlines()[-3:]) or "it said nothing"
    raise kind(f"{process.name} ended unexpectedly:\n{last}", cure=f"read {log}")


def _tail(log: Path) -> str:
    with log.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _TAIL))
        return file.read().decode(errors="replace")
