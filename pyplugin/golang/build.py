"""Compile a generated project's scheduler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyplugin.golang.compile import Target, compile_package
from pyplugin.golang.dependencies import dependencies
from pyplugin.golang.toolchain import Toolchain

if TYPE_CHECKING:
    from pathlib import Path

    from pyplugin.project import Project


def build(project: Project) -> Path:
    """Compile bin/scheduler, log beside it; returns where it is. Raises BuildFailed."""
    pinned = dependencies(project.minor)
    target = Target(
        title=f"compile {project.name}",
        module=project.root,
        package="./cmd/scheduler",
        output=project.binary,
        log=project.binary.with_name("build.log"),
    )
    compile_package(Toolchain.find(minimum=pinned.go), target, pinned)
    return project.binary
