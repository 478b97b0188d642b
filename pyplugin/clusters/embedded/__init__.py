"""The embedded provider: etcd, API server, controllers and fake kubelets, no Docker."""

from __future__ import annotations

from pyplugin.clusters.embedded.cluster import EmbeddedCluster, EmbeddedConfig, NotSupported
from pyplugin.clusters.embedded.karpenter import KarpenterConfig, RunningKarpenter
from pyplugin.clusters.embedded.layout import Layout, labs
from pyplugin.clusters.embedded.state import LabError

__all__ = [
    "EmbeddedCluster",
    "EmbeddedConfig",
    "KarpenterConfig",
    "LabError",
    "Layout",
    "NotSupported",
    "RunningKarpenter",
    "labs",
]
