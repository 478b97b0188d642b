"""Command lines of the control plane's components: pure functions from settings to arguments.

Everything listens on the loopback interface alone and asks for client certificates.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyplugin.clusters.embedded.ports import HOST

if TYPE_CHECKING:
    from pathlib import Path

    from pyplugin.clusters.embedded.binaries import Binaries
    from pyplugin.clusters.embedded.layout import Layout
    from pyplugin.clusters.embedded.pki import KeyPair

ISSUER = "https://kubernetes.default.svc.cluster.local"


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """The files that the components present and trust."""

    ca: KeyPair
    front_proxy_ca: KeyPair
    etcd_ca: KeyPair
    etcd: KeyPair
    apiserver: KeyPair
    apiserver_etcd: KeyPair
    service_accounts: KeyPair


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Loopback ports."""

    apiserver: int
    etcd: int
    etcd_peer: int


def etcd(programs: Binaries, layout: Layout, keys: Credentials, ports: Ports) -> list[str]:
    """One member; a lab's data need not survive a power cut, so nothing is fsynced."""
    client = f"https://{HOST}:{ports.etcd}"
    peer = f"https://{HOST}:{ports.etcd_peer}"
    return [
        str(programs.lab),
        "etcd",
        "--name=lab",
        f"--data-dir={layout.data}",
        "--unsafe-no-fsync",
        "--log-level=warn",
        "--auto-compaction-retention=5m",
        f"--listen-client-urls={client}",
        f"--advertise-client-urls={client}",
        "--client-cert-auth",
        f"--trusted-ca-file={keys.etcd_ca.cert}",
        f"--cert-file={keys.etcd.cert}",
        f"--key-file={keys.etcd.key}",
        f"--listen-peer-urls={peer}",
        f"--initial-advertise-peer-urls={peer}",
        f"--initial-cluster=lab={peer}",
        "--peer-client-cert-auth",
        f"--peer-trusted-ca-file={keys.etcd_ca.cert}",
        f"--peer-cert-file={keys.etcd.cert}",
        f"--peer-key-file={keys.etcd.key}",
    ]


def apiserver(
    programs: Binaries, keys: Credentials, ports: Ports, *, audit: tuple[Path, Path] | None
) -> list[str]:
    """kube-apiserver; audit is the policy file and the log file, or None for no audit log.

    MutatingAdmissionPolicy is a beta that is off in Kubernetes 1.35; later minors have it on,
    and take the switches as well.
    """
    command = [
        str(programs.lab),
        "kube-apiserver",
        f"--etcd-servers=https://{HOST}:{ports.etcd}",
        f"--etcd-cafile={keys.etcd_ca.cert}",
        f"--etcd-certfile={keys.apiserver_etcd.cert}",
        f"--etcd-keyfile={keys.apiserver_etcd.key}",
        f"--bind-address={HOST}",
        f"--secure-port={ports.apiserver}",
        # Nothing runs inside the cluster, so nothing needs the kubernetes Service's endpoints.
        f"--advertise-address={HOST}",
        "--endpoint-reconciler-type=none",
        f"--tls-cert-file={keys.apiserver.cert}",
        f"--tls-private-key-file={keys.apiserver.key}",
        f"--client-ca-file={keys.ca.cert}",
        # No front proxy runs, but schedulers look for its authority and complain without end.
        f"--requestheader-client-ca-file={keys.front_proxy_ca.cert}",
        "--requestheader-allowed-names=front-proxy-client",
        "--requestheader-username-headers=X-Remote-User",
        "--requestheader-group-headers=X-Remote-Group",
        "--requestheader-extra-headers-prefix=X-Remote-Extra-",
        "--anonymous-auth=false",
        "--authorization-mode=RBAC",
        f"--service-account-issuer={ISSUER}",
        f"--service-account-key-file={keys.service_accounts.cert}",
        f"--service-account-signing-key-file={keys.service_accounts.key}",
        "--service-cluster-ip-range=10.96.0.0/16",
        "--allow-privileged=true",
        "--feature-gates=MutatingAdmissionPolicy=true",
        "--runtime-config=admissionregistration.k8s.io/v1beta1=true",
        "--profiling=false",
    ]
    if audit:
        policy, log = audit
        command += [f"--audit-policy-file={policy}", f"--audit-log-path={log}"]
    return command


def controller_manager(programs: Binaries, keys: Credentials, kubeconfig: Path) -> list[str]:
    """kube-controller-manager, each controller under its own service account as in a real cluster.

    Fake nodes renew nothing but a rare status, so a node counts as lost only after half an hour.
    """
    return [
        str(programs.lab),
        "kube-controller-manager",
        f"--kubeconfig={kubeconfig}",
        "--secure-port=0",
        "--leader-elect=false",
        "--use-service-account-credentials",
        f"--service-account-private-key-file={keys.service_accounts.key}",
        f"--root-ca-file={keys.ca.cert}",
        "--kube-api-qps=500",
        "--kube-api-burst=1000",
        "--concurrent-replicaset-syncs=20",
        "--node-monitor-grace-period=30m",
        # It annotates every node again each time their number crosses a threshold.
        "--controllers=*,-ttl-controller",
        "--profiling=false",
    ]


def kwok(programs: Binaries, kubeconfig: Path) -> list[str]:
    """Kwok without node leases: at 1,000 nodes their renewal costs 100 requests per second."""
    return [
        str(programs.kwok),
        f"--kubeconfig={kubeconfig}",
        f"--config={programs.stages}",
        "--manage-all-nodes",
        "--node-lease-duration-seconds=0",
        "--node-ip=10.0.0.1",
        "--node-port=0",
        "--cidr=10.128.0.0/9",
    ]


def scheduler(
    command: list[str],
    *,
    config: Path,
    kubeconfig: Path,
    port: int,
    serving: KeyPair,
    verbosity: int,
) -> list[str]:
    """A kube-scheduler that checks its callers against the cluster, as in a real one."""
    return [
        *command,
        f"--config={config}",
        f"--bind-address={HOST}",
        f"--secure-port={port}",
        f"--tls-cert-file={serving.cert}",
        f"--tls-private-key-file={serving.key}",
        f"--authentication-kubeconfig={kubeconfig}",
        f"--authorization-kubeconfig={kubeconfig}",
        f"--v={verbosity}",
    ]
