"""How Karpenter is to run; it reads everything from its environment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

NAMESPACE = "kube-system"


@dataclass(frozen=True, slots=True, kw_only=True)
class KarpenterConfig:
    """What is to be said about a Karpenter; all but the first are upstream's defaults.

    ==============  =============================================================
    instance_types  the file with what the cloud offers and at which price
    batch_idle      seconds without a new pending pod that end a batch
    batch_max       seconds that a batch lasts at most
    preferences     whether preferred affinity and soft spreading count
    feature_gates   such as SpotToSpotConsolidation, on or off
    log_level       debug, info or error
    ==============  =============================================================
    """

    instance_types: Path
    batch_idle: float = 1.0
    batch_max: float = 10.0
    preferences: Literal["Respect", "Ignore"] = "Respect"
    feature_gates: Mapping[str, bool] = field(default_factory=dict)
    log_level: Literal["debug", "info", "error"] = "info"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Loopback ports, both plain HTTP."""

    metrics: int
    health: int


def environment(config: KarpenterConfig, ports: Ports, kubeconfig: Path) -> dict[str, str]:
    """The variables of a single Karpenter that nobody competes with."""
    gates = ",".join(f"{name}={str(on).lower()}" for name, on in config.feature_gates.items())
    return {
        "KUBECONFIG": str(kubeconfig),
        "SYSTEM_NAMESPACE": NAMESPACE,
        "DISABLE_LEADER_ELECTION": "true",
        "METRICS_PORT": str(ports.metrics),
        "HEALTH_PROBE_PORT": str(ports.health),
        "INSTANCE_TYPES_FILE_PATH": str(config.instance_types.absolute()),
        "BATCH_IDLE_DURATION": f"{config.batch_idle:g}s",
        "BATCH_MAX_DURATION": f"{config.batch_max:g}s",
        "PREFERENCE_POLICY": config.preferences,
        "FEATURE_GATES": gates,
        "LOG_LEVEL": config.log_level,
    }
