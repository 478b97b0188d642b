"""Who the scheduler is and what it may do: upstream's own roles, and its own lease."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyplugin.generate.manifests.value import Object

_RBAC = "rbac.authorization.k8s.io"

# Both come with every cluster and change with its minor: nodes, pods, bindings, volumes, DRA.
CLUSTER_ROLES = ("system:kube-scheduler", "system:volume-scheduler")


def rbac_objects(*, name: str, namespace: str, labels: dict[str, str]) -> list[Object]:
    """ServiceAccount, role for the lease, and the bindings."""

    def metadata(suffix: str = "", *, within: str | None = namespace) -> dict[str, Any]:
        place = {"namespace": within} if within else {}
        return {"name": name + suffix, **place, "labels": labels}

    def binding(kind: str, meta: dict[str, Any], role_kind: str, role: str) -> Object:
        return {
            "apiVersion": f"{_RBAC}/v1",
            "kind": kind,
            "metadata": meta,
            "roleRef": {"apiGroup": _RBAC, "kind": role_kind, "name": role},
            "subjects": [{"kind": "ServiceAccount", "name": name, "namespace": namespace}],
        }

    return [
        {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": metadata()},
        *(
            binding(
                "ClusterRoleBinding",
                metadata("-" + role.removeprefix("system:"), within=None),
                "ClusterRole",
                role,
            )
            for role in CLUSTER_ROLES
        ),
        # Reads how the API server authenticates requests that it forwards (to /metrics, /configz).
        binding(
            "RoleBinding",
            metadata("-authentication-reader", within="kube-system"),
            "Role",
            "extension-apiserver-authentication-reader",
        ),
        {
            "apiVersion": f"{_RBAC}/v1",
            "kind": "Role",
            "metadata": metadata("-leader-election"),
            "rules": _lease_rules(name),
        },
        binding("RoleBinding", metadata("-leader-election"), "Role", name + "-leader-election"),
    ]


def _lease_rules(name: str) -> list[dict[str, Any]]:
    lease = {"apiGroups": ["coordination.k8s.io"], "resources": ["leases"]}
    return [
        # A name can't be given to create: the object isn't there yet when it is asked.
        {**lease, "verbs": ["create"]},
        {**lease, "resourceNames": [name], "verbs": ["get", "update"]},
    ]
