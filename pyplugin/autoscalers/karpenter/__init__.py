"""Karpenter: what it is offered, which pools it fills, and what befalls its nodes."""

from __future__ import annotations

from pyplugin.autoscalers.karpenter.api import KWOKNodeClass, NodeClaim, NodePool
from pyplugin.autoscalers.karpenter.claims import Claim, claims
from pyplugin.autoscalers.karpenter.instance_types import Market, NotPriced, write_instance_types
from pyplugin.autoscalers.karpenter.interruption import (
    NotFromKarpenter,
    announce,
    interrupt,
    reclaim,
)
from pyplugin.autoscalers.karpenter.pools import Pool, apply_pools, node_class, node_pool

__all__ = [
    "Claim",
    "KWOKNodeClass",
    "Market",
    "NodeClaim",
    "NodePool",
    "NotFromKarpenter",
    "NotPriced",
    "Pool",
    "announce",
    "apply_pools",
    "claims",
    "interrupt",
    "node_class",
    "node_pool",
    "reclaim",
    "write_instance_types",
]
