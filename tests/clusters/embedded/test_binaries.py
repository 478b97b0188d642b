"""The cache of compiled programs, with a fake go that records how often it compiles."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pyplugin.clusters.embedded.binaries import binaries, karpenter
from pyplugin.clusters.folders import FolderError
from pyplugin.golang import BuildFailed

if TYPE_CHECKING:
    from pathlib import Path

FAKE_GO = r"""#!/bin/sh
case "$1" in
  version) echo "go version ${FAKE_VERSION:-go1.26.8} linux/amd64" ;;
  list) ;;
  build)
    echo built >> "$BUILDS"
    sleep "${FAKE_SECONDS:-0}"
    [ -z "$FAKE_FAILURE" ] || { echo "main.go:1:1: $FAKE_FAILURE"; exit 1; }
    while [ "$1" != -o ]; do shift; done
    grep ^module go.mod > "$2" ;;
esac
"""


@pytest.fixture(autouse=True)
def builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the fake go notes each compilation."""
    go = tmp_path / "go"
    go.write_text(FAKE_GO, encoding="utf-8")
    go.chmod(0o755)
    monkeypatch.setenv("PYPLUGIN_GO", str(go))
    monkeypatch.setenv("PYPLUGIN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("BUILDS", str(tmp_path / "builds"))
    return tmp_path / "builds"


def count(builds: Path) -> int:
    return len(builds.read_text(encoding="utf-8").splitlines()) if builds.exists() else 0


def test_compiled_once(builds: Path) -> None:
    programs = binaries("1.37")
    assert "scheduling/lab" in programs.lab.read_text(encoding="utf-8")
    assert "lab/kwok" in programs.kwok.read_text(encoding="utf-8")
    assert "kind: Stage" in programs.stages.read_text(encoding="utf-8")
    assert programs.lab.with_name("build.log").exists()
    assert binaries("1.37") == programs
    assert count(builds) == 2


def test_each_minor_has_its_own_plane_and_all_share_kwok(builds: Path) -> None:
    newest, oldest = binaries("1.37"), binaries("1.35")
    assert newest.lab != oldest.lab
    assert newest.kwok == oldest.kwok
    assert count(builds) == 3


def test_karpenter_is_compiled_when_it_is_asked_for(builds: Path) -> None:
    binaries("1.37")
    assert count(builds) == 2
    assert "lab/karpenter" in karpenter().read_text(encoding="utf-8")
    assert karpenter() == karpenter()
    assert count(builds) == 3


def test_another_go_compiles_anew(builds: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = binaries("1.37")
    monkeypatch.setenv("FAKE_VERSION", "go1.27.1")
    assert binaries("1.37").lab != first.lab
    assert count(builds) == 4


def test_a_failure_leaves_no_program(builds: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_FAILURE", "no space left on device")
    with pytest.raises(BuildFailed, match="no space left on device"):
        binaries("1.37")
    monkeypatch.delenv("FAKE_FAILURE")
    assert binaries("1.37").lab.exists()
    assert count(builds) == 3


def test_two_processes_at_once_compile_once(builds: Path) -> None:
    code = "from pyplugin.clusters.embedded.binaries import binaries; print(binaries('1.37').lab)"
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            env={**os.environ, "FAKE_SECONDS": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    outputs = [process.communicate(timeout=60) for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert len({out for out, _ in outputs}) == 1
    assert count(builds) == 2
    assert "another process compiles lab-1.37-" in "".join(err for _, err in outputs)


def test_a_cache_that_can_t_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PYPLUGIN_CACHE_DIR", str(tmp_path / "file"))
    with pytest.raises(FolderError, match="can't write to") as caught:
        binaries("1.37")
    assert "PYPLUGIN_CACHE_DIR" in caught.value.cure
