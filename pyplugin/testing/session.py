"""A cluster for the time of a pytest session, and workloads on it."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from pyplugin.clusters import open_provider
from pyplugin.testing.artifacts import collect
from pyplugin.testing.assertions import PlacedWorkload
from pyplugin.testing.events import EventWriter
from pyplugin.workloads import Workload, apply

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest
    from lightkube import Client

    from pyplugin.clusters import Cluster, RunningScheduler
    from pyplugin.project import Project


@contextmanager
def phase(config: pytest.Config, text: str) -> Iterator[None]:
    """Tell whoever watches what takes the time."""
    writer = cast("EventWriter | None", config.pluginmanager.get_plugin(EventWriter.NAME))
    if writer is not None:
        writer.phase(text)
    yield


@contextmanager
def running_cluster(session: pytest.Session, project: Project) -> Iterator[Cluster]:
    """Start a cluster, yield it, leave artifacts, and take it down as --pyplugin-keep says."""
    config = session.config
    keep: str = config.getoption("--pyplugin-keep")
    artifacts = config.getoption("--pyplugin-artifacts")
    cluster = open_provider(
        config.getoption("--pyplugin-provider"),
        name=f"{project.name}-e2e-{os.getpid()}",
        kubernetes=project.minor,
        owned=keep == "never",
    )
    try:
        with phase(config, "cluster starts"):
            cluster.up()
        yield cluster
    finally:
        if artifacts is not None:
            collect(cluster, artifacts)
        if keep == "never" or (keep == "on-failure" and not session.testsfailed):
            cluster.down()


def create_workload(
    kube: Client,
    scheduler: RunningScheduler,
    namespace: str,
    name: str,
    *,
    wait: bool = True,
    timeout: float = 60,
    **fields: Any,  # noqa: ANN401
) -> PlacedWorkload:
    """Create the objects of Workload(name, **fields) for the scheduler; see the fixture."""
    wanted = Workload(name=name, **fields)
    deployment = wanted.deployment(namespace=namespace, scheduler_name=scheduler.name)
    priority = wanted.priority_class()
    apply(kube, [*([priority] if priority else []), deployment], namespace=namespace)
    placed = PlacedWorkload(
        name=name,
        replicas=wanted.replicas,
        namespace=namespace,
        client=kube,
        scheduler_log=scheduler.log,
    )
    if wait:
        placed.wait_bound(timeout=timeout)
    return placed
