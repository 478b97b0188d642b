"""A spec becomes a Go project, and stays one: render, three-way merge, one swap."""

from pyplugin.generate.errors import Blocked, GenerateError, OutOfDate, VerifyFailed
from pyplugin.generate.plan import Change
from pyplugin.generate.report import diff, document, require_up_to_date, summary
from pyplugin.generate.update import Config, Conflicts, Update, generate, preview

__all__ = [
    "Blocked",
    "Change",
    "Config",
    "Conflicts",
    "GenerateError",
    "OutOfDate",
    "Update",
    "VerifyFailed",
    "diff",
    "document",
    "generate",
    "preview",
    "require_up_to_date",
    "summary",
]
