"""Run a generated project's own e2e tests against a real cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pyplugin.clusters import open_provider
from pyplugin.errors import PypluginError
from pyplugin.processes import guarded
from pyplugin.testing.events import Finished, read_events

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pyplugin.project import Project
    from pyplugin.testing.events import Progress

Keep = Literal["never", "on-failure", "always"]

# pytest's own: 0 all passed, 1 some failed, 5 nothing collected.
_RAN = (0, 1)
_STOP_SECONDS = 30
_TAIL = 12


class E2EError(PypluginError):
    """The tests could not be run to their end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How to run: keep says whether the cluster outlives the tests, timeout is in seconds."""

    artifacts: Path
    provider: str = "embedded"
    keep: Keep = "never"
    junit: Path | None = None
    verbosity: int = 2
    timeout: float = 1800


@dataclass(slots=True)
class Result:
    """What the tests said."""

    artifacts: Path
    tests: list[Finished] = field(default_factory=list)

    @property
    def failed(self) -> list[Finished]:
        return [test for test in self.tests if test.outcome == "failed"]


def run(
    project: Project, config: Config, on_progress: Callable[[Progress], None] = lambda _: None
) -> Result:
    """Run the tests in the project's e2e folder; blocks until they ended.

    Everything that pytest prints goes to artifacts/pytest.log. Raises E2EError
    when there is no test, or pytest itself failed.
    """
    # Here and not in pytest, whose output nobody sees while it runs.
    open_provider(config.provider, name=project.name, kubernetes=project.minor).prepare()
    config.artifacts.mkdir(parents=True, exist_ok=True)
    log = config.artifacts / "pytest.log"
    result = Result(config.artifacts)
    read_end, write_end = os.pipe()
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            guarded(_command(project, config, write_end)),
            cwd=project.root,
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            pass_fds=[write_end],
            start_new_session=True,
        )
        os.close(write_end)
        code = _follow(process, read_end, config.timeout, result, on_progress)
    if code not in _RAN or not result.tests:
        said = "\n".join(log.read_text(encoding="utf-8", errors="replace").split("\n")[-_TAIL:])
        raise E2EError(
            f"pytest ended with {code} after {len(result.tests)} tests:\n{said.strip()}",
            cure=f"All that it printed is in {log}.",
        )
    return result


def _command(project: Project, config: Config, events: int) -> list[str]:
    command = [
        sys.executable, "-m", "pytest", str(project.e2e),
        "-p", "no:cacheprovider",
        f"--rootdir={project.root}",
        f"--pyplugin-project={project.root}",
        f"--pyplugin-provider={config.provider}",
        f"--pyplugin-keep={config.keep}",
        f"--pyplugin-artifacts={config.artifacts.resolve()}",
        f"--pyplugin-verbosity={config.verbosity}",
        f"--pyplugin-events={events}",
    ]  # fmt: skip
    if config.junit is not None:
        command.append(f"--junitxml={config.junit.resolve()}")
    return command


def _follow(
    process: subprocess.Popen[bytes],
    read_end: int,
    timeout: float,
    result: Result,
    on_progress: Callable[[Progress], None],
) -> int:
    """Relay events until the pipe closes; on any interruption let pytest clean up first."""
    watchdog = threading.Timer(timeout, process.terminate)
    watchdog.start()
    try:
        with os.fdopen(read_end, encoding="utf-8") as lines:
            for event in read_events(lines):
                if isinstance(event, Finished):
                    result.tests.append(event)
                on_progress(event)
        return process.wait(timeout=_STOP_SECONDS)
    except BaseException:
        process.send_signal(signal.SIGINT)  # SIGINT: pytest tears its fixtures down
        try:
            process.wait(timeout=_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        raise
    finally:
        watchdog.cancel()
