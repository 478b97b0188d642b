"""Command lines: what must hold for every component."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyplugin.clusters.embedded import components
from pyplugin.clusters.embedded.binaries import Binaries
from pyplugin.clusters.embedded.components import Credentials, Ports
from pyplugin.clusters.embedded.layout import Layout
from pyplugin.clusters.embedded.pki import KeyPair


def pair(name: str) -> KeyPair:
    return KeyPair(cert=Path(f"/pki/{name}.crt"), key=Path(f"/pki/{name}.key"))


PROGRAMS = Binaries(lab=Path("/bin/lab"), kwok=Path("/bin/kwok"), stages=Path("/stages.yaml"))
PORTS = Ports(apiserver=1001, etcd=1002, etcd_peer=1003)
KEYS = Credentials(
    ca=pair("ca"),
    front_proxy_ca=pair("front-proxy-ca"),
    etcd_ca=pair("etcd-ca"),
    etcd=pair("etcd"),
    apiserver=pair("apiserver"),
    apiserver_etcd=pair("apiserver-etcd"),
    service_accounts=pair("service-accounts"),
)
KUBECONFIG = Path("/kubeconfig")


def commands() -> dict[str, list[str]]:
    return {
        "etcd": components.etcd(PROGRAMS, Layout("a"), KEYS, PORTS),
        "apiserver": components.apiserver(PROGRAMS, KEYS, PORTS, audit=None),
        "manager": components.controller_manager(PROGRAMS, KEYS, KUBECONFIG),
        "kwok": components.kwok(PROGRAMS, KUBECONFIG),
        "scheduler": components.scheduler(
            ["/bin/scheduler"],
            config=Path("/config.yaml"),
            kubeconfig=KUBECONFIG,
            port=1004,
            serving=pair("serving"),
            verbosity=2,
        ),
    }


@pytest.mark.parametrize("name", commands())
def test_no_plain_http_and_no_insecure_switch(name: str) -> None:
    line = " ".join(commands()[name])
    assert "http://" not in line
    assert not re.search(r"insecure|skip-(tls|lookup)|token", line)


@pytest.mark.parametrize("name", ["apiserver", "scheduler"])
def test_servers_listen_on_loopback(name: str) -> None:
    assert "--bind-address=127.0.0.1" in commands()[name]


def test_etcd_asks_for_certificates_of_an_authority_of_its_own() -> None:
    etcd = commands()["etcd"]
    assert {"--client-cert-auth", "--peer-client-cert-auth"} <= set(etcd)
    assert "--trusted-ca-file=/pki/etcd-ca.crt" in etcd
    urls = [each for each in etcd if "-urls=" in each]
    assert len(urls) == 4
    assert all("=https://127.0.0.1:" in each for each in urls)


def test_rbac_decides_for_everybody() -> None:
    assert {"--authorization-mode=RBAC", "--anonymous-auth=false"} <= set(commands()["apiserver"])


def test_controllers_have_their_own_accounts() -> None:
    manager = commands()["manager"]
    assert "--use-service-account-credentials" in manager
    assert "--secure-port=0" in manager
    assert not any("-node-lifecycle" in each for each in manager)


def test_audit_only_when_asked() -> None:
    assert not any("audit" in each for each in commands()["apiserver"])
    audited = components.apiserver(
        PROGRAMS, KEYS, PORTS, audit=(Path("/policy"), Path("/audit.log"))
    )
    assert {"--audit-policy-file=/policy", "--audit-log-path=/audit.log"} <= set(audited)
