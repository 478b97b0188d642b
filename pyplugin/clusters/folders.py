"""Where caches and the state of running labs lie on this machine."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

CACHE_VARIABLE = "PYPLUGIN_CACHE_DIR"
STATE_VARIABLE = "PYPLUGIN_STATE_DIR"


def cache_folder() -> Path:
    """What can be made again: compiled control planes."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named).absolute() if named else platformdirs.user_cache_path("pyplugin")


def state_folder() -> Path:
    """What belongs to running clusters: keys, data, logs."""
    named = os.environ.get(STATE_VARIABLE)
    return Path(named).absolute() if named else platformdirs.user_state_path("pyplugin")
