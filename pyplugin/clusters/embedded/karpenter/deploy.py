"""Put Karpenter on a running cluster: resources, rights, identity, process."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from pyplugin.clusters.embedded.binaries import karpenter
from pyplugin.clusters.embedded.deployment import apply_manifests
from pyplugin.clusters.embedded.identities import Identities
from pyplugin.clusters.embedded.karpenter.config import (
    NAMESPACE,
    KarpenterConfig,
    Ports,
    environment,
)
from pyplugin.clusters.embedded.karpenter.crds import apply_crds
from pyplugin.clusters.embedded.karpenter.running import COMPONENT, RunningKarpenter
from pyplugin.clusters.embedded.ports import free_ports
from pyplugin.clusters.embedded.state import LabError, no_such_lab
from pyplugin.clusters.embedded.supervision import ATTEMPTS, PortTaken
from pyplugin.clusters.kubeconfig import client
from pyplugin.processes import find, stop

if TYPE_CHECKING:
    from pyplugin.clusters.embedded.layout import Layout

_RBAC = Path(__file__).parent / "rbac.yaml"


def deploy(layout: Layout, config: KarpenterConfig, *, detached: bool) -> RunningKarpenter:
    """Start the cluster's one Karpenter, instead of one that runs already."""
    if not config.instance_types.is_file():
        raise LabError(f"there is no file of instance types {config.instance_types}")
    program = karpenter()
    with layout.locked():
        state = layout.read()
        if state is None:
            raise no_such_lab(layout.name)
        stop([each for each in find(layout.root) if each.name == COMPONENT], grace=10)
        identities = Identities(layout, state.port)
        with closing(client(layout.kubeconfig)) as kube:
            apply_crds(kube, program)
            apply_manifests(kube, _RBAC)
        kubeconfig = identities.service_account(COMPONENT, NAMESPACE, COMPONENT)
        return _start(program, layout, config, kubeconfig, detached=detached)


def _start(
    program: Path, layout: Layout, config: KarpenterConfig, kubeconfig: Path, *, detached: bool
) -> RunningKarpenter:
    for attempt in range(ATTEMPTS):
        metrics, health = free_ports(2)
        ports = Ports(metrics=metrics, health=health)
        variables = environment(config, ports, kubeconfig)
        try:
            started = RunningKarpenter.start(program, layout, ports, variables, detached=detached)
        except PortTaken:
            if attempt == ATTEMPTS - 1:
                raise
        else:
            break
    return started
