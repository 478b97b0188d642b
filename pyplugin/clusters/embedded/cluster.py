"""The embedded provider: a real control plane as plain processes on this machine."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyplugin.clusters.embedded.binaries import binaries
from pyplugin.clusters.embedded.deployment import prepare_default, prepare_project
from pyplugin.clusters.embedded.karpenter import KarpenterConfig, RunningKarpenter, deploy
from pyplugin.clusters.embedded.layout import Layout
from pyplugin.clusters.embedded.leftovers import (
    clear,
    end_processes,
    is_in_use,
    remove,
    remove_dead_labs,
)
from pyplugin.clusters.embedded.plane import Plane
from pyplugin.clusters.embedded.ports import require_free
from pyplugin.clusters.embedded.schedulers import Schedulers
from pyplugin.clusters.embedded.state import LabError, State, no_such_lab
from pyplugin.clusters.folders import STATE_VARIABLE, state_folder, writing
from pyplugin.errors import PypluginError
from pyplugin.golang import dependencies

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pyplugin.clusters.embedded.binaries import Binaries
    from pyplugin.clusters.embedded.scheduler import EmbeddedScheduler
    from pyplugin.project import Project


class NotSupported(PypluginError):
    """The provider can't do that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddedConfig:
    """What an embedded cluster is to be.

    ==========  =============================================================
    name        its name on this machine
    kubernetes  the minor, "1.37"
    owned       it ends with the program that made it; else it stays till down
    port        of the API server; None takes a free one
    audit       write logs/audit.log: who asked for what, without bodies
    ==========  =============================================================
    """

    name: str
    kubernetes: str
    owned: bool = True
    port: int | None = None
    audit: bool = False


class EmbeddedCluster:
    """A Cluster; several may run at once under different names."""

    def __init__(self, config: EmbeddedConfig) -> None:
        dependencies(config.kubernetes)
        self._layout = Layout(config.name)
        self._config = config
        self._ownership = self._layout.ownership
        self._plane = Plane(self._layout)
        self._schedulers = Schedulers(self._layout, detached=not config.owned)

    @classmethod
    def attach(cls, name: str) -> EmbeddedCluster:
        """The cluster of that name, made by another program; LabError if there is none."""
        state = Layout(name).read()
        if state is None:
            raise no_such_lab(name)
        return cls(EmbeddedConfig(name=name, kubernetes=state.kubernetes, owned=state.owned))

    @property
    def name(self) -> str:
        return self._config.name

    @property
    def kubernetes(self) -> str:
        return self._config.kubernetes

    @property
    def kubeconfig(self) -> Path:
        return self._layout.kubeconfig

    @property
    def logs(self) -> Path:
        return self._layout.logs

    @property
    def schedulers(self) -> list[EmbeddedScheduler]:
        return self._schedulers.all()

    def prepare(self) -> None:
        """Compile the programs into the user's cache, if they are not there."""
        binaries(self.kubernetes)

    def up(self) -> None:
        """Start everything; LabError if it runs already. On failure nothing stays but the logs."""
        remove_dead_labs()
        if self._config.port is not None:
            require_free(self._config.port)
        programs = binaries(self.kubernetes)
        with writing(state_folder(), variable=STATE_VARIABLE), self._layout.locked():
            self._require_unused()
            clear(self._layout)
            self._layout.create()
            with self._cleared_on_failure():
                self._start(programs)

    def down(self) -> None:
        remove(self._layout)
        self._forget()

    def abandon(self, error: BaseException) -> None:
        """Like down, but keep the logs and say in the error's cure where they are."""
        with self._layout.locked():
            self._abandon(error)

    def is_up(self) -> bool:
        """Whether every component runs."""
        return self._plane.is_running()

    def deploy(self, project: Project, *, verbosity: int = 2) -> EmbeddedScheduler:
        """Run the project's binary under its own identity; LabError on another minor."""
        wanted = project.minor
        if wanted != self.kubernetes:
            raise LabError(
                f"{project.name} is built for Kubernetes {wanted}, "
                f"but lab {self.name} runs {self.kubernetes}",
                cure=f"pyplugin lab up --kubernetes {wanted}",
            )
        return self._schedulers.deploy(
            lambda identities: prepare_project(identities, project, verbosity=verbosity)
        )

    def deploy_default(
        self,
        *,
        profile: Mapping[str, Any] | None = None,
        program: Path | None = None,
        verbosity: int = 2,
    ) -> EmbeddedScheduler:
        """Run a scheduler named default-scheduler.

        profile is a KubeSchedulerProfile without its name, upstream's default if None;
        program is a kube-scheduler with further plugins, upstream's own if None.
        """
        command = (
            [str(program)] if program else [str(binaries(self.kubernetes).lab), "kube-scheduler"]
        )
        return self._schedulers.deploy(
            lambda identities: prepare_default(
                identities, command, profile=profile, verbosity=verbosity
            )
        )

    def deploy_karpenter(self, config: KarpenterConfig) -> RunningKarpenter:
        """Run upstream's Karpenter; what it knows of the cloud stands in the config's file."""
        return deploy(self._layout, config, detached=not self._config.owned)

    def load_image(self, archive: Path) -> None:
        raise NotSupported(
            f"the nodes of lab {self.name} are fake: the image {archive.name} can't run on them",
            cure="use another --provider",
        )

    def collect_logs(self, destination: Path) -> None:
        shutil.copytree(self._layout.logs, destination, dirs_exist_ok=True)

    def _start(self, programs: Binaries) -> None:
        # Ours while it starts, whoever owns it later: if we are killed now, it is a leftover.
        self._ownership.acquire(timeout=0)
        self._layout.write(State(kubernetes=self.kubernetes, port=0, owned=True))
        config = self._config
        port = self._plane.start(
            programs, port=config.port, audit=config.audit, detached=not config.owned
        )
        self._layout.write(State(kubernetes=self.kubernetes, port=port, owned=config.owned))
        if not config.owned:
            self._ownership.release()

    def _require_unused(self) -> None:
        state = self._layout.read()
        if state is not None and is_in_use(self._layout, state):
            raise LabError(
                f"lab {self.name} is running already",
                cure=f"pyplugin lab down --name {self.name}, or choose another name",
            )

    def _forget(self) -> None:
        self._schedulers.forget()
        self._plane.forget()
        self._ownership.release()

    @contextmanager
    def _cleared_on_failure(self) -> Iterator[None]:
        """Whatever goes wrong, Ctrl-C included: no process stays, the logs do."""
        try:
            yield
        except BaseException as error:
            self._abandon(error)
            raise

    def _abandon(self, error: BaseException) -> None:
        end_processes(self._layout)
        kept = self._layout.keep_logs()
        clear(self._layout)
        self._forget()
        if isinstance(error, PypluginError):
            error.cure = _where_logs_are_now(error.cure, self._layout.logs, kept)


def _where_logs_are_now(cure: str, before: Path, kept: Path) -> str:
    moved = cure.replace(str(before), str(kept))
    return moved if moved != cure else f"{cure}; the logs are in {kept}".removeprefix("; ")
