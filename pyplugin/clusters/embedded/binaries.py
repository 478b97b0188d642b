"""The programs of an embedded cluster, compiled once into the user's cache.

lab        etcd, kube-apiserver, kube-controller-manager, kube-scheduler and kubectl of one minor
kwok       plays the kubelets; one for all minors
karpenter  adds and removes nodes; one for all minors, compiled when it is first deployed

A cached program's folder is named after everything that it depends on: minor,
source, dependency set, Go version and platform.
"""

from __future__ import annotations

import hashlib
import platform
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from pyplugin import console, resources
from pyplugin.clusters.folders import CACHE_VARIABLE, cache_folder, writing
from pyplugin.golang import DependencySet, Target, Toolchain, compile_package, dependencies

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Binaries:
    """Absolute paths of the programs, and kwok's stages."""

    lab: Path
    kwok: Path
    stages: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class _Module:
    """A main package with the dependency set it is compiled with."""

    name: str
    title: str
    sources: tuple[Path, ...]
    mod: str
    sum: str
    pinned: DependencySet | None = None

    def key(self, toolchain: Toolchain) -> str:
        digest = hashlib.sha256()
        for part in self._parts(toolchain):
            digest.update(len(part).to_bytes(8, "big") + part)
        minor = f"-{self.pinned.minor}" if self.pinned else ""
        return f"{self.name}{minor}-{digest.hexdigest()[:16]}"

    def _parts(self, toolchain: Toolchain) -> Iterable[bytes]:
        yield repr((toolchain.version, platform.system(), platform.machine())).encode()
        yield (self.pinned.ldflags if self.pinned else "").encode()
        yield self.mod.encode()
        yield self.sum.encode()
        for source in self.sources:
            yield source.name.encode()
            yield source.read_bytes()


def binaries(minor: str) -> Binaries:
    """What every cluster of a minor ("1.37") needs; minutes if the cache does not have it yet."""
    pinned = dependencies(minor)
    toolchain = Toolchain.find()
    lab = _Module(
        name="lab",
        title=f"compile the Kubernetes {minor} control plane",
        sources=_go_files(_folder()),
        mod=pinned.lab_mod,
        sum=pinned.lab_sum,
        pinned=pinned,
    )
    return Binaries(
        lab=_cached(toolchain, lab),
        kwok=_cached(toolchain, _nested("kwok")),
        stages=_folder() / "kwok" / "stages.yaml",
    )


def karpenter() -> Path:
    """The autoscaler for all minors; minutes if the cache does not have it yet."""
    return _cached(Toolchain.find(), _nested("karpenter"))


def _folder() -> Path:
    return resources.go_library() / "lab"


def _nested(name: str) -> _Module:
    """A program whose folder is a module of its own, because its client-go differs."""
    folder = _folder() / name
    return _Module(
        name=name,
        title=f"compile {name}",
        sources=_go_files(folder),
        mod=(folder / "go.mod").read_text(encoding="utf-8"),
        sum=(folder / "go.sum").read_text(encoding="utf-8"),
    )


def _go_files(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(each for each in folder.glob("*.go") if "_test" not in each.name))


def _cached(toolchain: Toolchain, module: _Module) -> Path:
    folder = cache_folder() / "bin" / module.key(toolchain)
    program = folder / module.name
    if program.exists():
        return program
    with writing(cache_folder(), variable=CACHE_VARIABLE):
        folder.mkdir(parents=True, exist_ok=True)
        with _exclusive(folder):
            if not program.exists():
                _compile(toolchain, module, program)
    return program


@contextmanager
def _exclusive(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; say so once if another process compiles the same thing."""
    lock = FileLock(folder / "lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        console.err.print(f"another process compiles {folder.name}; waiting for it")
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _compile(toolchain: Toolchain, module: _Module, program: Path) -> None:
    """Compile a copy of the source: its go.mod differs by minor, and resources may be read-only."""
    with tempfile.TemporaryDirectory(prefix="pyplugin-") as temporary:
        copy = Path(temporary)
        for source in module.sources:
            shutil.copy(source, copy)
        (copy / "go.mod").write_text(module.mod, encoding="utf-8")
        (copy / "go.sum").write_text(module.sum, encoding="utf-8")
        target = Target(
            title=module.title, module=copy, output=program, log=program.with_name("build.log")
        )
        compile_package(toolchain, target, module.pinned)
