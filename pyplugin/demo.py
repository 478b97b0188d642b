"""The main job in one go: generate, build, e2e, and the comparison with the default scheduler."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyplugin import console, e2e
from pyplugin.clusters import open_provider
from pyplugin.comparison import Comparison, compare
from pyplugin.errors import CheckFailed
from pyplugin.generate import generate
from pyplugin.golang import build
from pyplugin.prices import price_of
from pyplugin.project import Project
from pyplugin.spec import load_fleet
from pyplugin.workloads import load_manifests

if TYPE_CHECKING:
    from pathlib import Path

NOTE = """\
Spot prices are estimates: the on-demand price less the discount that the spec assumes.
On a fixed fleet nothing is saved until the nodes that became empty are removed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Where the inputs lie (scheduler.yaml, fleet.yaml, workloads.yaml) and where output goes."""

    inputs: Path
    output: Path
    artifacts: Path


def run(config: Config) -> Comparison:
    """Run the demo, telling each step on stderr; raises CheckFailed when an e2e test fails."""
    _step("generate the project")
    generate(config.inputs / "scheduler.yaml", config.output)
    project = Project.open(config.output)

    _step("compile the scheduler")
    build(project)

    _step("run its e2e tests on a real control plane")
    with e2e.display() as show:
        result = e2e.run(project, e2e.Config(artifacts=config.artifacts), show)
    if result.failed:
        raise CheckFailed(
            f"{len(result.failed)} of {len(result.tests)} e2e tests failed",
            cure=f"Read {result.artifacts / 'pytest.log'}.",
        )

    _step("place the same workload with it and with the default scheduler")
    cluster = open_provider("embedded", name="demo", kubernetes=project.minor)
    try:
        cluster.up()
        return compare(
            cluster,
            project,
            fleet=load_fleet(config.inputs / "fleet.yaml"),
            manifests=load_manifests(config.inputs / "workloads.yaml"),
            price=price_of(project),
        )
    finally:
        cluster.down()


def _step(text: str) -> None:
    console.err.print(f"[bold]→[/] {text}")
