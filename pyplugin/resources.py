"""Where the files that travel with the package lie: in a wheel or in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _resource(name: str) -> Path:
    packed = _PACKAGE / "_resources" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


def go_library() -> Path:
    """The Go library that generated schedulers link, module pyplugin.dev/scheduling."""
    return _resource("go")


def templates() -> Path:
    """The Jinja2 templates of a generated project."""
    return _resource("templates")


def examples() -> Path:
    """Specs that run as they are, the demo's among them."""
    return _resource("examples")
