"""Certificates of an embedded cluster: ECDSA P-256, an authority for each kind of trust.

The API server takes user names from certificates (CN, groups from O), so who may
issue decides who is who: authority keys stay in the lab's folder, mode 0600.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LIFETIME = dt.timedelta(days=30)
_USES = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.SERVER_AUTH])


@dataclass(frozen=True, slots=True)
class KeyPair:
    """Where a certificate and its key lie."""

    cert: Path
    key: Path


@dataclass(frozen=True, slots=True)
class Authority:
    """A certificate authority that keeps its files in folder."""

    folder: Path
    name: str
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @classmethod
    def create(cls, folder: Path, name: str) -> Authority:
        key = ec.generate_private_key(ec.SECP256R1())
        subject = _subject(name, ())
        constraints = x509.BasicConstraints(ca=True, path_length=0)
        certificate = (
            _builder(subject, subject, key.public_key())
            .add_extension(constraints, critical=True)
            .sign(key, hashes.SHA256())
        )
        authority = cls(folder=folder, name=name, key=key, certificate=certificate)
        _write(authority.files, certificate, key)
        return authority

    @classmethod
    def load(cls, folder: Path, name: str) -> Authority:
        key = load_pem_private_key((folder / f"{name}.key").read_bytes(), password=None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise TypeError(f"{name}.key is no ECDSA key")
        certificate = x509.load_pem_x509_certificate((folder / f"{name}.crt").read_bytes())
        return cls(folder=folder, name=name, key=key, certificate=certificate)

    @property
    def files(self) -> KeyPair:
        return key_pair(self.folder, self.name)

    def issue(
        self, file: str, *, user: str, groups: Sequence[str] = (), hosts: Sequence[str] = ()
    ) -> KeyPair:
        """Write file.crt and file.key for a user (CN) in groups (O), valid for the hosts."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(
            _subject(user, groups), self.certificate.subject, key.public_key()
        ).add_extension(_USES, critical=False)
        if hosts:
            names = x509.SubjectAlternativeName([_host(host) for host in hosts])
            builder = builder.add_extension(names, critical=False)
        pair = key_pair(self.folder, file)
        _write(pair, builder.sign(self.key, hashes.SHA256()), key)
        return pair


def _builder(
    subject: x509.Name, issuer: x509.Name, public_key: ec.EllipticCurvePublicKey
) -> x509.CertificateBuilder:
    now = dt.datetime.now(dt.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(minutes=5))
        .not_valid_after(now + LIFETIME)
    )


def _subject(user: str, groups: Sequence[str]) -> x509.Name:
    organizations = [x509.NameAttribute(NameOID.ORGANIZATION_NAME, group) for group in groups]
    with warnings.catch_warnings():
        # A service account's full name may exceed the 64 characters of X.520; Go does not mind.
        warnings.simplefilter("ignore", UserWarning)
        name = x509.NameAttribute(NameOID.COMMON_NAME, user, _validate=False)
    return x509.Name([*organizations, name])


def _host(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def key_pair(folder: Path, name: str) -> KeyPair:
    """Where the files of a name lie; they need not exist."""
    return KeyPair(cert=folder / f"{name}.crt", key=folder / f"{name}.key")


def _write(pair: KeyPair, cert: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> None:
    _private(pair.cert, cert.public_bytes(Encoding.PEM))
    _private(pair.key, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


def _private(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, from its first byte on."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(content)
