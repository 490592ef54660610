"""Files that commands read and write, with a sentence where that fails."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TextIO

from muckle.errors import MuckleError


class Late:
    """A text file that is opened, and emptied, when something is written: a refused command leaves it as it was."""

    def __init__(self, path: Path) -> None:
        self._path, self._file = path, None

    def write(self, text: str) -> int:
        """As files do."""
        if self._file is None:
            self._file = self._path.open("w", encoding="utf-8")
        return self._file.write(text)

    def close(self) -> None:
        """As files do."""
        if self._file is not None:
            self._file.close()


@contextmanager
def reading(path: Path) -> Generator[Any]:
    """A file to read as bytes, with a sentence where that fails."""
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise MuckleError(f"{path} cannot be read: {error.strerror}") from None


@contextmanager
def writing(path: Path | None, force: bool) -> Generator[Late | TextIO | None]:
    """A text file to write, or None; ``-`` is the standard output.

    Args:
        force: whether a file that is there and holds something may be overwritten.

    Raises:
        MuckleError: it may not, or it cannot be written.
    """
    if path is None or str(path) == "-":
        yield None if path is None else sys.stdout
        return
    keep(path, force)
    try:
        with closing(Late(path)) as file:
            yield file
    except OSError as error:
        raise MuckleError(f"{path} cannot be written: {error.strerror}") from None


def keep(path: Path, force: bool) -> None:
    """Refuse to overwrite a file that is there and holds something, unless that is wanted.

    Raises:
        MuckleError: it may not be overwritten.
    """
    if not force and path.is_file() and path.stat().st_size:
        raise MuckleError(f"{path} is already there; --force overwrites it")


def save(path: Path, data: bytes, force: bool) -> None:
    """Write a whole file; ``-`` is the standard output.

    Raises:
        MuckleError: it is there and may not be overwritten, or it cannot be written.
    """
    if str(path) == "-":
        sys.stdout.buffer.write(data)
        return
    keep(path, force)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise MuckleError(f"{path} cannot be written: {error.strerror}") from None
