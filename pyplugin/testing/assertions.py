"""What a test says about a workload, and failures that tell who went where and why."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from lightkube.resources.core_v1 import Event

from pyplugin.testing.scores import score_report, scores_of
from pyplugin.waiting import wait_until
from pyplugin.workloads import APP_LABEL, Placement, placement_report, placements, wait_bound

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lightkube import Client

ATTRIBUTES = ("pool", "capacity_type", "instance_type", "zone", "name")
"""What assert_on and assert_not_on compare: the fields of PlacedNode."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedWorkload:
    """A workload on the cluster; every assertion looks at the API server anew."""

    name: str
    replicas: int
    namespace: str
    client: Client
    scheduler_log: Path

    def placements(self) -> list[Placement]:
        return placements(self.client, namespace=self.namespace, labels={APP_LABEL: self.name})

    def wait_bound(
        self, *, timeout: float = 60, on_progress: Callable[[int, int], None] | None = None
    ) -> None:
        """Wait until every replica is bound; seconds. Raises Unplaced with the reasons."""
        wait_bound(
            self.client,
            namespace=self.namespace,
            wanted=self.replicas,
            labels={APP_LABEL: self.name},
            timeout=timeout,
            on_progress=on_progress,
        )

    def assert_all_bound(self) -> None:
        __tracebackhide__ = True
        found = self.placements()
        unbound = [p for p in found if p.node is None]
        if unbound or len(found) != self.replicas:
            self._fail(
                f"{len(found) - len(unbound)} of {self.replicas} pods are bound", unbound or found
            )

    def assert_on(self, **wanted: str) -> None:
        """Every pod is on a node whose pool, capacity_type, instance_type, zone or name is this."""
        __tracebackhide__ = True
        self._judge(wanted, lambda placement: _matches(placement, wanted), "not on")

    def assert_not_on(self, **unwanted: str) -> None:
        """No pod is on such a node."""
        __tracebackhide__ = True
        self._judge(unwanted, lambda placement: not _matches(placement, unwanted), "on")

    def assert_packed(self, *, nodes: int) -> None:
        """The pods share that many nodes at most."""
        __tracebackhide__ = True
        self.assert_all_bound()
        found = self.placements()
        used = {placement.node for placement in found}
        if len(used) > nodes:
            self._fail(f"the pods use {len(used)} nodes, not {nodes}", found)

    def assert_pending(self, *, reason: str = "", timeout: float = 30) -> None:
        """No pod is bound and the scheduler's message matches the regular expression reason."""
        __tracebackhide__ = True

        def explained() -> list[Placement] | None:
            found = self.placements()
            if len(found) == self.replicas and all(p.node or p.reason for p in found):
                return found
            return None

        what = f"a verdict on every pod of {self.name}"
        found = wait_until(explained, timeout=timeout, what=what, interval=0.2)
        wrong = [p for p in found if p.node is not None or not re.search(reason, p.reason)]
        if wrong:
            self._fail(f"{len(wrong)} of {self.replicas} pods do not wait for {reason!r}", wrong)

    def assert_bound_once(self) -> None:
        """Every pod is bound and was bound only once (by its Scheduled events)."""
        __tracebackhide__ = True
        self.assert_all_bound()
        seen = Counter(
            event.involvedObject.uid
            for event in self._events()
            if event.reason == "Scheduled" and (event.count or 1) >= 1
        )
        twice = [p for p in self.placements() if seen[p.uid] > 1]
        if twice:
            self._fail(f"{len(twice)} pods were bound more than once", twice)

    def _judge(
        self, terms: dict[str, str], good: Callable[[Placement], bool], relation: str
    ) -> None:
        __tracebackhide__ = True
        unknown = set(terms) - set(ATTRIBUTES)
        if unknown or not terms:
            raise TypeError(f"use one or more of {', '.join(ATTRIBUTES)}, not {sorted(unknown)}")
        self.assert_all_bound()
        found = self.placements()
        wrong = [placement for placement in found if not good(placement)]
        if wrong:
            text = ", ".join(f"{key}={value}" for key, value in terms.items())
            self._fail(f"{len(wrong)} of {len(found)} pods are {relation} {text}", wrong)

    def _fail(self, message: str, wrong: list[Placement]) -> NoReturn:
        __tracebackhide__ = True
        parts = [f"{self.name}: {message}", placement_report(wrong)]
        if events := self._event_lines({p.pod for p in wrong}):
            parts += ["events:", *events]
        if wrong and (scores := scores_of(self.scheduler_log, f"{self.namespace}/{wrong[0].pod}")):
            parts += [f"weighted scores of {wrong[0].pod}:", score_report(scores)]
        parts.append(f"scheduler log: {self.scheduler_log.name}")
        raise AssertionError("\n".join(parts))

    def _events(self) -> list[Event]:
        return list(self.client.list(Event, namespace=self.namespace))

    def _event_lines(self, pods: set[str]) -> list[str]:
        lines = [
            f"  {event.involvedObject.name}: {event.reason}: {event.message}"
            for event in self._events()
            if event.involvedObject.name in pods
        ]
        return lines[:20]


def _matches(placement: Placement, terms: dict[str, str]) -> bool:
    return all(getattr(placement.node, key, None) == value for key, value in terms.items())
