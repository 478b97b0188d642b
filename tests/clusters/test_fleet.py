"""From a fleet to Node objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyplugin.clusters import UnknownInstanceType
from pyplugin.clusters.fleet import fleet_nodes
from pyplugin.spec import parse_fleet

if TYPE_CHECKING:
    from lightkube.resources.core_v1 import Node

HEADER = """\
apiVersion: pyplugin.dev/v1alpha1
kind: Fleet
metadata: {name: demo}
spec:
  pools:
"""


def nodes(*pools: str) -> list[Node]:
    text = HEADER + "".join(f"    - {pool}\n" for pool in pools)
    return fleet_nodes(parse_fleet(text.encode()))


def capacity(node: Node) -> dict[str, str]:
    assert node.status is not None
    assert node.status.capacity == node.status.allocatable
    return dict(node.status.capacity or {})


def labels(node: Node) -> dict[str, str]:
    assert node.metadata is not None
    return dict(node.metadata.labels or {})


def names(found: list[Node]) -> list[str | None]:
    return [node.metadata.name for node in found if node.metadata]


def test_names_and_zones_in_turn() -> None:
    found = nodes("{name: a, instanceType: m5.large, zones: [us-east-1a, us-east-1b], count: 3}")
    assert names(found) == ["a-0", "a-1", "a-2"]
    zones = [labels(node)["topology.kubernetes.io/zone"] for node in found]
    assert zones == ["us-east-1a", "us-east-1b", "us-east-1a"]


def test_labels() -> None:
    pool = "{name: a, instanceType: m7g.large, capacityType: spot, zones: [z], labels: {team: web}}"
    found = labels(nodes(pool)[0])
    wanted = {
        "karpenter.sh/nodepool": "a",
        "karpenter.sh/capacity-type": "spot",
        "node.kubernetes.io/instance-type": "m7g.large",
        "kubernetes.io/arch": "arm64",
        "kubernetes.io/hostname": "a-0",
        "pyplugin.dev/fleet": "demo",
        "team": "web",
    }
    assert wanted.items() <= found.items()


def test_shape_of_the_catalogue() -> None:
    found = capacity(nodes("{name: a, instanceType: m5.xlarge, zones: [z]}")[0])
    assert found == {"cpu": "4", "memory": "16384Mi", "pods": "110"}


def test_gpus() -> None:
    node = nodes("{name: a, instanceType: g5.12xlarge, zones: [z]}")[0]
    assert capacity(node)["nvidia.com/gpu"] == "4"
    assert labels(node)["karpenter.k8s.aws/instance-gpu-name"] == "a10g"


def test_capacity_overrides() -> None:
    pool = '{name: a, instanceType: m5.xlarge, zones: [z], capacity: {cpu: "2", pods: "10"}}'
    assert capacity(nodes(pool)[0]) == {"cpu": "2", "memory": "16384Mi", "pods": "10"}


def test_a_type_of_one_s_own() -> None:
    pool = '{name: a, instanceType: own.big, zones: [z], capacity: {cpu: "64", memory: 1Ti}}'
    assert capacity(nodes(pool)[0]) == {"cpu": "64", "memory": "1Ti", "pods": "110"}


def test_an_unknown_type_without_enough_capacity() -> None:
    with pytest.raises(UnknownInstanceType, match=r"own\.big"):
        nodes('{name: a, instanceType: own.big, zones: [z], capacity: {cpu: "64"}}')


def test_taints() -> None:
    pool = "{name: a, instanceType: m5.large, zones: [z], taints: [{key: k, effect: NoExecute}]}"
    node = nodes(pool)[0]
    assert node.spec is not None
    taints = [(taint.key, taint.value, taint.effect) for taint in node.spec.taints or []]
    assert taints == [("k", "", "NoExecute")]
