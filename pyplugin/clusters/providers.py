"""From a provider's name to a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyplugin.errors import PypluginError

if TYPE_CHECKING:
    from pyplugin.clusters.protocol import Cluster

PROVIDERS = ("embedded",)


class UnknownProvider(PypluginError):
    """There is no provider of that name."""


def open_provider(provider: str, *, name: str, kubernetes: str, owned: bool = True) -> Cluster:
    """A cluster that is not up yet; an owned one ends with this program at the latest."""
    if provider == "embedded":
        from pyplugin.clusters.embedded import EmbeddedCluster, EmbeddedConfig

        return EmbeddedCluster(EmbeddedConfig(name=name, kubernetes=kubernetes, owned=owned))
    raise UnknownProvider(
        f"there is no provider {provider!r}", cure=f"take one of: {', '.join(PROVIDERS)}"
    )
