"""GET with a client certificate, for the components' own endpoints."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

from pyplugin.clusters.embedded.ports import HOST
from pyplugin.errors import PypluginError

if TYPE_CHECKING:
    from pyplugin.clusters.embedded.pki import KeyPair


class EndpointError(PypluginError):
    """The component did not answer, or not with success."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A component's port on the loopback interface; without a context it speaks plain HTTP."""

    name: str
    port: int
    context: ssl.SSLContext | None = None

    @classmethod
    def create(cls, name: str, port: int, *, ca: KeyPair, client: KeyPair) -> Endpoint:
        context = ssl.create_default_context(cafile=str(ca.cert))
        context.load_cert_chain(str(client.cert), str(client.key))
        return cls(name=name, port=port, context=context)

    def get(self, path: str, *, timeout: float = 10) -> str:
        """The body; EndpointError on a refused connection, after timeout seconds or on 4xx, 5xx."""
        scheme = "https" if self.context else "http"
        url = f"{scheme}://{HOST}:{self.port}{path}"
        try:
            # Straight to the loopback interface, whatever proxy the environment names.
            answer = httpx.get(url, verify=self.context or True, timeout=timeout, trust_env=False)
        except httpx.HTTPError as error:
            raise EndpointError(f"{self.name} does not answer on {url}: {error}") from error
        if answer.is_error:
            raise EndpointError(f"{self.name} answers {answer.status_code} to {path}")
        return answer.text

    def answers(self, path: str) -> bool:
        """Whether a GET of the path succeeds."""
        try:
            self.get(path, timeout=5)
        except EndpointError:
            return False
        return True
