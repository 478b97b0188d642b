"""Per-plugin scores out of the scheduler's log, where it was verbose enough to write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# kube-scheduler writes these at verbosity 10 (pkg/scheduler/schedule_one.go).
_LINE = re.compile(
    r'"Plugin scored node for pod" pod="(?P<pod>[^"]+)" plugin="(?P<plugin>[^"]+)" '
    r'node="(?P<node>[^"]+)" score=(?P<score>-?\d+)'
)


@dataclass(frozen=True, slots=True)
class PluginScore:
    """The weighted score that one plugin gave one node for the pod."""

    node: str
    plugin: str
    score: int

    def __str__(self) -> str:
        return f"  {self.node}: {self.plugin} {self.score}"


def scores_of(log: Path, pod: str) -> list[PluginScore]:
    """Scores of the pod (namespace/name) in the order of the log; empty without such lines."""
    if not log.is_file():
        return []
    found = []
    with log.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            match = _LINE.search(line)
            if match and match["pod"] == pod:
                found.append(PluginScore(match["node"], match["plugin"], int(match["score"])))
    return found
