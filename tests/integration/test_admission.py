"""What the admission policy makes of pods, as a real API server evaluates it."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, cast

import pytest
from lightkube import Client, codecs
from lightkube.models.meta_v1 import ObjectMeta
from lightkube.resources.core_v1 import Pod
from lightkube.resources.scheduling_v1 import PriorityClass

from pyplugin.clusters import client
from pyplugin.clusters.embedded import EmbeddedCluster, EmbeddedConfig
from pyplugin.generate.manifests import admission_objects, plain, priority_class_objects
from pyplugin.golang import minors
from pyplugin.spec import Band, Spot, Toleration
from pyplugin.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.integration, pytest.mark.timeout(1500)]

NEWEST = minors()[0]
BANDS = [
    Band(name="batch", max_priority=-1, priority_classes=["nightly"], capacity="spot", priority=-5),
    Band(name="standard", max_priority=999, capacity="prefer-spot"),
    Band(name="critical", capacity="on-demand", priority=100_000_000),
]
SPOT = {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["spot"]}
NOT_SPOT = {**SPOT, "operator": "NotIn"}
ARM = {"key": "kubernetes.io/arch", "operator": "In", "values": ["arm64"]}
ZONE = {"key": "topology.kubernetes.io/zone", "operator": "In", "values": ["us-east-1a"]}
FIELD = {"key": "metadata.name", "operator": "In", "values": ["node-1"]}
OWN = {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["on-demand", "reserved"]}


@pytest.fixture(scope="module")
def kube(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYPLUGIN_STATE_DIR", str(tmp_path_factory.mktemp("state")))
        cluster = EmbeddedCluster(EmbeddedConfig(name="lab", kubernetes=NEWEST))
        cluster.up()
        with closing(client(cluster.kubeconfig)) as kube:
            install(kube, "acme", Spot())
            own = [Toleration(key="pool", value="spot", effect="NoSchedule"), Toleration(key="any")]
            install(kube, "aks", Spot(labels="aks", tolerations=own))
            wait_until(lambda: active(kube), timeout=30, what="the policies at work", cure="")
            yield kube
        cluster.down()


def install(kube: Client, scheduler: str, spot: Spot) -> None:
    labels = {"app.kubernetes.io/name": scheduler}
    objects = priority_class_objects(scheduler, BANDS, labels) + admission_objects(
        scheduler=scheduler, kubernetes=NEWEST, bands=BANDS, spot=spot, labels=labels
    )
    for each in codecs.load_all_yaml(plain(objects)):
        kube.apply(each, field_manager="test")


def active(kube: Client) -> bool:
    """Policies take effect shortly after they are made."""
    probes = [create(kube, scheduler=name, priority="acme-batch") for name in ("acme", "aks")]
    return all(terms(probe) for probe in probes)


def create(
    kube: Client, *, scheduler: str = "acme", priority: str | None = None, **spec: Any
) -> Pod:
    containers = [{"name": "main", "image": "pause"}]
    names = {"schedulerName": scheduler, "priorityClassName": priority}
    metadata = {"generateName": "pod-", "namespace": "default"}
    manifest = {"metadata": metadata, "spec": {"containers": containers, **names, **spec}}
    return kube.create(cast("Pod", Pod.from_dict(manifest)))


def terms(pod: Pod) -> list[dict[str, Any]]:
    spec = pod.to_dict()["spec"]
    required = (
        spec.get("affinity", {})
        .get("nodeAffinity", {})
        .get("requiredDuringSchedulingIgnoredDuringExecution", {})
    )
    found: list[dict[str, Any]] = required.get("nodeSelectorTerms", [])
    return found


def required(*found: dict[str, Any]) -> dict[str, Any]:
    return {
        "affinity": {
            "nodeAffinity": {
                "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [*found]}
            }
        }
    }


@pytest.mark.parametrize(
    ("priority", "expected"),
    [
        ("acme-batch", [{"matchExpressions": [SPOT]}]),
        ("acme-critical", [{"matchExpressions": [NOT_SPOT]}]),
        ("system-node-critical", [{"matchExpressions": [NOT_SPOT]}]),
        (None, []),
    ],
)
def test_bands(kube: Client, priority: str | None, expected: list[dict[str, Any]]) -> None:
    assert terms(create(kube, priority=priority)) == expected


def test_class_by_name(kube: Client) -> None:
    kube.create(PriorityClass(metadata=ObjectMeta(name="nightly"), value=5000))
    assert terms(create(kube, priority="nightly")) == [{"matchExpressions": [SPOT]}]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (
            required({"matchExpressions": [ARM]}, {"matchExpressions": [ZONE, ARM]}),
            [{"matchExpressions": [ARM, SPOT]}, {"matchExpressions": [ZONE, ARM, SPOT]}],
        ),
        (
            required({"matchFields": [FIELD]}),
            [{"matchFields": [FIELD], "matchExpressions": [SPOT]}],
        ),
        ({"affinity": {"podAffinity": {}}}, [{"matchExpressions": [SPOT]}]),
        ({"affinity": {"nodeAffinity": {}}}, [{"matchExpressions": [SPOT]}]),
        ({"affinity": {}}, [{"matchExpressions": [SPOT]}]),
        ({"nodeSelector": {"team": "web"}}, [{"matchExpressions": [SPOT]}]),
        # A pod that says something about its capacity keeps that.
        ({"nodeSelector": {"karpenter.sh/capacity-type": "on-demand"}}, []),
        (required({"matchExpressions": [OWN]}), [{"matchExpressions": [OWN]}]),
    ],
)
def test_what_the_pod_has_stays(
    kube: Client, spec: dict[str, Any], expected: list[dict[str, Any]]
) -> None:
    assert terms(create(kube, priority="acme-batch", **spec)) == expected


def test_other_schedulers_pods_stay_as_they_are(kube: Client) -> None:
    assert terms(create(kube, scheduler="default-scheduler", priority="acme-batch")) == []


def own_tolerations(pod: Pod) -> list[tuple[str, str]]:
    found = pod.to_dict()["spec"].get("tolerations", [])
    return [
        (each["key"], each["operator"])
        for each in found
        if not each["key"].startswith("node.kubernetes.io/")
    ]


def test_tolerations(kube: Client) -> None:
    spot = [
        ("kubernetes.azure.com/scalesetpriority", "Equal"),
        ("pool", "Equal"),
        ("any", "Exists"),
    ]
    assert own_tolerations(create(kube, scheduler="aks", priority="acme-batch")) == spot
    assert own_tolerations(create(kube, scheduler="aks")) == spot
    assert own_tolerations(create(kube, scheduler="aks", priority="acme-critical")) == []
    before = [{"key": "mine", "operator": "Exists"}]
    kept = create(kube, scheduler="aks", priority="acme-batch", tolerations=before)
    assert own_tolerations(kept) == [("mine", "Exists"), *spot]


def test_no_preemption_by_pods_on_spot(kube: Client) -> None:
    spec = create(kube, priority="acme-batch").spec
    assert spec is not None
    assert (spec.priority, spec.preemptionPolicy) == (-5, "Never")
