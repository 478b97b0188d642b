"""What can go wrong, as types.

PypluginError            exit 2: wrong usage, input or machine; carries the cure
 └─ CheckFailed          exit 1: the work was done and the answer is no

Each feature derives its own from these, beside the code that raises them. The
command line prints message and cure and never a traceback; anything else that
escapes is a bug of ours.
"""

from __future__ import annotations


class PypluginError(Exception):
    """An error that the user can act on.

    message says what is wrong, cure what to do about it (one sentence, may be empty).
    """

    exit_code = 2

    def __init__(self, message: str, *, cure: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.cure = cure


class CheckFailed(PypluginError):
    """A check ran to its end and failed."""

    exit_code = 1
