"""gofmt and go vet on the new tree, before it replaces the old one."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from pyplugin import console
from pyplugin.generate.errors import VerifyFailed
from pyplugin.golang import GoFailed, GoNotFound, Toolchain, warm_cache

if TYPE_CHECKING:
    from pyplugin.golang import DependencySet

KUBE_SCHEDULER = "k8s.io/kubernetes/cmd/kube-scheduler/app"
"""What takes minutes to compile the first time: done before go vet, which shows no progress."""

TIMEOUT = 600.0
_SHOWN = 10


def verify(tree: Path, pinned: DependencySet) -> None:
    """Raise VerifyFailed with the first findings; GoNotFound or GoTooOld without a usable Go."""
    toolchain = Toolchain.find(minimum=pinned.go)
    warm_cache(
        toolchain,
        title=f"compile kube-scheduler {pinned.version}",
        module=tree,
        package=KUBE_SCHEDULER,
        dependencies=pinned,
    )
    with console.progress() as progress:
        progress.add_task("gofmt and go vet", total=None)
        _gofmt(tree, toolchain)
        try:
            # The flags of the build, so that both share Go's cache.
            flags = ["-trimpath", f"-tags={pinned.tags}"]
            toolchain.run("vet", *flags, "./...", cwd=tree, timeout=TIMEOUT)
        except GoFailed as error:
            raise _failed("go vet", error.output or error.message) from error


def _gofmt(tree: Path, toolchain: Toolchain) -> None:
    command = [str(_gofmt_command(toolchain)), "-l", "."]
    done = subprocess.run(
        command, cwd=tree, capture_output=True, text=True, timeout=120, check=False
    )
    if done.returncode or done.stdout:
        raise _failed("gofmt", done.stdout + done.stderr)


def _gofmt_command(toolchain: Toolchain) -> Path:
    root = toolchain.run("env", "GOROOT", cwd=Path("/")).strip()
    command = Path(root) / "bin" / "gofmt"
    if not command.is_file():
        raise GoNotFound(f"{root} has no gofmt", cure="Install a complete Go.")
    return command


def _failed(tool: str, output: str) -> VerifyFailed:
    lines = output.strip().splitlines()
    shown = "\n".join(lines[:_SHOWN])
    return VerifyFailed(
        f"{tool} refuses the new tree, nothing was changed:\n{shown}",
        cure="A fault of ours unless a file of yours is named; --no-verify goes past it.",
    )
