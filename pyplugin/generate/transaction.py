"""Replace many files as one: all of them, or after any interruption none.

New content is staged inside the project, so that putting it in place is a rename.
Old content is linked aside, then a journal is written: from there on an
unfinished transaction is undone, by the same run or by the next one.

    .pyplugin/transaction/new/…         the whole new tree
    .pyplugin/transaction/old/…         what is replaced or removed
    .pyplugin/transaction/journal.json  {path: whether it was there before}
"""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from pyplugin.project import JOURNAL, TRANSACTION

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Transaction:
    """Changes to the files under root; paths are relative to it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folder = root / TRANSACTION
        self._journal = root / JOURNAL
        self.staged = self._folder / "new"
        self._old = self._folder / "old"

    def stage(self, files: Mapping[str, bytes]) -> None:
        """Write content aside, durably; the project is not touched."""
        for path, content in files.items():
            target = self.staged / path
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())

    def commit(self, *, write: list[str], remove: list[str]) -> None:
        """Put staged files in place and remove others; if that fails, undo and raise."""
        self._set_aside([*write, *remove])
        try:
            for path in write:
                self._put(path)
            for path in remove:
                self._remove(path)
        except BaseException:
            self.recover()
            raise
        self._journal.unlink()
        self.discard()

    @property
    def unfinished(self) -> bool:
        """Whether an earlier run died amid its commit."""
        return self._journal.is_file()

    def recover(self) -> None:
        """Undo an unfinished transaction, if there is one."""
        if self.unfinished:
            for path, existed in json.loads(self._journal.read_bytes()).items():
                self._undo(path, existed=existed)
            self._journal.unlink()
        self.discard()

    def discard(self) -> None:
        """Forget what is staged."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _put(self, path: str) -> None:
        staged, target = self.staged / path, self._root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_file():
            shutil.copymode(target, staged)
        staged.replace(target)

    def _set_aside(self, paths: list[str]) -> None:
        existed = {path: os.path.lexists(self._root / path) for path in paths}
        for path in (path for path, there in existed.items() if there):
            kept = self._old / path
            kept.parent.mkdir(parents=True, exist_ok=True)
            _keep(self._root / path, kept)
        unfinished = self._folder / "journal.tmp"
        with unfinished.open("w", encoding="utf-8") as file:
            json.dump(existed, file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(self._journal)

    def _undo(self, path: str, *, existed: bool) -> None:
        kept = self._old / path
        if not existed:
            self._remove(path)
        elif os.path.lexists(kept):  # otherwise an earlier attempt put it back
            (self._root / path).parent.mkdir(parents=True, exist_ok=True)
            kept.replace(self._root / path)

    def _remove(self, path: str) -> None:
        """Remove the file, and the folders that it leaves empty."""
        target = self._root / path
        with suppress(FileNotFoundError, NotADirectoryError):
            target.unlink()
        for folder in target.parents:
            if folder == self._root:
                return
            with suppress(OSError):
                folder.rmdir()


def _keep(path: Path, kept: Path) -> None:
    """A link is enough: files are replaced, never written in place."""
    try:
        os.link(path, kept, follow_symlinks=False)
    except OSError:  # not every file system has links, not every file may be linked
        shutil.copy2(path, kept, follow_symlinks=False)
