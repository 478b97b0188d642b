"""Who may do what on an embedded cluster, beyond Kubernetes' own roles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightkube.models.meta_v1 import ObjectMeta
from lightkube.models.rbac_v1 import PolicyRule, RoleRef, Subject
from lightkube.resources.rbac_authorization_v1 import ClusterRole, ClusterRoleBinding

if TYPE_CHECKING:
    from lightkube import Client

KWOK_USER = "system:kwok"

_GROUP = "rbac.authorization.k8s.io"
_KWOK_RULES = [
    PolicyRule(apiGroups=[""], resources=["nodes"], verbs=["get", "list", "watch"]),
    PolicyRule(
        apiGroups=[""], resources=["pods"], verbs=["get", "list", "watch", "patch", "delete"]
    ),
    PolicyRule(apiGroups=[""], resources=["nodes/status", "pods/status"], verbs=["patch"]),
    PolicyRule(apiGroups=["", "events.k8s.io"], resources=["events"], verbs=["create", "patch"]),
]


def allow_kwok(client: Client) -> None:
    """Let kwok's user play the kubelet of every node."""
    metadata = ObjectMeta(name=KWOK_USER)
    client.apply(ClusterRole(metadata=metadata, rules=_KWOK_RULES))
    client.apply(
        ClusterRoleBinding(
            metadata=metadata,
            roleRef=RoleRef(apiGroup=_GROUP, kind="ClusterRole", name=KWOK_USER),
            subjects=[Subject(apiGroup=_GROUP, kind="User", name=KWOK_USER)],
        )
    )
