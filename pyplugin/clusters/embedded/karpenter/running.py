"""The Karpenter process of an embedded cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyplugin.clusters.embedded.https import Endpoint
from pyplugin.clusters.embedded.supervision import require_running
from pyplugin.processes import start, stop
from pyplugin.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from pyplugin.clusters.embedded.karpenter.config import Ports
    from pyplugin.clusters.embedded.layout import Layout
    from pyplugin.processes import Process

COMPONENT = "karpenter"
START_TIMEOUT = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningKarpenter:
    """A Karpenter that was started; it ends with its cluster at the latest."""

    process: Process
    log: Path
    ports: Ports

    @classmethod
    def start(
        cls,
        program: Path,
        layout: Layout,
        ports: Ports,
        environment: dict[str, str],
        *,
        detached: bool,
    ) -> RunningKarpenter:
        """Start it and wait until it is ready; ComponentDied if it ends instead."""
        log = layout.logs / f"{COMPONENT}.log"
        process = start(
            COMPONENT,
            [str(program)],
            mark=layout.root,
            log=log,
            environment=environment,
            detached=detached,
        )
        karpenter = cls(process=process, log=log, ports=ports)

        def ready() -> bool:
            require_running(process, log)
            return karpenter.is_ready()

        wait_until(ready, timeout=START_TIMEOUT, what="Karpenter ready", cure=f"read {log}")
        return karpenter

    def is_running(self) -> bool:
        return self.process.is_running()

    def is_ready(self) -> bool:
        """It serves, knows its resources and has filled its caches."""
        return Endpoint(COMPONENT, self.ports.health).answers("/readyz")

    def metrics(self) -> str:
        """The text of /metrics; EndpointError where it does not answer."""
        return Endpoint(COMPONENT, self.ports.metrics).get("/metrics")

    def kill(self) -> None:
        """End it without warning (SIGKILL)."""
        stop([self.process], grace=0)

    def stop(self) -> None:
        """Ask it to end and wait until it is gone."""
        stop([self.process], grace=10)
