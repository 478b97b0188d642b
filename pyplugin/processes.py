"""Processes that never outlive us unless they should, and are found again by a mark.

Every process that is started here carries its mark (a path) in the environment
variable PYPLUGIN_OWNER, so that whoever comes later finds all of a mark's
processes, and only those: a recycled pid has another environment.

On Linux a guarded process is killed by the kernel when the thread that started
it ends, even by kill -9. Threads of our callers may end early, so one thread of
our own, which lives as long as the program, starts them all.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

MARK = "PYPLUGIN_OWNER"
NAME = "PYPLUGIN_COMPONENT"

# PR_SET_PDEATHSIG is 1. A parent that died before the call is noticed by its pid.
_GUARD = (
    "import ctypes, os, signal, sys\n"
    "ctypes.CDLL(None).prctl(1, int(signal.SIGKILL))\n"
    "os.getppid() == int(sys.argv[1]) or sys.exit(1)\n"
    "os.execv(sys.argv[2], sys.argv[2:])\n"
)
_starter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pyplugin-starter")
# What this program started and has not seen end, with the mark. Needed because a parent must
# collect exit codes, and because a program that is just being loaded shows no environment.
_started: dict[int, tuple[str, Process]] = {}


def guarded(command: Sequence[str]) -> list[str]:
    """The command such that it dies with the thread that starts it; unchanged where Linux isn't."""
    if sys.platform != "linux":
        return list(command)
    return [sys.executable, "-I", "-S", "-c", _GUARD, str(os.getpid()), *command]


@dataclass(frozen=True, slots=True)
class Process:
    """A process that we started, or found by its mark."""

    name: str
    handle: psutil.Process
    child: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        return self.handle.pid

    @property
    def rss(self) -> int:
        """Resident memory in bytes, 0 once it is gone."""
        try:
            return int(self.handle.memory_info().rss)
        except psutil.Error:
            return 0

    def is_running(self) -> bool:
        if self.child is not None:
            ended = self.child.poll() is not None
            if ended:
                _started.pop(self.pid, None)
            return not ended
        try:
            return self.handle.is_running() and self.handle.status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return False

    def kill(self) -> None:
        """SIGKILL, and wait until it is gone."""
        stop([self], grace=0)


def start(
    name: str,
    command: Sequence[str],
    *,
    mark: Path,
    log: Path,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    detached: bool = False,
) -> Process:
    """Start the command in a session of its own, its output appended to log.

    The first word must be an absolute path. A detached process outlives us.
    """
    line = list(command) if detached else guarded(command)
    env = {**os.environ, **(environment or {}), MARK: str(mark), NAME: name}

    def launch() -> Process:
        with log.open("ab") as out:
            child = subprocess.Popen(
                line,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                cwd=cwd,
                env=env,
                start_new_session=True,
            )
        process = Process(name=name, handle=psutil.Process(child.pid), child=child)
        _started[child.pid] = (str(mark), process)
        return process

    return _starter.submit(launch).result()


def find(mark: Path) -> list[Process]:
    """Every running process that carries the mark."""
    ours = [process for its, process in list(_started.values()) if its == str(mark)]
    found = [process for process in ours if process.is_running()]
    for handle in psutil.process_iter():
        if handle.pid in _started:
            continue
        try:
            environment = handle.environ()
        except (psutil.Error, OSError):
            continue  # gone, a zombie, or somebody else's
        if environment.get(MARK) == str(mark):
            found.append(Process(name=environment.get(NAME, ""), handle=handle))
    return found


def stop(processes: Sequence[Process], *, grace: float = 5) -> None:
    """Ask all to end (SIGTERM), kill what is left after grace seconds, wait until all are gone.

    psutil compares pid and start time before each signal: a recycled pid is never hit.
    """
    for process in processes:
        if grace > 0:
            _signal(process, "terminate")
    deadline = time.monotonic() + grace
    while any(process.is_running() for process in processes):
        if time.monotonic() >= deadline:
            for process in processes:
                _signal(process, "kill")
            deadline = float("inf")
        time.sleep(0.01)


def _signal(process: Process, how: str) -> None:
    with suppress(psutil.NoSuchProcess):
        getattr(process.handle, how)()
