"""Certificates, checked by a TLS handshake as the components do it."""

from __future__ import annotations

import socket
import ssl
import stat
import threading
from typing import TYPE_CHECKING

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from pyplugin.clusters.embedded.pki import Authority, KeyPair

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def ca(tmp_path: Path) -> Authority:
    return Authority.create(tmp_path, "ca")


def certificate(pair: KeyPair) -> x509.Certificate:
    return x509.load_pem_x509_certificate(pair.cert.read_bytes())


def handshake(ca: KeyPair, server: KeyPair, client: KeyPair, host: str) -> None:
    """Mutual TLS over a socket pair; ssl.SSLError if either side does not trust the other."""
    serving = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=str(ca.cert))
    serving.verify_mode = ssl.CERT_REQUIRED
    serving.load_cert_chain(server.cert, server.key)
    asking = ssl.create_default_context(cafile=str(ca.cert))
    asking.load_cert_chain(client.cert, client.key)
    left, right = socket.socketpair()
    failures: list[ssl.SSLError] = []

    def serve() -> None:
        try:
            with serving.wrap_socket(left, server_side=True) as connection:
                connection.sendall(b"hello")
        except ssl.SSLError as error:
            failures.append(error)
        finally:
            left.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        with asking.wrap_socket(right, server_hostname=host) as connection:
            assert connection.recv(5) == b"hello" or failures
    finally:
        right.close()
        thread.join(timeout=10)
    if failures:
        raise failures[0]


def test_mutual_tls(ca: Authority) -> None:
    server = ca.issue("server", user="server", hosts=["127.0.0.1", "localhost"])
    client = ca.issue("client", user="client")
    handshake(ca.files, server, client, "127.0.0.1")
    handshake(ca.files, server, client, "localhost")


def test_another_host_is_refused(ca: Authority) -> None:
    server = ca.issue("server", user="server", hosts=["127.0.0.1"])
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(ca.files, server, server, "10.0.0.1")


def test_another_authority_s_client_is_refused(ca: Authority, tmp_path: Path) -> None:
    server = ca.issue("server", user="server", hosts=["localhost"])
    stranger = Authority.create(tmp_path, "other").issue("stranger", user="pyplugin-admin")
    with pytest.raises(ssl.SSLError):
        handshake(ca.files, server, stranger, "localhost")


def test_user_and_groups(ca: Authority) -> None:
    pair = ca.issue("x", user="system:serviceaccount:kube-system:acme", groups=["a", "b"])
    subject = certificate(pair).subject
    names = subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    assert [name.value for name in names] == ["system:serviceaccount:kube-system:acme"]
    groups = subject.get_attributes_for_oid(NameOID.ORGANIZATION_NAME)
    assert [group.value for group in groups] == ["a", "b"]


@pytest.mark.filterwarnings("ignore:Attribute's length")  # of the reading side, here
def test_a_service_account_with_the_longest_names(ca: Authority) -> None:
    user = f"system:serviceaccount:{'n' * 63}:{'a' * 63}"
    pair = ca.issue("x", user=user)
    assert certificate(pair).subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value == user


def test_keys_are_p256_and_private(ca: Authority) -> None:
    pair = ca.issue("x", user="x")
    key = certificate(pair).public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert isinstance(key.curve, ec.SECP256R1)
    for path in (pair.key, pair.cert, ca.files.key):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_certificate_is_no_authority(ca: Authority) -> None:
    constraints = certificate(ca.files).extensions.get_extension_for_class(x509.BasicConstraints)
    assert constraints.value.ca
    assert constraints.value.path_length == 0
    with pytest.raises(x509.ExtensionNotFound):
        certificate(ca.issue("x", user="x")).extensions.get_extension_for_class(
            x509.BasicConstraints
        )


def test_load(ca: Authority) -> None:
    again = Authority.load(ca.folder, "ca")
    server = again.issue("server", user="server", hosts=["localhost"])
    handshake(ca.files, server, server, "localhost")
