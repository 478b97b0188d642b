"""A spot node is taken back: first the notice, then the instance is gone.

Upstream's kwok provider interrupts nothing by itself. On a real cloud the
provider deletes the NodeClaim when the notice comes (AWS: two minutes before),
Karpenter taints and drains the node and adds capacity, and what is left when
time is up dies with the instance.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lightkube import ApiError
from lightkube.resources.core_v1 import Node, Pod
from lightkube.types import PatchType

from pyplugin.autoscalers.karpenter.api import NodeClaim
from pyplugin.autoscalers.karpenter.claims import claims
from pyplugin.errors import PypluginError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightkube import Client


class NotFromKarpenter(PypluginError):
    """The node has no NodeClaim."""


def interrupt(kube: Client, node: str, *, grace: float) -> None:
    """Announce the end of the node's instance and make it come true grace seconds later."""
    announce(kube, node)
    time.sleep(grace)
    reclaim(kube, node)


def announce(kube: Client, node: str) -> None:
    """The notice: from here on Karpenter drains the node and replaces its capacity."""
    found = [claim.name for claim in claims(kube) if claim.node == node]
    if not found:
        raise NotFromKarpenter(f"node {node} has no NodeClaim")
    with _missing_is_fine():
        kube.delete(NodeClaim, found[0])


def reclaim(kube: Client, node: str) -> None:
    """The instance is gone: its node at once, without waiting for a drain, and its pods.

    Karpenter itself lets go of a node after a drain of 5 s at least, so its finalizer
    is taken off here. Fine where Karpenter was quicker and nothing is left to take.
    """
    with _missing_is_fine():
        kube.delete(Node, node)
        kube.patch(Node, node, {"metadata": {"finalizers": None}}, patch_type=PatchType.MERGE)
    for pod in kube.list(Pod, namespace="*", fields={"spec.nodeName": node}):
        if pod.metadata and pod.metadata.name:
            with _missing_is_fine():
                kube.delete(
                    Pod, pod.metadata.name, namespace=pod.metadata.namespace, grace_period=0
                )


@contextmanager
def _missing_is_fine() -> Iterator[None]:
    try:
        yield
    except ApiError as error:
        if error.status.code != 404:
            raise
