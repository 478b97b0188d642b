from __future__ import annotations

from pyplugin.comparison import Comparison, Run, cost_table, dollars, placement_table, summary
from pyplugin.workloads import PlacedNode, Placement, fleet_cost, render

SPOT = PlacedNode("spot-0", "spot", "spot", "m5.xlarge", "a")
STEADY = PlacedNode("steady-0", "steady", "on-demand", "m5.xlarge", "a")


def run(scheduler: str, *nodes: PlacedNode) -> Run:
    found = tuple(Placement(f"p{i}", f"u{i}", "web", node) for i, node in enumerate(nodes))
    prices = {"spot": 76_800, "on-demand": 192_000}
    return Run(scheduler, found, fleet_cost(found, lambda node: prices[node.capacity_type]))


COMPARISON = Comparison(run("acme", SPOT, SPOT), run("default-scheduler", SPOT, STEADY))


def test_each_scheduler_has_its_column() -> None:
    text = render(placement_table(COMPARISON))
    assert "spot: 2" in text
    assert "spot: 1, steady: 1" in text


def test_pools_and_totals_stand_in_dollars_per_hour() -> None:
    text = render(cost_table(COMPARISON))
    steady = next(line for line in text.splitlines() if "steady" in line)
    assert "$0.1920" in steady
    assert "$0.0000" in steady
    total = next(line for line in text.splitlines() if "total" in line)
    assert "$0.0768" in total
    assert "$0.2688" in total


def test_the_summary_holds_what_the_tables_show() -> None:
    data = summary(COMPARISON)
    assert data["workloads"] == {
        "web": {"acme": {"spot": 2}, "default-scheduler": {"spot": 1, "steady": 1}}
    }
    assert data["schedulers"]["acme"]["microDollarsPerHour"] == 76_800
    assert data["schedulers"]["default-scheduler"]["nodesInUse"] == 2


def test_an_unknown_price_is_a_question_mark() -> None:
    assert dollars(None) == "?"
    assert dollars(1_234_567_890) == "$1,234.5679"
