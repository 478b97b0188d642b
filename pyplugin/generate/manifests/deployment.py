"""How the scheduler runs: configuration, replicas, disruption budget."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyplugin.generate.manifests.value import Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyplugin.generate.manifests.value import Object

BINARY = "/usr/local/bin/scheduler"
CONFIG_FOLDER = "/etc/scheduler"
CONFIG_FILE = "scheduler-config.yaml"
PORT = 10259
_USER = 65532


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """What differs between schedulers.

    config holds the files of the configuration folder; price_config_map names a
    ConfigMap of the same namespace whose price-book.json is put beside them.
    """

    name: str
    namespace: str
    labels: dict[str, str]
    image: str
    replicas: int
    config: Mapping[str, str]
    price_config_map: str | None = None

    def metadata(self, suffix: str = "") -> dict[str, Any]:
        return {"name": self.name + suffix, "namespace": self.namespace, "labels": self.labels}

    @property
    def selector(self) -> dict[str, Any]:
        return {"matchLabels": {"app.kubernetes.io/name": self.name}}


def deployment_objects(workload: Workload) -> list[Object]:
    """ConfigMap, Deployment and PodDisruptionBudget."""
    return [_config_map(workload), _deployment(workload), _disruption_budget(workload)]


def _config_map(workload: Workload) -> Object:
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": workload.metadata("-config"),
        "data": dict(workload.config),
    }


def _deployment(workload: Workload) -> Object:
    annotations = {"pyplugin.dev/config-sha256": _digest(workload.config)}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": workload.metadata(),
        "spec": {
            "replicas": Value("replicas", workload.replicas, "One leads, the others stand by."),
            "selector": workload.selector,
            "template": {
                "metadata": {"labels": workload.labels, "annotations": annotations},
                "spec": _pod(workload),
            },
        },
    }


def _pod(workload: Workload) -> dict[str, Any]:
    return {
        "serviceAccountName": workload.name,
        "priorityClassName": Value("priorityClassName", "system-cluster-critical"),
        "imagePullSecrets": Value("imagePullSecrets", []),
        "nodeSelector": Value("nodeSelector", {}),
        "tolerations": Value("tolerations", []),
        "affinity": {"podAntiAffinity": _spread(workload)},
        "securityContext": {
            "runAsNonRoot": True,
            "runAsUser": _USER,
            "runAsGroup": _USER,
            "seccompProfile": {"type": "RuntimeDefault"},
        },
        "containers": [_container(workload)],
        "volumes": [{"name": "config", "projected": {"sources": _sources(workload)}}],
    }


def _container(workload: Workload) -> dict[str, Any]:
    resources = {"requests": {"cpu": "100m", "memory": "256Mi"}, "limits": {"memory": "2Gi"}}
    return {
        "name": "scheduler",
        "image": Value("image", workload.image, "Where the scheduler's image was pushed to."),
        "imagePullPolicy": Value("imagePullPolicy", "IfNotPresent"),
        "command": [BINARY],
        "args": Value(
            "args",
            [f"--config={CONFIG_FILE}", f"--secure-port={PORT}", "--v=2"],
            "With --v=10 every score is logged.",
        ),
        # Paths in the configuration are relative to its folder.
        "workingDir": CONFIG_FOLDER,
        "ports": [{"name": "https", "containerPort": PORT}],
        "startupProbe": {**_probe("/livez"), "periodSeconds": 2, "failureThreshold": 60},
        "livenessProbe": _probe("/livez"),
        "readinessProbe": _probe("/readyz"),
        "resources": Value("resources", resources, "Memory grows with the number of pods."),
        "securityContext": {
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
            "readOnlyRootFilesystem": True,
        },
        "volumeMounts": [{"name": "config", "mountPath": CONFIG_FOLDER, "readOnly": True}],
    }


def _probe(path: str) -> dict[str, Any]:
    return {"httpGet": {"path": path, "port": "https", "scheme": "HTTPS"}, "timeoutSeconds": 5}


def _spread(workload: Workload) -> dict[str, Any]:
    term = {"labelSelector": workload.selector, "topologyKey": "kubernetes.io/hostname"}
    preferred = {"weight": 100, "podAffinityTerm": term}
    return {"preferredDuringSchedulingIgnoredDuringExecution": [preferred]}


def _sources(workload: Workload) -> list[dict[str, Any]]:
    own = {"configMap": {"name": f"{workload.name}-config"}}
    if workload.price_config_map is None:
        return [own]
    item = {"key": "price-book.json", "path": "price-book.json"}
    # Optional: without prices every node scores the same, and pods are placed all the same.
    prices = {"name": workload.price_config_map, "items": [item], "optional": True}
    return [own, {"configMap": prices}]


def _disruption_budget(workload: Workload) -> Object:
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": workload.metadata(),
        "spec": {"maxUnavailable": 1, "selector": workload.selector},
    }


def _digest(config: Mapping[str, str]) -> str:
    """Changes with the configuration, so that a new one rolls the pods."""
    joined = "\0".join(f"{name}\0{text}" for name, text in sorted(config.items()))
    return hashlib.sha256(joined.encode()).hexdigest()
