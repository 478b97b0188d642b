"""Where golden puts pods, on a real control plane: `pyplugin e2e .`

This file is yours. Fixtures and assertions: `pydoc pyplugin.testing`.
"""


def test_every_pod_is_bound_once(nodes, workload):
    nodes("fleet.yaml")
    web = workload("web", replicas=10, cpu="250m", memory="256Mi")
    web.assert_bound_once()


def test_batch_pods_take_spot(nodes, workload):
    nodes("fleet.yaml")
    pods = workload("batch", replicas=6, cpu="500m", priority=-5)
    pods.assert_on(capacity_type="spot")


def test_standard_pods_take_spot(nodes, workload):
    nodes("fleet.yaml")
    pods = workload("standard", replicas=6, cpu="500m", priority=100)
    pods.assert_on(capacity_type="spot")


def test_critical_pods_avoid_spot(nodes, workload):
    nodes("fleet.yaml")
    pods = workload("critical", replicas=6, cpu="500m", priority=100000000)
    pods.assert_not_on(capacity_type="spot")


def test_pods_fill_a_node_before_the_next(nodes, workload):
    nodes("fleet.yaml")
    web = workload("web", replicas=6, cpu="500m", memory="512Mi")
    web.assert_packed(nodes=1)


def test_a_pod_that_fits_nowhere_says_why(nodes, workload):
    nodes("fleet.yaml")
    huge = workload("huge", replicas=1, cpu="64", wait=False)
    huge.assert_pending(reason="Insufficient cpu")
