"""Compiling: the real go on a program without dependencies, a fake one to interrupt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import psutil
import pytest

from pyplugin.golang import BuildFailed, GoFailed, Target, Toolchain, compile_package
from pyplugin.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

GOOD = 'package main\n\nfunc main() { println("hello") }\n'
BAD = "package main\n\nfunc main() { undefined1(); undefined2() }\n"


@pytest.fixture
def target(tmp_path: Path) -> Target:
    module = tmp_path / "module"
    module.mkdir()
    (module / "go.mod").write_text("module example.com/hello\n\ngo 1.25\n", encoding="utf-8")
    return Target(
        title="compile hello",
        module=module,
        output=tmp_path / "bin" / "hello",
        log=tmp_path / "logs" / "build.log",
    )


def test_good(target: Target) -> None:
    (target.module / "main.go").write_text(GOOD, encoding="utf-8")
    compile_package(Toolchain.find(), target)
    ran = subprocess.run([target.output], capture_output=True, text=True, check=True, timeout=30)
    assert ran.stderr == "hello\n"
    assert target.log.exists()
    assert [each.name for each in target.output.parent.iterdir()] == ["hello"]


def test_bad_shows_the_compiler_s_words_and_keeps_the_old_binary(target: Target) -> None:
    target.output.parent.mkdir()
    target.output.write_text("old", encoding="utf-8")
    (target.module / "main.go").write_text(BAD, encoding="utf-8")
    with pytest.raises(BuildFailed) as caught:
        compile_package(Toolchain.find(), target)
    assert "main.go:3:15: undefined: undefined1" in caught.value.message
    assert "undefined: undefined2" in target.log.read_text(encoding="utf-8")
    assert str(target.log) in caught.value.cure
    assert target.output.read_text(encoding="utf-8") == "old"
    assert [each.name for each in target.output.parent.iterdir()] == ["hello"]


def test_missing_dependency(target: Target) -> None:
    (target.module / "main.go").write_text(
        'package main\n\nimport _ "example.com/nowhere"\n\nfunc main() {}\n', encoding="utf-8"
    )
    with pytest.raises(
        BuildFailed, match=r"cannot find module providing package example\.com/nowhere"
    ):
        compile_package(Toolchain.find(), target)


def test_a_folder_that_can_t_be_written(target: Target) -> None:
    target.output.parent.write_text("a file", encoding="utf-8")
    (target.module / "main.go").write_text(GOOD, encoding="utf-8")
    with pytest.raises(GoFailed, match=r"compile hello failed: .*File exists") as caught:
        compile_package(Toolchain.find(), target)
    assert str(target.output.parent) in caught.value.cure


SLOW_GO = """#!/bin/sh
case "$1" in
  list) exit 0 ;;
  build) sleep 300 & echo $! > "$COMPILER"; wait ;;
esac
"""

BUILDER = """
import pathlib, sys
from pyplugin.golang import Target, Toolchain, compile_package
root = pathlib.Path(sys.argv[1])
target = Target(title="x", module=root, output=root / "out", log=root / "log")
compile_package(Toolchain(go=root / "go", version=(1, 26)), target)
"""


@pytest.fixture
def compiler(tmp_path: Path) -> tuple[subprocess.Popen[bytes], psutil.Process]:
    """A build under way in a process of its own, and the compiler that its go has started."""
    go = tmp_path / "go"
    go.write_text(SLOW_GO, encoding="utf-8")
    go.chmod(0o755)
    pid_file = tmp_path / "compiler"
    builder = subprocess.Popen(
        [sys.executable, "-c", BUILDER, str(tmp_path)],
        env={**os.environ, "COMPILER": str(pid_file)},
        stderr=subprocess.DEVNULL,
    )

    def pid() -> int:
        text = pid_file.read_text(encoding="utf-8") if pid_file.exists() else ""
        return int(text or 0)

    return builder, psutil.Process(wait_until(pid, timeout=20, what="the compiler"))


def test_ctrl_c_ends_go_and_its_compilers(
    compiler: tuple[subprocess.Popen[bytes], psutil.Process],
) -> None:
    builder, process = compiler
    builder.send_signal(signal.SIGINT)
    assert builder.wait(timeout=20) != 0
    wait_until(lambda: not process.is_running(), timeout=10, what="the compiler's end")


def test_kill_ends_go(compiler: tuple[subprocess.Popen[bytes], psutil.Process]) -> None:
    builder, process = compiler
    go = process.parent()
    assert go is not None
    builder.kill()
    builder.wait(timeout=20)
    if sys.platform == "linux":
        wait_until(lambda: not go.is_running(), timeout=10, what="go's end")
    process.kill()  # a real compiler ends by itself within seconds
