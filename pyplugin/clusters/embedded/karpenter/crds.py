"""Karpenter's CustomResourceDefinitions, from the program that will use them."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from lightkube import codecs
from lightkube.resources.apiextensions_v1 import CustomResourceDefinition

from pyplugin.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from lightkube import Client

TIMEOUT = 30.0


def apply_crds(kube: Client, program: Path) -> None:
    """Apply what the program prints and wait until the API server serves all of it."""
    printed = subprocess.run(
        [str(program), "crds"], capture_output=True, text=True, check=True, timeout=TIMEOUT
    ).stdout
    definitions = codecs.load_all_yaml(printed)
    for each in definitions:
        kube.apply(each, force=True)
    names = [each.metadata.name for each in definitions if each.metadata and each.metadata.name]

    def established() -> bool:
        return all(_is_established(kube.get(CustomResourceDefinition, name)) for name in names)

    wait_until(established, timeout=TIMEOUT, what="Karpenter's resources established")


def _is_established(definition: CustomResourceDefinition) -> bool:
    conditions = (definition.status and definition.status.conditions) or []
    return any(each.type == "Established" and each.status == "True" for each in conditions)
