"""A workload as the harness knows it, and the Kubernetes objects it becomes."""

from __future__ import annotations

from dataclasses import dataclass, field

from lightkube.models.apps_v1 import DeploymentSpec
from lightkube.models.core_v1 import Container, PodSpec, PodTemplateSpec, ResourceRequirements
from lightkube.models.core_v1 import Toleration as KubeToleration
from lightkube.models.meta_v1 import LabelSelector, ObjectMeta
from lightkube.resources.apps_v1 import Deployment
from lightkube.resources.scheduling_v1 import PriorityClass

APP_LABEL = "app.kubernetes.io/name"
"""The label by which a workload's pods are found."""


@dataclass(frozen=True, slots=True)
class Toleration:
    """A taint the pods put up with; an empty value means the key alone decides."""

    key: str
    value: str = ""
    effect: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """Replicas of one pod: requests as Kubernetes quantities, priority as an integer.

    extended holds further resources by name, such as {"nvidia.com/gpu": "1"}.
    """

    name: str
    replicas: int
    cpu: str = "100m"
    memory: str = "128Mi"
    priority: int = 0
    extended: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    annotations: dict[str, str] = field(default_factory=dict)
    node_selector: dict[str, str] = field(default_factory=dict)
    tolerations: tuple[Toleration, ...] = ()

    def deployment(self, *, namespace: str, scheduler_name: str) -> Deployment:
        """The Deployment; nothing in it depends on the scheduler but its name."""
        labels = {**self.labels, APP_LABEL: self.name}
        pod = PodSpec(
            containers=[self._container()],
            schedulerName=scheduler_name,
            priorityClassName=priority_class_name(self.priority),
            nodeSelector=self.node_selector or None,
            tolerations=[
                KubeToleration(
                    key=t.key,
                    operator="Equal" if t.value else "Exists",
                    value=t.value or None,
                    effect=t.effect or None,
                )
                for t in self.tolerations
            ],
            terminationGracePeriodSeconds=0,
        )
        metadata = ObjectMeta(labels=labels, annotations=self.annotations or None)
        return Deployment(
            metadata=ObjectMeta(name=self.name, namespace=namespace, labels=labels),
            spec=DeploymentSpec(
                replicas=self.replicas,
                selector=LabelSelector(matchLabels={APP_LABEL: self.name}),
                template=PodTemplateSpec(metadata=metadata, spec=pod),
            ),
        )

    def priority_class(self) -> PriorityClass | None:
        """The PriorityClass its pods name; none for priority 0, which needs none."""
        name = priority_class_name(self.priority)
        if name is None:
            return None
        return PriorityClass(metadata=ObjectMeta(name=name), value=self.priority)

    def _container(self) -> Container:
        requests = {"cpu": self.cpu, "memory": self.memory, **self.extended}
        # Extended resources must be limited at what they request.
        return Container(
            name="main",
            image="registry.k8s.io/pause:3.10",
            resources=ResourceRequirements(requests=requests, limits=dict(self.extended) or None),
        )


def priority_class_name(priority: int) -> str | None:
    if priority == 0:
        return None
    return f"priority-{priority}" if priority > 0 else f"priority-minus-{-priority}"
