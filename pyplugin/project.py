"""The layout of a generated project: the one place that knows its file names."""

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from pyplugin.errors import PypluginError
from pyplugin.spec import Scheduler

LOCK = "pyplugin.lock"
PRISTINE = ".pyplugin/pristine"
TRANSACTION = ".pyplugin/transaction"
JOURNAL = f"{TRANSACTION}/journal.json"
LOCK_VERSION: Literal[1] = 1
MAX_LOCK_BYTES = 1 << 20

Owner = Literal["ours", "yours"]


class ProjectError(PypluginError):
    """A folder that holds no project that this version understands."""


class LockedFile(BaseModel):
    """A file as it was rendered: SHA-256 in hexadecimal, and who may change it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sha256: str
    owner: Owner


class Lock(BaseModel):
    """pyplugin.lock: what a project was made from; paths are relative, with slashes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal[1] = LOCK_VERSION
    tool: str
    spec: Scheduler
    files: dict[str, LockedFile]

    @field_validator("files")
    @classmethod
    def _inside(cls, files: dict[str, LockedFile]) -> dict[str, LockedFile]:
        for path in map(PurePosixPath, files):
            if path.is_absolute() or ".." in path.parts or not path.parts:
                raise ValueError("a path leads out of the project")
        return files

    def to_json(self) -> str:
        return self.model_dump_json(by_alias=True, exclude_none=True, indent=2) + "\n"


@dataclass(frozen=True, slots=True)
class Project:
    """A generated project on disk; root is absolute."""

    root: Path
    lock: Lock

    @classmethod
    def open(cls, directory: Path) -> Self:
        """Read the project of a folder; ProjectError if there is none, or none that we know."""
        refuse_interrupted(directory)
        return cls(directory.resolve(), read_lock(directory / LOCK))

    @classmethod
    def find(cls, start: Path) -> Self:
        """Open the nearest project at or above a path; ProjectError if there is none."""
        for folder in (start.resolve(), *start.resolve().parents):
            if (folder / LOCK).is_file():
                return cls.open(folder)
        raise ProjectError(f"{start} lies in no project", cure="Run `pyplugin generate` first.")

    @property
    def spec(self) -> Scheduler:
        return self.lock.spec

    @property
    def name(self) -> str:
        """The schedulerName, and the name of every object."""
        return self.spec.metadata.name

    @property
    def minor(self) -> str:
        """The Kubernetes minor, such as 1.37."""
        return self.spec.spec.kubernetes

    @property
    def namespace(self) -> str:
        return self.spec.spec.deploy.namespace

    @property
    def binary(self) -> Path:
        return self.root / "bin" / "scheduler"

    @property
    def config(self) -> Path:
        """The folder that the scheduler has as its working directory."""
        return self.root / "config"

    @property
    def scheduler_config(self) -> Path:
        """The KubeSchedulerConfiguration."""
        return self.config / "scheduler-config.yaml"

    @property
    def price_book(self) -> Path:
        """There only if the spec names a file."""
        return self.config / "price-book.json"

    @property
    def cluster_manifests(self) -> list[Path]:
        """What the cluster must have before the scheduler starts: rights, classes, admission."""
        names = ("rbac", "priority-classes", "admission")
        paths = [self.root / "deploy" / f"{name}.yaml" for name in names]
        return [path for path in paths if path.is_file()]

    @property
    def deployment(self) -> Path:
        return self.root / "deploy" / "deployment.yaml"

    @property
    def e2e(self) -> Path:
        """The folder of the project's own tests."""
        return self.root / "e2e"


def refuse_interrupted(directory: Path) -> None:
    """Raise ProjectError for a tree that is neither the old nor the new one."""
    if (directory / JOURNAL).exists():
        raise ProjectError(
            f"{directory}: `pyplugin generate` was interrupted there",
            cure="Run it again: it first brings the old files back.",
        )


def read_lock(path: Path) -> Lock:
    """Read a pyplugin.lock of at most 1 MiB; ProjectError says what is wrong with it."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_LOCK_BYTES + 1)
    except FileNotFoundError as error:
        raise ProjectError(
            f"{path.parent} is no pyplugin project: it has no {LOCK}",
            cure="Make one with `pyplugin generate SPEC -o DIR`.",
        ) from error
    except OSError as error:
        raise ProjectError(f"{path}: can't be read: {error.strerror}") from error
    if len(data) > MAX_LOCK_BYTES:
        raise ProjectError(f"{path}: over 1 MiB", cure=_RESTORE)
    try:
        return Lock.model_validate_json(data)
    except ValidationError as error:
        raise _unusable(path, error) from error


_RESTORE = "Restore it from version control, or generate into a new folder."


def _unusable(path: Path, error: ValidationError) -> ProjectError:
    first: Any = error.errors(include_url=False)[0]
    if first["loc"] == ("version",) and first["type"] == "literal_error":
        return ProjectError(
            f"{path}: version {first['input']!r:.20}, this pyplugin reads {LOCK_VERSION}",
            cure="Use the pyplugin that wrote it, or a newer one.",
        )
    where = ".".join(str(part) for part in first["loc"])
    return ProjectError(f"{path}: {where or 'content'}: {first['msg']}", cure=_RESTORE)
