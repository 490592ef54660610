"""The file of an SQLite database, held by one process at a time.

Two rooms on one file would each keep matches in memory that the other goes on with. So a room locks the file itself, not its
name: a symbolic link, a hard link or a second path leads to the same lock. SQLite has no such lock: it lets many write in turn.
"""

from __future__ import annotations

import errno
import os
import stat
import struct
import sys
from pathlib import Path
from typing import NamedTuple

from muckle.errors import StoreError

LOCKED_BYTE = 0x40000FFF
"""The byte of the file that is locked: the last of the page in which SQLite has its own locks, on the first 512 bytes. SQLite
stores nothing in that page, and the file need not be that long."""
TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""Error numbers of systems for a lock that another process holds."""
_held: set[tuple[int, int]] = set()
"""The device and inode of the files that this process holds. It must not open one of them again: on POSIX systems closing any
descriptor of a file drops the locks that SQLite has on it."""

if sys.platform == "win32":
    import msvcrt

    def lock_byte(file: int) -> None:
        """Lock the byte for this descriptor, or raise OSError."""
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock_byte(file: int) -> None:
        """Lock the byte for this descriptor, or raise OSError.

        Linux has locks of an open file, which other descriptors of the process do not disturb. Elsewhere the process has it.
        """
        if hasattr(fcntl, "F_OFD_SETLK"):
            wanted = struct.pack("hhqqi0q", fcntl.F_WRLCK, os.SEEK_SET, LOCKED_BYTE, 1, 0)
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, wanted)
        else:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, LOCKED_BYTE)


class FileStamp(NamedTuple):
    """The identity of a file and its size when it was looked at."""

    device: int
    inode: int
    size: int


class DatabaseFile:
    """A database's file and its log of recent writes (WAL), locked for this process until `release`.

    Both are looked at before and after every commit: a file that is deleted, replaced or cut while it is open takes everything
    that is written after, and says nothing.

    Args:
        path: the file; an empty one is made if there is none, with the folders above it. Only its owner may read it.

    Raises:
        StoreError: another room holds the file, it has a second name, or it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self._name = path
        self._log = Path(f"{self.path}-wal")
        self._seen: dict[Path, FileStamp] = {}
        self._floor: dict[Path, int] = {}
        self._lost = ""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = self._open()
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}") from None

    def look(self) -> None:
        """Compare the files with what was seen last.

        Raises:
            StoreError: one is gone, another or shorter, or the database was lost (see `lose`); from then on always.
        """
        for file in () if self._lost else (self.path, self._log):
            self._look_at(file)
        if self._lost:
            raise StoreError(
                f"{self._name}: {self._lost}; nothing is written any more: see to the file, then start the room again"
            )

    def lose(self, reason: str) -> None:
        """Make every later `look` refuse, for a reason that was found elsewhere."""
        self._lost = self._lost or reason

    def expect_shorter(self, size: int) -> None:
        """Take it for right if the database is cut down to a size, and its log to nothing: its free pages were given back."""
        self._floor = {self.path: size, self._log: 0}

    def shortened(self) -> None:
        """Look, and expect no file to become shorter any more: they are as short as they will be."""
        self.look()
        self._floor = {}

    def size(self) -> int:
        """Return the bytes of both files."""
        return sum(stamp.size for file in (self.path, self._log) if (stamp := stamp_of(file)))

    def release(self) -> None:
        """Let go of the file; SQLite has closed it."""
        _held.discard(self._seen[self.path][:2])
        os.close(self._descriptor)

    def _open(self) -> int:
        keep_private(self.path)
        now = self.path.stat()
        if not stat.S_ISREG(now.st_mode):
            raise StoreError(f"{self._name} is no file")
        in_use = StoreError(f"{self._name} is in use by another game room; close that one or name another file")
        if (now.st_dev, now.st_ino) in _held:
            raise in_use
        descriptor = os.open(self.path, os.O_RDWR | getattr(os, "O_CLOEXEC", 0))
        try:
            lock_byte(descriptor)
            now = os.fstat(descriptor)
            if now.st_nlink > 1:
                raise StoreError(
                    f"{self._name} has another name as well (a hard link): what SQLite wrote last stands beside one of the "
                    "names only; copy the file instead, then remove the other name"
                )
        except BaseException as error:
            os.close(descriptor)
            if isinstance(error, OSError) and error.errno in TAKEN:
                raise in_use from None
            raise
        self._seen[self.path] = FileStamp(now.st_dev, now.st_ino, now.st_size)
        _held.add((now.st_dev, now.st_ino))
        return descriptor

    def _look_at(self, file: Path) -> None:
        seen, now = self._seen.get(file), stamp_of(file)
        if now is None:
            if seen:
                self._lost = f"{file.name} is gone"
        elif seen and now[:2] != seen[:2]:
            self._lost = f"{file.name} was replaced by another file"
        elif seen and now.size < seen.size and now.size < self._floor.pop(file, seen.size):
            self._lost = f"{file.name} was cut from {seen.size} to {now.size} bytes"
        elif now != seen:
            self._seen[file] = now


def stamp_of(file: Path) -> FileStamp | None:
    """Return a file's stamp, None if there is no such file."""
    try:
        found = os.stat(file)  # noqa: PTH116  # at every commit: Path.stat takes twice as long
    except FileNotFoundError:
        return None
    return FileStamp(found.st_dev, found.st_ino, found.st_size)


def keep_private(path: Path) -> None:
    """Make a file that only its owner may read, or take everybody else's rights to it away.

    The file holds secrets and the key of all cookies. SQLite gives the same rights to the files beside it. The rights of a
    file that belongs to somebody else are theirs to set.
    """
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    elif os.name == "posix" and path.is_file() and path.stat().st_uid == os.geteuid() and path.stat().st_mode & 0o077:
        path.chmod(path.stat().st_mode & ~0o077)
