"""Upstream's Karpenter: it adds the nodes that pending pods need and takes them away again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lightkube import ApiError
from lightkube.models.core_v1 import (
    Affinity,
    NodeAffinity,
    NodeSelector,
    NodeSelectorRequirement,
    NodeSelectorTerm,
)
from lightkube.resources.core_v1 import Node, Pod, Secret

from pyplugin.autoscalers.karpenter import (
    Claim,
    Market,
    Pool,
    announce,
    apply_pools,
    claims,
    interrupt,
    reclaim,
    write_instance_types,
)
from pyplugin.clusters import client, instance_type
from pyplugin.clusters.embedded import (
    EmbeddedCluster,
    EmbeddedConfig,
    KarpenterConfig,
    Layout,
    RunningKarpenter,
)
from pyplugin.prices import PriceBook
from pyplugin.processes import find
from pyplugin.waiting import wait_until
from pyplugin.workloads import Placement, Workload, apply, remove, wait_bound

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lightkube import Client

    from pyplugin.project import Project

pytestmark = [pytest.mark.integration, pytest.mark.timeout(1500)]

NAMESPACE = "web"
TYPES = tuple(map(instance_type, ("m5.large", "m5.xlarge", "c5.xlarge", "c5.2xlarge")))
ZONES = ("us-east-1a", "us-east-1b")
CAPACITY = "karpenter.sh/capacity-type"
# Two labels of clouds that Karpenter's kwok provider has never heard of.
NO_OTHER_SPOT = (
    NodeSelectorRequirement("eks.amazonaws.com/capacityType", "NotIn", ["SPOT"]),
    NodeSelectorRequirement("cloud.google.com/gke-spot", "NotIn", ["true"]),
)


def market() -> Market:
    """The default prices, but in one zone c5.xlarge is a bargain."""
    book = PriceBook.default()
    bargain = {**book.prices["c5.xlarge"], "spot": {ZONES[1]: 20_000}}
    prices = {**book.prices, "c5.xlarge": bargain}
    return Market(zones=ZONES, book=book.model_copy(update={"prices": prices}))


@pytest.fixture(scope="module")
def cluster(
    tmp_path_factory: pytest.TempPathFactory, project: Project
) -> Iterator[EmbeddedCluster]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYPLUGIN_STATE_DIR", str(tmp_path_factory.mktemp("state")))
        cluster = EmbeddedCluster(EmbeddedConfig(name="lab", kubernetes=project.minor))
        cluster.up()
        cluster.deploy(project)
        yield cluster
        cluster.down()
        assert find(Layout("lab").root) == []


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> KarpenterConfig:
    path = tmp_path_factory.mktemp("karpenter") / "instance-types.json"
    return KarpenterConfig(
        instance_types=write_instance_types(path, TYPES, market()), batch_idle=0.1, batch_max=1
    )


@pytest.fixture(scope="module")
def karpenter(cluster: EmbeddedCluster, config: KarpenterConfig) -> RunningKarpenter:
    return cluster.deploy_karpenter(config)


@pytest.fixture
def kube(cluster: EmbeddedCluster, karpenter: RunningKarpenter) -> Iterator[Client]:
    """Without a node at first, with one pool that keeps its nodes."""
    kube = client(cluster.kubeconfig)
    apply_pools(kube, [Pool(name="general", consolidate_after="Never")])
    yield kube
    remove(kube, namespace=NAMESPACE)
    for node in {claim.node for claim in claims(kube)} - {""}:
        announce(kube, node)
        reclaim(kube, node)
    wait_until(lambda: not claims(kube), timeout=30, what="all NodeClaims gone")
    assert karpenter.is_running()
    kube.close()


def place(
    kube: Client, project: Project, replicas: int, *requirements: NodeSelectorRequirement
) -> list[Placement]:
    """Pods of 1 CPU that ask for our scheduler, once all are bound."""
    workload = Workload(name="web", replicas=replicas, cpu="1", memory="1Gi")
    deployment = workload.deployment(namespace=NAMESPACE, scheduler_name=project.name)
    if requirements and deployment.spec and deployment.spec.template.spec:
        selector = NodeSelector([NodeSelectorTerm(matchExpressions=list(requirements))])
        deployment.spec.template.spec.affinity = Affinity(
            nodeAffinity=NodeAffinity(requiredDuringSchedulingIgnoredDuringExecution=selector)
        )
    apply(kube, [deployment], namespace=NAMESPACE)
    return wait_bound(kube, namespace=NAMESPACE, wanted=replicas, timeout=60)


def only_claim(kube: Client) -> Claim:
    (claim,) = claims(kube)
    return claim


def test_pending_pods_get_the_cheapest_node_that_fits(
    kube: Client, project: Project, karpenter: RunningKarpenter
) -> None:
    placed = place(kube, project, 3)
    claim = only_claim(kube)
    assert {p.node.name for p in placed if p.node} == {claim.node}
    assert (claim.instance_type, claim.capacity_type, claim.zone) == ("c5.xlarge", "spot", ZONES[1])

    def initialized() -> bool:
        pods = kube.list(Pod, namespace=NAMESPACE)
        running = all(pod.status and pod.status.phase == "Running" for pod in pods)
        return running and {"Initialized", "Ready"} <= only_claim(kube).conditions

    wait_until(initialized, timeout=30, what="node and pods Ready")
    node = kube.get(Node, claim.node)
    assert node.status is not None
    assert node.status.allocatable is not None
    assert node.status.allocatable["cpu"] == "3900m"
    assert 'karpenter_nodeclaims_created_total{min_values_relaxed="false"' in karpenter.metrics()


@pytest.mark.parametrize(
    ("requirements", "capacity_type"),
    [
        ((NodeSelectorRequirement(CAPACITY, "In", ["spot"]),), "spot"),
        ((NodeSelectorRequirement(CAPACITY, "NotIn", ["spot"]),), "on-demand"),
        ((NodeSelectorRequirement(CAPACITY, "NotIn", ["spot"]), *NO_OTHER_SPOT), "on-demand"),
        (NO_OTHER_SPOT, "spot"),
    ],
    ids=["In spot", "NotIn spot", "NotIn spot of any cloud", "NotIn spot of other clouds"],
)
def test_required_node_affinity_decides_the_capacity(
    kube: Client,
    project: Project,
    requirements: tuple[NodeSelectorRequirement, ...],
    capacity_type: str,
) -> None:
    place(kube, project, 2, *requirements)
    assert only_claim(kube).capacity_type == capacity_type


def test_an_interrupted_node_is_replaced(kube: Client, project: Project) -> None:
    place(kube, project, 3)
    before = only_claim(kube)
    interrupt(kube, before.node, grace=0)
    assert before.node not in {n.metadata.name for n in kube.list(Node) if n.metadata}
    placed = wait_bound(kube, namespace=NAMESPACE, wanted=3, timeout=60)
    wait_until(
        lambda: before.name not in {claim.name for claim in claims(kube)},
        timeout=10,
        what="the NodeClaim gone",
    )
    assert {p.node.name for p in placed if p.node} == {only_claim(kube).node}


def test_an_announced_interruption_drains(kube: Client, project: Project) -> None:
    place(kube, project, 3)
    before = only_claim(kube)
    announce(kube, before.node)
    wait_until(
        lambda: before.name not in {claim.name for claim in claims(kube)},
        timeout=30,
        what="the node drained and gone",
    )
    reclaim(kube, before.node)
    placed = wait_bound(kube, namespace=NAMESPACE, wanted=3, timeout=60)
    assert {p.node.name for p in placed if p.node} == {only_claim(kube).node}


def test_after_a_scale_down_fewer_nodes_remain(kube: Client, project: Project) -> None:
    place(kube, project, 12)
    before = claims(kube)
    apply_pools(kube, [Pool(name="general", consolidate_after="0s", budgets=("100%",))])
    place(kube, project, 1)

    def consolidated() -> bool:
        found = claims(kube)
        return 0 < len(found) < len(before) and not any(claim.deleted for claim in found)

    wait_until(consolidated, timeout=90, what="fewer nodes", interval=0.2)
    wait_bound(kube, namespace=NAMESPACE, wanted=1, timeout=30)


def test_another_deployment_replaces_it(
    cluster: EmbeddedCluster, karpenter: RunningKarpenter, config: KarpenterConfig
) -> None:
    second = cluster.deploy_karpenter(config)
    assert not karpenter.is_running()
    assert second.is_ready()
    second.kill()
    assert not second.is_ready()


def test_it_is_no_master(cluster: EmbeddedCluster, karpenter: RunningKarpenter) -> None:
    kube = client(Layout(cluster.name).pki / "karpenter.kubeconfig")
    assert isinstance(list(kube.list(Node)), list)
    with pytest.raises(ApiError) as caught:
        list(kube.list(Secret, namespace="*"))
    assert caught.value.status.code == 403
    kube.close()


def test_logs_lie_with_those_of_the_lab(
    cluster: EmbeddedCluster, karpenter: RunningKarpenter, tmp_path: Path
) -> None:
    assert karpenter.log.stat().st_size > 0
    cluster.collect_logs(tmp_path / "logs")
    assert (tmp_path / "logs" / "karpenter.log").is_file()
