"""Objects, and that the chart with its values is the plain manifests."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml

from pyplugin.generate.manifests import (
    Value,
    Workload,
    chart_template,
    chart_values,
    deployment_objects,
    plain,
    rbac_objects,
)

LABELS = {"app.kubernetes.io/name": "acme"}


def workload(**changes: Any) -> Workload:
    fields: dict[str, Any] = {
        "name": "acme",
        "namespace": "scheduling",
        "labels": LABELS,
        "image": "example.com/acme:v1",
        "replicas": 3,
        "config": {"scheduler-config.yaml": "a: b\n"},
    }
    return Workload(**{**fields, **changes})


def objects(**changes: Any) -> list[dict[str, Any]]:
    made = workload(**changes)
    rbac = rbac_objects(name=made.name, namespace=made.namespace, labels=made.labels)
    return rbac + deployment_objects(made)


def rendered(template: str, values: dict[str, Any]) -> str:
    """What Helm makes of the two constructs that templates of ours use."""
    text = re.sub(
        r"\{\{ \.Values\.(\w+) \| toJson \}\}", lambda m: json.dumps(values[m[1]]), template
    )
    return text.replace('{{ "{{" }}', "{{")


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"price_config_map": "prices"},
        {"config": {"scheduler-config.yaml": "a: b\n", "price-book.json": '{"a": "{{ x }}"}\n'}},
        {"config": {"a": "no newline {{"}},
        {"name": "1e3", "labels": {"app.kubernetes.io/name": "1e3"}, "namespace": "0x10"},
        {"config": {"a": "tab\there\r\nand there \n"}},
    ],
)
def test_chart_with_values_is_the_manifests(changes: dict[str, Any]) -> None:
    made = objects(**changes)
    values = yaml.safe_load(chart_values(made))
    chart = rendered(chart_template(made), values)
    assert list(yaml.safe_load_all(chart)) == list(yaml.safe_load_all(plain(made)))


def test_every_value_is_used() -> None:
    template, values = chart_template(objects()), yaml.safe_load(chart_values(objects()))
    assert set(re.findall(r"\.Values\.(\w+)", template)) == set(values)
    assert values["replicas"] == 3
    assert values["image"] == "example.com/acme:v1"


def test_a_value_that_is_set_arrives() -> None:
    made = objects()
    values = {**yaml.safe_load(chart_values(made)), "image": "other:v2", "replicas": 1}
    found = {o["kind"]: o for o in yaml.safe_load_all(rendered(chart_template(made), values))}
    spec = found["Deployment"]["spec"]
    assert spec["replicas"] == 1
    assert spec["template"]["spec"]["containers"][0]["image"] == "other:v2"


def test_text_of_users_is_no_template() -> None:
    template = chart_template([{"kind": "ConfigMap", "data": {"a": '"x {{ .Values.y }}"\n'}}])
    assert re.findall(r"\{\{(.*?)\}\}", template) == [' "{{" ']


@pytest.mark.parametrize("text", ["1e3", "0o17", "0x1f", "1_0", "+1", "-1", ".5", "on", "~", ""])
def test_texts_stay_texts(text: str) -> None:
    written = plain([{"a": text}])
    assert written.strip() in (f"a: '{text}'", f'a: "{text}"')


def test_a_value_alone_in_a_list() -> None:
    template = chart_template(
        [{"a": [Value("x", 1), {"b": Value("y", 2)}], "c-d.e": Value("z", 3)}]
    )
    assert template == (
        "a:\n  - {{ .Values.x | toJson }}\n  - b: {{ .Values.y | toJson }}\n"
        "c-d.e: {{ .Values.z | toJson }}\n"
    )


def by_kind(kind: str, **changes: Any) -> list[dict[str, Any]]:
    return [o for o in yaml.safe_load_all(plain(objects(**changes))) if o["kind"] == kind]


def test_every_binding_is_for_the_account() -> None:
    bindings = by_kind("ClusterRoleBinding") + by_kind("RoleBinding")
    assert len(bindings) == 4
    account = {"kind": "ServiceAccount", "name": "acme", "namespace": "scheduling"}
    assert all(binding["subjects"] == [account] for binding in bindings)


def test_no_rule_is_wider_than_the_own_lease() -> None:
    [role] = by_kind("Role")
    assert role["metadata"]["namespace"] == "scheduling"
    assert not by_kind("ClusterRole")
    for rule in role["rules"]:
        assert rule["resources"] == ["leases"]
        assert rule["verbs"] == ["create"] or rule["resourceNames"] == ["acme"]


def test_pod_is_restricted() -> None:
    [deployment] = by_kind("Deployment")
    pod = deployment["spec"]["template"]["spec"]
    [container] = pod["containers"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "readOnlyRootFilesystem": True,
    }


def test_a_new_configuration_rolls_the_pods() -> None:
    def annotation(config: dict[str, str]) -> str:
        [deployment] = by_kind("Deployment", config=config)
        text: str = deployment["spec"]["template"]["metadata"]["annotations"][
            "pyplugin.dev/config-sha256"
        ]
        return text

    assert annotation({"a": "b"}) == annotation({"a": "b"})
    assert annotation({"a": "b"}) != annotation({"a": "c"})


def test_prices_of_a_config_map_may_be_missing() -> None:
    [deployment] = by_kind("Deployment", price_config_map="prices")
    [volume] = deployment["spec"]["template"]["spec"]["volumes"]
    prices = volume["projected"]["sources"][1]["configMap"]
    assert prices["name"] == "prices"
    assert prices["optional"] is True


def test_selectors_match_the_pods() -> None:
    [deployment], [budget] = by_kind("Deployment"), by_kind("PodDisruptionBudget")
    labels = deployment["spec"]["template"]["metadata"]["labels"].items()
    for selector in (deployment["spec"]["selector"], budget["spec"]["selector"]):
        assert selector["matchLabels"].items() <= labels
