"""Each combination of what is on the disk, in the lock and in the new render."""

from __future__ import annotations

import pytest

from pyplugin.generate.plan import Change, Place, plan
from pyplugin.generate.tree import File, sha256
from pyplugin.project import LockedFile, Owner

OLD, NEW, EDIT = b"a\nb\nc\n", b"a\nb\nC\n", b"A\nb\nc\n"
CLASH, MERGED = b"a\nb\nX\n", b"A\nb\nC\n"


def locked(content: bytes, owner: Owner) -> LockedFile:
    return LockedFile(sha256=sha256(content), owner=owner)


def decided(owner: Owner, new: bytes | None, place: Place) -> Change | None:
    tree = {} if new is None else {"f": File(new, owner)}
    changes = plan(tree, {"f": place})
    assert len(changes) <= 1
    return changes[0] if changes else None


@pytest.mark.parametrize(
    ("disk", "before", "new", "action", "result"),
    [
        (None, None, NEW, "create", NEW),
        (None, OLD, NEW, "create", NEW),
        (NEW, None, NEW, None, None),
        (NEW, OLD, NEW, None, None),
        (OLD, OLD, NEW, "update", NEW),
        (EDIT, OLD, NEW, "edited", NEW),
        (EDIT, OLD, OLD, "edited", OLD),
        (EDIT, None, NEW, "foreign", NEW),
        (OLD, OLD, None, "remove", None),
        (EDIT, OLD, None, "keep", EDIT),
        (None, OLD, None, None, None),
    ],
)
def test_ours(
    disk: bytes | None,
    before: bytes | None,
    new: bytes | None,
    action: str | None,
    result: bytes | None,
) -> None:
    place = Place(disk=disk, locked=locked(before, "ours") if before is not None else None)
    change = decided("ours", new, place)
    assert (change.action if change else None) == action
    assert change is None or change.new == result


@pytest.mark.parametrize(
    ("disk", "before", "new", "action", "result"),
    [
        (None, None, NEW, "create", NEW),
        (None, OLD, NEW, None, None),  # deleted by the user: it stays deleted
        (NEW, OLD, NEW, None, None),
        (OLD, OLD, NEW, "update", NEW),
        (EDIT, OLD, OLD, None, None),
        (EDIT, OLD, NEW, "merge", MERGED),
        (MERGED, OLD, NEW, None, None),  # holds the new lines already
        (EDIT, None, NEW, "keep", EDIT),
        (OLD, OLD, None, "keep", OLD),
        (EDIT, OLD, None, "keep", EDIT),
    ],
)
def test_yours(
    disk: bytes | None,
    before: bytes | None,
    new: bytes | None,
    action: str | None,
    result: bytes | None,
) -> None:
    lock = locked(before, "yours") if before is not None else None
    change = decided("yours", new, Place(disk=disk, locked=lock, pristine=before))
    assert (change.action if change else None) == action
    assert change is None or change.new == result


def test_conflict() -> None:
    place = Place(disk=CLASH, locked=locked(OLD, "yours"), pristine=OLD)
    change = decided("yours", NEW, place)
    assert change is not None
    assert change.blocks
    assert b"<<<<<<<" in (change.new or b"")


@pytest.mark.parametrize("pristine", [None, b"something else"])
def test_a_lost_last_render_is_a_conflict(pristine: bytes | None) -> None:
    change = decided("yours", NEW, Place(disk=EDIT, locked=locked(OLD, "yours"), pristine=pristine))
    assert change is not None
    assert change.action == "conflict"


def test_a_conflict_in_no_text_never_loses_the_users_file() -> None:
    place = Place(disk=b"\xff", locked=locked(OLD, "yours"), pristine=OLD)
    change = decided("yours", NEW, place)
    assert change == Change("f", "conflict", b"\xff", b"\xff")


def test_files_that_nobody_locked_or_renders_are_left_alone() -> None:
    assert plan({}, {"f": Place(disk=b"mine")}) == []
