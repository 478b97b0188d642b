"""The specs as JSON schema, for editors and for the reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyplugin.spec.fleet import Fleet
from pyplugin.spec.scheduler import Scheduler

if TYPE_CHECKING:
    from pydantic import BaseModel

KINDS: dict[str, type[BaseModel]] = {"scheduler": Scheduler, "fleet": Fleet}


def json_schema(kind: str = "scheduler") -> dict[str, Any]:
    """JSON schema (2020-12) of a kind of KINDS, with the names that YAML uses."""
    schema = KINDS[kind].model_json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
