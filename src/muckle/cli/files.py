"""Files that commands read and write, with a sentence where that fails."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterable
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TextIO

from muckle.errors import MuckleError, TranscriptError


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
    """Open a file to read as bytes, with a sentence where that fails; what is wrong with a transcript names the file."""
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise MuckleError(f"{path} cannot be read: {error.strerror}") from None
    except TranscriptError as error:
        raise TranscriptError(f"{path}: {error.message}", error.rule) from None


def transcripts_among(paths: Iterable[Path]) -> list[Path]:
    """Files as they were given; a folder stands for its ``.jsonl`` files, by name.

    Raises:
        MuckleError: a folder has none.
    """
    found = list[Path]()
    for path in paths:
        inside = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not inside:
            raise MuckleError(f"{path}: expected files that end in .jsonl in this folder, and there are none")
        found += inside
    return found


@contextmanager
def writing(path: Path | None, force: bool) -> Generator[Late | TextIO | None]:
    """Open a text file to write, or None; ``-`` is the standard output.

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


def foresee(page: Path | None) -> None:
    """See, before much is counted for it, that a page with pictures can be made and be written there.

    Raises:
        MuckleError: it cannot.
    """
    if page is None:
        return
    from muckle.terminal.report_page import drawing

    drawing()
    if page.is_dir():
        why = "it is a folder"
    elif not page.parent.is_dir():
        why = f"there is no folder {page.parent}"
    elif not os.access(page if page.exists() else page.parent, os.W_OK):
        why = "it may not be written"
    else:
        return
    raise MuckleError(f"{page} cannot be written: {why}")
