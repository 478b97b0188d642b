"""The output folder: whose it is, who else writes to it, what lies in it."""

from __future__ import annotations

import errno
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from pyplugin.generate.errors import GenerateError
from pyplugin.generate.plan import Place
from pyplugin.project import LOCK, PRISTINE, read_lock, refuse_interrupted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyplugin.generate.tree import Tree
    from pyplugin.project import Lock

# What may be in a folder that a first project goes into: a new repository, our own leftovers.
_INDIFFERENT = {".git", ".pyplugin"}
_CURES = {
    errno.ENOSPC: "Free some space.",
    errno.EDQUOT: "Free some space.",
    errno.EACCES: "Take a folder that you may write to.",
    errno.EPERM: "Take a folder that you may write to.",
    errno.EROFS: "Take a folder that can be written to.",
}


@contextmanager
def readable_errors(root: Path) -> Iterator[None]:
    """What the operating system refuses becomes a GenerateError."""
    try:
        yield
    except OSError as error:
        where = error.filename or root
        cure = _CURES.get(error.errno or 0, "Nothing was changed; look at that path.")
        raise GenerateError(f"{where}: {error.strerror}", cure=cure) from error


@contextmanager
def exclusive(root: Path) -> Iterator[None]:
    """Make the folder and keep other runs off; a run that leaves no project leaves no trace."""
    existed = root.exists()
    private = root / ".pyplugin"
    private.mkdir(parents=True, exist_ok=True)
    file = private / "generate.lock"
    try:
        with FileLock(file, timeout=0):
            yield
    except Timeout as error:
        raise GenerateError(
            f"{root}: another `pyplugin generate` is at work there", cure="Wait for its end."
        ) from error
    finally:
        if not (root / LOCK).exists():
            file.unlink(missing_ok=True)
            with suppress(OSError):
                private.rmdir()
                if not existed:
                    root.rmdir()


def lock_of(root: Path, name: str) -> Lock | None:
    """The lock of the scheduler of that name; None where a first project may be made."""
    if not root.exists():
        return None
    if not root.is_dir():
        raise GenerateError(f"{root} is a file", cure="Name a folder with -o.")
    refuse_interrupted(root)
    if not (root / LOCK).exists():
        if {entry.name for entry in root.iterdir()} - _INDIFFERENT:
            raise GenerateError(
                f"{root} is not empty and holds no pyplugin project",
                cure="Name an empty or a new folder with -o.",
            )
        return None
    lock = read_lock(root / LOCK)
    other = lock.spec.metadata.name
    if other != name:
        raise GenerateError(
            f"{root} holds the project of {other}, the spec is that of {name}",
            cure="Name another folder with -o; a renamed scheduler is a new project.",
        )
    return lock


def places(root: Path, tree: Tree, lock: Lock | None) -> dict[str, Place]:
    """What is known of each path of the tree and of the lock."""
    locked = lock.files if lock else {}
    return {
        path: Place(
            disk=read(root, path),
            locked=locked.get(path),
            pristine=read(root, f"{PRISTINE}/{path}"),
        )
        for path in {**tree, **locked}
    }


def read(root: Path, path: str) -> bytes | None:
    """A file inside the project; None if there is none. Links must not lead out of it."""
    target = root / path
    for folder in target.parents:
        if folder == root:
            break
        if folder.is_symlink():
            raise GenerateError(f"{folder} is a link", cure="Put a real folder in its place.")
    try:
        return target.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
