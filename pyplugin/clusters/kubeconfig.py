"""Kubeconfig files and clients made from them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lightkube import Client, KubeConfig

if TYPE_CHECKING:
    from pathlib import Path


def write_kubeconfig(path: Path, *, server: str, ca: Path, cert: Path, key: Path) -> Path:
    """Write a kubeconfig (JSON is YAML) that refers to the certificate files; returns path."""
    name = path.stem
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [
            {"name": name, "cluster": {"server": server, "certificate-authority": str(ca)}}
        ],
        "users": [
            {"name": name, "user": {"client-certificate": str(cert), "client-key": str(key)}}
        ],
        "contexts": [{"name": name, "context": {"cluster": name, "user": name}}],
        "current-context": name,
    }
    path.write_text(json.dumps(config, indent=2), encoding="utf-8")
    path.chmod(0o600)
    return path


def client(kubeconfig: Path) -> Client:
    """A Kubernetes client; proxies of the environment are not for clusters on this machine."""
    return Client(KubeConfig.from_file(str(kubeconfig)), field_manager="pyplugin", trust_env=False)
