"""Specs to generate from, and projects as plain dictionaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyplugin.generate import Config, generate

if TYPE_CHECKING:
    from pathlib import Path

SPEC = """apiVersion: pyplugin.dev/v1alpha1
kind: Scheduler
metadata: {name: acme}
spec:
  module: example.com/acme
  plugins:
    cost: {weight: 5}
"""

FAST = Config(verify=False)


def contents(root: Path) -> dict[str, bytes]:
    """Every file below a folder but the marker that a run leaves."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.name != "generate.lock"
    }


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "scheduler.yaml"
    path.write_text(SPEC)
    return path


@pytest.fixture
def project(spec: Path, tmp_path: Path) -> Path:
    """A project of the spec, just generated."""
    root = tmp_path / "acme"
    generate(spec, root, FAST)
    return root
