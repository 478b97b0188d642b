"""Where golden puts pods, on a real control plane: `pyplugin e2e .`

This file is yours. Fixtures and assertions: `pydoc pyplugin.testing`.
"""


def test_every_pod_is_bound_once(nodes, workload):
    nodes("fleet.yaml")
    web = workload("web", replicas=10, cpu="250m", memory="256Mi")
    web.assert_bound_once()


def test_a_pod_that_fits_nowhere_says_why(nodes, workload):
    nodes("fleet.yaml")
    huge = workload("huge", replicas=1, cpu="64", wait=False)
    huge.assert_pending(reason="Insufficient cpu")
