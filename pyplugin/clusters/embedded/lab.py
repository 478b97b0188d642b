"""Embedded clusters that stay until they are taken down: what `pyplugin lab` does."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pyplugin.clusters.embedded.binaries import binaries
from pyplugin.clusters.embedded.cluster import EmbeddedCluster, EmbeddedConfig
from pyplugin.clusters.embedded.layout import Layout, labs
from pyplugin.clusters.embedded.leftovers import remove, remove_dead_labs
from pyplugin.clusters.embedded.plane import COMPONENTS
from pyplugin.clusters.embedded.ports import HOST
from pyplugin.clusters.embedded.scheduler import component
from pyplugin.clusters.embedded.state import LabError, State
from pyplugin.clusters.kubeconfig import client
from pyplugin.clusters.nodes import create_nodes
from pyplugin.golang import minors
from pyplugin.processes import find

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pyplugin.project import Project
    from pyplugin.spec import Fleet


Status = Literal["running", "incomplete", "stopped", "damaged"]


@dataclass(frozen=True, slots=True)
class ProcessStatus:
    """A running process of a lab; memory is resident, in MiB."""

    name: str
    pid: int
    memory: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LabStatus:
    """A lab and its processes.

    incomplete: some run, but not all; stopped: none; damaged: its state file can't be read.
    """

    name: str
    status: Status
    kubernetes: str
    server: str
    kubeconfig: Path
    processes: tuple[ProcessStatus, ...]


def up(
    name: str,
    *,
    kubernetes: str | None = None,
    port: int | None = None,
    fleet: Fleet | None = None,
    project: Project | None = None,
) -> LabStatus:
    """Start a lab, with the fleet's nodes and the project's scheduler; all of it or nothing.

    The minor is the project's where none is given, else the newest.
    """
    minor = kubernetes or (project.minor if project else minors()[0])
    cluster = EmbeddedCluster(EmbeddedConfig(name=name, kubernetes=minor, owned=False, port=port))
    cluster.up()
    try:
        if fleet:
            with closing(client(cluster.kubeconfig)) as kube:
                create_nodes(kube, fleet)
        if project:
            cluster.deploy(project)
    except BaseException as error:
        cluster.abandon(error)
        raise
    return _status(Layout(name))


def down(name: str) -> None:
    """Remove the lab, damaged ones too; LabError if there is none."""
    layout = Layout(name)
    if not layout.root.exists():
        raise LabError(f"there is no lab {name}", cure="pyplugin lab status lists those there are")
    remove(layout)


def down_all() -> list[str]:
    """Remove every lab but those that running programs own; returns their names."""
    remove_dead_labs()
    removed = [each for each in labs() if not _is_owned(each)]
    for layout in removed:
        remove(layout)
    return [layout.name for layout in removed]


def status() -> list[LabStatus]:
    """Every lab of this user."""
    remove_dead_labs()
    return [_status(layout) for layout in labs()]


def kubectl(name: str, arguments: Sequence[str]) -> None:
    """Become kubectl, with the lab's kubeconfig; does not return."""
    cluster = EmbeddedCluster.attach(name)
    program = str(binaries(cluster.kubernetes).lab)
    environment = {**os.environ, "KUBECONFIG": str(cluster.kubeconfig)}
    os.execve(program, [program, "kubectl", *arguments], environment)  # noqa: S606


def _status(layout: Layout) -> LabStatus:
    state = _state(layout)
    processes = [
        ProcessStatus(name=each.name, pid=each.pid, memory=each.rss >> 20)
        for each in find(layout.root)
    ]
    return LabStatus(
        name=layout.name,
        status=_judge(state, {process.name for process in processes}),
        kubernetes=state.kubernetes if state else "",
        server=f"https://{HOST}:{state.port}" if state else "",
        kubeconfig=layout.kubeconfig,
        processes=tuple(sorted(processes, key=lambda process: process.name)),
    )


def _judge(state: State | None, running: set[str]) -> Status:
    if state is None:
        return "damaged"
    schedulers = {component(record.name) for record in state.schedulers}
    if running >= {*COMPONENTS, *schedulers}:
        return "running"
    return "incomplete" if running else "stopped"


def _state(layout: Layout) -> State | None:
    try:
        return layout.read()
    except LabError:
        return None


def _is_owned(layout: Layout) -> bool:
    state = _state(layout)
    return state is not None and state.owned
