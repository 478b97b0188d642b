"""The demo's promise, on a real control plane."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.integration

OURS, DEFAULT = "demo-scheduler", "default-scheduler"
SPOT = {"general-spot", "compute-spot"}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("demo")
    done = subprocess.run(
        [sys.executable, "-m", "pyplugin", "demo", "--output", "json"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.timeout(1600)
@pytest.mark.parametrize("workload", ["checkout", "payments"])
def test_critical_pods_sit_on_on_demand(report: dict[str, Any], workload: str) -> None:
    assert set(report["workloads"][workload][OURS]) == {"general"}


@pytest.mark.timeout(1600)
@pytest.mark.parametrize("workload", ["report", "thumbnails"])
def test_batch_pods_sit_on_spot(report: dict[str, Any], workload: str) -> None:
    assert set(report["workloads"][workload][OURS]) <= SPOT


@pytest.mark.timeout(1600)
def test_the_default_scheduler_s_column_differs(report: dict[str, Any]) -> None:
    assert any(pods[OURS] != pods[DEFAULT] for pods in report["workloads"].values())
    ours, default = report["schedulers"][OURS], report["schedulers"][DEFAULT]
    assert ours["microDollarsPerHour"] < default["microDollarsPerHour"]
    assert ours["nodesInUse"] < default["nodesInUse"]
