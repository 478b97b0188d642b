from __future__ import annotations

from pyplugin.workloads import PlacedNode, Placement, placement_report


def test_a_bound_pod_shows_its_node_and_a_pending_one_the_reason() -> None:
    node = PlacedNode("spot-0", "spot", "spot", "m5.xlarge", "us-east-1a")
    text = placement_report(
        [
            Placement("web-1", "u1", "web", node, reason="stale"),
            Placement("web-2", "u2", "web", None, reason="0/3 nodes are available"),
        ]
    )
    bound, pending = text.splitlines()[1:]
    assert bound.split() == ["web-1", "spot-0", "spot", "spot", "m5.xlarge", "us-east-1a"]
    assert pending.rstrip().split(maxsplit=2) == ["web-2", "-", "0/3 nodes are available"]


def test_long_lists_are_cut_and_counted() -> None:
    text = placement_report([Placement(f"p{i}", "", "w", None) for i in range(50)])
    assert text.endswith("… and 10 more\n")
    assert "[" not in text
