"""What a run leaves behind for whoever looks into it."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from lightkube.resources.core_v1 import Event, Node, Pod

from pyplugin.clusters import client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from lightkube import Client
    from lightkube.core.dictmixin import DictMixin

    Listing = Callable[[Client], Iterable[DictMixin]]

    from pyplugin.clusters import Cluster

_LISTS: dict[str, Listing] = {
    "events": lambda kube: kube.list(Event, namespace="*"),
    "pods": lambda kube: kube.list(Pod, namespace="*"),
    "nodes": lambda kube: kube.list(Node),
}
_ENDPOINTS = {"configz.json": "/configz", "metrics.txt": "/metrics"}


def collect(cluster: Cluster, folder: Path) -> None:
    """Write logs, events, pods, nodes and each scheduler's configz and metrics to the folder.

    A part that can't be had is replaced by a file that says why: collecting must
    not hide the failure that it documents.
    """
    folder.mkdir(parents=True, exist_ok=True)
    cluster.collect_logs(folder / "logs")
    with client(cluster.kubeconfig) as kube:
        for name, listing in _LISTS.items():
            _write(folder / f"{name}.json", partial(_dump_all, listing, kube))
    for scheduler in cluster.schedulers:
        (folder / scheduler.name).mkdir(exist_ok=True)
        for file, path in _ENDPOINTS.items():
            _write(folder / scheduler.name / file, partial(scheduler.get, path))


def _dump_all(listing: Listing, kube: Client) -> str:
    return json.dumps([item.to_dict() for item in listing(kube)], indent=1, default=str)


def _write(target: Path, content: Callable[[], str]) -> None:
    try:
        text = content()
    except Exception as error:  # noqa: BLE001  see collect
        text = f"could not be had: {error}\n"
    target.write_text(text, encoding="utf-8")
