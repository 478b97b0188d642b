"""What is said about a component that ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyplugin.clusters.embedded.supervision import ComponentDied, PortTaken, require_running
from pyplugin.processes import start

if TYPE_CHECKING:
    from pathlib import Path


def end(tmp_path: Path, script: str) -> ComponentDied:
    log = tmp_path / "log"
    process = start("etcd", ["/bin/sh", "-c", script], mark=tmp_path, log=log)
    assert process.child is not None
    process.child.wait(timeout=10)
    with pytest.raises(ComponentDied) as caught:
        require_running(process, log)
    return caught.value


def test_running(tmp_path: Path) -> None:
    process = start("x", ["/bin/sleep", "300"], mark=tmp_path, log=tmp_path / "log")
    require_running(process, tmp_path / "log")
    process.kill()


def test_last_words(tmp_path: Path) -> None:
    error = end(tmp_path, "for i in 1 2 3 4 5; do echo line $i; done; exit 1")
    assert error.message == "etcd ended unexpectedly:\nline 3\nline 4\nline 5"
    assert str(tmp_path / "log") in error.cure


def test_silence_and_bytes(tmp_path: Path) -> None:
    assert "it said nothing" in end(tmp_path, "exit 1").message
    assert "ended unexpectedly" in end(tmp_path, "printf '\\377\\376'").message


def test_a_taken_port(tmp_path: Path) -> None:
    words = "listen tcp 127.0.0.1:2379: bind: address already in use"
    assert isinstance(end(tmp_path, f"echo '{words}' >&2; exit 1"), PortTaken)


def test_only_the_end_of_a_long_log_is_read(tmp_path: Path) -> None:
    error = end(tmp_path, "echo 'address already in use'; yes | head -c 100000")
    assert not isinstance(error, PortTaken)
