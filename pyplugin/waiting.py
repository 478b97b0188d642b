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
    costly: bool = False,
    cure: str = "",
) -> T:
    """Call condition until it returns something true and return that.

    timeout and interval are in seconds; the condition raises to give up early. A
    costly condition computes much: the longer it takes, the less often it is asked,
    so that waiting takes a fifth of a core at most and leaves the rest to what is
    waited for. Raises WaitTimeout, naming what.
    """
    deadline = time.monotonic() + timeout
    while True:
        asked = time.monotonic()
        value = condition()
        if value:
            return value
        answered = time.monotonic()
        if answered >= deadline:
            raise WaitTimeout(f"{what}: not there after {timeout:g} s", cure=cure)
        pause = max(interval, 4 * (answered - asked)) if costly else interval
        time.sleep(min(pause, deadline - answered))
