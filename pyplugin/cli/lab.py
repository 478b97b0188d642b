"""pyplugin lab: an embedded cluster to play with, which stays until it is taken down."""

import dataclasses
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.table import Table

from pyplugin import console
from pyplugin.clusters.embedded import lab
from pyplugin.project import Project
from pyplugin.spec import load_fleet

app = typer.Typer(
    help="A real control plane with fake nodes on this machine.", no_args_is_help=True
)

Name = Annotated[str, typer.Option(metavar="NAME", help="Which lab; several may run at once.")]
Output = Annotated[Literal["text", "json"], typer.Option(help="Form of the report.")]


@app.command(epilog="Example: pyplugin lab up --fleet fleet.yaml --project acme-scheduler")
def up(
    name: Name = "lab",
    kubernetes: Annotated[
        str | None, typer.Option(metavar="MINOR", help="Default: the project's, or the newest.")
    ] = None,
    fleet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Fake nodes to create.")
    ] = None,
    project: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Project whose scheduler is to run.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(metavar="N", help="Of the API server; default: a free one.")
    ] = None,
    output: Output = "text",
) -> None:
    """Start a lab; the first time compiles the control plane, which takes minutes."""
    started = lab.up(
        name,
        kubernetes=kubernetes,
        port=port,
        fleet=load_fleet(fleet) if fleet else None,
        project=Project.open(project) if project else None,
    )
    if output == "json":
        _print_json(started)
        return
    console.out.print(f"lab {started.name}: Kubernetes {started.kubernetes} on {started.server}")
    console.out.print(f"export KUBECONFIG={started.kubeconfig}")


@app.command(epilog="Example: pyplugin lab down --all")
def down(
    name: Name = "lab",
    everything: Annotated[bool, typer.Option("--all", help="All labs of this user.")] = False,
) -> None:
    """End a lab and remove its data."""
    if everything:
        for removed in lab.down_all():
            console.out.print(f"lab {removed} is gone")
        return
    lab.down(name)
    console.out.print(f"lab {name} is gone")


@app.command(epilog="Example: pyplugin lab status --output json")
def status(output: Output = "text") -> None:
    """List the labs with their processes and memory."""
    found = lab.status()
    if output == "json":
        _print_json(found)
        return
    if not found:
        console.out.print("no labs; `pyplugin lab up` makes one")
        return
    table = Table("LAB", "STATUS", "KUBERNETES", "SERVER", "PROCESS", "PID", "MiB")
    for each in found:
        for index, process in enumerate(each.processes or [None]):
            head = (each.name, each.status, each.kubernetes, each.server) if not index else [""] * 4
            tail = (process.name, str(process.pid), str(process.memory)) if process else ()
            table.add_row(*head, *tail)
    console.out.print(table)


@app.command(
    epilog="Example: pyplugin lab kubectl -- get pods -A -o wide",
    context_settings={"ignore_unknown_options": True},
)
def kubectl(
    arguments: Annotated[list[str] | None, typer.Argument(metavar="[-- ARGS]")] = None,
    name: Name = "lab",
) -> None:
    """Run kubectl, of the lab's own version, against the lab; its exit code is ours."""
    lab.kubectl(name, arguments or [])


def _print_json(report: lab.LabStatus | list[lab.LabStatus]) -> None:
    reports = report if isinstance(report, list) else [report]
    data = [dataclasses.asdict(each) for each in reports]
    console.out.print_json(data=data if isinstance(report, list) else data[0], default=str)
