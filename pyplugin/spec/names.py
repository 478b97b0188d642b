"""Names and quantities as Kubernetes and Go understand them, as types for the models."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")
_SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_LABEL_VALUE = re.compile(r"([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?")
_QUANTITY = re.compile(r"\d{1,15}(\.\d{1,9})?(m|[kMGTPE]|[KMGTPE]i)?")
_IMAGE = re.compile(r"[a-z0-9][A-Za-z0-9._/:@-]{0,510}")


def refuse(message: str, cure: str = "", *, at: tuple[str | int, ...] = ()) -> PydanticCustomError:
    """An error with its cure; at is the place inside the value that is validated."""
    context: dict[str, Any] = {"message": message, "cure": cure, "at": at}
    return PydanticCustomError("refused", "{message}", context)


def is_label_value(value: str) -> bool:
    """Whether a node's label may have it; the empty value is one too."""
    return _LABEL_VALUE.fullmatch(value) is not None


def _dns_label(value: str) -> str:
    if not _LABEL.fullmatch(value):
        cure = "at most 63 lower-case letters, digits and `-`, which stands at neither end"
        raise refuse("not a DNS label", cure)
    return value


def _label_value(value: str) -> str:
    if not is_label_value(value):
        cure = "at most 63 letters, digits, `-`, `_` and `.`, letters or digits at both ends"
        raise refuse("not a label's value", cure)
    return value


def _named_label_value(value: str) -> str:
    if not value:
        raise refuse("empty")
    return _label_value(value)


def _label_key(value: str) -> str:
    prefix, slash, name = value.rpartition("/")
    good = name and is_label_value(name) and (not slash or _is_subdomain(prefix))
    if not good:
        raise refuse("not a label's key", "such as `team` or `example.com/team`")
    return value


def _dns_subdomain(value: str) -> str:
    if not _is_subdomain(value):
        cure = "at most 253 lower-case letters, digits, `-` and `.`"
        raise refuse("not a name of an object", cure)
    return value


def _is_subdomain(value: str) -> bool:
    return len(value) <= 253 and _SUBDOMAIN.fullmatch(value) is not None


def _quantity(value: str) -> str:
    if not _QUANTITY.fullmatch(value):
        raise refuse("not a quantity", 'such as "4", "500m" or 16Gi')
    return value


def _image(value: str) -> str:
    if not _IMAGE.fullmatch(value):
        raise refuse("not an image reference", "such as registry.example.com/acme-scheduler:v1")
    return value


DNSSubdomain = Annotated[str, AfterValidator(_dns_subdomain)]
DNSLabel = Annotated[str, AfterValidator(_dns_label)]
LabelKey = Annotated[str, AfterValidator(_label_key)]
LabelValue = Annotated[str, AfterValidator(_label_value)]
NamedLabelValue = Annotated[str, AfterValidator(_named_label_value)]
Quantity = Annotated[str, AfterValidator(_quantity)]
ImageReference = Annotated[str, AfterValidator(_image)]
