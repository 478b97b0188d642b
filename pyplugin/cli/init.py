"""pyplugin init: a spec to start from."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pyplugin import console
from pyplugin.spec import MINORS, write_starter

EXAMPLE = "Example: pyplugin init --name acme-scheduler --module example.com/acme-scheduler"


def command(
    name: Annotated[str, typer.Option(help="The schedulerName that pods ask for.")] = "",
    module: Annotated[
        str, typer.Option(help="Path of the Go module.  [default: example.com/NAME]")
    ] = "",
    kubernetes: Annotated[str, typer.Option(help="Minor version of the cluster.")] = MINORS[0],
    file: Annotated[Path, typer.Option("--file", "-f", help="Where to write it.")] = Path(
        "scheduler.yaml"
    ),
) -> None:
    """Write a commented scheduler.yaml; asks for what no option says."""
    name = name or _ask("Name of the scheduler", "acme-scheduler")
    module = module or _ask("Path of the Go module", f"example.com/{name}")
    write_starter(file, name=name, module=module, kubernetes=kubernetes)
    console.out.print(f"{file}; next: pyplugin generate {file}", markup=False)


def _ask(text: str, default: str) -> str:
    if not sys.stdin.isatty():
        return default
    return str(typer.prompt(text, default=default, err=True))
