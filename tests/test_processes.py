"""Real processes: none outlives its program unless it should, none is mistaken for another."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import psutil
import pytest

from pyplugin.processes import Process, find, start, stop
from pyplugin.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SLEEP = ["/bin/sleep", "300"]
STUBBORN = ["/bin/sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1; done"]
linux = pytest.mark.skipif(sys.platform != "linux", reason="the guard is Linux's")


@pytest.fixture(autouse=True)
def _nothing_left(tmp_path: Path) -> Iterator[None]:
    yield
    stop(find(tmp_path), grace=0)


def sleeper(mark: Path, *, name: str = "sleeper", detached: bool = False) -> Process:
    return start(name, SLEEP, mark=mark, log=mark / f"{name}.log", detached=detached)


def test_stop_ends_it(tmp_path: Path) -> None:
    process = sleeper(tmp_path)
    assert process.is_running()
    assert process.rss > 0
    stop([process])
    assert not process.is_running()
    assert process.rss == 0
    assert process.child is not None
    assert process.child.returncode == -signal.SIGTERM


def test_stop_kills_what_does_not_listen(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = start("stubborn", STUBBORN, mark=tmp_path, log=log)
    wait_until(lambda: b"ready" in log.read_bytes(), timeout=10, what="its first words")
    stop([process], grace=0.3)
    assert process.child is not None
    assert process.child.returncode == -signal.SIGKILL


def test_stop_is_fine_with_the_dead(tmp_path: Path) -> None:
    process = sleeper(tmp_path)
    process.kill()
    stop([process])
    stop([])


def test_output_goes_to_the_log_and_the_environment_is_given(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = ["/bin/sh", "-c", "echo $WORD; echo $PWD >&2"]
    process = start(
        "echo", command, mark=tmp_path, log=log, cwd=tmp_path, environment={"WORD": "hello"}
    )
    assert process.child is not None
    process.child.wait(timeout=10)
    assert log.read_text(encoding="utf-8") == f"hello\n{tmp_path}\n"


def test_a_command_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        start("x", ["/nowhere"], mark=tmp_path, log=tmp_path / "log", detached=True)


def test_find_by_mark(tmp_path: Path) -> None:
    ours, other = tmp_path / "a", tmp_path / "a-b"
    ours.mkdir()
    other.mkdir()
    first, second = sleeper(ours, name="first"), sleeper(ours, name="second")
    stranger = sleeper(other)
    found = {process.name: process.pid for process in find(ours)}
    assert found == {"first": first.pid, "second": second.pid}
    stop(find(ours))
    assert find(ours) == []
    assert stranger.is_running()
    stop(find(other))


def test_find_sees_what_is_just_being_loaded(tmp_path: Path) -> None:
    for index in range(20):
        started = sleeper(tmp_path, name=f"n{index}")
        assert started.pid in {process.pid for process in find(tmp_path)}


def test_a_zombie_does_not_run(tmp_path: Path) -> None:
    process = sleeper(tmp_path)
    found = Process(name="", handle=psutil.Process(process.pid))  # as another program sees it
    os.kill(process.pid, signal.SIGKILL)
    wait_until(lambda: not found.is_running(), timeout=10, what="its end")
    assert process.handle.status() == psutil.STATUS_ZOMBIE
    stop([found, process])


PARENT = """
import pathlib, sys, time
from pyplugin.processes import start
mark = pathlib.Path(sys.argv[1])
detached = sys.argv[2] == "detached"
start("child", ["/bin/sleep", "300"], mark=mark, log=mark / "child.log", detached=detached)
print("started", flush=True)
time.sleep(300) if sys.argv[3] == "wait" else None
"""


def parent(mark: Path, mode: str, then: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(mark), mode, then], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    return process


@linux
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_guarded_ones_die_with_their_parent(tmp_path: Path, how: signal.Signals) -> None:
    with parent(tmp_path, "guarded", "wait") as program:
        assert [each.name for each in find(tmp_path)] == ["child"]
        program.send_signal(how)
        program.wait(timeout=10)
        wait_until(lambda: not find(tmp_path), timeout=10, what="the child's end")


@linux
def test_guarded_ones_die_when_their_parent_ends(tmp_path: Path) -> None:
    with parent(tmp_path, "guarded", "return") as program:
        program.wait(timeout=10)
        wait_until(lambda: not find(tmp_path), timeout=10, what="the child's end")


def test_detached_ones_stay(tmp_path: Path) -> None:
    with parent(tmp_path, "detached", "wait") as program:
        program.kill()
        program.wait(timeout=10)
    assert [each.name for each in find(tmp_path)] == ["child"]


@linux
def test_guarded_ones_outlive_the_thread_that_asked(tmp_path: Path) -> None:
    with ThreadPoolExecutor(max_workers=1) as thread:
        process = thread.submit(sleeper, tmp_path).result()
    assert process.child is not None
    with pytest.raises(subprocess.TimeoutExpired):
        process.child.wait(timeout=0.5)
