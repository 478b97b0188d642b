"""pyplugin build: compile a generated project."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from pyplugin import console
from pyplugin.golang import build
from pyplugin.project import Project

EXAMPLE = "Example: pyplugin build acme-scheduler"


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The generated project.")],
    output: Annotated[Literal["text", "json"], typer.Option(help="Form of the report.")] = "text",
) -> None:
    """Compile the project's scheduler into DIR/bin; the log lies beside it."""
    binary = build(Project.open(directory))
    if output == "json":
        console.out.print_json(data={"binary": str(binary), "bytes": binary.stat().st_size})
    else:
        console.out.print(f"{binary} ({binary.stat().st_size >> 20} MiB)")
