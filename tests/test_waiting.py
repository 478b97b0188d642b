from __future__ import annotations

import pytest

from pyplugin import waiting
from pyplugin.waiting import WaitTimeout, wait_until


def test_the_first_true_value_is_returned() -> None:
    values = iter([None, 0, "", "there"])
    assert wait_until(lambda: next(values), timeout=5, what="it", interval=0.001) == "there"


def test_a_timeout_names_what_was_waited_for() -> None:
    with pytest.raises(WaitTimeout, match="the node: not there after 0") as caught:
        wait_until(lambda: False, timeout=0, what="the node", cure="start it")
    assert caught.value.cure == "start it"


def test_a_condition_may_give_up_early() -> None:
    def broken() -> bool:
        raise ValueError("crashed")

    with pytest.raises(ValueError, match="crashed"):
        wait_until(broken, timeout=60, what="it")


class Clock:
    """Time that passes only by being used."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept += seconds


@pytest.mark.parametrize(("costly", "slept"), [(True, 80.0), (False, 0.1)])
def test_a_costly_condition_leaves_four_fifths_of_the_time_to_others(
    monkeypatch: pytest.MonkeyPatch, *, costly: bool, slept: float
) -> None:
    clock = Clock()
    monkeypatch.setattr(waiting, "time", clock)

    def slow() -> bool:
        clock.now += 1
        return False

    with pytest.raises(WaitTimeout):
        wait_until(slow, timeout=100, what="it", interval=0.001, costly=costly)
    assert clock.slept == pytest.approx(slept, rel=0.05)
