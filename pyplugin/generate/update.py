"""Bring a project to what its spec says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pyplugin import __version__
from pyplugin.generate.errors import Blocked
from pyplugin.generate.folder import exclusive, lock_of, places, read, readable_errors
from pyplugin.generate.inputs import Inputs, read_inputs
from pyplugin.generate.plan import BLOCKING, Change, plan
from pyplugin.generate.render import render
from pyplugin.generate.transaction import Transaction
from pyplugin.generate.tree import Tree, sha256
from pyplugin.generate.verify import verify
from pyplugin.golang import dependencies
from pyplugin.project import LOCK, PRISTINE, Lock, LockedFile

if TYPE_CHECKING:
    from collections.abc import Sequence

Conflicts = Literal["refuse", "keep", "take", "markers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """force overwrites generated files that were edited; verify runs gofmt and go vet.

    conflicts: refuse and change nothing, keep the user's file, take the new one, or
    write both with markers.
    """

    force: bool = False
    conflicts: Conflicts = "refuse"
    verify: bool = True


@dataclass(frozen=True, slots=True)
class Update:
    """How to bring a project up to date.

    changes are the user's business; bookkeeping is the lock and the last renders.
    """

    root: Path
    inputs: Inputs
    tree: Tree
    changes: Sequence[Change]
    bookkeeping: Sequence[Change]

    @property
    def needed(self) -> bool:
        return bool(self.changes or self.bookkeeping)


def preview(spec: Path, directory: Path | None = None) -> Update:
    """What generate would do; reads only. Raises SpecError, PriceBookError, GenerateError."""
    inputs = read_inputs(spec)
    directory = directory or Path(inputs.spec.metadata.name)
    return _update(inputs, render(inputs), directory)


def generate(spec: Path, directory: Path | None = None, config: Config | None = None) -> Update:
    """Render the spec into the directory, all of it or nothing; returns what was done.

    The directory is by default one of the scheduler's name.

    Raises SpecError, PriceBookError, GenerateError, Blocked, GoNotFound, GoTooOld.
    """
    config = config or Config()
    inputs = read_inputs(spec)
    directory = directory or Path(inputs.spec.metadata.name)
    tree = render(inputs)
    with readable_errors(directory):
        transaction = Transaction(directory)
        if not transaction.unfinished:
            lock_of(directory, inputs.spec.metadata.name)  # before anything is written there
        with exclusive(directory):
            transaction.recover()
            update = _update(inputs, tree, directory)
            resolved = [_resolve(change, config, tree) for change in update.changes]
            _refuse_blocked(resolved)
            update = replace(update, changes=[each for each in resolved if each is not None])
            _apply(update, transaction, config)
    return update


def _update(inputs: Inputs, tree: Tree, root: Path) -> Update:
    lock = lock_of(root, inputs.spec.metadata.name)
    changes = plan(tree, places(root, tree, lock))
    return Update(root, inputs, tree, changes, _bookkeeping(inputs, tree, root, lock))


def _bookkeeping(inputs: Inputs, tree: Tree, root: Path, lock: Lock | None) -> list[Change]:
    wanted = {f"{PRISTINE}/{p}": f.content for p, f in tree.items() if f.owner == "yours"}
    files = {p: LockedFile(sha256=sha256(f.content), owner=f.owner) for p, f in tree.items()}
    # Last: it says that all the others are there.
    wanted[LOCK] = Lock(tool=__version__, spec=inputs.spec, files=files).to_json().encode()
    before = {f"{PRISTINE}/{p}" for p, f in (lock.files if lock else {}).items()}
    found = {path: read(root, path) for path in [*sorted(before - set(wanted)), *wanted]}
    return [
        Change(path, "update" if path in wanted else "remove", old, wanted.get(path))
        for path, old in found.items()
        if old != wanted.get(path)
    ]


def _resolve(change: Change, config: Config, tree: Tree) -> Change | None:
    """What the user's options make of a change that needs their word."""
    if change.action in ("edited", "foreign") and config.force:
        return replace(change, action="update")
    if change.action != "conflict" or config.conflicts == "refuse":
        return change
    match config.conflicts:
        case "keep":
            return None
        case "take":
            return replace(change, action="update", new=tree[change.path].content)
    return replace(change, action="merge")


def _refuse_blocked(changes: Sequence[Change | None]) -> None:
    blocked = [change for change in changes if change is not None and change.blocks]
    if not blocked:
        return
    lines = [f"{change.path}: {BLOCKING[change.action]}" for change in blocked]
    cures = {
        "--conflicts=keep, take or markers": any(c.action == "conflict" for c in blocked),
        "--force": any(c.action != "conflict" for c in blocked),
    }
    options = " and ".join(option for option, applies in cures.items() if applies)
    raise Blocked(
        "nothing was changed:\n" + "\n".join(lines),
        cure=f"See both sides with --diff, then repeat with {options}.",
    )


def _apply(update: Update, transaction: Transaction, config: Config) -> None:
    written = {
        change.path: change.new
        for change in [*update.changes, *update.bookkeeping]
        if change.new is not None and change.new != change.old
    }
    removed = [c.path for c in [*update.changes, *update.bookkeeping] if c.new is None]
    if not written and not removed:
        return
    try:
        transaction.stage(written)
        if config.verify:
            transaction.stage(_unchanged(update, written))
            verify(transaction.staged, dependencies(update.inputs.spec.spec.kubernetes))
        transaction.commit(write=list(written), remove=removed)
    finally:
        transaction.discard()


def _unchanged(update: Update, written: dict[str, bytes]) -> dict[str, bytes]:
    """The rest of the tree, as it lies on the disk."""
    rest = {path: read(update.root, path) for path in update.tree if path not in written}
    return {path: content for path, content in rest.items() if content is not None}
