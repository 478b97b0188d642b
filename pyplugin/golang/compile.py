"""Compile a main package, showing how far it is."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pyplugin import console
from pyplugin.golang.toolchain import GoFailed
from pyplugin.processes import guarded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyplugin.golang.dependencies import DependencySet
    from pyplugin.golang.toolchain import Toolchain

TIMEOUT = 3600.0
WORTH_A_LINE = 200
"""Packages to compile from which a log without progress bars gets a line about it."""

_PACKAGE = re.compile(r"^[\w.~/@+-]+$")
_PROBLEM = re.compile(r"^\S+\.go:\d+(:\d+)?: |^\S.*: (cannot find|no required|missing go\.sum)")


class BuildFailed(GoFailed):
    """The compiler refused; the message holds its first errors, log all of its output."""

    def __init__(self, message: str, *, output: str, log: Path) -> None:
        super().__init__(message, output=output, cure=f"the full output is in {log}")
        self.log = log


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A main package and what it becomes: module folder, package pattern, output file, log file."""

    title: str
    module: Path
    output: Path
    log: Path
    package: str = "."


def compile_package(
    toolchain: Toolchain, target: Target, dependencies: DependencySet | None = None
) -> None:
    """Compile the target and put it in place in one step; an old output stays until then.

    dependencies gives build tag and version; without it only symbols are stripped.
    Raises BuildFailed. Ctrl-C ends go and all it started.
    """
    ldflags = dependencies.ldflags if dependencies else "-s -w"
    flags = [*_flags(dependencies), f"-ldflags={ldflags}"]
    unfinished = target.output.with_name(f".{target.output.name}.{os.getpid()}")
    try:
        target.output.parent.mkdir(parents=True, exist_ok=True)
        target.log.parent.mkdir(parents=True, exist_ok=True)
        _build(toolchain, target, flags, ["-o", str(unfinished)])
        unfinished.replace(target.output)
    except OSError as error:
        raise GoFailed(
            f"{target.title} failed: {error}",
            cure=f"make room in {target.output.parent} or change its rights",
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def warm_cache(
    toolchain: Toolchain, *, title: str, module: Path, package: str, dependencies: DependencySet
) -> None:
    """Compile a library package and all under it into Go's cache, with the same bar.

    What is wrong with the code is for the command that needs it to say.
    """
    with TemporaryDirectory() as folder, suppress(BuildFailed):
        log = Path(folder) / "build.log"
        target = Target(title=title, module=module, package=package, output=log, log=log)
        _build(toolchain, target, _flags(dependencies), [])


def _flags(dependencies: DependencySet | None) -> list[str]:
    """The flags that decide what is compiled, and so what the cache shares."""
    return ["-trimpath", *([f"-tags={dependencies.tags}"] if dependencies else [])]


def _build(toolchain: Toolchain, target: Target, flags: list[str], output: list[str]) -> None:
    with console.progress() as progress:
        task = progress.add_task(target.title, total=None)
        stale = _stale(toolchain, target, flags)
        progress.update(task, total=stale)
        if progress.disable and stale >= WORTH_A_LINE:
            console.err.print(f"{target.title}: {stale} packages, this takes minutes")
        command = ["build", "-v", *flags, *output, target.package]
        _run(toolchain, target, command, advance=lambda: progress.advance(task))


def _stale(toolchain: Toolchain, target: Target, flags: list[str]) -> int:
    """How many packages `go build` will compile; what is wrong with them, it says itself."""
    form = "{{if .Stale}}{{.ImportPath}}{{end}}"
    listed = toolchain.run(
        "list", "-e", "-deps", "-f", form, *flags, target.package, cwd=target.module
    )
    return len(listed.split())


def _run(
    toolchain: Toolchain, target: Target, command: list[str], advance: Callable[[], None]
) -> None:
    process = subprocess.Popen(
        guarded([str(toolchain.go), *command]),
        cwd=target.module,
        env=toolchain.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    lines: list[str] = []
    with process, _time_limit(process), target.log.open("w", encoding="utf-8") as log:
        try:
            for line in process.stdout or ():
                log.write(line)
                if _PACKAGE.match(line):
                    advance()
                else:
                    lines.append(line.rstrip())
            code = process.wait()
        except BaseException:
            _end_group(process)
            raise
    if code:
        raise _failure(target, lines, code)


def _failure(target: Target, lines: list[str], code: int) -> BuildFailed:
    problems = [line for line in lines if _PROBLEM.match(line)] or lines
    shown = "\n".join(problems[:5]) or f"go build ended with {code}"
    message = f"{target.title} failed:\n{shown}"
    return BuildFailed(message, output="\n".join(lines), log=target.log)


@contextmanager
def _time_limit(process: subprocess.Popen[str]) -> Iterator[None]:
    timer = threading.Timer(TIMEOUT, _end_group, [process])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _end_group(process: subprocess.Popen[str]) -> None:
    """End go and the compilers it started: they share its process group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
