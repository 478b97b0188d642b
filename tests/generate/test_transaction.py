"""All or nothing, also when the run is killed at any step of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pyplugin.generate.transaction import Transaction
from pyplugin.project import TRANSACTION, Project, ProjectError
from tests.generate.conftest import contents

ROOT = Path(__file__).parents[2]
BEFORE = {"a": b"old a", "d/b": b"old b", "e/f/c": b"old c", "mine": b"user's own"}
WRITE = {"a": b"new a", "n/m/x": b"new x", "d/b": b"new b"}
REMOVE = ["e/f/c"]
AFTER = {"a": b"new a", "n/m/x": b"new x", "d/b": b"new b", "mine": b"user's own"}


def fill(root: Path, files: dict[str, bytes]) -> None:
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)


Phases = list[tuple[str, int]]


def killed(root: Path, cases: list[Phases]) -> list[tuple[Path, list[int]]]:
    """A folder for each case, after its phases died as told, with their exit codes."""
    folders = [root / str(number) for number in range(len(cases))]
    for folder in folders:
        fill(folder, BEFORE)
    order = {
        "write": {path: content.decode() for path, content in WRITE.items()},
        "remove": REMOVE,
        "cases": [[str(folder), case] for folder, case in zip(folders, cases, strict=True)],
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.generate.killing"],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return list(zip(folders, json.loads(done.stdout), strict=True))


def commit(root: Path) -> None:
    transaction = Transaction(root)
    transaction.stage(WRITE)
    transaction.commit(write=list(WRITE), remove=REMOVE)


def test_commit(tmp_path: Path) -> None:
    fill(tmp_path, BEFORE)
    commit(tmp_path)
    assert contents(tmp_path) == AFTER
    assert not (tmp_path / "e").exists()
    assert not (tmp_path / TRANSACTION).exists()


def test_into_an_empty_folder(tmp_path: Path) -> None:
    transaction = Transaction(tmp_path)
    transaction.stage(WRITE)
    transaction.commit(write=list(WRITE), remove=[])
    assert contents(tmp_path) == WRITE


def test_modes_stay(tmp_path: Path) -> None:
    fill(tmp_path, BEFORE)
    (tmp_path / "a").chmod(0o750)
    commit(tmp_path)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o750


def test_staging_touches_nothing(tmp_path: Path) -> None:
    fill(tmp_path, BEFORE)
    transaction = Transaction(tmp_path)
    transaction.stage(WRITE)
    assert {p: c for p, c in contents(tmp_path).items() if not p.startswith(".")} == BEFORE
    transaction.discard()
    assert contents(tmp_path) == BEFORE


def test_killed_at_every_step(tmp_path: Path) -> None:
    """After each death and the next run's recovery the tree is the old one, or the new one."""
    deaths = 0
    for folder, [code] in killed(tmp_path, [[("commit", step)] for step in range(1, 60)]):
        unfinished = Transaction(folder).unfinished
        Transaction(folder).recover()
        found = contents(folder)
        assert found == BEFORE if unfinished else found in (BEFORE, AFTER)
        assert (code, found) == (0, AFTER) or code == -9
        assert (folder / "n").exists() == (found == AFTER)
        deaths += code == -9
    assert 20 < deaths < 58


def test_killed_in_recovery_too(tmp_path: Path) -> None:
    """Recovery may be killed as well, at any step."""
    cases: list[Phases] = [
        [("commit", first), ("recover", second)]
        for first in range(20, 40)
        for second in range(1, 15)
    ]
    twice = 0
    for folder, codes in killed(tmp_path, cases):
        Transaction(folder).recover()
        assert contents(folder) in (BEFORE, AFTER)
        twice += codes == [-9, -9]
    assert twice > 30


@pytest.mark.parametrize("obstacle", ["n", "d/b"])
def test_failure_in_the_middle_is_undone(tmp_path: Path, obstacle: str) -> None:
    fill(tmp_path, BEFORE)
    transaction = Transaction(tmp_path)
    transaction.stage(WRITE)
    if obstacle == "n":
        (tmp_path / "n").write_text("a file where a folder has to be")
    else:
        (transaction.staged / "d/b").unlink()
    before = {p: c for p, c in contents(tmp_path).items() if not p.startswith(".")}
    with pytest.raises(OSError, match=r"."):
        transaction.commit(write=list(WRITE), remove=REMOVE)
    assert contents(tmp_path) == before


def test_no_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    fill(tmp_path, BEFORE)
    commit(tmp_path)
    assert contents(tmp_path) == AFTER


def test_an_unfinished_one_is_no_project(tmp_path: Path) -> None:
    fill(tmp_path, {f"{TRANSACTION}/journal.json": b"{}", "pyplugin.lock": b"{}"})
    with pytest.raises(ProjectError, match="was interrupted") as caught:
        Project.open(tmp_path)
    assert "Run it again" in caught.value.cure
