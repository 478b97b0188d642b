"""Everything that CI runs, step by step, each with its time.

A failing step does not stop the others: one run tells all that is wrong.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from pyplugin.golang import Toolchain

ROOT = Path(__file__).resolve().parent.parent
GO = ROOT / "go"
PYTHON = sys.executable
TOOLS = f"-modfile={ROOT / 'hack' / 'tools' / 'go.mod'}"
STEP_TIMEOUT = 45 * 60


@dataclass(frozen=True, slots=True)
class Step:
    """A command, where it runs, and whether it belongs to the quick checks."""

    name: str
    command: tuple[str, ...]
    folder: Path = ROOT
    quick: bool = False
    cgo: bool = False


def pytest(*arguments: str) -> tuple[str, ...]:
    return (PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments)


STEPS = (
    Step("ruff check", (PYTHON, "-m", "ruff", "check", "."), quick=True),
    Step("ruff format", (PYTHON, "-m", "ruff", "format", "--check", "."), quick=True),
    Step("mypy", (PYTHON, "-m", "mypy"), quick=True),
    Step("pytest", pytest("-m", "not integration and not scale"), quick=True),
    Step("dependency sets", (PYTHON, "scripts/update_deps.py", "--check")),
    Step("gofmt", (PYTHON, "scripts/gofmt.py", "go", "hack"), quick=True),
    Step("go vet", ("go", "vet", "./..."), GO),
    Step("go vet, lab", ("go", "vet", "./..."), GO / "lab"),
    Step("go vet, kwok", ("go", "vet", "./..."), GO / "lab" / "kwok"),
    Step("go vet, karpenter", ("go", "vet", "./..."), GO / "lab" / "karpenter"),
    Step("staticcheck", ("go", "tool", TOOLS, "staticcheck", "./..."), GO),
    Step("price book program", ("go", "test", "./..."), ROOT / "hack" / "pricebook"),
    Step("go test", ("go", "test", "./..."), GO),
    Step("go test -race", ("go", "test", "-race", "./..."), GO, cgo=True),
    Step("integration", pytest("-m", "integration")),
    Step("scale", pytest("-m", "scale")),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only what takes seconds")
    parser.add_argument("--only", metavar="NAME", help="only the step of this name")
    options = parser.parse_args()
    steps = [
        step
        for step in STEPS
        if (step.quick or not options.quick) and options.only in (None, step.name)
    ]
    if not steps:
        parser.error(f"no such step; there are: {', '.join(step.name for step in STEPS)}")
    results = [(step, *run(step)) for step in steps]
    print("\nstep                    seconds  result")
    for step, seconds, passed in results:
        print(f"{step.name:22} {seconds:8.1f}  {'ok' if passed else 'FAILED'}")
    print(f"{'total':22} {sum(seconds for _, seconds, _ in results):8.1f}")
    return 0 if all(passed for _, _, passed in results) else 1


def run(step: Step) -> tuple[float, bool]:
    """Run one step; its seconds and whether it passed."""
    print(f"\n=== {step.name}: {' '.join(step.command)}", flush=True)
    started = time.monotonic()
    try:
        code = subprocess.run(
            step.command, cwd=step.folder, env=environment(step), timeout=STEP_TIMEOUT, check=False
        ).returncode
    except (OSError, subprocess.TimeoutExpired) as error:
        print(error)
        code = 1
    return time.monotonic() - started, code == 0


def environment(step: Step) -> dict[str, str]:
    """What all Go commands share, so that Kubernetes is compiled once; its race build apart.

    The go command is the one that pyplugin itself finds: perhaps the wheel's.
    """
    path = f"{Toolchain.find().go.parent}{os.pathsep}{os.environ['PATH']}"
    return {
        **os.environ,
        "PATH": path,
        "GOTOOLCHAIN": "local",
        "GOFLAGS": "-trimpath -mod=readonly",
        "CGO_ENABLED": "1" if step.cgo else "0",
    }


if __name__ == "__main__":
    sys.exit(main())
