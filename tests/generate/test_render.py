"""What is rendered: golden projects, the same bytes each time, ownership."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from pyplugin.generate import GenerateError
from pyplugin.generate.gomod import go_mod
from pyplugin.generate.inputs import MAX_PRICE_BOOK_BYTES, read_inputs
from pyplugin.generate.render import render
from pyplugin.generate.tree import MARK
from pyplugin.golang import dependencies, minors
from pyplugin.prices import PriceBookError
from pyplugin.spec import parse_fleet
from tests.generate.conftest import SPEC

if TYPE_CHECKING:
    from pyplugin.generate.tree import Tree

GOLDEN = Path(__file__).parents[1] / "golden"
LEFT_OUT = ("third_party/", "go.sum")


def golden(minor: str) -> Tree:
    return render(read_inputs(GOLDEN / f"{minor}.yaml"))


@pytest.mark.parametrize("minor", minors())
def test_golden_project(minor: str) -> None:
    folder = GOLDEN / minor
    wanted = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    found = {p: f.content for p, f in golden(minor).items() if not p.startswith(LEFT_OUT)}
    assert set(found) == wanted
    for path, content in found.items():
        assert content == (folder / path).read_bytes(), f"{path}: make update-golden if it is right"


def test_golden_script_agrees() -> None:
    script = GOLDEN.parents[1] / "scripts" / "update_golden.py"
    command = [sys.executable, str(script), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("minor", minors())
def test_same_bytes_each_time(minor: str) -> None:
    assert golden(minor) == golden(minor)


def test_no_absolute_path_and_no_time() -> None:
    for path, file in golden("1.37").items():
        if not path.startswith("third_party/"):
            assert str(GOLDEN.parents[1]).encode() not in file.content


def test_owner_is_told_by_the_first_line() -> None:
    unmarked = ("go.sum", "config/price-book.json", "third_party/")
    for path, file in golden("1.36").items():
        marked = MARK.encode() in file.content.partition(b"\n")[0]
        assert marked == (file.owner == "ours") or path.startswith(unmarked), path


def test_what_is_yours() -> None:
    yours = {path for path, file in golden("1.37").items() if file.owner == "yours"}
    assert yours == {
        ".gitignore",
        "Makefile",
        "README.md",
        "RUNBOOK.md",
        "e2e/fleet.yaml",
        "e2e/pytest.ini",
        "e2e/test_placement.py",
    }


def test_library_has_no_tests_and_no_lab() -> None:
    paths = [path for path in golden("1.37") if path.startswith("third_party/")]
    assert "third_party/pyplugin/schedulercmd/main.go" in paths
    assert "third_party/pyplugin/pricing/data/default.json" in paths
    assert not [p for p in paths if "_test.go" in p or "/testdata/" in p or "/lab/" in p]


@pytest.mark.parametrize("minor", minors())
def test_go_mod(minor: str) -> None:
    pinned = dependencies(minor)
    text = go_mod("example.com/x/v2", pinned)
    assert text.splitlines()[:3] == [f"// {MARK}", "", "module example.com/x/v2"]
    assert f"k8s.io/kubernetes {pinned.version} // indirect" in text
    assert text.count(" => ") == pinned.scheduler_mod.count(" => ") + 1
    assert text.endswith("replace pyplugin.dev/scheduling => ./third_party/pyplugin\n")


@pytest.mark.parametrize("minor", minors())
def test_yaml_is_yaml(minor: str) -> None:
    for path, file in golden(minor).items():
        if path.endswith(".yaml") and "/templates/" not in path:
            assert list(yaml.safe_load_all(file.content)), path


@pytest.mark.parametrize("minor", minors())
def test_e2e_fleet_is_a_fleet(minor: str) -> None:
    fleet = parse_fleet(golden(minor)["e2e/fleet.yaml"].content)
    assert {pool.capacity_type for pool in fleet.spec.pools} == {"on-demand", "spot"}


@pytest.mark.parametrize("minor", minors())
def test_e2e_tests_compile(minor: str) -> None:
    source = golden(minor)["e2e/test_placement.py"].content.decode()
    compile(source, "test_placement.py", "exec")
    assert source.count("def test_") >= 2


@pytest.mark.skipif(shutil.which("helm") is None, reason="helm is not on PATH")
@pytest.mark.parametrize("minor", minors())
def test_helm_renders_the_manifests(minor: str) -> None:
    deploy = GOLDEN / minor / "deploy"
    command = ["helm", "template", "release", str(deploy / "chart")]
    done = subprocess.run(command, capture_output=True, timeout=60, check=True)
    plain = [
        each for path in deploy.glob("*.yaml") for each in yaml.safe_load_all(path.read_bytes())
    ]

    def key(item: dict[str, Any]) -> str:
        return f"{item['kind']}/{item['metadata']['name']}"

    assert sorted(yaml.safe_load_all(done.stdout), key=key) == sorted(plain, key=key)


def config(minor: str) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(golden(minor)["config/scheduler-config.yaml"].content)
    return loaded


def test_configuration() -> None:
    [profile] = config("1.36")["profiles"]
    assert profile["schedulerName"] == "golden"
    assert profile["plugins"]["multiPoint"]["enabled"] == [{"name": "CostAware", "weight": 7}]
    [cost] = profile["pluginConfig"]
    assert cost["args"] == {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "CostAwareArgs",
        "priceBookPath": "price-book.json",
        "bands": [{"name": "all", "capacity": "PreferSpot", "lostWork": "30m"}],
        "estimatedSpotDiscountPercent": 0,
        "maxPriceAge": "1h30m",
    }


def test_packing() -> None:
    [profile] = config("1.37")["profiles"]
    fit = profile["pluginConfig"][1]
    assert fit["name"] == "NodeResourcesFit"
    assert fit["args"]["scoringStrategy"]["type"] == "MostAllocated"


def test_name_that_looks_like_a_number() -> None:
    loaded = config("1.35")
    assert loaded["leaderElection"]["resourceName"] == "1e3"
    assert loaded["leaderElection"]["resourceNamespace"] == "scheduling"
    assert loaded["profiles"][0]["schedulerName"] == "1e3"


def with_book(folder: Path, content: bytes | None) -> Path:
    spec = folder / "scheduler.yaml"
    spec.write_text(SPEC.replace("{weight: 5}", "{priceBook: {file: book.json}}"))
    if content is not None:
        (folder / "book.json").write_bytes(content)
    return spec


BOOK: dict[str, Any] = {
    "version": 1,
    "currency": "USD",
    "source": "test",
    "fetchedAt": "2026-05-01T00:00:00Z",
    "prices": {"x": {"spot": {"z": 5}}},
}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file"),
        (b"", "not JSON"),
        (b"{}", "version"),
        (json.dumps({**BOOK, "prices": {"x": {"spot": {"z": -5}}}}).encode(), "prices.x.spot.z"),
        (json.dumps({**BOOK, "prices": {"x": {"spot": {"z": float("nan")}}}}).encode(), "NaN"),
    ],
)
def test_bad_price_book(tmp_path: Path, content: bytes | None, message: str) -> None:
    with pytest.raises(PriceBookError, match=message) as caught:
        read_inputs(with_book(tmp_path, content))
    assert caught.value.exit_code == 2
    assert "book.json" in caught.value.message


def test_price_book_that_no_config_map_holds(tmp_path: Path) -> None:
    content = json.dumps(BOOK).encode() + b" " * MAX_PRICE_BOOK_BYTES
    with pytest.raises(GenerateError, match="don't fit into a ConfigMap"):
        read_inputs(with_book(tmp_path, content))


def test_price_book_travels_as_it_is(tmp_path: Path) -> None:
    content = json.dumps(BOOK, indent=1).encode()
    tree = render(read_inputs(with_book(tmp_path, content)))
    assert tree["config/price-book.json"].content == content
    first, *_ = yaml.safe_load_all(tree["deploy/deployment.yaml"].content)
    assert first["data"]["price-book.json"].encode() == content


@pytest.mark.parametrize(
    ("changes", "promised"),
    [
        ({"static": True}, True),
        ({"static": False}, False),  # may be too old when the tests run
        ({"static": True, "prices": {"x": {"on-demand": {"*": 5}, "spot": {"*": 5}}}}, False),
        ({"static": True, "prices": {"x": {"spot": {"*": 5}}}}, False),
    ],
)
def test_what_e2e_may_expect(tmp_path: Path, changes: dict[str, Any], promised: bool) -> None:
    book = {**BOOK, "prices": {"x": {"on-demand": {"*": 5}}}, **changes}
    tree = render(read_inputs(with_book(tmp_path, json.dumps(book).encode())))
    assert (b"standard_pods_take_spot" in tree["e2e/test_placement.py"].content) == promised


def test_book_without_on_demand_prices(tmp_path: Path) -> None:
    tree = render(read_inputs(with_book(tmp_path, json.dumps(BOOK).encode())))
    assert b'instanceType: "x"' in tree["e2e/fleet.yaml"].content
