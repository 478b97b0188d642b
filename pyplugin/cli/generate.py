"""pyplugin generate: from a spec to a Go project."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from pyplugin import console, generate

EXAMPLE = "Example: pyplugin generate scheduler.yaml -o acme-scheduler --check"


def command(
    spec: Annotated[Path, typer.Argument(metavar="SPEC", help="The scheduler.yaml.")],
    directory: Annotated[
        Path | None,
        typer.Option("-o", "--directory", metavar="DIR", help="Default: the scheduler's name."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 if the project is out of date.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Write nothing; print what would change.")
    ] = False,
    conflicts: Annotated[
        generate.Conflicts,
        typer.Option(help="Where you and the new version changed the same lines of your file."),
    ] = "refuse",
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite generated files that were edited.")
    ] = False,
    verify: Annotated[
        bool, typer.Option("--verify/--no-verify", help="Run gofmt and go vet before writing.")
    ] = True,
    output: Annotated[Literal["text", "json"], typer.Option(help="Form of the report.")] = "text",
) -> None:
    """Render the spec into a project, or bring a project up to date with it."""
    if check or diff:
        update = generate.preview(spec, directory)
    else:
        config = generate.Config(force=force, conflicts=conflicts, verify=verify)
        update = generate.generate(spec, directory, config)
    if output == "json":
        console.out.print_json(data=generate.document(update))
    elif diff:
        console.out.print(generate.diff(update), end="", markup=False)
    else:
        console.out.print(f"{update.root}: {generate.summary(update)}", markup=False)
    if check:
        generate.require_up_to_date(update)
