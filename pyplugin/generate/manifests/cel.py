"""Pieces of CEL expressions; texts are quoted as JSON, whose strings are CEL's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def conditional(cases: Iterable[tuple[str, str]], *, otherwise: str) -> str:
    """The text of the first case whose condition holds."""
    parts = "".join(f"{condition} ? {json.dumps(text)} : " for condition, text in cases)
    return parts + json.dumps(otherwise)


def one_of(expression: str, texts: Sequence[str]) -> str:
    """Whether the expression is one of the texts."""
    return f"{expression} in {json.dumps(list(texts))}"


def new_object(type_name: str, fields: Mapping[str, str]) -> str:
    """An object of a type, whose fields are texts."""
    inside = ", ".join(f"{name}: {json.dumps(text)}" for name, text in fields.items())
    return f"{type_name}{{{inside}}}"
