"""Start the control plane's processes and wait until they work together."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from typing import TYPE_CHECKING

from lightkube import ApiError
from lightkube.resources.core_v1 import ServiceAccount

from pyplugin.clusters.embedded import components
from pyplugin.clusters.embedded.access import allow_kwok
from pyplugin.clusters.embedded.components import Credentials, Ports
from pyplugin.clusters.embedded.https import Endpoint
from pyplugin.clusters.embedded.identities import Identities, create_credentials
from pyplugin.clusters.embedded.ports import free_ports
from pyplugin.clusters.embedded.supervision import ATTEMPTS, PortTaken, require_running
from pyplugin.clusters.kubeconfig import client
from pyplugin.processes import Process, find, start, stop
from pyplugin.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lightkube import Client

    from pyplugin.clusters.embedded.binaries import Binaries
    from pyplugin.clusters.embedded.layout import Layout

COMPONENTS = ("etcd", "kube-apiserver", "kube-controller-manager", "kwok")
TIMEOUT = 60.0

_AUDIT_POLICY = {
    "apiVersion": "audit.k8s.io/v1",
    "kind": "Policy",
    "omitStages": ["RequestReceived"],
    "rules": [{"level": "Metadata"}],
}


class Plane:
    """The processes of one lab."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._processes: list[Process] = []

    def start(self, programs: Binaries, *, port: int | None, audit: bool, detached: bool) -> int:
        """Start all; returns the API server's port. ComponentDied, PortTaken or WaitTimeout."""
        keys = create_credentials(self._layout)
        for attempt in range(ATTEMPTS):
            apiserver, *others = free_ports(3)
            ports = Ports(apiserver=port or apiserver, etcd=others[0], etcd_peer=others[1])
            try:
                self._start_api(programs, keys, ports, audit=audit, detached=detached)
                break
            except PortTaken:
                if attempt == ATTEMPTS - 1:
                    raise
                self._start_over()
        self._start_controllers(programs, keys, ports, detached=detached)
        return ports.apiserver

    def is_running(self) -> bool:
        running = {process.name for process in find(self._layout.root)}
        return running.issuperset(COMPONENTS)

    def forget(self) -> None:
        self._processes.clear()

    def _start_api(
        self, programs: Binaries, keys: Credentials, ports: Ports, *, audit: bool, detached: bool
    ) -> None:
        """Start etcd and the API server at once: the latter tries again until etcd answers."""
        policy = self._audit_policy() if audit else None
        self._run("etcd", components.etcd(programs, self._layout, keys, ports), detached)
        self._run(
            "kube-apiserver",
            components.apiserver(programs, keys, ports, audit=policy),
            detached,
        )
        identities = Identities(self._layout, ports.apiserver)
        endpoint = Endpoint.create(
            "kube-apiserver", ports.apiserver, ca=identities.ca, client=identities.admin
        )
        self._wait(lambda: endpoint.answers("/readyz"), "the API server ready")

    def _start_controllers(
        self, programs: Binaries, keys: Credentials, ports: Ports, *, detached: bool
    ) -> None:
        identities = Identities(self._layout, ports.apiserver)
        manager = components.controller_manager(programs, keys, identities.controller_manager())
        self._run("kube-controller-manager", manager, detached)
        with closing(client(identities.write_admin())) as kube:
            allow_kwok(kube)
            self._run("kwok", components.kwok(programs, identities.kwok()), detached)
            self._wait(lambda: _has_default_account(kube), "the controllers at work")

    def _run(self, name: str, command: list[str], detached: bool) -> None:
        process = start(
            name,
            command,
            mark=self._layout.root,
            log=self._log(name),
            # A configuration in the user's home is not for this kwok.
            environment={"KWOK_WORKDIR": str(self._layout.root / "kwok")},
            detached=detached,
        )
        self._processes.append(process)

    def _wait(self, condition: Callable[[], bool], what: str) -> None:
        def checked() -> bool:
            for process in self._processes:
                require_running(process, self._log(process.name))
            return condition()

        wait_until(checked, timeout=TIMEOUT, what=what, cure=f"read {self._layout.logs}")

    def _start_over(self) -> None:
        stop(self._processes, grace=0)
        self._processes.clear()
        shutil.rmtree(self._layout.data)
        self._layout.data.mkdir(mode=0o700)
        for log in self._layout.logs.iterdir():
            log.unlink()

    def _audit_policy(self) -> tuple[Path, Path]:
        policy = self._layout.root / "audit-policy.json"
        policy.write_text(json.dumps(_AUDIT_POLICY), encoding="utf-8")
        return policy, self._layout.logs / "audit.log"

    def _log(self, name: str) -> Path:
        return self._layout.logs / f"{name}.log"


def _has_default_account(kube: Client) -> bool:
    """The service account controller is among the last to start, and pods need its work."""
    try:
        kube.get(ServiceAccount, "default", namespace="default")
    except ApiError as error:
        if error.status.code == 404:
            return False
        raise
    return True
