"""Go for Python: the toolchain, the pinned dependency sets, builds with progress."""

from __future__ import annotations

from pyplugin.golang.dependencies import SETS, DependencySet, UnknownMinor, dependencies, minors
from pyplugin.golang.toolchain import GoFailed, GoNotFound, GoTooOld, Toolchain

__all__ = [
    "SETS",
    "DependencySet",
    "GoFailed",
    "GoNotFound",
    "GoTooOld",
    "Toolchain",
    "UnknownMinor",
    "dependencies",
    "minors",
]
