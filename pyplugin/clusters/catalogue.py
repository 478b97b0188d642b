"""Shapes of real instance types, from data/instance_types.json."""

from __future__ import annotations

import difflib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pyplugin.errors import PypluginError

_FILE = Path(__file__).parent / "data" / "instance_types.json"


class UnknownInstanceType(PypluginError):
    """The catalogue has no such instance type."""


@dataclass(frozen=True, slots=True)
class Gpu:
    """The GPUs of an instance: model as the cloud names it, memory in MiB each."""

    model: str
    count: int
    memory: int


@dataclass(frozen=True, slots=True)
class InstanceType:
    """A shape: arch as Kubernetes names it (amd64, arm64), cpu in vCPU, memory in MiB."""

    name: str
    arch: str
    cpu: int
    memory: int
    gpu: Gpu | None = None


def instance_type(name: str) -> InstanceType:
    """The shape of a type such as m5.xlarge; UnknownInstanceType suggests a name."""
    entry = _types().get(name)
    if entry is None:
        close = difflib.get_close_matches(name, _types(), n=1)
        hint = f"did you mean {close[0]}? " if close else ""
        raise UnknownInstanceType(
            f"there is no instance type {name!r} in the catalogue",
            cure=f"{hint}Otherwise give the pool a capacity with cpu and memory.",
        )
    gpu = entry.get("gpu")
    return InstanceType(
        name=name,
        arch=entry["arch"],
        cpu=entry["cpu"],
        memory=entry["memory"],
        gpu=Gpu(**gpu) if gpu else None,
    )


@cache
def _types() -> dict[str, Any]:
    types: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))["types"]
    return types
