from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pyplugin.workloads import FleetCost, PlacedNode, Placement, PoolCost, fleet_cost

SPOT = PlacedNode("spot-0", "spot", "spot", "m5.xlarge", "a")
SPOT_B = PlacedNode("spot-1", "spot", "spot", "m5.xlarge", "b")
STEADY = PlacedNode("steady-0", "steady", "on-demand", "m5.xlarge", "a")


def pod(name: str, node: PlacedNode | None) -> Placement:
    return Placement(pod=name, uid=name, workload="w", node=node)


def test_a_node_costs_once_however_many_pods_it_carries() -> None:
    found = [pod("a", SPOT), pod("b", SPOT), pod("c", STEADY), pod("d", None)]
    cost = fleet_cost(found, _price)
    assert cost.pools == (
        PoolCost("spot", "spot", "m5.xlarge", nodes=1, pods=2, price=70),
        PoolCost("steady", "on-demand", "m5.xlarge", nodes=1, pods=1, price=192),
    )
    assert (cost.nodes, cost.total) == (2, 262)


def test_zones_with_two_prices_are_two_rows() -> None:
    cost = fleet_cost([pod("a", SPOT), pod("b", SPOT_B)], lambda n: 70 if n.zone == "a" else 90)
    assert [row.price for row in cost.pools] == [70, 90]


def test_one_unknown_price_makes_the_total_unknown() -> None:
    cost = fleet_cost([pod("a", SPOT), pod("c", STEADY)], lambda n: None if n is SPOT else 1)
    assert cost.total is None


def test_no_pod_costs_nothing() -> None:
    assert fleet_cost([], _price) == FleetCost(())
    assert FleetCost(()).total == 0


@given(st.lists(st.sampled_from([SPOT, SPOT_B, STEADY, None]), max_size=30))
def test_every_node_in_use_is_counted_exactly_once(nodes: list[PlacedNode | None]) -> None:
    cost = fleet_cost([pod(str(i), node) for i, node in enumerate(nodes)], _price)
    assert cost.nodes == len({node for node in nodes if node})
    assert sum(row.pods for row in cost.pools) == sum(node is not None for node in nodes)


def _price(node: PlacedNode) -> int:
    return {"spot": 70, "on-demand": 192}[node.capacity_type]
