"""The folder of one lab: what lies where, and who may change it."""

from __future__ import annotations

import re
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout
from pydantic import ValidationError

from pyplugin.clusters.embedded.state import LabError, State
from pyplugin.clusters.folders import state_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
KEPT_LOGS = 5


@dataclass(frozen=True, slots=True)
class Layout:
    """Names in the folder of the lab called name."""

    name: str

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise LabError(
                f"{self.name!r} is no name for a lab",
                cure="use up to 63 lower case letters, digits and hyphens",
            )

    @property
    def root(self) -> Path:
        return labs_folder() / self.name

    @property
    def pki(self) -> Path:
        return self.root / "pki"

    @property
    def data(self) -> Path:
        return self.root / "etcd"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def kubeconfig(self) -> Path:
        return self.root / "kubeconfig"

    @contextmanager
    def locked(self, *, timeout: float = 60) -> Iterator[None]:
        """Hold the lab's lock while changing it; LabError if another process does after timeout."""
        # Beside the folder, which comes and goes.
        labs_folder().mkdir(parents=True, exist_ok=True)
        lock = FileLock(labs_folder() / f".{self.name}.lock")
        try:
            lock.acquire(timeout=timeout)
        except Timeout as error:
            raise LabError(
                f"another process is changing lab {self.name}", cure="wait for it, then try again"
            ) from error
        try:
            yield
        finally:
            lock.release()

    @property
    def ownership(self) -> FileLock:
        """The lock that a lab's owner holds as long as it lives; the kernel lets go of it."""
        return FileLock(labs_folder() / f".{self.name}.owner", thread_local=False)

    def has_owner(self) -> bool:
        """Whether some program, this one included, holds the ownership."""
        lock = self.ownership
        try:
            lock.acquire(timeout=0)
        except Timeout:
            return True
        lock.release()
        return False

    def create(self) -> None:
        """Make the folders, for the owner's eyes only."""
        self.root.mkdir(mode=0o700, parents=True)
        for folder in (self.pki, self.data, self.logs):
            folder.mkdir(mode=0o700)

    def read(self) -> State | None:
        """The state, None where there is no such lab; LabError if it can't be understood."""
        try:
            text = (self.root / "state.json").read_text(encoding="utf-8")
            return State.model_validate_json(text)
        except FileNotFoundError:
            return None
        except (ValidationError, UnicodeDecodeError) as error:
            raise LabError(
                f"the state of lab {self.name} can't be read: it is damaged or of another version",
                cure=f"pyplugin lab down --name {self.name}",
            ) from error

    def write(self, state: State) -> None:
        unfinished = self.root / "state.json.new"
        unfinished.write_text(state.model_dump_json(indent=2), encoding="utf-8")
        unfinished.replace(self.root / "state.json")

    def keep_logs(self) -> Path:
        """Move the logs where the removal of the lab does not reach; keeps the last few."""
        kept = state_folder() / "failed" / self.name
        shutil.rmtree(kept, ignore_errors=True)
        kept.parent.mkdir(parents=True, exist_ok=True)
        self.logs.rename(kept)
        others = sorted(kept.parent.iterdir(), key=lambda each: each.stat().st_mtime)
        for old in others[:-KEPT_LOGS]:
            shutil.rmtree(old, ignore_errors=True)
        return kept

    def remove(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)


def labs_folder() -> Path:
    return state_folder() / "labs"


def labs() -> list[Layout]:
    """Every lab that has a folder, running or not."""
    folder = labs_folder()
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return [Layout(each.name) for each in found if each.is_dir() and _NAME.fullmatch(each.name)]
