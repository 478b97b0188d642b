"""pyplugin e2e: run a project's tests against a real cluster."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Literal

import typer

from pyplugin import console, e2e
from pyplugin.errors import CheckFailed
from pyplugin.project import Project

EXAMPLE = "Example: pyplugin e2e acme-scheduler --keep on-failure --junit junit.xml"


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The generated project.")],
    provider: Annotated[
        Literal["embedded"], typer.Option(help="Kind of cluster to run on.")
    ] = "embedded",
    keep: Annotated[
        Literal["never", "on-failure", "always"],
        typer.Option(help="Whether the cluster outlives the tests."),
    ] = "never",
    artifacts: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for logs, configz, events and metrics.")
    ] = Path("artifacts"),
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a JUnit report there.")
    ] = None,
    verbosity: Annotated[
        int, typer.Option(min=0, max=10, help="Scheduler log level; 10 shows scores in failures.")
    ] = 2,
    output: Annotated[Literal["text", "json"], typer.Option(help="Form of the report.")] = "text",
) -> None:
    """Run the project's e2e tests on a real control plane, made for the run."""
    config = e2e.Config(
        provider=provider, keep=keep, artifacts=artifacts, junit=junit, verbosity=verbosity
    )
    with e2e.display() as show:
        result = e2e.run(Project.open(directory), config, show)
    if output == "json":
        console.out.print_json(data=dataclasses.asdict(result), default=str)
    else:
        console.out.print(f"{len(result.tests)} tests, {len(result.failed)} failed; {artifacts}")
    if result.failed:
        raise CheckFailed(f"{len(result.failed)} e2e tests failed", cure=f"Look into {artifacts}.")
