"""The JSON schema, the reference made from it, and the starter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyplugin.spec import KINDS, InitError, SpecError, json_schema, load, parse, write_starter

if TYPE_CHECKING:
    from collections.abc import Iterator

_BARE = """apiVersion: pyplugin.dev/v1alpha1
kind: Scheduler
metadata: {name: acme}
spec: {module: example.com/acme, plugins: {cost: {}}}
"""
ROOT = Path(__file__).parents[2]


def properties(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for model in (schema, *schema.get("$defs", {}).values()):
        yield from model["properties"].items()


@pytest.mark.parametrize("kind", KINDS)
def test_names_are_those_of_yaml(kind: str) -> None:
    names = [name for name, _ in properties(json_schema(kind))]
    assert names
    assert not [name for name in names if "_" in name]


@pytest.mark.parametrize("kind", KINDS)
def test_schema_is_closed(kind: str) -> None:
    schema = json_schema(kind)
    assert all(m["additionalProperties"] is False for m in (schema, *schema["$defs"].values()))


def test_descriptions_come_from_the_models() -> None:
    band = json_schema()["$defs"]["Band"]["properties"]
    assert "wherever it costs least" in band["capacity"]["description"]


def test_reference_is_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "update_reference.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_starter_is_a_spec(tmp_path: Path) -> None:
    path = tmp_path / "scheduler.yaml"
    write_starter(path, name="acme", module="example.com/acme", kubernetes="1.36")
    spec = load(path)
    assert (spec.metadata.name, spec.spec.kubernetes) == ("acme", "1.36")


def test_starter_shows_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "scheduler.yaml"
    write_starter(path, name="acme", module="example.com/acme", kubernetes="1.37")
    shown = load(path).spec
    bare = parse(_BARE.encode()).spec
    assert shown == bare


def test_starter_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "scheduler.yaml"
    path.write_text("mine")
    with pytest.raises(InitError, match="there already"):
        write_starter(path, name="acme", module="example.com/acme", kubernetes="1.37")
    assert path.read_text() == "mine"


def test_starter_in_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(InitError, match="No such file"):
        write_starter(tmp_path / "a" / "b", name="a", module="example.com/a", kubernetes="1.37")


@pytest.mark.parametrize("name", ['a"\nb: c', "A", "\\", "$name", "\ud800"])
def test_starter_refuses_names(tmp_path: Path, name: str) -> None:
    path = tmp_path / "scheduler.yaml"
    with pytest.raises(SpecError, match="not a DNS label"):
        write_starter(path, name=name, module="example.com/acme", kubernetes="1.37")
    assert not path.exists()
