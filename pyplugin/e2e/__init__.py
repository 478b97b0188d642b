"""A generated project's e2e tests, run against a real cluster with live progress."""

from pyplugin.e2e.display import display
from pyplugin.e2e.run import Config, E2EError, Keep, Result, run

__all__ = ["Config", "E2EError", "Keep", "Result", "display", "run"]
