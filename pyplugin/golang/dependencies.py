"""The pinned dependency sets: one go.mod and go.sum per Kubernetes minor and module.

The modules are the library (pyplugin.dev/scheduling) and the control plane (go/lab).
`scripts/update_deps.py` writes them; both modules of a minor resolve every shared
module to the same version, so that one Go build cache serves both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pyplugin.errors import PypluginError

SETS = Path(__file__).parent / "deps"

_KUBERNETES = re.compile(r"^\s*(?:require )?k8s\.io/kubernetes (v\S+)", re.MULTILINE)
_GO = re.compile(r"^go (\d+)\.(\d+)", re.MULTILINE)


class UnknownMinor(PypluginError):
    """There is no dependency set for this Kubernetes minor."""


@dataclass(frozen=True, slots=True)
class DependencySet:
    """What a Kubernetes minor ("1.37") is compiled from; version is "v1.37.2"."""

    minor: str
    version: str
    scheduler_mod: str
    scheduler_sum: str
    lab_mod: str
    lab_sum: str

    @property
    def go(self) -> tuple[int, int]:
        """The oldest Go that compiles it, (1, 26)."""
        match = _GO.search(self.lab_mod)
        assert match is not None, "every go.mod of ours has a go line"  # noqa: S101
        return int(match[1]), int(match[2])

    @property
    def tags(self) -> str:
        """The build tag that marks this minor in the library's source: k8s1_37."""
        return f"k8s{self.minor.replace('.', '_')}"

    @property
    def ldflags(self) -> str:
        """Linker flags: the Kubernetes version that the binary reports, and no debug tables."""
        major, minor = self.minor.split(".")
        package = "k8s.io/component-base/version"
        values = {"gitVersion": self.version, "gitMajor": major, "gitMinor": minor}
        return " ".join(
            ["-s -w", *(f"-X {package}.{name}={value}" for name, value in values.items())]
        )


def minors() -> list[str]:
    """Every minor that has a set, newest first."""
    found = [folder.name for folder in SETS.iterdir() if folder.is_dir()]
    return sorted(found, key=lambda minor: [int(part) for part in minor.split(".")], reverse=True)


def dependencies(minor: str) -> DependencySet:
    """The set of a minor such as "1.37"; UnknownMinor if we have none."""
    if minor not in minors():
        raise UnknownMinor(
            f"Kubernetes {minor} is not supported", cure=f"take one of {', '.join(minors())}"
        )
    texts = {
        name.replace(".", "_"): (SETS / minor / name).read_text(encoding="utf-8")
        for name in ("scheduler.mod", "scheduler.sum", "lab.mod", "lab.sum")
    }
    match = _KUBERNETES.search(texts["lab_mod"])
    assert match is not None, "update_deps.py never writes a set without kubernetes"  # noqa: S101
    return DependencySet(minor=minor, version=match[1], **texts)
