"""The copy of the Go library that makes a project build alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyplugin.generate.gomod import LIBRARY_FOLDER
from pyplugin.generate.tree import File, Tree
from pyplugin.resources import go_library

if TYPE_CHECKING:
    from pathlib import Path

    from pyplugin.golang import DependencySet

_LEFT_OUT = ("bench", "lab", "testdata")


def library_files(pinned: DependencySet) -> Tree:
    """Its source without tests, with the go.mod of the minor."""
    root = go_library()
    files = {
        f"{LIBRARY_FOLDER}/{path.relative_to(root).as_posix()}": File(path.read_bytes())
        for path in sorted(root.rglob("*"))
        if path.is_file() and _belongs(path.relative_to(root))
    }
    files[f"{LIBRARY_FOLDER}/go.mod"] = File(pinned.scheduler_mod.encode())
    return files


def _belongs(path: Path) -> bool:
    if any(part in _LEFT_OUT or part.startswith((".", "_")) for part in path.parts):
        return False
    return path.suffix in (".go", ".json") and not path.name.endswith("_test.go")
