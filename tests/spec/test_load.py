"""Every way in which a spec can be wrong: where, what, and how to cure it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from pyplugin.golang import minors
from pyplugin.resources import examples
from pyplugin.spec import MINORS, Scheduler, SpecError, load, load_fleet, parse, parse_fleet
from pyplugin.spec.read import MAX_BYTES

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """apiVersion: pyplugin.dev/v1alpha1
kind: Scheduler
metadata: {name: acme}
spec:
"""
GOOD = HEAD + "  module: example.com/acme\n  plugins: {cost: {weight: 7}}\n"
COST = HEAD + "  module: example.com/acme\n  plugins:\n    cost:\n      "


def problems(text: str | bytes) -> list[tuple[int, int, str, str, str]]:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(SpecError) as caught:
        parse(data)
    found = caught.value.problems
    assert caught.value.cure
    return [(p.line, p.column, p.path, p.message, p.cure) for p in found]


def test_defaults() -> None:
    spec = parse(GOOD.encode()).spec
    assert spec.kubernetes == MINORS[0] == minors()[0]
    assert spec.packing
    assert (spec.deploy.namespace, spec.deploy.replicas, spec.deploy.image) == (
        "kube-system",
        2,
        None,
    )
    cost = spec.plugins.cost
    assert cost is not None
    assert (cost.weight, cost.price_book, cost.max_price_age) == (7, None, "24h")
    assert cost.spot.estimated_discount_percent == 60
    assert [band.max_priority for band in cost.bands] == [-1, 999, None]


def test_minors_are_those_that_have_dependencies() -> None:
    assert list(MINORS) == minors()


@pytest.mark.parametrize("path", sorted(examples().rglob("scheduler.yaml")), ids=str)
def test_examples(path: Path) -> None:
    assert load(path).kind == "Scheduler"


def test_all_problems_at_once() -> None:
    text = HEAD + (
        "  kubernetes: 1.37\n"
        "  module: foo\n"
        "  plugins:\n"
        "    cost: {weigth: 5, weight: -1, spot: []}\n"
        "    costs: {}\n"
    )
    found = problems(text)
    assert [(line, column, path) for line, column, path, *_ in found] == [
        (5, 15, "spec.kubernetes"),
        (6, 11, "spec.module"),
        (8, 12, "spec.plugins.cost.weigth"),
        (8, 31, "spec.plugins.cost.weight"),
        (8, 41, "spec.plugins.cost.spot"),
        (9, 5, "spec.plugins.costs"),
    ]
    assert "quote it" in found[0][4]
    assert found[2][4] == "did you mean `weight`?"
    assert found[5][3:] == ("unknown plugin", "did you mean `cost`?")


@pytest.mark.parametrize(
    ("field", "path", "message"),
    [
        ("weight: -1", "weight", "greater than or equal to 1"),
        ("weight: 0", "weight", "greater than or equal to 1"),
        ("weight: 101", "weight", "less than or equal to 100"),
        ("weight: 1e9", "weight", "valid integer"),
        ("weight: 1000000000", "weight", "less than or equal to 100"),
        ('weight: "5"', "weight", "valid integer"),
        ("weight: true", "weight", "valid integer"),
        ("weight: .nan", "weight", "valid integer"),
        ("weight:", "weight", "valid integer"),
        ("spot: {estimatedDiscountPercent: 96}", "spot.estimatedDiscountPercent", "95"),
        ("spot: {maxPriority: 9}", "spot.maxPriority", "unknown field"),
        ("spot: {labels: acme}", "spot.labels", "not allowed"),
        ("spot: {tolerations: [{key: a b}]}", "spot.tolerations[0].key", "not a label's key"),
        ("bands: []", "bands", "at least 1"),
        ("bands: [{name: a, capacity: cheap}]", "bands[0].capacity", "not allowed"),
        ("bands: [{name: A, capacity: spot}]", "bands[0].name", "not a DNS label"),
        ("bands: [{name: a, capacity: spot, maxPriority: 5}]", "bands[0].maxPriority", "no end"),
        ("bands: [{name: a, capacity: spot, lostWork: 0s}]", "bands[0].lostWork", "out of range"),
        (
            "bands: [{name: a, capacity: spot, priority: 1000000001}]",
            "bands[0].priority",
            "1000000000",
        ),
        ("bands: [{name: a, capacity: spot, priority: -11}]", "bands[0].priority", "too low"),
        ("maxPriceAge: 1 day", "maxPriceAge", "not a duration"),
        ("maxPriceAge: 24", "maxPriceAge", "text is needed"),
        ("maxPriceAge: 0s", "maxPriceAge", "out of range"),
        ("maxPriceAge: 9000h", "maxPriceAge", "out of range"),
        ("priceBook: {}", "priceBook", "no single source"),
        ("priceBook: {file: a, configMap: kube-system/a}", "priceBook", "no single source"),
        ("priceBook: {file: /a}", "priceBook.file", "not a relative path"),
        ("priceBook: {configMap: a}", "priceBook.configMap", "not a ConfigMap"),
        ("priceBook: {configMap: other/a}", "priceBook.configMap", "the ConfigMap is in other"),
        ("price_book: {file: a}", "price_book", "unknown field"),
    ],
)
def test_cost(field: str, path: str, message: str) -> None:
    [found] = problems(COST + field)
    assert found[2] == f"spec.plugins.cost.{path}"
    assert message in found[3]
    assert found[0] == 8


@pytest.mark.parametrize("name", ["Acme", "-a", "a-", "a.b", "a" * 64, "a_b", "a\\nb", "ä", ""])
def test_name_is_a_dns_label(name: str) -> None:
    [found] = problems(GOOD.replace("name: acme", f'name: "{name}"'))
    assert found[:4] == (3, 18, "metadata.name", "not a DNS label")


@pytest.mark.parametrize("name", ["default-scheduler", "kube-scheduler"])
def test_name_of_the_clusters_own_scheduler(name: str) -> None:
    [found] = problems(GOOD.replace("acme}", f"{name}}}"))
    assert "the cluster's own scheduler" in found[3]


def test_unquoted_name_that_is_a_number() -> None:
    [found] = problems(GOOD.replace("name: acme", "name: 1e3"))
    assert found[4] == "quote it"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), "empty"),
        ("# only a comment\n", (1, 1), "empty"),
        ("[]", (1, 1), "a map is needed, not a list"),
        ("text", (1, 1), "a map is needed, not 'text'"),
        ("\ta: b", (1, 1), "\\t"),
        ("a: [", (1, 5), "expected the node content"),
        ("a: 1\n---\nb: 2\n", (2, 1), "several documents"),
        (b"a: \xff", (1, 1), "not UTF-8"),
        ("\ufffe", (1, 1), "not YAML"),
        ("a: \0", (1, 1), "not YAML"),
        ("[" * 100_000, (1, 1), "nested too deep"),
        ("? " * 100_000, (1, 1), "nested too deep"),
        ("%YAML 9.9\n---\na: b\n", (1, 1), ""),
        (b" " * (MAX_BYTES + 1), (1, 1), "over 256 KiB"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_no_document(text: str | bytes, place: tuple[int, int], message: str) -> None:
    found = problems(text)
    assert any(problem[:2] == place and message in problem[3] for problem in found)


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        ("kind: a\nkind: b", "kind", "duplicate key"),
        ("a: &x 1\nb: *x", "a", "anchors and aliases"),
        ("a: !foo b", "a", "tag !foo"),
        ("a: !!binary YQ==", "a", "tag"),
        ("a: !!set {b}", "a", "tag"),
        ("1: b", "?", "a key must be text"),
        ("? [a]\n: b", "?", "a key must be text"),
        ("<<: {a: b}", "?", "a key must be text"),
        ("a: " + "1" * 5000, "a", "not a number"),
        ("a: " + "[" * 40 + "]" * 40, "a" + "[0]" * 32, "nested too deep"),
    ],
)
def test_refused_yaml(text: str, path: str, message: str) -> None:
    assert any(p[2] == path and message in p[3] for p in problems(text))


def test_a_duplicate_map_names_the_line_of_the_first_key() -> None:
    with pytest.raises(SpecError, match="the first is in line 2;"):
        parse(b"kind: Scheduler\nspec:\n  plugins: {}\nspec: {}\n")


def test_duplicate_key_names_the_first() -> None:
    [found] = problems(GOOD + "kind: Scheduler\n")
    assert found[:2] == (7, 1)
    assert found[4] == "the first is in line 2; keep one"


def test_alias_bomb_is_small_and_fast() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    assert any("anchors" in p[3] for p in problems("\n".join(lines)))


def test_many_problems_are_counted() -> None:
    with pytest.raises(SpecError) as caught:
        parse("".join(f"k{i}: 1\n" for i in range(1000)).encode())
    assert len(caught.value.message.splitlines()) == 21
    assert "… and 984 more" in caught.value.message


def test_no_plugin() -> None:
    [found] = problems(HEAD + "  module: example.com/acme\n  plugins: {}\n")
    assert found[2:4] == ("spec.plugins", "no plugin")


def test_a_fleet_is_no_scheduler() -> None:
    found = problems(GOOD.replace("kind: Scheduler", "kind: Fleet"))
    assert found[0][2:4] == ("kind", "not allowed: 'Fleet'")


def test_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="No such file"):
        load(tmp_path / "none.yaml")
    with pytest.raises(SpecError, match="Is a directory"):
        load_fleet(tmp_path)


def test_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(GOOD + "  packng: true\n")
    with pytest.raises(SpecError) as caught:
        load(path)
    assert caught.value.message == (
        f"{path}:7:3: spec.packng: unknown field (did you mean `packing`?)"
    )


def test_python_names_are_no_yaml_names() -> None:
    assert Scheduler.model_validate(parse(GOOD.encode()).model_dump(by_alias=True))
    [found] = problems(GOOD + "  deploy: {name_space: a}\n")
    assert found[4] == "did you mean `namespace`?"


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    for read in (parse, parse_fleet):
        with pytest.raises(SpecError):
            read(data)


_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
_NAMES = st.sampled_from(
    ["apiVersion", "kind", "metadata", "spec", "plugins", "cost", "pools", "zones", "spot", "name"]
)
_TREES = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(_NAMES | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(_TREES)
def test_any_tree(tree: object) -> None:
    from io import StringIO

    text = StringIO()
    YAML(typ="safe", pure=True).dump(tree, text)
    with pytest.raises(SpecError) as caught:
        parse(text.getvalue().encode("utf-8", "surrogatepass"))
    assert all(p.line >= 1 and p.column >= 1 for p in caught.value.problems)
    assert "\0" not in caught.value.message


@given(st.integers(0, len(GOOD) - 1), st.text(max_size=6))
def test_any_damage(at: int, noise: str) -> None:
    damaged = (GOOD[:at] + noise + GOOD[at + 1 :]).encode("utf-8", "surrogatepass")
    with suppress(SpecError):
        assert parse(damaged).kind == "Scheduler"
