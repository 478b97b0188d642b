from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import psutil
import pytest

from pyplugin import e2e
from pyplugin.clusters.embedded import EmbeddedCluster
from pyplugin.generate import Config, generate
from pyplugin.project import Project
from pyplugin.resources import examples
from pyplugin.testing.events import Collected
from pyplugin.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests start none, so nothing is compiled for one."""
    monkeypatch.setattr(EmbeddedCluster, "prepare", lambda _: None)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project whose tests need no cluster."""
    folder = tmp_path / "demo-scheduler"
    generate(examples() / "demo" / "scheduler.yaml", folder, Config(verify=False))
    for path in folder.joinpath("e2e").glob("*.py"):
        path.unlink()
    return Project.open(folder)


def write_test(project: Project, text: str) -> None:
    (project.e2e / "test_it.py").write_text(text, encoding="utf-8")


def test_results_progress_log_and_junit(project: Project, tmp_path: Path) -> None:
    write_test(
        project,
        "def test_good(project):\n    assert project.name == 'demo-scheduler'\n"
        "def test_bad():\n    assert 'here' == 'there'\n",
    )
    seen: list[object] = []
    config = e2e.Config(artifacts=tmp_path / "artifacts", junit=tmp_path / "junit.xml")
    result = e2e.run(project, config, seen.append)
    assert seen[0] == Collected(2)
    assert [test.outcome for test in result.tests] == ["passed", "failed"]
    assert seen[1:] == result.tests
    assert "assert 'here' == 'there'" in result.failed[0].text
    assert "1 failed, 1 passed" in (config.artifacts / "pytest.log").read_text(encoding="utf-8")
    assert 'failures="1"' in (tmp_path / "junit.xml").read_text(encoding="utf-8")


def test_pytest_s_settings_further_up_do_not_matter(project: Project, tmp_path: Path) -> None:
    write_test(project, "def test_good():\n    pass\n")
    text = "[tool.pytest.ini_options]\naddopts = '--strict-config'\nno_such_option = 1\n"
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    assert not e2e.run(project, e2e.Config(artifacts=tmp_path / "artifacts")).failed


@pytest.mark.parametrize("text", ["", "def test_x(:", "import no_such_module"])
def test_no_test_is_an_error_with_the_log_s_name(
    project: Project, tmp_path: Path, text: str
) -> None:
    write_test(project, text)
    with pytest.raises(e2e.E2EError) as caught:
        e2e.run(project, e2e.Config(artifacts=tmp_path))
    assert "pytest.log" in caught.value.cure


def test_a_run_that_takes_too_long_is_ended(project: Project, tmp_path: Path) -> None:
    write_test(project, "import time\ndef test_slow():\n    time.sleep(300)\n")
    started = time.monotonic()
    with pytest.raises(e2e.E2EError):
        e2e.run(project, e2e.Config(artifacts=tmp_path, timeout=3))
    assert time.monotonic() - started < 60


@pytest.mark.integration  # the program it starts compiles the control plane if it must
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_nothing_outlives_an_interrupted_run(
    project: Project, tmp_path: Path, how: signal.Signals
) -> None:
    pid_file = tmp_path / "pid"
    write_test(
        project,
        f"import os, pathlib, time\ndef test_slow():\n"
        f"    pathlib.Path({str(pid_file)!r}).write_text(str(os.getpid()))\n    time.sleep(300)\n",
    )
    command = [sys.executable, "-m", "pyplugin", "e2e", str(project.root)]
    with subprocess.Popen([*command, "--artifacts", str(tmp_path / "a")]) as run:
        wait_until(
            lambda: pid_file.is_file() and pid_file.read_text(), timeout=1200, what="the test"
        )
        pytest_process = psutil.Process(int(pid_file.read_text()))
        os.kill(run.pid, how)
        assert run.wait(timeout=40) == (130 if how == signal.SIGINT else -signal.SIGKILL)
    wait_until(lambda: not pytest_process.is_running(), timeout=10, what="pytest gone")
