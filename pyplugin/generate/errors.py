"""What can keep a project from being generated.

GenerateError       the input or the folder is not fit
 └─ VerifyFailed    what was rendered does not pass gofmt or go vet
Blocked             the user's own changes are in the way (exit 1)
OutOfDate           --check found differences (exit 1)
"""

from __future__ import annotations

from pyplugin.errors import CheckFailed, PypluginError


class GenerateError(PypluginError):
    """The input or the folder is not fit; nothing was changed."""


class VerifyFailed(GenerateError):
    """The new tree does not pass gofmt or go vet; nothing was changed."""


class Blocked(CheckFailed):
    """The user's own changes are in the way; nothing was changed."""


class OutOfDate(CheckFailed):
    """The project is not what its spec says."""
