"""Module paths by the rules of Go: CheckPath of golang.org/x/mod/module, in short."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator

from pyplugin.spec.names import refuse

LIBRARY = "pyplugin.dev/scheduling"
"""The module of the library that every project links."""

MAX_LENGTH = 200
_CURE = "such as example.com/acme-scheduler"
_ELEMENT = re.compile(r"[A-Za-z0-9._~-]+")
_DOMAIN = re.compile(r"[a-z0-9.-]+")
_WINDOWS_DEVICE = re.compile(r"(con|prn|aux|nul|com[1-9]|lpt[1-9])", re.IGNORECASE)
_WINDOWS_SHORT_NAME = re.compile(r"[^.]*~\d+(\.|$)")
_MAJOR = re.compile(r"/v([0-9.]+)$")
_GOPKG_IN = re.compile(r"\.v(0|[1-9][0-9]*)(-unstable)?$")


def _module_path(value: str) -> str:
    if fault := module_path_fault(value):
        raise refuse(f"Go refuses this module path: {fault}", _CURE)
    if value == LIBRARY or value.startswith(LIBRARY + "/"):
        raise refuse("this is the library's own module path", _CURE)
    return value


def module_path_fault(path: str) -> str:
    """What Go would say against the path; empty if nothing."""
    if not path:
        return "empty"
    if len(path) > MAX_LENGTH:
        return f"over {MAX_LENGTH} characters"
    if path.startswith("-"):
        return "leading dash"
    elements = path.split("/")
    for element in elements:
        if fault := _element_fault(element):
            return fault
    return _domain_fault(elements[0]) or _version_fault(path)


def _element_fault(element: str) -> str:
    if not element:
        return "empty path element"
    if element.startswith(".") or element.endswith("."):
        return f"dot at an end of {element!r}"
    if not _ELEMENT.fullmatch(element):
        return f"invalid character in {element!r}"
    if _WINDOWS_DEVICE.fullmatch(element.partition(".")[0]):
        return f"{element!r} is reserved on Windows"
    if _WINDOWS_SHORT_NAME.match(element):
        return f"{element!r} ends in a tilde and digits"
    return ""


def _domain_fault(domain: str) -> str:
    if "." not in domain:
        return "no dot in the first path element"
    if not _DOMAIN.fullmatch(domain):
        return f"invalid character in {domain!r}"
    return ""


def _version_fault(path: str) -> str:
    if path.startswith("gopkg.in/"):
        return "" if _GOPKG_IN.search(path) else "a gopkg.in path ends in .v and a number"
    major = _MAJOR.search(path)
    if major and (major[1] == "1" or "." in major[1] or major[1].startswith("0")):
        return f"invalid version /v{major[1]}"
    return ""


ModulePath = Annotated[str, AfterValidator(_module_path)]
