"""Bands of pod priorities: who may run on which capacity."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from pyplugin.spec.base import Model
from pyplugin.spec.duration import Duration
from pyplugin.spec.names import DNSLabel, DNSSubdomain, refuse

MIN_PRIORITY = -2_147_483_648
# The highest that a PriorityClass of a user may have.
MAX_PRIORITY = 1_000_000_000
# Cluster Autoscaler neither buys a node for a pod below it nor keeps one.
LOWEST_USEFUL = -10

Policy = Literal["spot", "prefer-spot", "on-demand"]
Priority = Annotated[int, Field(ge=MIN_PRIORITY, le=MAX_PRIORITY)]


class Band(Model):
    """A range of pod priorities with one policy."""

    name: DNSLabel
    """A name of yours, such as batch."""
    max_priority: Priority | None = None
    """The highest priority in the band; the band before ends the range below. The last band
    has none: it has no end."""
    priority_classes: list[DNSSubdomain] = Field([], max_length=100)
    """PriorityClasses that are in the band whatever their value is."""
    capacity: Policy
    """`spot`: nothing else. `prefer-spot`: wherever it costs least. `on-demand`: never spot."""
    lost_work: Duration = "30m"
    """How much of a pod's work is lost when spot capacity is taken back under it."""
    priority: Priority | None = None
    """Value of the PriorityClass `<scheduler>-<band>` that is generated; without it, none is."""


def _complete(bands: list[Band]) -> list[Band]:
    for at, fault, cure in _faults(bands):
        raise refuse(fault, cure, at=at)
    return bands


def _faults(bands: Sequence[Band]) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    names = Counter(band.name for band in bands)
    classes = Counter(name for band in bands for name in band.priority_classes)
    for index, band in enumerate(bands):
        if names[band.name] > 1:
            yield (index, "name"), f"duplicate band {band.name!r}", "names are distinct"
        for name in band.priority_classes:
            if classes[name] > 1:
                yield (index, "priorityClasses"), f"{name!r} is listed twice", "list it once"
        last = index == len(bands) - 1
        if last and band.max_priority is not None:
            yield (index, "maxPriority"), "the last band has no end", "leave it out"
        if not last and band.max_priority is None:
            yield (index,), "no `maxPriority`", "only the last band goes without"
        yield from _out_of_order(bands, index)
        yield from _outside(bands, index)


def _out_of_order(
    bands: Sequence[Band], index: int
) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    before, band = _below(bands, index), bands[index]
    if before is not None and band.max_priority is not None and band.max_priority <= before:
        cure = f"above {before}, the end of band {bands[index - 1].name}"
        yield (index, "maxPriority"), "bands are out of order", cure


def _outside(bands: Sequence[Band], index: int) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    band, below = bands[index], _below(bands, index)
    if band.priority is None:
        return
    low = MIN_PRIORITY if below is None else below + 1
    high = MAX_PRIORITY if band.max_priority is None else band.max_priority
    if not low <= band.priority <= high:
        yield (index, "priority"), "outside of the band", f"from {low} to {high}"
    if band.priority < LOWEST_USEFUL:
        cure = "at least -10: below it, Cluster Autoscaler buys no node for a pod"
        yield (index, "priority"), "too low", cure


def _below(bands: Sequence[Band], index: int) -> int | None:
    return bands[index - 1].max_priority if index else None


Bands = Annotated[list[Band], Field(min_length=1, max_length=20), AfterValidator(_complete)]

# Karpenter adds priority / 2^25 to what disrupting a pod costs, next to a base of 1: a critical
# pod has to be far up to count there.
DEFAULT_BANDS = [
    Band(name="batch", max_priority=-1, capacity="spot", priority=-5),
    Band(name="standard", max_priority=999, capacity="prefer-spot", priority=100),
    Band(name="critical", capacity="on-demand", priority=100_000_000),
]
