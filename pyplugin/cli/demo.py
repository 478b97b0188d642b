"""pyplugin demo: the main job in one go."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from pyplugin import console, demo
from pyplugin.comparison import cost_table, placement_table, summary
from pyplugin.resources import examples

EXAMPLE = "Example: pyplugin demo --output json"


def command(
    inputs: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder with scheduler.yaml, fleet.yaml, workloads.yaml."),
    ] = None,
    directory: Annotated[
        Path, typer.Option("--project", metavar="DIR", help="Where the project is generated.")
    ] = Path("demo-scheduler"),
    artifacts: Annotated[Path, typer.Option(metavar="DIR", help="Folder for logs.")] = Path(
        "artifacts"
    ),
    output: Annotated[Literal["text", "json"], typer.Option(help="Form of the report.")] = "text",
) -> None:
    """Generate, build and test a cost-aware scheduler, and compare it with the default one."""
    config = demo.Config(
        inputs=inputs or examples() / "demo", output=directory, artifacts=artifacts
    )
    comparison = demo.run(config)
    if output == "json":
        console.out.print_json(data=summary(comparison))
        return
    console.out.print(placement_table(comparison))
    console.out.print(cost_table(comparison))
    console.out.print(demo.NOTE)
