"""A place in an object that a chart leaves open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Value:
    """The default in plain manifests, `.Values.<name>` in the chart."""

    name: str
    default: Any
    about: str = ""


Object = dict[str, Any]
"""A Kubernetes object; leaves may be Values."""
