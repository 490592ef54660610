"""Files that commands read and write, with a sentence where that fails."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

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
def writing(path: Path | None) -> Generator[Late | None]:
    """A text file to write, or None; a sentence where that fails."""
    if path is None:
        yield None
        return
    try:
        with closing(Late(path)) as file:
            yield file
    except OSError as error:
        raise MuckleError(f"{path} cannot be written: {error.strerror}") from None
