"""pyplugin schema: the language of the specs."""

from typing import Annotated, Literal

import typer

from pyplugin import console
from pyplugin.spec import json_schema

EXAMPLE = "Example: pyplugin schema --kind fleet"


def command(
    kind: Annotated[
        Literal["scheduler", "fleet"], typer.Option(help="Which kind of file.")
    ] = "scheduler",
) -> None:
    """Print the JSON schema of a spec, for editors and checks."""
    console.out.print_json(data=json_schema(kind))
