from __future__ import annotations

import time

import pytest

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


@pytest.mark.parametrize(("costly", "least", "most"), [(True, 2, 4), (False, 6, 12)])
def test_a_costly_condition_leaves_most_of_the_time_to_others(
    *, costly: bool, least: int, most: int
) -> None:
    asked = 0

    def slow() -> bool:
        nonlocal asked
        asked += 1
        time.sleep(0.05)
        return False

    with pytest.raises(WaitTimeout):
        wait_until(slow, timeout=0.6, what="it", interval=0.001, costly=costly)
    assert least <= asked <= most
