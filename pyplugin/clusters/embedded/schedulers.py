"""All schedulers of one lab: recorded in its state, so that other programs find them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyplugin.clusters.embedded.identities import Identities
from pyplugin.clusters.embedded.scheduler import EmbeddedScheduler
from pyplugin.clusters.embedded.state import no_such_lab
from pyplugin.clusters.embedded.supervision import ATTEMPTS, PortTaken

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyplugin.clusters.embedded.layout import Layout
    from pyplugin.clusters.embedded.state import SchedulerRecord, State


class Schedulers:
    """Starts schedulers and remembers those that this program started."""

    def __init__(self, layout: Layout, *, detached: bool) -> None:
        self._layout = layout
        self._detached = detached
        self._known: dict[str, EmbeddedScheduler] = {}

    def all(self) -> list[EmbeddedScheduler]:
        state = self._layout.read()
        return [self._scheduler(state, record) for record in state.schedulers] if state else []

    def deploy(self, prepare: Callable[[Identities], SchedulerRecord]) -> EmbeddedScheduler:
        """Start what prepare describes; again, with another port, if its port was taken."""
        for attempt in range(ATTEMPTS):
            record = prepare(Identities(self._layout, self._state().port))
            scheduler = self._replace(record)
            try:
                scheduler.start()
            except PortTaken:
                if attempt == ATTEMPTS - 1:
                    raise
            else:
                break
        return scheduler

    def forget(self) -> None:
        self._known.clear()

    def _replace(self, record: SchedulerRecord) -> EmbeddedScheduler:
        """Record the scheduler; one of the same name is stopped first."""
        with self._layout.locked():
            for old in self.all():
                if old.name == record.name:
                    old.stop()
            state = self._state()
            others = [each for each in state.schedulers if each.name != record.name]
            self._layout.write(state.model_copy(update={"schedulers": [*others, record]}))
            return self._scheduler(state, record)

    def _scheduler(self, state: State, record: SchedulerRecord) -> EmbeddedScheduler:
        known = self._known.get(record.name)
        if known is None or known.record != record:
            known = EmbeddedScheduler(
                record=record,
                layout=self._layout,
                identities=Identities(self._layout, state.port),
                detached=self._detached,
            )
            self._known[record.name] = known
        return known

    def _state(self) -> State:
        state = self._layout.read()
        if state is None:
            raise no_such_lab(self._layout.name)
        return state
