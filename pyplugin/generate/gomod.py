"""go.mod and go.sum of a project: the library's pinned set under another module name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyplugin.generate.tree import MARK
from pyplugin.spec.gomodule import LIBRARY

if TYPE_CHECKING:
    from pyplugin.golang import DependencySet

LIBRARY_FOLDER = "third_party/pyplugin"

_GO = re.compile(r"^go \S+$", re.MULTILINE)
_REQUIRE = re.compile(r"^(?:require )?\s*(\S+ v\S+)(?: // indirect)?$", re.MULTILINE)
_REPLACE = re.compile(r"^\s*\S+ => \S+ v\S+$", re.MULTILINE)


def go_mod(module: str, pinned: DependencySet) -> str:
    """As `go mod tidy` would leave it: the project needs all else only through the library."""
    text = pinned.scheduler_mod
    go = _GO.search(text)
    if go is None:
        raise AssertionError("a pinned set has a go line")
    requires = sorted(set(_REQUIRE.findall(text)))
    replaces = [line.strip() for line in _REPLACE.findall(text)]
    return (
        f"// {MARK}\n\nmodule {module}\n\n{go[0]}\n\n"
        f"require {LIBRARY} v0.0.0\n\n"
        + _block("require", [f"{line} // indirect" for line in requires])
        + "\n"
        + _block("replace", replaces)
        + f"\nreplace {LIBRARY} => ./{LIBRARY_FOLDER}\n"
    )


def _block(keyword: str, lines: list[str]) -> str:
    return f"{keyword} (\n" + "".join(f"\t{line}\n" for line in lines) + ")\n"
