"""A pytest plugin that tests a scheduler on a real control plane.

    def test_batch_goes_to_spot(nodes, workload):
        nodes("fleet.yaml")
        batch = workload("batch", replicas=6, cpu="500m")
        batch.assert_on(capacity_type="spot")

Fixtures

=============  ========  =======================================================
project        session   the generated project under test
cluster        session   a running cluster (a pyplugin.clusters.Cluster)
scheduler      session   the project's scheduler on it (a RunningScheduler)
kube           session   a lightkube Client with the harness's own rights
nodes          function  nodes(fleet) makes fake nodes, gone after the test
namespace      function  a namespace of the test's own, emptied after it
workload       function  workload(name, replicas=…, cpu=…) → PlacedWorkload
=============  ========  =======================================================

pytest finds the plugin by its entry point; `pyplugin e2e` sets its options. For
annotations: pyplugin.testing.assertions.PlacedWorkload, pyplugin.clusters.Cluster.
"""
