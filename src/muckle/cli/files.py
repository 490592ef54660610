"""Files that commands read and write; failures become errors with a plain message."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterable
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TextIO

from muckle.errors import MuckleError, TranscriptError


class LazyFile:
    """A text file that is opened by the first write, so that a command that is refused leaves an old file as it was."""

    def __init__(self, path: Path) -> None:
        self._path, self._file = path, None

    def write(self, text: str) -> int:
        """Write a text and return its length, as text files do."""
        if self._file is None:
            self._file = self._path.open("w", encoding="utf-8")
        return self._file.write(text)

    def close(self) -> None:
        """Close the file if it was opened."""
        if self._file is not None:
            self._file.close()


@contextmanager
def open_input(path: Path) -> Generator[Any]:
    """Open a binary file for reading.

    Raises:
        MuckleError: the file cannot be read.
        TranscriptError: the body of the `with` statement found a fault in a transcript; the file's name is added.
    """
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise MuckleError(f"{path} cannot be read: {error.strerror}") from None
    except TranscriptError as error:
        raise TranscriptError(f"{path}: {error.message}", error.rule) from None


def transcript_files(paths: Iterable[Path]) -> list[Path]:
    """Return the paths with each folder replaced by its ``.jsonl`` files, sorted by name.

    Raises:
        MuckleError: a folder has no such file.
    """
    found = list[Path]()
    for path in paths:
        inside = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not inside:
            raise MuckleError(f"{path}: expected files that end in .jsonl in this folder, and there are none")
        found += inside
    return found


@contextmanager
def open_output(path: Path | None, force: bool) -> Generator[LazyFile | TextIO | None]:
    """Open a text file to write. ``-`` is the standard output; None yields None.

    Args:
        force: overwrite a file that is not empty.

    Raises:
        MuckleError: the file exists and `force` is off, or it cannot be written.
    """
    if path is None or str(path) == "-":
        yield None if path is None else sys.stdout
        return
    refuse_overwrite(path, force)
    try:
        with closing(LazyFile(path)) as file:
            yield file
    except OSError as error:
        raise MuckleError(f"{path} cannot be written: {error.strerror}") from None


def refuse_overwrite(path: Path, force: bool) -> None:
    """Raise an error if a file that is not empty would be overwritten without `force`."""
    if not force and path.is_file() and path.stat().st_size:
        raise MuckleError(f"{path} is already there; --force overwrites it")


def save(path: Path, data: bytes, force: bool) -> None:
    """Write a whole file; ``-`` is the standard output.

    Raises:
        MuckleError: the file exists and `force` is off, or it cannot be written.
    """
    if str(path) == "-":
        sys.stdout.buffer.write(data)
        return
    refuse_overwrite(path, force)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise MuckleError(f"{path} cannot be written: {error.strerror}") from None


def check_report_file(page: Path | None) -> None:
    """Check that an HTML report can be made and written, before a long run that ends with it.

    Raises:
        MuckleError: matplotlib is missing, or the file cannot be written.
    """
    if page is None:
        return
    from muckle.lab.charts import drawing

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
