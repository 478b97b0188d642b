"""Options and fixtures; what they do is in the modules beside this one.

Imports of the heavy parts wait until a fixture is used: pytest loads this
module in every session of an environment that has pyplugin installed.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lightkube import Client

    from pyplugin.clusters import Cluster, RunningScheduler
    from pyplugin.project import Project
    from pyplugin.spec import Fleet
    from pyplugin.testing.assertions import PlacedWorkload


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("pyplugin")
    group.addoption(
        "--pyplugin-project",
        type=Path,
        metavar="DIR",
        help="the generated project; default: the nearest folder above the test with pyplugin.lock",
    )
    group.addoption("--pyplugin-provider", default="embedded", help="which kind of cluster")
    group.addoption(
        "--pyplugin-keep",
        choices=["never", "on-failure", "always"],
        default="never",
        help="whether the cluster outlives the tests",
    )
    group.addoption(
        "--pyplugin-artifacts",
        type=Path,
        metavar="DIR",
        help="where logs, configz, events and metrics go",
    )
    group.addoption(
        "--pyplugin-verbosity",
        type=int,
        default=2,
        metavar="N",
        help="the scheduler's log verbosity; 10 adds per-plugin scores to failures",
    )
    group.addoption("--pyplugin-events", type=int, metavar="FD", help=_EVENTS_HELP)


_EVENTS_HELP = "file descriptor for progress as JSON lines (pyplugin e2e uses it)"


def pytest_configure(config: pytest.Config) -> None:
    descriptor = config.getoption("--pyplugin-events")
    if descriptor is not None:
        from pyplugin.testing.events import EventWriter

        config.pluginmanager.register(EventWriter(descriptor), EventWriter.NAME)


@pytest.fixture(scope="session")
def project(request: pytest.FixtureRequest) -> Project:
    """The generated project under test."""
    from pyplugin.project import Project

    named: Path | None = request.config.getoption("--pyplugin-project")
    return Project.open(named) if named else Project.find(request.config.rootpath)


@pytest.fixture(scope="session")
def cluster(request: pytest.FixtureRequest, project: Project) -> Iterator[Cluster]:
    """A running cluster of the project's Kubernetes minor."""
    from pyplugin.testing.session import running_cluster

    with running_cluster(request.session, project) as running:
        yield running


@pytest.fixture(scope="session")
def scheduler(
    request: pytest.FixtureRequest, cluster: Cluster, project: Project
) -> RunningScheduler:
    """The project's scheduler, ready and leading."""
    from pyplugin.testing.session import phase

    with phase(request.config, "scheduler starts"):
        return cluster.deploy(project, verbosity=request.config.getoption("--pyplugin-verbosity"))


@pytest.fixture(scope="session")
def kube(cluster: Cluster) -> Iterator[Client]:
    """A Kubernetes client with the harness's own rights."""
    from pyplugin.clusters import client

    with client(cluster.kubeconfig) as kube:
        yield kube


@pytest.fixture
def nodes(
    request: pytest.FixtureRequest, cluster: Cluster, kube: Client
) -> Iterator[Callable[[str | Path | Fleet], Fleet]]:
    """Make a fleet's fake nodes and wait until they are Ready.

    fleet is a Fleet or a file beside the test. The nodes go when the test ends.
    """
    from pyplugin.clusters import create_nodes, delete_nodes
    from pyplugin.spec import Fleet, load_fleet

    created: list[Fleet] = []

    def create(fleet: str | Path | Fleet) -> Fleet:
        if not isinstance(fleet, Fleet):
            fleet = load_fleet(request.path.parent / fleet)
        created.append(fleet)
        create_nodes(kube, fleet)
        return fleet

    yield create
    for fleet in created:
        delete_nodes(kube, fleet)


@pytest.fixture
def namespace(request: pytest.FixtureRequest, kube: Client) -> Iterator[str]:
    """A namespace of the test's own; its workloads are removed after the test."""
    from pyplugin.workloads import ensure_namespace, remove

    digest = hashlib.sha256(request.node.nodeid.encode()).hexdigest()[:10]
    name = f"e2e-{digest}"
    ensure_namespace(kube, name)
    yield name
    remove(kube, namespace=name)


@pytest.fixture
def workload(
    kube: Client, scheduler: RunningScheduler, namespace: str
) -> Callable[..., PlacedWorkload]:
    """Create a Deployment for the scheduler under test.

    Keywords are the fields of pyplugin.workloads.Workload; wait=False returns at
    once, otherwise all pods are bound within timeout seconds (60) or it fails.
    """
    from pyplugin.testing.session import create_workload

    def create(name: str, **options: Any) -> PlacedWorkload:  # noqa: ANN401
        return create_workload(kube, scheduler, namespace, name, **options)

    return create
