"""A person's own word lists, kept from one day to the next: a file each in the user's data folder.

The environment variable MUCKLE_HOME names another folder. Nothing here imports Numba.
"""

from __future__ import annotations

import functools
import os
import tempfile
from pathlib import Path

import platformdirs

from muckle.errors import WordListError
from muckle.words.lists import NAME, TAKEN, WordList, read_file

SUFFIX = ".txt"


def home() -> Path:
    """The user's data folder, or the one that MUCKLE_HOME names."""
    asked = os.environ.get("MUCKLE_HOME")
    return Path(asked) if asked else platformdirs.user_data_path("muckle")


def names(folder: Path | None = None) -> tuple[str, ...]:
    """The names of the lists that are installed, A to Z."""
    try:
        files = sorted((folder or home() / "words").iterdir())
    except OSError:
        return ()
    return tuple(file.stem for file in files if file.suffix == SUFFIX and NAME.fullmatch(file.stem) and file.stem not in TAKEN)


def find(name: str, folder: Path | None = None) -> WordList | None:
    """An installed list as its file is now, or None where there is none of that name.

    Raises:
        WordListError: somebody changed the file into something that is no word list.
    """
    if not NAME.fullmatch(name) or name in TAKEN:
        return None
    path = (folder or home() / "words") / f"{name}{SUFFIX}"
    try:
        found = path.stat()
    except OSError:
        return None
    return _read(path, found.st_mtime_ns, found.st_size)


@functools.lru_cache(maxsize=8)
def _read(path: Path, changed: int, size: int) -> WordList:
    return read_file(path, path.stem)


def install(words: WordList, folder: Path | None = None, *, replace: bool = False) -> Path:
    """Keep a list that was read from a file; a process that dies leaves the old file or the new one, whole.

    Args:
        replace: whether it may take the place of a list of the same name with other words.

    Returns:
        the file it is kept in.

    Raises:
        WordListError: there is another list of that name, or the folder cannot be written.
    """
    folder = folder or home() / "words"
    path = folder / f"{words.name}{SUFFIX}"
    if path.exists() and not replace:
        _refuse_other(words, path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(path, words)
    except OSError as error:
        raise WordListError(f"{path} cannot be written: {error.strerror}") from None
    return path


def _refuse_other(words: WordList, path: Path) -> None:
    """Matches are judged by the list they began with: other words need another name."""
    try:
        there = read_file(path, words.name).sha256
    except WordListError:
        return
    if there != words.sha256:
        raise WordListError(
            f"there is a list {words.name} with other words ({there[:12]}…), and matches may have begun with it; "
            "choose another --name, or --replace it"
        )


def _write(path: Path, words: WordList) -> None:
    said = words.definitions
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{words.name}-", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.writelines(
                f"{word}\t{said[word]}\n".encode() if word in said else f"{word}\n".encode() for word in words.words
            )
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    try:
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
