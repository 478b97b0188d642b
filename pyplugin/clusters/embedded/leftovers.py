"""Labs that nobody needs any more: found and removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyplugin.clusters.embedded.layout import labs
from pyplugin.clusters.embedded.state import LabError
from pyplugin.processes import find, stop

if TYPE_CHECKING:
    from pyplugin.clusters.embedded.layout import Layout
    from pyplugin.clusters.embedded.state import State


def is_in_use(layout: Layout, state: State) -> bool:
    """Whether its owner lives; a lab without an owner is in use while a process of it runs."""
    return layout.has_owner() if state.owned else bool(find(layout.root))


def end_processes(layout: Layout) -> None:
    """Kill every process of the lab.

    All data goes with it, so there is nothing to end gracefully for: the API server
    would wait a minute for its watchers.
    """
    # Again until none is left: one that is just being loaded shows its mark a moment later.
    while processes := find(layout.root):
        stop(processes, grace=0)


def clear(layout: Layout) -> None:
    """End every process of the lab and remove its folder; the caller holds its lock."""
    end_processes(layout)
    layout.remove()


def remove(layout: Layout) -> None:
    """Clear the lab, waiting for whoever changes it."""
    with layout.locked():
        clear(layout)


def remove_dead_labs() -> None:
    """Clear labs whose owner has died, by kill -9 for example.

    A lab without an owner stays until `lab down`, also when its processes are gone.
    """
    for layout in labs():
        try:
            with layout.locked(timeout=0):
                state = layout.read()
                if state is None or (state.owned and not layout.has_owner()):
                    clear(layout)
        except LabError:
            continue  # being changed right now, or for `lab down` to judge
