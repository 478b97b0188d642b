"""Opening projects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyplugin.project import LOCK, MAX_LOCK_BYTES, Lock, Project, ProjectError
from pyplugin.spec import parse

if TYPE_CHECKING:
    from pathlib import Path

SPEC = b"""apiVersion: pyplugin.dev/v1alpha1
kind: Scheduler
metadata: {name: acme}
spec: {module: example.com/acme, plugins: {cost: {weight: 3}}, deploy: {namespace: prod}}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    lock = Lock(tool="0", spec=parse(SPEC), files={})
    (tmp_path / LOCK).write_text(lock.to_json())
    return tmp_path


def test_open(root: Path) -> None:
    project = Project.open(root)
    assert (project.name, project.namespace) == ("acme", "prod")
    assert project.spec == parse(SPEC)
    assert project.root.is_absolute()
    for path in (project.binary, project.scheduler_config, project.price_book):
        assert path.is_relative_to(project.root)


def test_find(root: Path) -> None:
    inner = root / "e2e" / "deep"
    inner.mkdir(parents=True)
    assert Project.find(inner).name == "acme"


def test_find_nothing(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="lies in no project"):
        Project.find(tmp_path)


def test_no_project(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="no pyplugin project") as caught:
        Project.open(tmp_path)
    assert "pyplugin generate" in caught.value.cure


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "content: Invalid JSON"),
        (b"\xff", "content: Invalid JSON"),
        (b"{}", "tool: Field required"),
        (b'{"version": 2}', "version 2, this pyplugin reads 1"),
        (b"[]", "content"),
        (b" " * (MAX_LOCK_BYTES + 1), "over 1 MiB"),
    ],
)
def test_unusable_lock(root: Path, content: bytes, message: str) -> None:
    (root / LOCK).write_bytes(content)
    with pytest.raises(ProjectError, match=message) as caught:
        Project.open(root)
    assert caught.value.cure


def test_lock_is_a_folder(root: Path) -> None:
    (root / LOCK).unlink()
    (root / LOCK).mkdir()
    with pytest.raises(ProjectError, match="can't be read"):
        Project.open(root)
