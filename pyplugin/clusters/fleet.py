"""From a fleet to Node objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightkube.models.core_v1 import NodeSpec, NodeStatus, NodeSystemInfo, Taint
from lightkube.models.meta_v1 import ObjectMeta
from lightkube.resources.core_v1 import Node

from pyplugin.clusters.catalogue import InstanceType, UnknownInstanceType, instance_type

if TYPE_CHECKING:
    from pyplugin.spec import Fleet, Pool

FLEET_LABEL = "pyplugin.dev/fleet"
PODS = 110
"""Pods that a node takes where its pool's capacity says nothing: the kubelet's default."""


def fleet_nodes(fleet: Fleet) -> list[Node]:
    """The Node objects, pool by pool, zones in turn."""
    return [
        _node(fleet.metadata.name, pool, index)
        for pool in fleet.spec.pools
        for index in range(pool.count)
    ]


def _node(fleet: str, pool: Pool, index: int) -> Node:
    name = f"{pool.name}-{index}"
    shape = _shape(pool)
    capacity = _capacity(pool, shape)
    arch = shape.arch if shape else "amd64"
    zone = pool.zones[index % len(pool.zones)]
    labels = {
        FLEET_LABEL: fleet,
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "kubernetes.io/arch": arch,
        # As kubelets do; otherwise a controller adds them, one more request per node.
        "beta.kubernetes.io/os": "linux",
        "beta.kubernetes.io/arch": arch,
        "karpenter.sh/nodepool": pool.name,
        "karpenter.sh/capacity-type": pool.capacity_type,
        "node.kubernetes.io/instance-type": pool.instance_type,
        "topology.kubernetes.io/zone": zone,
    }
    if shape and shape.gpu:
        labels["karpenter.k8s.aws/instance-gpu-name"] = shape.gpu.model.lower().replace(" ", "-")
    return Node(
        metadata=ObjectMeta(name=name, labels={**labels, **pool.labels}),
        spec=NodeSpec(
            taints=[Taint(key=t.key, value=t.value, effect=t.effect) for t in pool.taints]
        ),
        status=NodeStatus(capacity=capacity, allocatable=capacity, nodeInfo=_info(arch)),
    )


def _shape(pool: Pool) -> InstanceType | None:
    """From the catalogue; a type that it lacks is fine where the pool itself says enough."""
    if {"cpu", "memory"} <= pool.capacity.keys():
        try:
            return instance_type(pool.instance_type)
        except UnknownInstanceType:
            return None
    return instance_type(pool.instance_type)


def _capacity(pool: Pool, shape: InstanceType | None) -> dict[str, str]:
    """Everything of the instance is for pods: nothing else runs on a fake node."""
    capacity = {"pods": str(PODS)}
    if shape:
        capacity |= {"cpu": str(shape.cpu), "memory": f"{shape.memory}Mi"}
        if shape.gpu:
            capacity["nvidia.com/gpu"] = str(shape.gpu.count)
    return capacity | pool.capacity


def _info(architecture: str) -> NodeSystemInfo:
    """Only the architecture is ours to say; kwok fills in what is empty."""
    return NodeSystemInfo(
        architecture=architecture,
        bootID="",
        containerRuntimeVersion="",
        kernelVersion="",
        kubeProxyVersion="",
        kubeletVersion="",
        machineID="",
        operatingSystem="",
        osImage="",
        systemUUID="",
    )
