"""A lab's folder, its state file, its lock and its leftovers."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pyplugin.clusters.embedded.layout import KEPT_LOGS, Layout, labs
from pyplugin.clusters.embedded.leftovers import is_in_use, remove, remove_dead_labs
from pyplugin.clusters.embedded.state import LabError, SchedulerRecord, State
from pyplugin.processes import find, start, stop

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def state_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYPLUGIN_STATE_DIR", str(tmp_path))
    return tmp_path


def lab(name: str, *, owned: bool = False) -> Layout:
    layout = Layout(name)
    layout.create()
    layout.write(State(kubernetes="1.37", port=1, owned=owned))
    return layout


@pytest.mark.parametrize("name", ["", "-a", "a-", "A", "a/b", "..", "a.b", "a" * 64, "a\n", "é"])
def test_names_that_are_refused(name: str) -> None:
    with pytest.raises(LabError, match="is no name for a lab"):
        Layout(name)


def test_only_the_owner_may_look(state_dir: Path) -> None:
    layout = lab("a")
    assert layout.root == state_dir / "labs" / "a"
    for folder in (layout.root, layout.pki, layout.data, layout.logs):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_state_round_trip() -> None:
    layout = lab("a")
    record = SchedulerRecord(name="s", port=2, command=["/x", "--y"], folder="/z")
    state = State(kubernetes="1.36", port=3, owned=True, schedulers=[record])
    layout.write(state)
    assert layout.read() == state


def test_no_state() -> None:
    assert Layout("a").read() is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"version": 2, "kubernetes": "1.37", "port": 1, "owned": true}',
        b'{"x": 1}',
    ],
)
def test_damaged_state(content: bytes) -> None:
    layout = lab("a")
    (layout.root / "state.json").write_bytes(content)
    with pytest.raises(LabError, match="can't be read") as caught:
        layout.read()
    assert caught.value.cure == "pyplugin lab down --name a"


OWNER = """
import sys
from pyplugin.clusters.embedded.layout import Layout
lock = Layout("a").ownership
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


def test_an_owner_that_is_killed_owns_nothing() -> None:
    layout = lab("a", owned=True)
    assert not layout.has_owner()
    with subprocess.Popen(
        [sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == b"held\n"
        assert layout.has_owner()
        owner.kill()
        owner.wait(timeout=10)
    assert not layout.has_owner()


def test_lock() -> None:
    layout = lab("a")
    with (
        layout.locked(),
        pytest.raises(LabError, match="another process is changing"),
        layout.locked(timeout=0),
    ):
        pass
    with layout.locked(timeout=0):
        pass


def test_dead_labs_are_removed_with_their_processes() -> None:
    living, stays, dead = lab("living", owned=True), lab("stays"), lab("dead", owned=True)
    started = Layout("started")
    started.create()  # killed before it wrote a state
    process = start("x", ["/bin/sleep", "300"], mark=dead.root, log=dead.logs / "x")
    with living.ownership:
        remove_dead_labs()
    assert [each.name for each in labs()] == ["living", "stays"]
    assert not process.is_running()
    assert living.read()
    assert stays.read()


def test_a_damaged_or_busy_lab_is_left_alone() -> None:
    damaged, busy = lab("damaged"), lab("busy", owned=True)
    (damaged.root / "state.json").write_text("{", encoding="utf-8")
    with busy.locked():
        remove_dead_labs()
    assert [each.name for each in labs()] == ["busy", "damaged"]


def test_in_use() -> None:
    layout = lab("a")
    state = layout.read()
    assert state is not None
    assert not is_in_use(layout, state)
    process = start("x", ["/bin/sleep", "300"], mark=layout.root, log=layout.logs / "x")
    assert is_in_use(layout, state)
    stop([process])
    owned = state.model_copy(update={"owned": True})
    assert not is_in_use(layout, owned)
    with layout.ownership:
        assert is_in_use(layout, owned)


def test_remove() -> None:
    layout = lab("a")
    start("x", ["/bin/sleep", "300"], mark=layout.root, log=layout.logs / "x")
    remove(layout)
    assert find(layout.root) == []
    assert not layout.root.exists()


def test_logs_of_failed_labs_are_kept_for_a_while(state_dir: Path) -> None:
    for index in range(KEPT_LOGS + 2):
        layout = lab(f"lab{index}")
        (layout.logs / "etcd.log").write_text(str(index), encoding="utf-8")
        kept = layout.keep_logs()
        os.utime(kept, (index, index))
        layout.remove()
        assert (kept / "etcd.log").read_text(encoding="utf-8") == str(index)
    assert len(list((state_dir / "failed").iterdir())) == KEPT_LOGS
    assert kept.exists()
