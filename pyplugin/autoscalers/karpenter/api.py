"""Karpenter's resources for lightkube: dictionaries, as nothing but their names is fixed here."""

from __future__ import annotations

from lightkube.generic_resource import create_global_resource

NodePool = create_global_resource("karpenter.sh", "v1", "NodePool", "nodepools")
NodeClaim = create_global_resource("karpenter.sh", "v1", "NodeClaim", "nodeclaims")
KWOKNodeClass = create_global_resource(
    "karpenter.kwok.sh", "v1alpha1", "KWOKNodeClass", "kwoknodeclasses"
)
