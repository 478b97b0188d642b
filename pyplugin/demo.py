"""The main job in one go: generate, build, e2e, and the comparison with the default scheduler."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyplugin import e2e
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
    from collections.abc import Callable
    from pathlib import Path

    from rich.progress import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Where the inputs lie (scheduler.yaml, fleet.yaml, workloads.yaml) and where output goes."""

    inputs: Path
    output: Path
    artifacts: Path


def run(config: Config, *, progress: Progress, on_step: Callable[[str], None]) -> Comparison:
    """Run the demo; raises CheckFailed when an e2e test fails."""
    spec = config.inputs / "scheduler.yaml"
    on_step("generate")
    generate(spec, config.output)
    project = Project.open(config.output)

    on_step("build")
    build(project, progress=progress)

    on_step("e2e")
    result = e2e.run(project, e2e.Config(artifacts=config.artifacts))
    if result.failed:
        raise CheckFailed(
            f"{len(result.failed)} of {len(result.tests)} e2e tests failed",
            cure=f"Read {result.artifacts / 'pytest.log'}.",
        )

    on_step("compare with the default scheduler")
    cluster = open_provider("embedded", name="demo", kubernetes=project.spec.spec.kubernetes)
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
