from __future__ import annotations

from typing import TYPE_CHECKING

from pyplugin.testing.scores import PluginScore, score_report, scores_of

if TYPE_CHECKING:
    from pathlib import Path

LOG = """\
I1201 10:00:00.000001 1 schedule_one.go:984] "Plugin scored node for pod" pod="e2e/web-1" plugin="CostAware" node="spot-0" score=930
I1201 10:00:00.000002 1 schedule_one.go:984] "Plugin scored node for pod" pod="e2e/web-2" plugin="CostAware" node="spot-0" score=1
I1201 10:00:00.000003 1 schedule_one.go:990] "Calculated node's final score for pod" pod="e2e/web-1" node="spot-0" score=1000
"""  # noqa: E501


def test_scores_of_one_pod_and_of_no_other(tmp_path: Path) -> None:
    log = tmp_path / "scheduler.log"
    log.write_text(LOG, encoding="utf-8")
    assert scores_of(log, "e2e/web-1") == [PluginScore("spot-0", "CostAware", 930)]


def test_a_quiet_or_missing_log_has_no_scores(tmp_path: Path) -> None:
    assert scores_of(tmp_path / "none.log", "e2e/web-1") == []


def test_the_best_node_stands_first_with_its_sum() -> None:
    scores = [PluginScore("a", "Fit", 5), PluginScore("b", "Fit", 3), PluginScore("b", "Cost", 9)]
    head, first, second = (line.split() for line in score_report(scores).splitlines())
    assert head == ["NODE", "Fit", "Cost", "SUM"]
    assert first == ["b", "3", "9", "12"]
    assert second == ["a", "5", "5"]
