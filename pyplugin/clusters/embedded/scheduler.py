"""One scheduler process on an embedded cluster."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pyplugin.clusters.embedded.https import Endpoint, EndpointError
from pyplugin.clusters.embedded.supervision import require_running
from pyplugin.processes import Process, find, start, stop
from pyplugin.waiting import wait_until

if TYPE_CHECKING:
    from pyplugin.clusters.embedded.identities import Identities
    from pyplugin.clusters.embedded.layout import Layout
    from pyplugin.clusters.embedded.state import SchedulerRecord

# A successor waits out the lease of one that was killed, 15 s by default.
START_TIMEOUT = 60.0
_LEADS = re.compile(r"^leader_election_master_status\{[^}]*\} 1$", re.MULTILINE)


def component(name: str) -> str:
    """What the process and the files of the scheduler of that name are called."""
    return f"scheduler-{name}"


@dataclass(slots=True)
class EmbeddedScheduler:
    """A RunningScheduler; record says what it is, everything else is looked up."""

    record: SchedulerRecord
    layout: Layout
    identities: Identities
    detached: bool
    _process: Process | None = field(default=None, init=False)

    @property
    def name(self) -> str:
        return self.record.name

    @property
    def log(self) -> Path:
        return self.layout.logs / f"{component(self.name)}.log"

    def start(self) -> None:
        """Start it and wait until it leads; ComponentDied if it ends instead."""
        process = start(
            component(self.name),
            self.record.command,
            mark=self.layout.root,
            log=self.log,
            cwd=Path(self.record.folder),
            detached=self.detached,
        )
        self._process = process

        def ready() -> bool:
            require_running(process, self.log)
            return self.is_ready()

        wait_until(
            ready,
            timeout=START_TIMEOUT,
            what=f"scheduler {self.name} ready and leading",
            cure=f"read {self.log}",
        )

    def is_ready(self) -> bool:
        try:
            self.get("/readyz")
            return _LEADS.search(self.get("/metrics")) is not None
        except EndpointError:
            return False

    def get(self, path: str) -> str:
        return self._endpoint().get(path)

    def kill(self) -> None:
        stop(self._processes(), grace=0)

    def stop(self) -> None:
        stop(self._processes(), grace=10)

    def restart(self) -> None:
        self.stop()
        self.start()

    def is_running(self) -> bool:
        return any(process.is_running() for process in self._processes())

    def _endpoint(self) -> Endpoint:
        return Endpoint.create(
            component(self.name),
            self.record.port,
            ca=self.identities.ca,
            client=self.identities.admin,
        )

    def _processes(self) -> list[Process]:
        if self._process is not None:
            return [self._process]
        return [each for each in find(self.layout.root) if each.name == component(self.name)]
