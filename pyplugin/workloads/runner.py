"""Put workloads on a cluster, wait until every pod is bound, take them off again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightkube import ApiError
from lightkube.models.meta_v1 import ObjectMeta
from lightkube.resources.apps_v1 import Deployment
from lightkube.resources.core_v1 import Namespace, Pod, ServiceAccount

from pyplugin.errors import CheckFailed
from pyplugin.waiting import WaitTimeout, wait_until
from pyplugin.workloads.placements import Placement, placements
from pyplugin.workloads.report import placement_report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lightkube import Client

    from pyplugin.workloads.manifests import Manifest


class Unplaced(CheckFailed):
    """Pods that no node was found for in time; the message lists them with reasons."""


def ensure_namespace(client: Client, name: str) -> None:
    """Create the namespace and wait for its default ServiceAccount: pods need it."""
    try:
        client.create(Namespace(metadata=ObjectMeta(name=name)))
    except ApiError as error:
        if error.status.code != 409:
            raise

    def has_account() -> bool:
        try:
            client.get(ServiceAccount, "default", namespace=name)
        except ApiError as error:
            if error.status.code == 404:
                return False
            raise
        return True

    wait_until(has_account, timeout=30, what=f"service account default in {name}")


def place(
    client: Client,
    manifests: Iterable[Manifest],
    *,
    namespace: str,
    timeout: float = 120,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[Placement]:
    """Apply the manifests and return where each pod went once all are bound.

    on_progress is called with (bound, wanted). Raises Unplaced after timeout seconds.
    """
    wanted = apply(client, manifests, namespace=namespace)
    return wait_bound(
        client, namespace=namespace, wanted=wanted, timeout=timeout, on_progress=on_progress
    )


def apply(client: Client, manifests: Iterable[Manifest], *, namespace: str) -> int:
    """Create the objects without waiting; returns how many pods they ask for."""
    ensure_namespace(client, namespace)
    wanted = 0
    for manifest in manifests:
        client.apply(manifest, field_manager="pyplugin", force=True)
        if isinstance(manifest, Deployment) and manifest.spec is not None:
            replicas = manifest.spec.replicas
            wanted += 1 if replicas is None else replicas
    return wanted


def wait_bound(
    client: Client,
    *,
    namespace: str,
    wanted: int,
    labels: dict[str, str] | None = None,
    timeout: float = 120,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[Placement]:
    """Wait until that many pods exist and all of them are bound; seconds."""
    found: list[Placement] = []

    def all_bound() -> bool:
        nonlocal found
        found = placements(client, namespace=namespace, labels=labels)
        bound = sum(p.node is not None for p in found)
        if on_progress is not None:
            on_progress(bound, wanted)
        return len(found) == wanted == bound

    try:
        wait_until(
            all_bound, timeout=timeout, what=f"{wanted} pods bound", interval=0.2, costly=True
        )
    except WaitTimeout as error:
        bound = sum(p.node is not None for p in found)
        raise Unplaced(
            f"{bound} of {wanted} pods bound after {timeout:g} s ({len(found)} exist)\n"
            + placement_report([p for p in found if p.node is None]),
            cure="Read the reasons above; `kubectl describe pod` shows the events.",
        ) from error
    return found


def remove(client: Client, *, namespace: str, timeout: float = 120) -> None:
    """Delete every Deployment of the namespace and wait until its pods are gone."""
    client.deletecollection(Deployment, namespace=namespace)
    wait_until(
        lambda: next(iter(client.list(Pod, namespace=namespace, chunk_size=1)), None) is None,
        timeout=timeout,
        what=f"pods of {namespace} gone",
        interval=0.2,
    )
