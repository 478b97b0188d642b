"""init, generate and schema as a shell sees them: output and exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


def pyplugin(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from pyplugin.cli import main; main()", *arguments],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def generate(cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return pyplugin("generate", "scheduler.yaml", *arguments, cwd=cwd)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the spec that init writes."""
    assert pyplugin("init", "--name", "acme", cwd=tmp_path).returncode == 0
    return tmp_path


def test_from_init_to_check(folder: Path) -> None:
    first = generate(folder, "--no-verify")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.startswith("acme: create ")
    check = generate(folder, "--check")
    assert (check.returncode, check.stdout, check.stderr) == (0, "acme: up to date\n", "")


def test_check_that_fails(folder: Path) -> None:
    generate(folder, "--no-verify")
    (folder / "acme" / "go.sum").unlink()
    check = generate(folder, "--check", "--diff")
    assert check.returncode == 1
    assert "create   go.sum" in check.stderr
    assert "+++ b/go.sum" in check.stdout
    assert not (folder / "acme" / "go.sum").exists()


def test_json(folder: Path) -> None:
    done = generate(folder, "--no-verify", "--output", "json")
    assert json.loads(done.stdout)["directory"] == "acme"


def test_init_never_overwrites(folder: Path) -> None:
    again = pyplugin("init", "--name", "other", cwd=folder)
    assert again.returncode == 2
    assert "there already" in again.stderr
    assert 'name: "acme"' in (folder / "scheduler.yaml").read_text()


@pytest.mark.parametrize("name", ["Acme", 'a"b', ""])
def test_init_with_a_bad_name(tmp_path: Path, name: str) -> None:
    done = pyplugin("init", f"--name={name}", "--module=example.com/x", cwd=tmp_path)
    assert done.returncode == (2 if name else 0)  # no name: the suggested one
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "scheduler.yaml:1:1: empty"),
        ("[]", "a map is needed, not a list"),
        ("spec: {plugins: {costs: {}}}", "did you mean `cost`?"),
        ("spec: {plugins: {cost: {weight: -1}}}", "greater than or equal to 1, not -1"),
        ("spec: {plugins: {cost: {weight: 1e9}}}", "not 1000000000.0"),
        ("metadata: {name: Not_A_Label}", "not a DNS label"),
        ("spec: {module: nodots}", "Go refuses this module path"),
        ("kind: Scheduler\nkind: Scheduler", "duplicate key"),
        ("'[red]': 1", "['[red]']: unknown field"),
    ],
)
def test_bad_spec(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "scheduler.yaml").write_text(text)
    done = generate(tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["scheduler.yaml"]


def test_missing_spec(tmp_path: Path) -> None:
    done = generate(tmp_path)
    assert done.returncode == 2
    assert "No such file" in done.stderr


def test_somebody_elses_folder(folder: Path) -> None:
    (folder / "acme").mkdir()
    (folder / "acme" / "x").touch()
    done = generate(folder)
    assert done.returncode == 2
    assert "holds no pyplugin project" in done.stderr


def test_go_that_is_missing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYPLUGIN_GO", "/nowhere/go")
    done = generate(folder)
    assert done.returncode == 2
    assert "cure:" in done.stderr
    assert not (folder / "acme").exists()


@pytest.mark.parametrize("kind", ["scheduler", "fleet"])
def test_schema(tmp_path: Path, kind: str) -> None:
    done = pyplugin("schema", "--kind", kind, cwd=tmp_path)
    assert json.loads(done.stdout)["properties"]["kind"]["const"] == kind.capitalize()


@pytest.mark.parametrize("command", ["init", "generate", "schema"])
def test_help_has_an_example(tmp_path: Path, command: str) -> None:
    done = pyplugin(command, "--help", cwd=tmp_path)
    assert done.returncode == 0
    assert f"pyplugin {command}" in done.stdout.partition("Example:")[2]


@pytest.mark.parametrize(
    "arguments", [["generate"], ["schema", "--kind", "pod"], ["generate", "-x"]]
)
def test_wrong_usage(tmp_path: Path, arguments: list[str]) -> None:
    assert pyplugin(*arguments, cwd=tmp_path).returncode == 2
