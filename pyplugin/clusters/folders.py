"""Where caches and the state of running labs lie on this machine."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from pyplugin.errors import PypluginError

if TYPE_CHECKING:
    from collections.abc import Iterator

CACHE_VARIABLE = "PYPLUGIN_CACHE_DIR"
STATE_VARIABLE = "PYPLUGIN_STATE_DIR"


class FolderError(PypluginError):
    """A folder of ours can't be written: rights, a read-only disk, no space."""


def cache_folder() -> Path:
    """What can be made again: compiled control planes."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named).absolute() if named else platformdirs.user_cache_path("pyplugin")


def state_folder() -> Path:
    """What belongs to running clusters: keys, data, logs."""
    named = os.environ.get(STATE_VARIABLE)
    return Path(named).absolute() if named else platformdirs.user_state_path("pyplugin")


@contextmanager
def writing(folder: Path, *, variable: str) -> Iterator[None]:
    """Turn what the system refuses below the folder into a FolderError that names the way out."""
    try:
        yield
    except OSError as error:
        raise FolderError(
            f"can't write to {folder}: {error}",
            cure=f"make room there or change its rights, or set {variable} to another folder",
        ) from error
