"""What has to change on the disk, decided before anything is written.

Ours is rewritten always (_ours), yours is written once and then only merged (_yours).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pyplugin.generate.merge import merge
from pyplugin.generate.tree import sha256

if TYPE_CHECKING:
    from pyplugin.generate.tree import File, Tree
    from pyplugin.project import LockedFile

Action = Literal["create", "update", "merge", "remove", "keep", "conflict", "edited", "foreign"]

BLOCKING: dict[Action, str] = {
    "conflict": "you and the new version changed the same lines",
    "edited": "you changed a file that is generated",
    "foreign": "a file of your own is where a generated one belongs",
}
"""Actions that need the user's word first, and why."""


@dataclass(frozen=True, slots=True)
class Change:
    """One file: what it was and what it becomes; new is None for a file that goes.

    In a conflict new has markers, or is old where a side is no text.
    """

    path: str
    action: Action
    old: bytes | None
    new: bytes | None

    @property
    def blocks(self) -> bool:
        return self.action in BLOCKING


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What is known of a path before: on the disk, in the lock, as it was rendered last."""

    disk: bytes | None
    locked: LockedFile | None = None
    pristine: bytes | None = None

    @property
    def untouched(self) -> bool:
        return (
            self.disk is not None
            and self.locked is not None
            and sha256(self.disk) == self.locked.sha256
        )

    @property
    def base(self) -> bytes | None:
        """The last render, if it is still what the lock says."""
        if self.pristine is None or self.locked is None:
            return None
        return self.pristine if sha256(self.pristine) == self.locked.sha256 else None


def plan(tree: Tree, places: dict[str, Place]) -> list[Change]:
    """Every change, by path. places has an entry for each path of the tree and of the lock."""
    changes = [
        _decide(path, tree.get(path), place)
        for path, place in sorted(places.items())
        if path in tree or place.locked is not None
    ]
    return [change for change in changes if change is not None]


def _decide(path: str, file: File | None, place: Place) -> Change | None:
    if file is None:
        return _no_longer_rendered(path, place)
    if place.disk == file.content:
        return None
    return (_ours if file.owner == "ours" else _yours)(path, file.content, place)


def _no_longer_rendered(path: str, place: Place) -> Change | None:
    if place.disk is None or place.locked is None:
        return None
    if place.locked.owner == "ours" and place.untouched:
        return Change(path, "remove", place.disk, None)
    return Change(path, "keep", place.disk, place.disk)


def _ours(path: str, new: bytes, place: Place) -> Change:
    if place.disk is None:
        return Change(path, "create", None, new)
    if place.untouched:
        return Change(path, "update", place.disk, new)
    return Change(path, "edited" if place.locked else "foreign", place.disk, new)


def _yours(path: str, new: bytes, place: Place) -> Change | None:
    if place.disk is None:
        # Once written and then deleted: it stays deleted.
        return None if place.locked else Change(path, "create", None, new)
    if place.untouched:
        return Change(path, "update", place.disk, new)
    if place.locked is None:
        return Change(path, "keep", place.disk, place.disk)
    if place.base == new:
        return None
    return _merged(path, new, place.disk, place.base)


def _merged(path: str, new: bytes, disk: bytes, base: bytes | None) -> Change | None:
    # A last render that is lost leaves nothing to build on: then all of it is in conflict.
    merged = merge(base=base or b"", mine=disk, new=new)
    if merged is None:
        return Change(path, "conflict", disk, disk)
    if merged.conflicts:
        return Change(path, "conflict", disk, merged.content)
    return None if merged.content == disk else Change(path, "merge", disk, merged.content)
