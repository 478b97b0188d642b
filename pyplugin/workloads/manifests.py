"""Kubernetes manifests of workloads, changed in nothing but the scheduler's name."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import yaml
from lightkube.codecs import load_all_yaml
from lightkube.core.exceptions import LoadResourceError
from lightkube.resources.apps_v1 import Deployment
from lightkube.resources.scheduling_v1 import PriorityClass

from pyplugin.errors import PypluginError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Manifest = Deployment | PriorityClass

MAX_BYTES = 1 << 20


class ManifestError(PypluginError):
    """A manifest file that can't be read or holds something else than workloads."""


def load_manifests(path: Path) -> list[Manifest]:
    """Read the Deployments and PriorityClasses of one YAML file, at most 1 MiB."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ManifestError(f"{path}: over 1 MiB", cure="Split the file.")
        objects = load_all_yaml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ManifestError(f"{path}: {error.strerror}", cure="Name a readable file.") from error
    except (yaml.YAMLError, LoadResourceError, ValueError, TypeError) as error:
        raise ManifestError(
            f"{path}: {error}", cure="Check it with `kubectl apply --dry-run=client -f`."
        ) from error
    return [_supported(path, item) for item in objects]


def with_scheduler(
    manifests: Iterable[Manifest], *, scheduler_name: str, namespace: str
) -> list[Manifest]:
    """Copies for that scheduler and namespace: the one change a workload ever needs."""
    result: list[Manifest] = []
    for original in manifests:
        manifest = copy.deepcopy(original)
        if isinstance(manifest, Deployment):
            _retarget(manifest, scheduler_name, namespace)
        result.append(manifest)
    return result


def _retarget(deployment: Deployment, scheduler_name: str, namespace: str) -> None:
    if deployment.metadata is not None:
        deployment.metadata.namespace = namespace
    if deployment.spec is not None and deployment.spec.template.spec is not None:
        deployment.spec.template.spec.schedulerName = scheduler_name


def _supported(path: Path, item: object) -> Manifest:
    name = getattr(getattr(item, "metadata", None), "name", None)
    if isinstance(item, PriorityClass) and name:
        return item
    if isinstance(item, Deployment) and name and item.spec and item.spec.template.spec:
        return item
    raise ManifestError(
        f"{path}: {type(item).__name__} {name or '(no name)'} is not a workload this can run",
        cure="Keep to complete Deployments and PriorityClasses.",
    )
