"""The one loop that waits: by condition, never by a fixed time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from pyplugin.errors import PypluginError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class WaitTimeout(PypluginError):
    """What was waited for did not come in time."""


def wait_until(
    condition: Callable[[], T | None],
    *,
    timeout: float,
    what: str,
    interval: float = 0.05,
    cure: str = "",
) -> T:
    """Call condition until it returns something true and return that.

    timeout and interval are in seconds; the condition raises to give up early.
    Raises WaitTimeout, naming what.
    """
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= deadline:
            raise WaitTimeout(f"{what}: not there after {timeout:g} s", cure=cure)
        time.sleep(interval)
