"""Karpenter's environment."""

from __future__ import annotations

from pathlib import Path

from pyplugin.clusters.embedded import KarpenterConfig
from pyplugin.clusters.embedded.karpenter.config import Ports, environment

PORTS = Ports(metrics=1001, health=1002)


def variables(**options: object) -> dict[str, str]:
    config = KarpenterConfig(instance_types=Path("/types.json"), **options)  # type: ignore[arg-type]
    return environment(config, PORTS, Path("/pki/karpenter.kubeconfig"))


def test_defaults() -> None:
    assert variables() == {
        "KUBECONFIG": "/pki/karpenter.kubeconfig",
        "SYSTEM_NAMESPACE": "kube-system",
        "DISABLE_LEADER_ELECTION": "true",
        "METRICS_PORT": "1001",
        "HEALTH_PROBE_PORT": "1002",
        "INSTANCE_TYPES_FILE_PATH": "/types.json",
        "BATCH_IDLE_DURATION": "1s",
        "BATCH_MAX_DURATION": "10s",
        "PREFERENCE_POLICY": "Respect",
        "FEATURE_GATES": "",
        "LOG_LEVEL": "info",
    }


def test_options() -> None:
    gates = {"SpotToSpotConsolidation": True, "NodeOverlay": False}
    found = variables(batch_idle=0.05, preferences="Ignore", feature_gates=gates)
    assert found["BATCH_IDLE_DURATION"] == "0.05s"
    assert found["PREFERENCE_POLICY"] == "Ignore"
    assert found["FEATURE_GATES"] == "SpotToSpotConsolidation=true,NodeOverlay=false"
