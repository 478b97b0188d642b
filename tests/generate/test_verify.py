"""gofmt and go vet before anything is replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyplugin.generate import VerifyFailed, generate
from pyplugin.generate.verify import verify
from pyplugin.golang import GoNotFound, dependencies
from tests.generate.conftest import contents

if TYPE_CHECKING:
    from pathlib import Path

PINNED = dependencies("1.37")


def module(folder: Path, source: str) -> Path:
    (folder / "go.mod").write_text("module example.com/x\n\ngo 1.24\n")
    (folder / "main.go").write_text(source)
    return folder


def test_clean(tmp_path: Path) -> None:
    verify(module(tmp_path, "package main\n\nfunc main() {}\n"), PINNED)


def test_gofmt(tmp_path: Path) -> None:
    with pytest.raises(VerifyFailed, match=r"gofmt refuses .*\n.*main\.go"):
        verify(module(tmp_path, "package main\nfunc main() { }\n"), PINNED)


@pytest.mark.parametrize("body", ["x := 1", "undefined()"])
def test_vet(tmp_path: Path, body: str) -> None:
    with pytest.raises(VerifyFailed, match=r"(?s)go vet refuses .*main\.go:4"):
        verify(module(tmp_path, f"package main\n\nfunc main() {{\n\t{body}\n}}\n"), PINNED)


def test_build_tag_of_the_minor(tmp_path: Path) -> None:
    folder = module(tmp_path, "package main\n\nfunc main() {}\n")
    (folder / "tagged.go").write_text("//go:build k8s1_37\n\npackage main\n\nvar x = undefined\n")
    with pytest.raises(VerifyFailed):
        verify(folder, PINNED)
    verify(folder, dependencies("1.36"))


def test_without_go_nothing_changes(
    spec: Path, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYPLUGIN_GO", str(tmp_path / "none"))
    spec.write_text(spec.read_text().replace("weight: 5", "weight: 9"))
    before = contents(project)
    with pytest.raises(GoNotFound):
        generate(spec, project)
    assert contents(project) == before


def test_a_fault_of_ours_changes_nothing(
    spec: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec.write_text(spec.read_text().replace("weight: 5", "weight: 9"))
    before = contents(project)

    def refuse(tree: Path, _: object) -> None:
        assert (tree / "go.mod").is_file()
        assert (tree / "third_party" / "pyplugin" / "go.mod").is_file()
        assert "weight: 9" in (tree / "config" / "scheduler-config.yaml").read_text()
        raise VerifyFailed("no")

    monkeypatch.setattr("pyplugin.generate.update.verify", refuse)
    with pytest.raises(VerifyFailed):
        generate(spec, project)
    assert contents(project) == before
