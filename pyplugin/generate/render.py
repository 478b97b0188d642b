"""From inputs to every file of a project. Same inputs, same bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pyplugin import __version__
from pyplugin.generate.context import context, image
from pyplugin.generate.gomod import go_mod
from pyplugin.generate.library import library_files
from pyplugin.generate.manifests import (
    Workload,
    admission_objects,
    chart_template,
    chart_values,
    deployment_objects,
    plain,
    priority_class_objects,
    rbac_objects,
)
from pyplugin.generate.tree import File, Tree, marked, told_by_mark
from pyplugin.golang import dependencies
from pyplugin.prices import FILE_NAME
from pyplugin.resources import templates

if TYPE_CHECKING:
    from pyplugin.generate.inputs import Inputs
    from pyplugin.generate.manifests.value import Object
    from pyplugin.golang import DependencySet

_SUFFIX = ".j2"
_CONFIG = "config/scheduler-config.yaml"
_PRICES = f"config/{FILE_NAME}"


def render(inputs: Inputs) -> Tree:
    """All files but the lock, by path."""
    pinned = dependencies(inputs.spec.spec.kubernetes)
    tree = _template_files(context(inputs, pinned))
    if inputs.price_book is not None:
        tree[_PRICES] = File(inputs.price_book.encode())
    tree |= _manifest_files(inputs, pinned, tree)
    tree |= library_files(pinned)
    tree["go.mod"] = File(go_mod(inputs.spec.spec.module, pinned).encode())
    tree["go.sum"] = File(pinned.scheduler_sum.encode())
    return dict(sorted(tree.items()))


def _template_files(variables: dict[str, Any]) -> Tree:
    """One file for each template, at the same path without .j2."""
    environment = Environment(  # noqa: S701  no HTML
        loader=FileSystemLoader(templates()),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["quote"] = json.dumps
    environment.filters["identifier"] = lambda name: name.replace("-", "_")
    names = environment.list_templates(filter_func=lambda name: name.endswith(_SUFFIX))
    return {
        name.removesuffix(_SUFFIX): told_by_mark(environment.get_template(name).render(variables))
        for name in names
    }


def _manifest_files(inputs: Inputs, pinned: DependencySet, tree: Tree) -> Tree:
    name, namespace = inputs.spec.metadata.name, inputs.spec.spec.deploy.namespace
    labels = {"app.kubernetes.io/name": name, "app.kubernetes.io/component": "scheduler"}
    config = {
        path.removeprefix("config/"): tree[path].content.decode()
        for path in (_CONFIG, _PRICES)
        if path in tree
    }
    workload = Workload(
        name=name,
        namespace=namespace,
        labels=labels,
        image=image(inputs, pinned),
        replicas=inputs.spec.spec.deploy.replicas,
        config=config,
        price_config_map=inputs.config_map.partition("/")[2] if inputs.config_map else None,
    )
    cost = inputs.cost
    groups = {
        "rbac": rbac_objects(name=name, namespace=namespace, labels=labels),
        "priority-classes": priority_class_objects(name, cost.bands, labels),
        "admission": admission_objects(
            scheduler=name,
            kubernetes=inputs.spec.spec.kubernetes,
            bands=cost.bands,
            spot=cost.spot,
            labels=labels,
        )
        if cost.admission
        else [],
        "deployment": deployment_objects(workload),
    }
    return {
        "deploy/chart/Chart.yaml": marked(_chart(name, pinned)),
        "deploy/chart/values.yaml": marked(chart_values([o for g in groups.values() for o in g])),
        **_group_files(groups),
    }


def _group_files(groups: dict[str, list[Object]]) -> Tree:
    """Each group that isn't empty, as plain manifests and as a template of the chart."""
    tree: Tree = {}
    for name, objects in groups.items():
        if objects:
            tree[f"deploy/{name}.yaml"] = marked(plain(objects))
            tree[f"deploy/chart/templates/{name}.yaml"] = marked(chart_template(objects))
    return tree


def _chart(name: str, pinned: DependencySet) -> str:
    chart = {
        "apiVersion": "v2",
        "name": name,
        "description": f"The scheduler {name} for Kubernetes {pinned.minor}",
        "type": "application",
        "version": __version__,
        "appVersion": pinned.version,
    }
    return plain([chart])
