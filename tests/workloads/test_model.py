from __future__ import annotations

import pytest

from pyplugin.workloads import APP_LABEL, Toleration, Workload
from pyplugin.workloads.model import priority_class_name


def test_nothing_in_the_pod_depends_on_the_scheduler_but_its_name() -> None:
    workload = Workload(name="web", replicas=3, cpu="250m", memory="1Gi", priority=5)
    ours = workload.deployment(namespace="n", scheduler_name="acme").to_dict()
    default = workload.deployment(namespace="n", scheduler_name="default-scheduler").to_dict()
    assert ours != default
    default["spec"]["template"]["spec"]["schedulerName"] = "acme"
    assert ours == default


def test_pods_carry_the_label_they_are_found_by_whatever_the_test_says() -> None:
    workload = Workload(name="web", replicas=1, labels={APP_LABEL: "other", "team": "a"})
    deployment = workload.deployment(namespace="n", scheduler_name="acme").to_dict()
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    assert labels == {APP_LABEL: "web", "team": "a"}
    assert deployment["spec"]["selector"]["matchLabels"] == {APP_LABEL: "web"}


def test_extended_resources_are_limited_at_what_they_request() -> None:
    workload = Workload(name="train", replicas=1, extended={"nvidia.com/gpu": "2"})
    deployment = workload.deployment(namespace="n", scheduler_name="acme").to_dict()
    resources = deployment["spec"]["template"]["spec"]["containers"][0]["resources"]
    assert resources["limits"] == {"nvidia.com/gpu": "2"}
    assert resources["requests"]["nvidia.com/gpu"] == "2"


@pytest.mark.parametrize(
    ("toleration", "operator"),
    [(Toleration("gpu"), "Exists"), (Toleration("pool", "web", "NoSchedule"), "Equal")],
)
def test_a_toleration_without_value_asks_for_the_key_alone(
    toleration: Toleration, operator: str
) -> None:
    workload = Workload(name="web", replicas=1, tolerations=(toleration,))
    pod = workload.deployment(namespace="n", scheduler_name="acme").to_dict()
    assert pod["spec"]["template"]["spec"]["tolerations"][0]["operator"] == operator


@pytest.mark.parametrize(
    ("priority", "name"), [(0, None), (7, "priority-7"), (-7, "priority-minus-7")]
)
def test_priority_classes_have_names_that_kubernetes_takes(priority: int, name: str | None) -> None:
    assert priority_class_name(priority) == name
    made = Workload(name="web", replicas=1, priority=priority).priority_class()
    assert (made.value if made else 0) == priority
