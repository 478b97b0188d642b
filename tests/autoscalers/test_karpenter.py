"""What Karpenter is told: the file of instance types and the NodePools."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pyplugin.autoscalers.karpenter import (
    Market,
    NotPriced,
    Pool,
    node_class,
    node_pool,
    write_instance_types,
)
from pyplugin.clusters import instance_type
from pyplugin.prices import PriceBook
from pyplugin.spec import Taint

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

BOOK = PriceBook.model_validate(
    {
        "version": 1,
        "currency": "USD",
        "source": "test",
        "fetchedAt": "2026-05-01T00:00:00Z",
        "prices": {
            "m5.large": {"on-demand": {"*": 96_000}, "spot": {"a": 30_001}},
            "m6g.large": {"spot": {"a": 20_000}},
            "g4dn.2xlarge": {"on-demand": {"*": 752_000}},
        },
    }
)


def offers(path: Path, names: Sequence[str], **market: Any) -> list[dict[str, Any]]:
    market = {"zones": ("a", "b"), "book": BOOK, **market}
    write_instance_types(path / "types.json", map(instance_type, names), Market(**market))
    written: list[dict[str, Any]] = json.loads((path / "types.json").read_text(encoding="utf-8"))
    return written


def prices(entry: dict[str, Any]) -> dict[tuple[str, str], float]:
    """Dollars per hour by capacity type and zone."""
    found = {}
    for offering in entry["offerings"]:
        labels = {each["key"]: each["values"] for each in offering["Requirements"]}
        (capacity_type,) = labels["karpenter.sh/capacity-type"]
        (zone,) = labels["topology.kubernetes.io/zone"]
        found[capacity_type, zone] = offering["Price"]
    return found


def test_spot_is_estimated_where_the_book_has_none(tmp_path: Path) -> None:
    (entry,) = offers(tmp_path, ["m5.large"])
    assert prices(entry) == {
        ("on-demand", "a"): 0.096,
        ("on-demand", "b"): 0.096,
        ("spot", "a"): 0.030001,
        ("spot", "b"): 0.0384,
    }


def test_another_discount(tmp_path: Path) -> None:
    (entry,) = offers(tmp_path, ["m5.large"], zones=("b",), spot_discount_percent=75)
    assert prices(entry)["spot", "b"] == 0.024


def test_shapes(tmp_path: Path) -> None:
    large, gpu = offers(tmp_path, ["m5.large", "g4dn.2xlarge"])
    assert large["name"] == "m5.large"
    assert large["architecture"] == "amd64"
    assert large["resources"] == {"cpu": "2", "memory": "8192Mi"}
    assert gpu["resources"]["nvidia.com/gpu"] == "1"


def test_what_has_no_price_is_not_offered(tmp_path: Path) -> None:
    (entry,) = offers(tmp_path, ["m6g.large"])
    assert prices(entry) == {("spot", "a"): 0.02}
    with pytest.raises(NotPriced, match=r"no price of m6g\.large in b"):
        offers(tmp_path, ["m6g.large"], zones=("b",))


def test_a_pool_says_nothing_that_it_need_not() -> None:
    spec = node_pool(Pool(name="general")).spec
    assert spec["template"]["spec"]["requirements"] == [
        {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["spot", "on-demand"]}
    ]
    assert {"limits", "weight"}.isdisjoint(spec)
    assert spec["disruption"]["consolidationPolicy"] == "WhenEmptyOrUnderutilized"


def test_a_pool_with_everything() -> None:
    pool = Pool(
        name="batch",
        capacity_types=("spot",),
        instance_types=("m5.large",),
        zones=("a",),
        labels={"team": "web"},
        taints=(Taint(key="dedicated", value="batch"),),
        weight=10,
        limits={"cpu": "100"},
        consolidation_policy="WhenEmpty",
        consolidate_after="30s",
        expire_after="Never",
        budgets=("10%", "3"),
    )
    resource = node_pool(pool)
    spec = resource.spec
    assert resource["metadata"].name == "batch"
    assert spec["template"] == {
        "metadata": {"labels": {"team": "web"}},
        "spec": {
            "nodeClassRef": {
                "group": "karpenter.kwok.sh",
                "kind": "KWOKNodeClass",
                "name": "default",
            },
            "requirements": [
                {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["spot"]},
                {
                    "key": "node.kubernetes.io/instance-type",
                    "operator": "In",
                    "values": ["m5.large"],
                },
                {"key": "topology.kubernetes.io/zone", "operator": "In", "values": ["a"]},
            ],
            "taints": [{"key": "dedicated", "value": "batch", "effect": "NoSchedule"}],
            "expireAfter": "Never",
        },
    }
    assert spec["disruption"] == {
        "consolidationPolicy": "WhenEmpty",
        "consolidateAfter": "30s",
        "budgets": [{"nodes": "10%"}, {"nodes": "3"}],
    }
    assert (spec["weight"], spec["limits"]) == (10, {"cpu": "100"})


def test_nodes_may_take_their_time_to_join() -> None:
    assert node_class(startup="40s").spec == {"nodeRegistrationDelay": "40s"}
