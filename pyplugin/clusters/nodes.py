"""A fleet's fake nodes on a cluster: created, waited for, deleted."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from lightkube import ApiError
from lightkube.resources.core_v1 import Node

from pyplugin.clusters.fleet import FLEET_LABEL, fleet_nodes
from pyplugin.errors import PypluginError
from pyplugin.waiting import wait_until

if TYPE_CHECKING:
    from lightkube import Client

    from pyplugin.spec import Fleet

_REQUESTS = 8
_NOT_READY = "node.kubernetes.io/not-ready"


class NodeError(PypluginError):
    """A node could not be created."""


def create_nodes(kube: Client, fleet: Fleet, *, timeout: float = 60) -> None:
    """Create the fleet's nodes and wait until all are Ready and take pods; seconds.

    Raises NodeError when the API server refuses one, WaitTimeout when they do not get ready.
    """
    nodes = fleet_nodes(fleet)
    with ThreadPoolExecutor(max_workers=_REQUESTS) as requests:
        list(requests.map(lambda node: _create(kube, node), nodes))
    name = fleet.metadata.name

    def all_ready() -> bool:
        found = list(kube.list(Node, labels={FLEET_LABEL: name}))
        return len(found) >= len(nodes) and all(_is_ready(node) for node in found)

    wait_until(
        all_ready,
        timeout=timeout,
        what=f"{len(nodes)} nodes of {name} Ready",
        # A list of many nodes costs the API server time that getting them ready needs.
        interval=max(0.1, len(nodes) / 1000),
    )


def delete_nodes(kube: Client, fleet: Fleet) -> None:
    """Delete all nodes of the fleet; their pods go with them."""
    with ThreadPoolExecutor(max_workers=_REQUESTS) as requests:
        list(requests.map(lambda node: _delete(kube, node), fleet_nodes(fleet)))


def _create(kube: Client, node: Node) -> None:
    try:
        kube.create(node)
    except ApiError as error:
        raise NodeError(
            f"node {_name(node)} can't be created: {error.status.message}",
            cure="change its pool in the fleet file",
        ) from error


def _delete(kube: Client, node: Node) -> None:
    try:
        kube.delete(Node, _name(node))
    except ApiError as error:
        if error.status.code != 404:
            raise


def _name(node: Node) -> str:
    return (node.metadata and node.metadata.name) or ""


def _is_ready(node: Node) -> bool:
    taints = (node.spec and node.spec.taints) or []
    conditions = (node.status and node.status.conditions) or []
    ready = any(each.type == "Ready" and each.status == "True" for each in conditions)
    return ready and all(taint.key != _NOT_READY for taint in taints)
