"""What all models share: strict, frozen, camelCase in YAML, docs from the docstrings."""

from typing import Literal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from pyplugin.spec.names import DNSLabel

ApiVersion = Literal["pyplugin.dev/v1alpha1"]


class Model(BaseModel):
    model_config = ConfigDict(
        alias_generator=to_camel,
        extra="forbid",
        frozen=True,
        strict=True,
        use_attribute_docstrings=True,
        validate_by_alias=True,
        validate_by_name=True,
        validate_default=True,
    )


class Metadata(Model):
    """Who it is."""

    name: DNSLabel
    """A DNS label."""


CapacityType = Literal["on-demand", "spot", "reserved"]
Minor = Literal["1.37", "1.36", "1.35"]
