"""What every provider of clusters offers, and nothing that only one of them has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pyplugin.project import Project


@runtime_checkable
class RunningScheduler(Protocol):
    """A scheduler on a cluster; name is the schedulerName that pods ask for."""

    @property
    def name(self) -> str: ...
    @property
    def log(self) -> Path: ...

    def is_ready(self) -> bool:
        """It serves, its caches are filled and it leads."""
        ...

    def get(self, path: str) -> str:
        """The body of /metrics, /configz, /readyz; HTTP errors raise."""
        ...

    def kill(self) -> None:
        """End it without warning (SIGKILL)."""
        ...

    def restart(self) -> None:
        """Stop it if it runs, start it, and wait until it is ready."""
        ...

    def stop(self) -> None:
        """Ask it to end and wait until it is gone."""
        ...


@runtime_checkable
class Cluster(Protocol):
    """A cluster that can be made and removed."""

    @property
    def name(self) -> str: ...
    @property
    def kubeconfig(self) -> Path:
        """Where the kubeconfig with the harness's own rights lies."""
        ...

    @property
    def schedulers(self) -> Sequence[RunningScheduler]: ...

    def prepare(self) -> None:
        """Make what takes minutes once and outlives the cluster, showing how far it is."""
        ...

    def up(self) -> None:
        """Make it and wait until its API is ready."""
        ...

    def down(self) -> None:
        """Remove it with all it holds; fine when there is nothing."""
        ...

    def deploy(self, project: Project, *, verbosity: int = 2) -> RunningScheduler:
        """Run the project's scheduler as its manifests say; returns when it is ready."""
        ...

    def deploy_default(self, *, verbosity: int = 2) -> RunningScheduler:
        """Run upstream's scheduler under the name default-scheduler."""
        ...

    def load_image(self, archive: Path) -> None:
        """Make an OCI archive available to the nodes; NotSupported where nodes run nothing."""
        ...

    def collect_logs(self, destination: Path) -> None:
        """Copy the logs of all components into the folder."""
        ...
