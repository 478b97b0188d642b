"""Karpenter on an embedded cluster: the real one, with nodes that kwok plays."""

from __future__ import annotations

from pyplugin.clusters.embedded.karpenter.config import KarpenterConfig
from pyplugin.clusters.embedded.karpenter.deploy import deploy
from pyplugin.clusters.embedded.karpenter.running import RunningKarpenter

__all__ = ["KarpenterConfig", "RunningKarpenter", "deploy"]
