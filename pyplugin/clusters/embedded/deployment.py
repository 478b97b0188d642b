"""What a scheduler needs before it starts: identity, rights, configuration, command line."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from lightkube import ApiError, codecs
from lightkube.models.meta_v1 import ObjectMeta
from lightkube.resources.core_v1 import Namespace
from ruamel.yaml import YAML

from pyplugin.clusters.embedded import components
from pyplugin.clusters.embedded.ports import free_ports
from pyplugin.clusters.embedded.scheduler import component
from pyplugin.clusters.embedded.state import LabError, SchedulerRecord
from pyplugin.clusters.kubeconfig import client

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lightkube import Client

    from pyplugin.clusters.embedded.identities import Identities
    from pyplugin.project import Project

DEFAULT_SCHEDULER = "default-scheduler"

# The API server's limits for a scheduler are those that generated projects ask for.
_DEFAULT_CONFIG: dict[str, Any] = {
    "apiVersion": "kubescheduler.config.k8s.io/v1",
    "kind": "KubeSchedulerConfiguration",
    "clientConnection": {"qps": 300, "burst": 600},
}


def prepare_project(identities: Identities, project: Project, *, verbosity: int) -> SchedulerRecord:
    """Apply the project's manifests and describe its scheduler, under its ServiceAccount's name."""
    if not project.binary.is_file():
        raise LabError(f"{project.binary} does not exist", cure=f"pyplugin build {project.root}")
    with closing(client(identities.layout.kubeconfig)) as kube:
        for manifests in project.cluster_manifests:
            apply_manifests(kube, manifests)
    kubeconfig = identities.service_account(
        component(project.name), project.namespace, project.name
    )
    config = YAML(typ="safe").load(project.scheduler_config)
    return _record(
        identities,
        name=project.name,
        command=[str(project.binary.resolve())],
        kubeconfig=kubeconfig,
        config=config,
        folder=project.config,
        verbosity=verbosity,
    )


def prepare_default(
    identities: Identities,
    command: list[str],
    *,
    profile: Mapping[str, Any] | None,
    verbosity: int,
) -> SchedulerRecord:
    """Describe a scheduler with the default one's name and identity; profile: one of its own."""
    profiles = {"profiles": [{"schedulerName": DEFAULT_SCHEDULER, **profile}]} if profile else {}
    return _record(
        identities,
        name=DEFAULT_SCHEDULER,
        command=command,
        kubeconfig=identities.user(component(DEFAULT_SCHEDULER), "system:kube-scheduler"),
        config={**_DEFAULT_CONFIG, **profiles},
        folder=identities.layout.root,
        verbosity=verbosity,
    )


def _record(
    identities: Identities,
    *,
    name: str,
    command: list[str],
    kubeconfig: Path,
    config: dict[str, Any],
    folder: Path,
    verbosity: int,
) -> SchedulerRecord:
    port = free_ports(1)[0]
    line = components.scheduler(
        command,
        config=_write_config(identities, name, config, kubeconfig),
        kubeconfig=kubeconfig,
        port=port,
        serving=identities.serving(f"{component(name)}-serving"),
        verbosity=verbosity,
    )
    return SchedulerRecord(name=name, port=port, command=line, folder=str(folder))


def _write_config(
    identities: Identities, name: str, config: dict[str, Any], kubeconfig: Path
) -> Path:
    """The configuration as it is, but for the kubeconfig, which a pod would not need."""
    config.setdefault("clientConnection", {})["kubeconfig"] = str(kubeconfig)
    path = identities.layout.root / f"{component(name)}.yaml"
    with path.open("w", encoding="utf-8") as out:
        YAML(typ="safe").dump(config, out)
    return path


def apply_manifests(kube: Client, manifests: Path) -> None:
    """Apply every object of a YAML file, and create the namespaces they are in."""
    with manifests.open(encoding="utf-8") as file:
        objects = codecs.load_all_yaml(file)
    found = (each.metadata.namespace for each in objects if each.metadata)
    for namespace in sorted({each for each in found if each}):
        _ensure(kube, namespace)
    for each in objects:
        kube.apply(each, force=True)


def _ensure(kube: Client, namespace: str) -> None:
    try:
        kube.create(Namespace(metadata=ObjectMeta(name=namespace)))
    except ApiError as error:
        if error.status.code != 409:
            raise
