"""A scheduler.yaml to start from, with every field explained."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING, get_args

from pyplugin.errors import PypluginError
from pyplugin.spec.base import Minor
from pyplugin.spec.load import parse

if TYPE_CHECKING:
    from pathlib import Path

MINORS: tuple[str, ...] = get_args(Minor)
"""Kubernetes minors, newest first."""


class InitError(PypluginError):
    """The file can't be written, or is there already."""


_STARTER = Template("""\
# What the scheduler cares about. `pyplugin generate` makes a Go project of it.
# Every field with its default: `pyplugin schema`, or docs/reference/scheduler.md.
apiVersion: pyplugin.dev/v1alpha1
kind: Scheduler
metadata:
  # The schedulerName that pods ask for, and the name of every object.
  name: "$name"
spec:
  # Minor version of the cluster, in quotes: $minors.
  kubernetes: "$kubernetes"
  # Path of the Go module; any domain of yours.
  module: "$module"
  plugins:
    # Scores nodes by what they cost.
    cost:
      # Against the other scoring plugins, whose weights are 1 to 3.
      weight: 5
      # Prices: the list prices of AWS us-east-1, unless a book is named.
      # priceBook: {file: price-book.json}
      # priceBook: {configMap: kube-system/prices}
      # Which pods may run on which capacity, from the lowest priority to the highest:
      # spot, prefer-spot (wherever it costs least) or on-demand (never spot).
      # `priority` is the value of a PriorityClass that is generated for the band.
      bands:
        - {name: batch, maxPriority: -1, capacity: spot, priority: -5}
        - {name: standard, maxPriority: 999, capacity: prefer-spot, priority: 100}
        - {name: critical, capacity: on-demand, priority: 100000000}
      # Put that on the pods as node affinity, so that autoscalers see it too.
      admission: true
      spot:
        # Whose node labels say what is spot: karpenter, eks, gke, aks or castai.
        labels: karpenter
        # Off the on-demand price, where the book has no spot price.
        estimatedDiscountPercent: 60
      # Older prices are not used.
      maxPriceAge: 24h
  # Fill nodes before taking empty ones.
  packing: true
  deploy:
    namespace: kube-system
    replicas: 2
    # image: registry.example.com/$name:v1
""")


def starter(*, name: str, module: str, kubernetes: str) -> str:
    """The text; SpecError if a value is not allowed."""
    values = {"name": name, "module": module, "kubernetes": kubernetes}
    quoted = {key: _escaped(value) for key, value in values.items()}
    text = _STARTER.substitute(quoted, minors=", ".join(MINORS))
    parse(text.encode("utf-8", "replace"), source="init")
    return text


def write_starter(path: Path, *, name: str, module: str, kubernetes: str) -> None:
    """Write a new file; InitError rather than touching one that is there."""
    text = starter(name=name, module=module, kubernetes=kubernetes)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise InitError(f"{path} is there already", cure="Name another with -f.") from error
    except OSError as error:
        raise InitError(
            f"{path}: {error.strerror}", cure="Name a file that can be made."
        ) from error


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
