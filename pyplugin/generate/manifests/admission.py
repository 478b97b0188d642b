"""The admission policy: what a band says about capacity, put on its pods when they are created.

An autoscaler simulates node affinity and tolerations but no plugin of a scheduler, so this is
how both see the same rule. JSON patches, since lists of terms and tolerations are atomic: an
apply configuration would replace what the pod has.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyplugin.generate.manifests.cel import conditional, new_object, one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyplugin.generate.manifests.value import Object
    from pyplugin.spec import Band, Spot, Toleration

_GROUP = "admissionregistration.k8s.io"
_TERMS = (
    "object.?spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"
    ".nodeSelectorTerms.orValue([])"
)
_NODE_AFFINITY = "/spec/affinity/nodeAffinity"
_REQUIRED = f"{_NODE_AFFINITY}/requiredDuringSchedulingIgnoredDuringExecution"
_TYPE = "Object.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"


@dataclass(frozen=True, slots=True)
class _SpotLabel:
    """The label that marks spot nodes; taint is what its provider puts on them, if anything."""

    key: str
    value: str
    taint: bool = False


# Where a provider marks spot by a label, its other nodes lack it: NotIn holds for those too.
_SPOT_LABELS = {
    "karpenter": _SpotLabel("karpenter.sh/capacity-type", "spot"),
    "eks": _SpotLabel("eks.amazonaws.com/capacityType", "SPOT"),
    "gke": _SpotLabel("cloud.google.com/gke-spot", "true", taint=True),
    "aks": _SpotLabel("kubernetes.azure.com/scalesetpriority", "spot", taint=True),
    "castai": _SpotLabel("scheduling.cast.ai/spot", "true", taint=True),
}


def admission_objects(
    *,
    scheduler: str,
    kubernetes: str,
    bands: Sequence[Band],
    spot: Spot,
    labels: dict[str, str],
) -> list[Object]:
    """A MutatingAdmissionPolicy for pods of this scheduler, and its binding."""
    # Kubernetes 1.35 has it as beta: feature gate and runtime-config have to be switched on.
    version = "v1beta1" if kubernetes == "1.35" else "v1"
    metadata = {"name": f"{scheduler}-capacity", "labels": labels}
    return [
        {
            "apiVersion": f"{_GROUP}/{version}",
            "kind": "MutatingAdmissionPolicy",
            "metadata": metadata,
            "spec": _policy(scheduler, bands, spot),
        },
        {
            "apiVersion": f"{_GROUP}/{version}",
            "kind": "MutatingAdmissionPolicyBinding",
            "metadata": metadata,
            "spec": {"policyName": metadata["name"]},
        },
    ]


def _policy(scheduler: str, bands: Sequence[Band], spot: Spot) -> dict[str, Any]:
    label = _SPOT_LABELS[spot.labels]
    pods = {"apiGroups": [""], "apiVersions": ["v1"], "resources": ["pods"]}
    return {
        # The scheduler places pods all the same, by its scores, if this can't be evaluated.
        "failurePolicy": "Ignore",
        "reinvocationPolicy": "IfNeeded",
        "matchConstraints": {"resourceRules": [{**pods, "operations": ["CREATE"]}]},
        "matchConditions": [
            {
                "name": "opted-in",
                "expression": f"object.spec.schedulerName == {json.dumps(scheduler)}",
            }
        ],
        "variables": [
            {"name": "capacity", "expression": _capacity(bands)},
            {"name": "terms", "expression": _TERMS},
            {"name": "decided", "expression": _decided(label.key)},
            {"name": "operator", "expression": "variables.capacity == 'spot' ? 'In' : 'NotIn'"},
        ],
        "mutations": [
            {"patchType": "JSONPatch", "jsonPatch": {"expression": patch}}
            for patch in _patches(label, spot.tolerations)
        ],
    }


def _patches(label: _SpotLabel, own: Sequence[Toleration]) -> list[str]:
    patches = [_affinity_patch(_wanted(label))]
    if tolerations := _tolerations(label, own):
        patches.append(_tolerations_patch(tolerations))
    return patches


def _capacity(bands: Sequence[Band]) -> str:
    """The capacity of the pod's band: by the name of its PriorityClass, else by priority."""
    name = "object.?spec.priorityClassName.orValue('')"
    priority = "object.?spec.priority.orValue(0)"
    by_name = [
        (one_of(name, band.priority_classes), band.capacity)
        for band in bands
        if band.priority_classes
    ]
    by_priority = [(f"{priority} <= {band.max_priority}", band.capacity) for band in bands[:-1]]
    return conditional([*by_name, *by_priority], otherwise=bands[-1].capacity)


def _decided(key: str) -> str:
    """Whether the pod itself says something about its capacity, which then holds."""
    quoted = json.dumps(key)
    return (
        f"{quoted} in object.?spec.nodeSelector.orValue({{}})"
        " || variables.terms.exists(t, t.?matchExpressions.orValue([])"
        f".exists(e, e.key == {quoted}))"
    )


def _wanted(label: _SpotLabel) -> str:
    return (
        f"{_TYPE}.nodeSelectorTerms.matchExpressions{{key: {json.dumps(label.key)}, "
        f"operator: variables.operator, values: [{json.dumps(label.value)}]}}"
    )


def _tolerations(label: _SpotLabel, own: Sequence[Toleration]) -> list[dict[str, str]]:
    tolerations = [
        {"key": each.key, "operator": "Equal" if each.value else "Exists"}
        | {name: text for name in ("value", "effect") if (text := getattr(each, name))}
        for each in own
    ]
    if label.taint:
        provider = {"key": label.key, "operator": "Equal", "value": label.value}
        tolerations.insert(0, {**provider, "effect": "NoSchedule"})
    return tolerations


def _affinity_patch(wanted: str) -> str:
    """The expression into every term, since terms are alternatives; a term if there is none."""
    add = "JSONPatch{op: 'add', path: "
    term = f"{_TYPE}.nodeSelectorTerms{{matchExpressions: [{wanted}]}}"
    return f"""\
variables.capacity == 'prefer-spot' || variables.decided ? [] :
variables.terms.size() > 0 ?
  lists.range(variables.terms.size()).map(i,
    has(variables.terms[i].matchExpressions) ?
      {add}'{_REQUIRED}/nodeSelectorTerms/' + string(i) + '/matchExpressions/-',
        value: {wanted}}} :
      {add}'{_REQUIRED}/nodeSelectorTerms/' + string(i) + '/matchExpressions',
        value: [{wanted}]}}) :
  (has(object.spec.affinity) ? [] :
    [{add}'/spec/affinity', value: Object.spec.affinity{{}}}}]) +
  (has(object.spec.affinity) && has(object.spec.affinity.nodeAffinity) ? [] :
    [{add}'{_NODE_AFFINITY}', value: Object.spec.affinity.nodeAffinity{{}}}}]) +
  [{add}'{_REQUIRED}', value: {_TYPE}{{nodeSelectorTerms: [{term}]}}}}]
"""


def _tolerations_patch(tolerations: list[dict[str, str]]) -> str:
    """Those that the pod doesn't have: a policy may be invoked twice."""
    add = "JSONPatch{op: 'add', path: '/spec/tolerations"
    missing = "".join(
        f""" +
  ({_tolerates(each)} ? [] :
    [{add}/-', value: {new_object("Object.spec.tolerations", each)}}}])"""
        for each in tolerations
    )
    return f"""\
variables.capacity == 'on-demand' ? [] :
  (has(object.spec.tolerations) ? [] : [{add}', value: []}}]){missing}
"""


def _tolerates(toleration: dict[str, str]) -> str:
    same = " && ".join(
        f"t.?{name}.orValue('') == {json.dumps(toleration.get(name, ''))}"
        for name in ("key", "value", "effect")
    )
    return f"object.?spec.tolerations.orValue([]).exists(t, {same})"
