"""Bands: every pod is in exactly one of them."""

from __future__ import annotations

import pytest

from pyplugin.spec import SpecError, parse
from pyplugin.spec.bands import DEFAULT_BANDS

SPEC = """\
apiVersion: pyplugin.dev/v1alpha1
kind: Scheduler
metadata: {{name: acme}}
spec:
  module: example.com/acme
  plugins:
    cost:
      bands:
{bands}
"""


def load(*bands: str) -> None:
    parse(SPEC.format(bands="\n".join(f"        - {{{band}}}" for band in bands)).encode())


A = "name: a, maxPriority: 5, capacity: spot"
LAST = "name: last, capacity: on-demand"


@pytest.mark.parametrize(
    "bands",
    [
        [LAST],
        ["name: a, maxPriority: -5, capacity: spot", LAST],
        ["name: a, maxPriority: -5, capacity: spot, priorityClasses: [x.y]", LAST],
        ["name: a, maxPriority: -5, capacity: spot, priority: -10", LAST],
    ],
)
def test_good(bands: list[str]) -> None:
    load(*bands)


@pytest.mark.parametrize(
    ("bands", "where", "message"),
    [
        (["name: a, capacity: spot", LAST], "bands[0]", "no `maxPriority`"),
        (
            [
                A,
                "name: b, maxPriority: 5, capacity: spot",
                LAST,
            ],
            "bands[1].maxPriority",
            "out of order",
        ),
        (["name: last, maxPriority: 5, capacity: spot", LAST], "bands[0].name", "duplicate band"),
        (
            [
                f"{A}, priorityClasses: [x]",
                f"{LAST}, priorityClasses: [x]",
            ],
            "bands[0].priorityClasses",
            "listed twice",
        ),
        (
            [f"{A}, priority: 6", LAST],
            "bands[0].priority",
            "outside",
        ),
        (
            [A, f"{LAST}, priority: 5"],
            "bands[1].priority",
            "outside",
        ),
        ([f"{LAST}, priorityClasses: [A]"], "bands[0].priorityClasses[0]", "not a name"),
    ],
)
def test_bad(bands: list[str], where: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        load(*bands)
    assert where in str(caught.value)
    assert message in str(caught.value)


def test_default_bands_count_for_autoscalers() -> None:
    by_name = {band.name: band.priority or 0 for band in DEFAULT_BANDS}
    # Cluster Autoscaler ignores pods below -10; Karpenter adds priority / 2^25 to a cost of 1.
    assert by_name["batch"] >= -10
    assert by_name["critical"] / 2**25 > 1
