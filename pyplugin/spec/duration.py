"""Durations as Go writes them."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator

from pyplugin.spec.names import refuse

_PART = re.compile(r"(\d+(?:\.\d+)?)(h|ms|m|s)")
_SECONDS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_YEAR = 8760 * 3600


def _duration(value: str) -> str:
    parts = _PART.findall(value)
    seconds = sum(float(number) * _SECONDS[unit] for number, unit in parts)
    if not parts or "".join(n + u for n, u in parts) != value:
        raise refuse("not a duration", "such as 24h, 90m or 1h30m")
    if not 1 <= seconds <= _YEAR:
        raise refuse("out of range", "from 1s to 8760h")
    return value


Duration = Annotated[str, AfterValidator(_duration)]
