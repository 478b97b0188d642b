"""Clusters to test on: one Protocol, one provider per module or folder."""

from __future__ import annotations

from pyplugin.clusters.catalogue import Gpu, InstanceType, UnknownInstanceType, instance_type
from pyplugin.clusters.kubeconfig import client
from pyplugin.clusters.nodes import create_nodes, delete_nodes
from pyplugin.clusters.protocol import Cluster, RunningScheduler
from pyplugin.clusters.providers import PROVIDERS, UnknownProvider, open_provider

__all__ = [
    "PROVIDERS",
    "Cluster",
    "Gpu",
    "InstanceType",
    "RunningScheduler",
    "UnknownInstanceType",
    "UnknownProvider",
    "client",
    "create_nodes",
    "delete_nodes",
    "instance_type",
    "open_provider",
]
