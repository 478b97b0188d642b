"""Every certificate and kubeconfig of a lab, made in one go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyplugin.clusters.embedded.access import KWOK_USER
from pyplugin.clusters.embedded.components import Credentials
from pyplugin.clusters.embedded.pki import Authority, KeyPair, key_pair
from pyplugin.clusters.embedded.ports import HOST
from pyplugin.clusters.kubeconfig import write_kubeconfig

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pyplugin.clusters.embedded.layout import Layout

_LOCAL = (HOST, "localhost")
# Only the harness's own certificate carries this group, for which RBAC is not asked.
_MASTERS = ("system:masters",)


def create_credentials(layout: Layout) -> Credentials:
    """What the control plane needs; the admin's certificate as well."""
    ca = Authority.create(layout.pki, "ca")
    etcd_ca = Authority.create(layout.pki, "etcd-ca")
    ca.issue("admin", user="pyplugin-admin", groups=_MASTERS)
    return Credentials(
        ca=ca.files,
        front_proxy_ca=Authority.create(layout.pki, "front-proxy-ca").files,
        etcd_ca=etcd_ca.files,
        etcd=etcd_ca.issue("etcd", user="etcd", hosts=_LOCAL),
        apiserver=ca.issue("apiserver", user="kube-apiserver", hosts=_LOCAL),
        apiserver_etcd=etcd_ca.issue("apiserver-etcd", user="kube-apiserver"),
        service_accounts=ca.issue("service-accounts", user="service-accounts"),
    )


@dataclass(frozen=True, slots=True)
class Identities:
    """Issues users of a lab whose API server listens on port."""

    layout: Layout
    port: int

    @property
    def ca(self) -> KeyPair:
        return key_pair(self.layout.pki, "ca")

    @property
    def admin(self) -> KeyPair:
        return key_pair(self.layout.pki, "admin")

    def write_admin(self) -> Path:
        return self._write(self.layout.kubeconfig, self.admin)

    def user(self, file: str, user: str, groups: Sequence[str] = ()) -> Path:
        """A kubeconfig with a new certificate for the user."""
        pair = Authority.load(self.layout.pki, "ca").issue(file, user=user, groups=groups)
        return self._write(self.layout.pki / f"{file}.kubeconfig", pair)

    def service_account(self, file: str, namespace: str, name: str) -> Path:
        """A kubeconfig for the user that a pod with this ServiceAccount would be."""
        groups = ("system:serviceaccounts", f"system:serviceaccounts:{namespace}")
        return self.user(file, f"system:serviceaccount:{namespace}:{name}", groups)

    def controller_manager(self) -> Path:
        return self.user("kube-controller-manager", "system:kube-controller-manager")

    def kwok(self) -> Path:
        return self.user("kwok", KWOK_USER)

    def serving(self, file: str) -> KeyPair:
        """A certificate for a server on the loopback interface."""
        return Authority.load(self.layout.pki, "ca").issue(file, user=file, hosts=_LOCAL)

    def _write(self, path: Path, pair: KeyPair) -> Path:
        server = f"https://{HOST}:{self.port}"
        return write_kubeconfig(path, server=server, ca=self.ca.cert, cert=pair.cert, key=pair.key)
