"""fleet.yaml."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyplugin.resources import examples
from pyplugin.spec import SpecError, load_fleet, parse_fleet

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """apiVersion: pyplugin.dev/v1alpha1
kind: Fleet
metadata: {name: test}
spec:
  pools:
"""
POOL = "    - {name: a, instanceType: m5.xlarge, zones: [z]}\n"


def refused(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(SpecError) as caught:
        parse_fleet(text.encode())
    return [(p.line, p.path, p.message) for p in caught.value.problems]


@pytest.mark.parametrize("path", sorted(examples().rglob("fleet.yaml")), ids=str)
def test_examples(path: Path) -> None:
    assert load_fleet(path).spec.pools


def test_defaults() -> None:
    [pool] = parse_fleet((HEAD + POOL).encode()).spec.pools
    assert (pool.capacity_type, pool.count, pool.labels, pool.taints) == ("on-demand", 1, {}, [])


def test_all_fields() -> None:
    text = HEAD + (
        "    - name: a\n      instanceType: x\n      capacityType: spot\n      zones: [y, z]\n"
        "      count: 0\n      labels: {example.com/team: web}\n"
        "      taints: [{key: nvidia.com/gpu, effect: NoExecute}]\n"
        '      capacity: {cpu: "4", memory: 16Gi, nvidia.com/gpu: "1"}\n'
    )
    [pool] = parse_fleet(text.encode()).spec.pools
    assert pool.taints[0].value == ""
    assert pool.capacity["nvidia.com/gpu"] == "1"


def test_duplicate_names() -> None:
    other = POOL.replace("name: a", "name: b")
    assert refused(HEAD + POOL + other + POOL) == [(8, "spec.pools[2].name", "duplicate pool 'a'")]


@pytest.mark.parametrize(
    ("pool", "path", "message"),
    [
        ("name: A, instanceType: x, zones: [z]", "name", "not a DNS label"),
        (f"name: {'a' * 58}, instanceType: x, zones: [z]", "name", "at most 57"),
        ("name: a, instanceType: '', zones: [z]", "instanceType", "empty"),
        ("name: a, instanceType: a/b, zones: [z]", "instanceType", "not a label's value"),
        ("name: a, instanceType: x, zones: []", "zones", "at least 1 item"),
        ("name: a, instanceType: x, zones: z", "zones", "valid list"),
        ("name: a, instanceType: x, zones: [a b]", "zones[0]", "not a label's value"),
        ("name: a, instanceType: x, zones: [z], count: -1", "count", "greater than or equal to 0"),
        ("name: a, instanceType: x, zones: [z], count: 20001", "count", "less than or equal"),
        ("name: a, instanceType: x, zones: [z], capacityType: Spot", "capacityType", "not allowed"),
        ("name: a, instanceType: x, zones: [z], capacity: {cpu: 4}", "capacity.cpu", "text"),
        ("name: a, instanceType: x, zones: [z], capacity: {cpu: -4m}", "capacity.cpu", "quantity"),
        ("name: a, instanceType: x, zones: [z], labels: {/a: b}", "labels['/a']", "label's key"),
        (
            "name: a, instanceType: x, zones: [z], taints: [{key: a, effect: No}]",
            "taints[0].effect",
            "not allowed",
        ),
    ],
)
def test_refused(pool: str, path: str, message: str) -> None:
    [found] = refused(f"{HEAD}    - {{{pool}}}\n")
    assert found[:2] == (6, f"spec.pools[0].{path}")
    assert message in found[2]


def test_label_that_a_field_sets() -> None:
    text = HEAD + POOL.replace("}", ", labels: {topology.kubernetes.io/zone: z}}")
    [found] = refused(text)
    assert found[2] == "this label is set by a field"


def test_too_many_nodes() -> None:
    pools = "".join(POOL.replace("name: a", f"name: a{i}, count: 9999") for i in range(3))
    assert refused(HEAD + pools) == [(6, "spec.pools", "over 20000 nodes in all")]
