"""1,000 nodes, 3,000 pods, and a scheduler that dies in the middle."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from pyplugin.spec import load_fleet
from pyplugin.waiting import wait_until
from pyplugin.workloads import placements

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lightkube import Client

    from pyplugin.clusters import RunningScheduler
    from pyplugin.spec import Fleet
    from pyplugin.testing.assertions import PlacedWorkload

pytestmark = [pytest.mark.scale, pytest.mark.timeout(900)]

NODES, PODS = 1000, 3000
FLEET = """\
apiVersion: pyplugin.dev/v1alpha1
kind: Fleet
metadata: {name: scale}
spec:
  pools:
    - {name: steady, instanceType: m5.xlarge, zones: [us-east-1a, us-east-1b], count: 500}
    - name: spot
      instanceType: m5.xlarge
      capacityType: spot
      zones: [us-east-1a, us-east-1b]
      count: 500
"""
CPU_PER_POD, CPU_PER_NODE = 500, 4000  # milli-CPU


@pytest.fixture
def fleet(tmp_path: Path) -> Fleet:
    path = tmp_path / "fleet.yaml"
    path.write_text(FLEET, encoding="utf-8")
    return load_fleet(path)


@pytest.mark.parametrize("killed", [False, True], ids=["undisturbed", "scheduler killed"])
def test_every_pod_is_bound_exactly_once(
    *,
    killed: bool,
    fleet: Fleet,
    nodes: Callable[[Fleet], Fleet],
    workload: Callable[..., PlacedWorkload],
    scheduler: RunningScheduler,
    kube: Client,
    namespace: str,
) -> None:
    nodes(fleet)
    many = workload("many", replicas=PODS, cpu=f"{CPU_PER_POD}m", memory="64Mi", wait=False)
    if killed:
        wait_until(
            lambda: _bound(kube, namespace) > PODS // 10,
            timeout=300,
            what="first pods",
            costly=True,
        )
        scheduler.kill()
        assert _bound(kube, namespace) < PODS, "it was killed too late to prove anything"
        scheduler.restart()
    many.wait_bound(timeout=400)
    many.assert_bound_once()

    found = many.placements()
    assert len({p.uid for p in found}) == PODS
    per_node = Counter(p.node.name for p in found if p.node)
    assert max(per_node.values()) * CPU_PER_POD <= CPU_PER_NODE


def _bound(kube: Client, namespace: str) -> int:
    return sum(p.node is not None for p in placements(kube, namespace=namespace))
