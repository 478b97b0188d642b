"""Strict reading of hostile JSON: no duplicate keys, no fractions, no NaN, bounded."""

from __future__ import annotations

import json
from typing import Any, NoReturn

MAX_BYTES = 1 << 20


class RefusedJSON(ValueError):
    """JSON that a price book may not hold."""


def parse_json(data: bytes) -> Any:  # noqa: ANN401
    """The value in the bytes, whose only numbers are integers; RefusedJSON otherwise."""
    if len(data) > MAX_BYTES:
        raise RefusedJSON("over 1 MiB")
    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_distinct,
            parse_float=_no_fraction,
            parse_constant=_no_constant,
        )
    except UnicodeDecodeError as error:
        raise RefusedJSON("not UTF-8") from error
    except RecursionError as error:
        raise RefusedJSON("nested too deep") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RefusedJSON(f"not JSON: {error.msg} ({place})") from error
    except ValueError as error:
        raise RefusedJSON(str(error)[:200]) from error


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise RefusedJSON(f"duplicate key {key[:70]!r}")
        result[key] = value
    return result


def _no_fraction(text: str) -> NoReturn:
    raise RefusedJSON(f"not an integer: {text[:40]}")


def _no_constant(text: str) -> NoReturn:
    raise RefusedJSON(f"not a number: {text}")
