"""The command line: one module per command, options in, one call, print. No logic."""

from __future__ import annotations

import sys

import typer

from pyplugin import __version__, console
from pyplugin.cli import build, demo, e2e, generate, init, lab, schema
from pyplugin.errors import PypluginError

app = typer.Typer(
    name="pyplugin",
    help="A Kubernetes scheduler of your own from one YAML file.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


@app.callback(invoke_without_command=True)
def _root(version: bool = typer.Option(False, "--version", help="Print the version.")) -> None:
    if version:
        console.out.print(__version__)
        raise typer.Exit


app.command("build", epilog=build.EXAMPLE)(build.command)
app.add_typer(lab.app, name="lab")
app.command("init", epilog=init.EXAMPLE)(init.command)
app.command("generate", epilog=generate.EXAMPLE)(generate.command)
app.command("e2e", epilog=e2e.EXAMPLE)(e2e.command)
app.command("demo", epilog=demo.EXAMPLE)(demo.command)
app.command("schema", epilog=schema.EXAMPLE)(schema.command)


def main() -> None:
    """Run the program; our own errors become a message, a cure and an exit code."""
    try:
        app()
    except PypluginError as error:
        console.err.print(f"[red]error:[/] {_escape(error.message)}")
        if error.cure:
            console.err.print(f"[bold]cure:[/] {_escape(error.cure)}")
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        console.err.print("interrupted")
        sys.exit(130)


def _escape(text: str) -> str:
    from rich.markup import escape

    return escape(text)
