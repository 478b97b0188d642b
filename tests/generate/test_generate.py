"""Generate as a user meets it: first run, upgrade, edits, obstacles."""

from __future__ import annotations

import errno
import os
import threading
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock

from pyplugin.generate import Blocked, Config, GenerateError, OutOfDate, generate, preview
from pyplugin.generate.report import diff, document, require_up_to_date, summary
from pyplugin.project import LOCK, PRISTINE, TRANSACTION, Project, ProjectError
from tests.generate.conftest import FAST, SPEC, contents

if TYPE_CHECKING:
    from pathlib import Path

    from pyplugin.generate import Update

CONFIG = "config/scheduler-config.yaml"
TESTS = "e2e/test_placement.py"

BANDS = (
    "bands: [{name: batch, maxPriority: 500, capacity: spot},"
    " {name: critical, capacity: on-demand}]"
)


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def actions(update: Update) -> dict[str, str]:
    return {change.path: change.action for change in update.changes}


def test_first_run(spec: Path, tmp_path: Path) -> None:
    root = tmp_path / "deep" / "acme"
    update = generate(spec, root, FAST)
    assert set(actions(update).values()) == {"create"}
    opened = Project.open(root)
    assert opened.name == "acme"
    assert set(opened.lock.files) == set(update.tree)
    for path in (opened.scheduler_config, opened.deployment, *opened.cluster_manifests):
        assert path.is_file()
    assert opened.e2e.is_dir()


def test_default_folder(spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    generate(spec, config=FAST)
    assert (tmp_path / "acme" / LOCK).is_file()


def test_second_run_changes_nothing(spec: Path, project: Path) -> None:
    times = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    assert not generate(spec, project, FAST).needed
    later = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    assert {k: v for k, v in later.items() if k.is_file() and k.name != "generate.lock"} == {
        k: v for k, v in times.items() if k.is_file() and k.name != "generate.lock"
    }


def test_two_first_runs_are_the_same_bytes(spec: Path, project: Path, tmp_path: Path) -> None:
    generate(spec, tmp_path / "other", FAST)
    assert contents(tmp_path / "other") == contents(project)


def test_upgrade(spec: Path, project: Path) -> None:
    (project / "mine.go").write_text("package mine")
    (project / "bin").mkdir()
    (project / "bin" / "scheduler").write_text("binary")
    (project / ".git").mkdir()
    (project / ".git" / "HEAD").write_text("ref")
    rewrite(spec, "weight: 5", "weight: 9")
    assert actions(generate(spec, project, FAST)) == {
        CONFIG: "update",
        "deploy/deployment.yaml": "update",
        "deploy/chart/templates/deployment.yaml": "update",
    }
    assert "weight: 9" in (project / CONFIG).read_text()
    for path in ("mine.go", "bin/scheduler", ".git/HEAD"):
        assert (project / path).is_file()


def test_merge(spec: Path, project: Path) -> None:
    rewrite(project / TESTS, "replicas=10", "replicas=20")
    rewrite(spec, "weight: 5", BANDS)
    assert actions(generate(spec, project, FAST))[TESTS] == "merge"
    text = (project / TESTS).read_text()
    assert "replicas=20" in text
    assert "priority=501" in text
    assert not generate(spec, project, FAST).needed


def conflict(spec: Path, project: Path) -> None:
    rewrite(project / TESTS, "priority=100000000", "priority=2000")
    rewrite(spec, "weight: 5", BANDS)


def test_conflict_changes_nothing(spec: Path, project: Path) -> None:
    conflict(spec, project)
    before = contents(project)
    with pytest.raises(Blocked) as caught:
        generate(spec, project, FAST)
    assert f"{TESTS}: you and the new version changed the same lines" in caught.value.message
    assert "--conflicts" in caught.value.cure
    assert caught.value.exit_code == 1
    assert contents(project) == before


@pytest.mark.parametrize(
    ("conflicts", "expected", "missing"),
    [
        ("keep", ["priority=2000"], ["priority=501", "<<<<"]),
        ("take", ["priority=501"], ["priority=2000", "<<<<"]),
        ("markers", ["priority=501", "priority=2000", "<<<<<<< yours"], []),
    ],
)
def test_conflict_resolved(
    spec: Path, project: Path, conflicts: str, expected: list[str], missing: list[str]
) -> None:
    conflict(spec, project)
    generate(spec, project, Config(verify=False, conflicts=conflicts))  # type: ignore[arg-type]
    text = (project / TESTS).read_text()
    assert all(part in text for part in expected)
    assert not any(part in text for part in missing)
    assert not generate(spec, project, FAST).needed, "it is asked once"


def test_deleted_files(spec: Path, project: Path) -> None:
    (project / TESTS).unlink()
    (project / CONFIG).unlink()
    assert actions(generate(spec, project, FAST)) == {CONFIG: "create"}
    assert not (project / TESTS).exists()
    rewrite(spec, "weight: 5", BANDS)
    generate(spec, project, FAST)
    assert not (project / TESTS).exists()


def test_edited_generated_file(spec: Path, project: Path) -> None:
    rewrite(project / CONFIG, "qps: 300", "qps: 1")
    before = contents(project)
    with pytest.raises(Blocked, match="you changed a file that is generated") as caught:
        generate(spec, project, FAST)
    assert "--force" in caught.value.cure
    assert contents(project) == before
    generate(spec, project, Config(verify=False, force=True))
    assert "qps: 300" in (project / CONFIG).read_text()


def test_foreign_file(spec: Path, project: Path) -> None:
    foreign = project / "config" / "price-book.json"
    foreign.write_text("mine")
    book = spec.parent / "book.json"
    book.write_text(
        '{"version": 1, "currency": "USD", "source": "s", "fetchedAt": "2026-05-01T00:00:00Z",'
        ' "prices": {"m5.xlarge": {"on-demand": {"*": 5}}}}'
    )
    rewrite(spec, "weight: 5", "priceBook: {file: book.json}")
    with pytest.raises(Blocked, match="a file of your own"):
        generate(spec, project, FAST)
    assert foreign.read_text() == "mine"


def test_what_is_no_longer_rendered_goes(spec: Path, tmp_path: Path) -> None:
    book = spec.parent / "book.json"
    book.write_text(
        '{"version": 1, "currency": "USD", "source": "s", "fetchedAt": "2026-05-01T00:00:00Z",'
        ' "prices": {"m5.xlarge": {"on-demand": {"*": 5}}}}'
    )
    rewrite(spec, "weight: 5", "priceBook: {file: book.json}")
    root = tmp_path / "acme"
    generate(spec, root, FAST)
    assert (root / "config" / "price-book.json").is_file()
    spec.write_text(SPEC)
    assert actions(generate(spec, root, FAST))["config/price-book.json"] == "remove"
    assert not (root / "config" / "price-book.json").exists()
    assert not generate(spec, root, FAST).needed


def test_preview_writes_nothing(spec: Path, project: Path, tmp_path: Path) -> None:
    rewrite(spec, "weight: 5", "weight: 9")
    before = contents(project)
    update = preview(spec, project)
    assert update.needed
    assert "-            weight: 5\n+            weight: 9\n" in diff(update)
    assert contents(project) == before
    preview(spec, tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_check(spec: Path, project: Path) -> None:
    require_up_to_date(preview(spec, project))
    (project / TESTS).write_text("# the user's own tests\n")
    require_up_to_date(preview(spec, project))
    (project / CONFIG).unlink()
    with pytest.raises(OutOfDate) as caught:
        require_up_to_date(preview(spec, project))
    assert f"create   {CONFIG}" in caught.value.message


@pytest.mark.parametrize("path", [LOCK, f"{PRISTINE}/{TESTS}"])
def test_check_sees_bookkeeping(spec: Path, project: Path, path: str) -> None:
    with (project / path).open("a") as file:
        file.write("\n")
    with pytest.raises(OutOfDate, match=path):
        require_up_to_date(preview(spec, project))


def test_words(spec: Path, project: Path) -> None:
    assert summary(preview(spec, project)) == "up to date"
    (project / CONFIG).unlink()
    update = preview(spec, project)
    assert summary(update) == "create 1"
    assert document(update)["changes"] == [{"path": CONFIG, "action": "create"}]


def test_somebody_elses_folder(spec: Path, tmp_path: Path) -> None:
    root = tmp_path / "other"
    root.mkdir()
    (root / "main.py").write_text("theirs")
    with pytest.raises(GenerateError, match="holds no pyplugin project"):
        generate(spec, root, FAST)
    assert contents(root) == {"main.py": b"theirs"}
    assert list(root.iterdir()) == [root / "main.py"]


def test_a_new_repository_is_fine(spec: Path, tmp_path: Path) -> None:
    root = tmp_path / "acme"
    (root / ".git").mkdir(parents=True)
    generate(spec, root, FAST)
    assert (root / LOCK).is_file()


def test_project_of_another_name(spec: Path, project: Path) -> None:
    rewrite(spec, "name: acme", "name: other")
    with pytest.raises(GenerateError, match="holds the project of acme"):
        generate(spec, project, FAST)


def test_output_is_a_file(spec: Path) -> None:
    with pytest.raises(GenerateError, match="is a file"):
        generate(spec, spec, FAST)


@pytest.mark.parametrize("content", ["", "{", '{"version": 2}', "[]"])
def test_unusable_lock(spec: Path, project: Path, content: str) -> None:
    (project / LOCK).write_text(content)
    with pytest.raises(ProjectError):
        generate(spec, project, FAST)


@pytest.mark.parametrize("path", ["../outside", "/etc/passwd", "a/../../b"])
def test_lock_that_leads_outside(spec: Path, project: Path, path: str) -> None:
    outside = project.parent / "outside"
    outside.write_text("x")
    rewrite(project / LOCK, '".gitignore"', f'"{path}"')
    with pytest.raises(ProjectError, match="leads out of the project"):
        generate(spec, project, FAST)
    assert outside.exists()


def test_linked_folder(spec: Path, project: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (project / "config").rename(elsewhere)
    (project / "config").symlink_to(elsewhere)
    rewrite(spec, "weight: 5", "weight: 9")
    with pytest.raises(GenerateError, match="is a link"):
        generate(spec, project, FAST)


def test_read_only_place(spec: Path) -> None:
    from pathlib import Path

    for folder in (Path("/proc/acme"), Path("/sys/acme")):
        with pytest.raises(GenerateError) as caught:
            generate(spec, folder, FAST)
        assert caught.value.exit_code == 2
        assert caught.value.cure


@pytest.mark.parametrize("number", [1, 4, 8])
def test_no_space(spec: Path, project: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    rewrite(spec, "weight: 5", "weight: 9")
    for path in (project / "deploy").rglob("*.yaml"):
        path.write_text("edited\n")
    before = contents(project)
    _fail_at(monkeypatch, number)
    with pytest.raises(GenerateError, match="No space left") as caught:
        generate(spec, project, Config(verify=False, force=True))
    assert caught.value.cure == "Free some space."
    assert contents(project) == before
    assert not (project / TRANSACTION).exists()


def test_no_space_at_first_leaves_no_trace(
    spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fail_at(monkeypatch, 20)
    with pytest.raises(GenerateError, match="No space left"):
        generate(spec, tmp_path / "acme", FAST)
    assert not (tmp_path / "acme").exists()


def _fail_at(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    calls = iter(range(1, 1000))
    original = os.fsync

    def fsync(descriptor: int) -> None:
        if next(calls) == number:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        original(descriptor)

    monkeypatch.setattr("os.fsync", fsync)


def test_one_run_at_a_time(spec: Path, project: Path) -> None:
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with FileLock(project / ".pyplugin" / "generate.lock"):
            held.set()
            done.wait(30)

    other = threading.Thread(target=hold)
    other.start()
    try:
        held.wait(30)
        with pytest.raises(GenerateError, match="another `pyplugin generate`"):
            generate(spec, project, FAST)
    finally:
        done.set()
        other.join()


def test_recovers_from_a_killed_run(spec: Path, project: Path) -> None:
    """A journal that a killed run left is undone before anything else."""
    before = (project / CONFIG).read_bytes()
    kept = project / TRANSACTION / "old" / CONFIG
    kept.parent.mkdir(parents=True)
    (project / CONFIG).rename(kept)
    (project / CONFIG).write_text("half of a new version")
    (project / TRANSACTION / "journal.json").write_text(f'{{"{CONFIG}": true}}')
    with pytest.raises(ProjectError, match="was interrupted"):
        preview(spec, project)
    assert not generate(spec, project, FAST).changes
    assert (project / CONFIG).read_bytes() == before
    Project.open(project)


def test_recovers_from_a_killed_first_run(spec: Path, tmp_path: Path) -> None:
    root = tmp_path / "acme"
    (root / TRANSACTION).mkdir(parents=True)
    (root / "cmd").mkdir()
    (root / "cmd" / "main.go").write_text("half")
    (root / TRANSACTION / "journal.json").write_text('{"cmd/main.go": false, "go.mod": false}')
    generate(spec, root, FAST)
    assert not (root / "cmd" / "main.go").exists()
    assert Project.open(root).name == "acme"
