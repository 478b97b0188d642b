"""scheduler.yaml: what the generated scheduler cares about and where it runs."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from pyplugin.spec.bands import DEFAULT_BANDS, Band, Bands
from pyplugin.spec.base import ApiVersion, CapacityType, Metadata, Minor, Model
from pyplugin.spec.duration import Duration
from pyplugin.spec.gomodule import ModulePath
from pyplugin.spec.names import DNSLabel, ImageReference, LabelKey, LabelValue, refuse

__all__ = ["Band", "CapacityType", "ConfigMapRef", "CostPlugin", "Minor", "Scheduler"]

# A second scheduler of one of these names would fight the cluster's own for its pods and lease.
_TAKEN = ("default-scheduler", "kube-scheduler")


def _config_map(value: str) -> str:
    namespace, slash, name = value.partition("/")
    if not (namespace and slash and name) or "/" in name:
        raise refuse("not a ConfigMap", "write namespace/name")
    return value


def _relative(value: str) -> str:
    if not value or value.startswith("/") or "\0" in value:
        raise refuse("not a relative path", "it starts at the folder of this spec")
    return value


RelativePath = Annotated[str, AfterValidator(_relative)]
ConfigMapRef = Annotated[str, AfterValidator(_config_map)]


SpotLabels = Literal["karpenter", "eks", "gke", "aks", "castai"]


class PriceBookSource(Model):
    """Where prices come from: exactly one of the two."""

    file: RelativePath | None = None
    """A price book beside this spec; it becomes part of the project."""
    config_map: ConfigMapRef | None = None
    """`namespace/name` of a ConfigMap with the key `price-book.json`, beside the scheduler."""

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if (self.file is None) == (self.config_map is None):
            raise refuse("names no single source", "give either `file` or `configMap`")
        return self


class Toleration(Model):
    """Puts up with a taint."""

    key: LabelKey
    value: LabelValue = ""
    """Empty: any value."""
    effect: Literal["", "NoSchedule", "PreferNoSchedule", "NoExecute"] = ""
    """Empty: any effect."""


class Spot(Model):
    """What spot capacity costs and how its nodes are told."""

    estimated_discount_percent: int = Field(60, ge=0, le=95)
    """Off the on-demand price, where the price book has no spot price."""
    labels: SpotLabels = "karpenter"
    """Whose node labels say what is spot; admission requires or forbids it by them."""
    tolerations: list[Toleration] = Field([], max_length=20)
    """Added at admission to pods that may run on spot, besides those of the nodes' provider."""


class CostPlugin(Model):
    """Scores nodes by what they cost."""

    weight: int = Field(5, ge=1, le=100)
    """Its weight against the other scoring plugins, whose own weights are 1 to 3."""
    price_book: PriceBookSource | None = None
    """Default: the list prices of AWS us-east-1 that are compiled in."""
    bands: Bands = DEFAULT_BANDS
    """Which pods may run on which capacity, from the lowest priority to the highest."""
    admission: bool = True
    """Put a band's capacity on its pods as required node affinity when they are created, so
    that autoscalers buy nodes by the same rule. Pods that name a capacity keep it."""
    spot: Spot = Spot()
    max_price_age: Duration = "24h"
    """Older prices are not used: every node then scores the same."""


class Plugins(Model):
    """The plugins to compile in; at least one."""

    cost: CostPlugin | None = None

    @model_validator(mode="after")
    def _at_least_one(self) -> Self:
        if self.cost is None:
            raise refuse("no plugin", "add `cost: {weight: 5}`")
        return self


class Deploy(Model):
    """How it runs in the cluster."""

    namespace: DNSLabel = "kube-system"
    replicas: int = Field(2, ge=1, le=9)
    """One leads, the others stand by."""
    image: ImageReference | None = None
    """Default: `<name>:v<version of Kubernetes>`."""


class SchedulerSpec(Model):
    """What it does."""

    kubernetes: Minor = "1.37"
    """Minor version of the cluster, in quotes."""
    module: ModulePath
    """Path of the Go module that is generated."""
    plugins: Plugins
    packing: bool = True
    """Fill nodes before taking empty ones: NodeResourcesFit scores MostAllocated, and
    pods without topologySpreadConstraints of their own spread over zones only."""
    deploy: Deploy = Deploy()

    @model_validator(mode="after")
    def _prices_in_reach(self) -> Self:
        book = self.plugins.cost.price_book if self.plugins.cost else None
        if book and book.config_map:
            namespace = book.config_map.partition("/")[0]
            if namespace != self.deploy.namespace:
                raise refuse(
                    f"the ConfigMap is in {namespace}, the scheduler in {self.deploy.namespace}",
                    "a pod mounts ConfigMaps of its own namespace only",
                    at=("plugins", "cost", "priceBook", "configMap"),
                )
        return self


class SchedulerMetadata(Metadata):
    """Who it is."""

    name: DNSLabel
    """A DNS label: the schedulerName that pods ask for, and the name of every object."""

    @model_validator(mode="after")
    def _free_name(self) -> Self:
        if self.name in _TAKEN:
            raise refuse(
                f"{self.name} is the cluster's own scheduler", "take another name", at=("name",)
            )
        return self


class Scheduler(Model):
    """A kube-scheduler with plugins, one YAML file."""

    api_version: ApiVersion
    kind: Literal["Scheduler"]
    metadata: SchedulerMetadata
    spec: SchedulerSpec
