"""Per-plugin scores out of the scheduler's log, where it was verbose enough to write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.table import Table

from pyplugin.workloads import render

if TYPE_CHECKING:
    from collections.abc import Sequence
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


def score_report(scores: Sequence[PluginScore]) -> str:
    """A row for each node, best first, a column for each plugin, and the sum that decides."""
    plugins = list(dict.fromkeys(score.plugin for score in scores))
    by_node: dict[str, dict[str, int]] = {}
    for score in scores:
        by_node.setdefault(score.node, {})[score.plugin] = score.score
    table = Table("NODE", *plugins, "SUM", box=None)
    for node, row in sorted(by_node.items(), key=lambda item: (-sum(item[1].values()), item[0])):
        table.add_row(node, *(str(row.get(each, "")) for each in plugins), str(sum(row.values())))
    return render(table)
