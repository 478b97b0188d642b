"""Labs: real control planes that come, work, and go without a trace."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from lightkube.resources.core_v1 import Node

from pyplugin.clusters import client, create_nodes
from pyplugin.clusters.embedded import EmbeddedCluster, EmbeddedConfig, LabError, Layout, components
from pyplugin.clusters.embedded import plane as plane_module
from pyplugin.clusters.embedded.layout import labs
from pyplugin.clusters.embedded.ports import free_ports
from pyplugin.clusters.embedded.supervision import ComponentDied
from pyplugin.clusters.folders import FolderError
from pyplugin.golang import minors
from pyplugin.processes import find
from pyplugin.spec import parse_fleet
from pyplugin.waiting import wait_until
from pyplugin.workloads import Workload, apply, wait_bound

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.integration, pytest.mark.timeout(1500)]

NEWEST = minors()[0]
FLEET = b"""\
apiVersion: pyplugin.dev/v1alpha1
kind: Fleet
metadata: {name: small}
spec:
  pools:
    - {name: general, instanceType: m5.xlarge, zones: [us-east-1a, us-east-1b], count: 2}
"""


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Labs of this test only; programs come from the user's cache."""
    monkeypatch.setenv("PYPLUGIN_STATE_DIR", str(tmp_path / "state"))


def new(name: str = "lab", **options: Any) -> EmbeddedCluster:
    return EmbeddedCluster(EmbeddedConfig(name=name, kubernetes=NEWEST, **options))


@pytest.fixture
def cluster() -> Iterator[EmbeddedCluster]:
    cluster = new()
    cluster.up()
    yield cluster
    cluster.down()


def pyplugin(*arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "pyplugin", *arguments],
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done


class TestCluster:
    def test_pods_are_bound_by_the_default_scheduler(self, cluster: EmbeddedCluster) -> None:
        scheduler = cluster.deploy_default()
        assert scheduler.is_ready()
        kube = client(cluster.kubeconfig)
        create_nodes(kube, parse_fleet(FLEET))
        pods = Workload(name="web", replicas=4, cpu="100m")
        manifest = pods.deployment(namespace="web", scheduler_name=scheduler.name)
        apply(kube, [manifest], namespace="web")
        found = wait_bound(kube, namespace="web", wanted=4, timeout=30)
        assert {p.node.pool for p in found if p.node} == {"general"}
        kube.close()

    def test_a_killed_scheduler_is_restarted(self, cluster: EmbeddedCluster) -> None:
        scheduler = cluster.deploy_default()
        scheduler.kill()
        assert not scheduler.is_running()
        assert not scheduler.is_ready()
        scheduler.restart()
        assert scheduler.is_ready()
        assert [each.name for each in cluster.schedulers] == ["default-scheduler"]

    def test_a_scheduler_is_no_master(self, cluster: EmbeddedCluster) -> None:
        cluster.deploy_default()
        kubeconfig = Layout("lab").pki / "scheduler-default-scheduler.kubeconfig"
        allowed = ["--kubeconfig", str(kubeconfig), "auth", "can-i"]
        pyplugin("lab", "kubectl", "--", *allowed, "create", "pods", "--subresource=binding")
        pyplugin("lab", "kubectl", "--", *allowed, "delete", "nodes", code=1)

    def test_logs_are_collected(self, cluster: EmbeddedCluster, tmp_path: Path) -> None:
        cluster.collect_logs(tmp_path / "logs")
        names = {path.stem for path in (tmp_path / "logs").iterdir()}
        assert names == {"etcd", "kube-apiserver", "kube-controller-manager", "kwok"}

    def test_the_same_name_twice(self, cluster: EmbeddedCluster) -> None:
        with pytest.raises(LabError, match="lab lab is running already"):
            new().up()
        assert cluster.is_up()

    def test_two_at_once(self, cluster: EmbeddedCluster) -> None:
        other = new("other")
        other.up()
        try:
            kube = client(other.kubeconfig)
            create_nodes(kube, parse_fleet(FLEET))
            kube.close()
            first = client(cluster.kubeconfig)
            assert list(first.list(Node)) == []
            first.close()
            assert cluster.is_up()
        finally:
            other.down()
        assert find(Layout("other").root) == []
        assert cluster.is_up()


def test_down_leaves_nothing() -> None:
    cluster = new()
    cluster.up()
    cluster.down()
    assert find(Layout("lab").root) == []
    assert labs() == []
    cluster.down()


def test_audit_log() -> None:
    cluster = new(audit=True)
    cluster.up()
    try:
        lines = (Layout("lab").logs / "audit.log").read_text(encoding="utf-8").splitlines()
        users = {json.loads(line)["user"]["username"] for line in lines}
    finally:
        cluster.down()
    assert {"pyplugin-admin", "system:kube-controller-manager", "system:kwok"} <= users


def test_a_port_that_was_taken_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first attempt gets etcd's own client port for the API server, the second free ones."""
    attempts = []

    def ports(count: int) -> list[int]:
        attempts.append(count)
        found = free_ports(count)
        return [found[1], *found[1:]] if len(attempts) == 1 else found

    monkeypatch.setattr(plane_module, "free_ports", ports)
    cluster = new()
    cluster.up()
    cluster.down()
    assert len(attempts) == 2


def test_a_failure_keeps_the_logs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(plane_module, "allow_kwok", lambda _: None)
    monkeypatch.setattr(components, "kwok", lambda *_: ["/bin/false"])
    with pytest.raises(ComponentDied, match="kwok ended unexpectedly") as caught:
        new().up()
    kept = tmp_path / "state" / "failed" / "lab"
    assert str(kept) in caught.value.cure
    assert (kept / "kube-apiserver.log").stat().st_size > 0
    assert find(Layout("lab").root) == []
    assert labs() == []


def test_a_state_folder_that_can_t_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PYPLUGIN_STATE_DIR", str(tmp_path / "file"))
    with pytest.raises(FolderError, match="can't write to") as caught:
        new().up()
    assert "PYPLUGIN_STATE_DIR" in caught.value.cure


OWNED = f"""
import sys, time
from pyplugin.clusters import open_provider
cluster = open_provider("embedded", name="lab", kubernetes="{NEWEST}")
try:
    cluster.up()
    print("up", flush=True)
    time.sleep(300)
finally:
    cluster.down()
"""


@pytest.mark.parametrize("moment", ["starting", "running"])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_its_program(moment: str, how: signal.Signals) -> None:
    root = Layout("lab").root
    with subprocess.Popen(
        [sys.executable, "-c", OWNED], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as program:
        if moment == "running":
            assert program.stdout is not None
            assert program.stdout.readline() == "up\n"
        else:
            wait_until(lambda: len(find(root)) >= 2, timeout=30, what="the first processes")
        program.send_signal(how)
        program.wait(timeout=30)
        wait_until(lambda: not find(root), timeout=10, what="the end of all processes")
    cluster = new()
    cluster.up()  # whatever the program left behind is no obstacle
    cluster.down()
    assert labs() == []


class TestCommands:
    def test_the_whole_life(self, tmp_path: Path) -> None:
        fleet = tmp_path / "fleet.yaml"
        fleet.write_bytes(FLEET)
        up = pyplugin("lab", "up", "--fleet", str(fleet), "--output", "json")
        try:
            lab = json.loads(up.stdout)
            assert lab["status"] == "running"
            assert Path(lab["kubeconfig"]).is_file()
            nodes = pyplugin("lab", "kubectl", "--", "get", "nodes", "-o", "name").stdout.split()
            assert nodes == ["node/general-0", "node/general-1"]
            pyplugin("lab", "kubectl", "--", "get", "nosuchkind", code=1)
            assert "already" in pyplugin("lab", "up", code=2).stderr
            (status,) = json.loads(pyplugin("lab", "status", "--output", "json").stdout)
            assert {each["name"] for each in status["processes"]} == set(plane_module.COMPONENTS)
        finally:
            pyplugin("lab", "down")
        assert "there is no lab lab" in pyplugin("lab", "down", code=2).stderr
        assert find(Layout("lab").root) == []

    def test_ctrl_c_while_it_starts(self) -> None:
        root = Layout("lab").root
        with subprocess.Popen(
            [sys.executable, "-m", "pyplugin", "lab", "up"], stderr=subprocess.PIPE, text=True
        ) as program:
            wait_until(lambda: len(find(root)) >= 2, timeout=30, what="the first processes")
            program.send_signal(signal.SIGINT)
            # Python itself dies by the signal where it hit a module that was being loaded.
            assert program.wait(timeout=30) in {130, -signal.SIGINT}
        assert find(root) == []
        assert labs() == []

    def test_what_a_killed_start_left_is_removed(self) -> None:
        """A lab that is to stay has no guard; the next command finds that its maker is dead."""
        root = Layout("lab").root
        with subprocess.Popen([sys.executable, "-m", "pyplugin", "lab", "up"]) as program:
            wait_until(lambda: len(find(root)) >= 2, timeout=30, what="the first processes")
            os.kill(program.pid, signal.SIGKILL)
            program.wait(timeout=30)
        assert json.loads(pyplugin("lab", "status", "--output", "json").stdout) == []
        assert find(root) == []

    def test_a_port_in_use(self) -> None:
        pyplugin("lab", "up", "--name", "first", "--port", str(port := free_ports(1)[0]))
        try:
            failed = pyplugin("lab", "up", "--name", "second", "--port", str(port), code=2)
        finally:
            pyplugin("lab", "down", "--all")
        assert f"port {port} can't be used" in failed.stderr
        assert "Traceback" not in failed.stderr
        assert labs() == []
