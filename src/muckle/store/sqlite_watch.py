"""Whether the files of an SQLite database are still those that were opened: a file that is deleted, replaced or cut while it is
open takes everything that is written after, and says nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from muckle.errors import StoreError


class FileStamp(NamedTuple):
    """What tells a file from another, and how long it was."""

    device: int
    inode: int
    size: int


class FileWatch:
    """The database and its log of recent writes (WAL), looked at before and after every commit.

    Neither ever shrinks while this process alone has them open: a checkpoint begins the log anew without shortening it, and
    nothing vacuums.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files = (path, Path(f"{path}-wal"))
        self._seen: dict[Path, FileStamp] = {}
        self._lost = ""

    def look(self) -> None:
        """Compare the files with what was seen last.

        Raises:
            StoreError: one is gone, another or shorter; from then on always, until the room is started again.
        """
        for file in () if self._lost else self._files:
            seen, now = self._seen.get(file), look_at(file)
            if now is None:
                self._lost = f"{file.name} is gone" if seen or file == self._path else ""
            elif seen and now[:2] != seen[:2]:
                self._lost = f"{file.name} was replaced by another file"
            elif seen and now.size < seen.size:
                self._lost = f"{file.name} was cut from {seen.size} to {now.size} bytes"
            if self._lost:
                break
            if now:
                self._seen[file] = now
        if self._lost:
            raise StoreError(
                f"{self._path}: {self._lost}; nothing is written any more: see to the file, then start the room again"
            )


def look_at(file: Path) -> FileStamp | None:
    """A file as it is now, None if there is none."""
    try:
        found = os.stat(file)  # noqa: PTH116  # at every commit: Path.stat takes twice as long
    except FileNotFoundError:
        return None
    return FileStamp(found.st_dev, found.st_ino, found.st_size)
