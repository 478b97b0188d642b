"""Go for Python: the toolchain, the pinned dependency sets, builds with progress."""

from __future__ import annotations

from pyplugin.golang.build import build
from pyplugin.golang.compile import BuildFailed, Target, compile_package, warm_cache
from pyplugin.golang.dependencies import SETS, DependencySet, UnknownMinor, dependencies, minors
from pyplugin.golang.toolchain import GoFailed, GoNotFound, GoTooOld, Toolchain

__all__ = [
    "SETS",
    "BuildFailed",
    "DependencySet",
    "GoFailed",
    "GoNotFound",
    "GoTooOld",
    "Target",
    "Toolchain",
    "UnknownMinor",
    "build",
    "compile_package",
    "dependencies",
    "minors",
    "warm_cache",
]
