"""Transactions that die by SIGKILL: run as a program, so that it may fork.

Reads from stdin {"write": {path: text}, "remove": [...], "cases": [[root, [[phase, step], ...]]]},
runs each phase (commit, recover) in a process of its own that dies before its
step-th call that changes the disk, and prints the exit codes of each case.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyplugin.generate.transaction import Transaction

if TYPE_CHECKING:
    from collections.abc import Callable


def main() -> None:
    order = json.load(sys.stdin)
    codes = [
        [_in_child(order, root, phase, step) for phase, step in phases]
        for root, phases in order["cases"]
    ]
    json.dump(codes, sys.stdout)


def _in_child(order: dict[str, Any], root: str, phase: str, step: int) -> int:
    child = os.fork()
    if child == 0:
        _die_at(step)
        _run(Transaction(Path(root)), order, phase)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _run(transaction: Transaction, order: dict[str, Any], phase: str) -> None:
    if phase == "recover":
        transaction.recover()
        return
    transaction.stage({path: text.encode() for path, text in order["write"].items()})
    transaction.commit(write=list(order["write"]), remove=order["remove"])


def _die_at(step: int) -> None:
    calls = iter(range(1, 10_000))

    def deadly(original: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **kwargs: object) -> object:
            if next(calls) == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return original(*args, **kwargs)

        return call

    for name in ("replace", "unlink", "mkdir", "rmdir"):
        setattr(Path, name, deadly(getattr(Path, name)))
    for name in ("link", "fsync"):
        setattr(os, name, deadly(getattr(os, name)))


if __name__ == "__main__":
    main()
