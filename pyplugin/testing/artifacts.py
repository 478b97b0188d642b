"""What a run leaves behind for whoever looks into it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lightkube.resources.core_v1 import Event, Node, Pod

from pyplugin.clusters import client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from lightkube import Client
    from lightkube.core.dictmixin import DictMixin

    from pyplugin.clusters import Cluster

_LISTS: dict[str, Callable[[Client], Iterable[DictMixin]]] = {
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
    kube = client(cluster.kubeconfig)
    for name, listing in _LISTS.items():
        with (folder / f"{name}.json").open("w", encoding="utf-8") as out:
            try:
                items = [item.to_dict() for item in listing(kube)]
                json.dump(items, out, indent=1, default=str)
            except Exception as error:  # noqa: BLE001  see above
                out.write(f"could not list {name}: {error}\n")
    for scheduler in cluster.schedulers:
        target = folder / scheduler.name
        target.mkdir(exist_ok=True)
        for file, path in _ENDPOINTS.items():
            try:
                text = scheduler.get(path)
            except Exception as error:  # noqa: BLE001
                text = f"could not get {path}: {error}\n"
            (target / file).write_text(text, encoding="utf-8")
