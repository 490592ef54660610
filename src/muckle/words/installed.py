"""Word lists that a person has installed, each a file in the user's data folder.

The environment variable MUCKLE_HOME names another folder. A file is text that its owner may edit: a line with the hash of the
rest, then the words in order. If the hash fits, the words are used without further checks, which is fast; after an edit the
file is read like any other word list. Nothing here imports Numba.
"""

from __future__ import annotations

import functools
import hashlib
import os
import tempfile
from pathlib import Path

import platformdirs

from muckle.errors import WordListError, suggest
from muckle.words.list_file import read_file, why_taken
from muckle.words.shipped import NAMED
from muckle.words.wordlist import WordList

SUFFIX = ".txt"


def home() -> Path:
    """Return the user's data folder, or the folder that MUCKLE_HOME names."""
    asked = os.environ.get("MUCKLE_HOME")
    return Path(asked) if asked else platformdirs.user_data_path("muckle")


def names(folder: Path | None = None) -> tuple[str, ...]:
    """Return the names of the installed lists, A to Z."""
    try:
        files = sorted((folder or home() / "words").iterdir())
    except OSError:
        return ()
    return tuple(file.stem for file in files if file.suffix == SUFFIX and not why_taken(file.stem))


def find(name: str, folder: Path | None = None) -> WordList | None:
    """Return an installed list as its file is now, or None if no list has that name.

    Raises:
        WordListError: the file was changed into something that is no word list.
    """
    if why_taken(name):
        return None
    path = (folder or home() / "words") / f"{name}{SUFFIX}"
    try:
        found = path.stat()
    except OSError:
        return None
    return _read(path, found.st_mtime_ns, found.st_size)


@functools.lru_cache(maxsize=8)
def _read(path: Path, changed: int, size: int) -> WordList:
    try:
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise WordListError(f"{path} cannot be read: {error.strerror}") from None
    if head != _head(body):
        return read_file(path, path.stem)
    lines = body.decode().splitlines()
    if b"\t" not in body:
        return WordList(path.stem, tuple(lines))
    entries = [line.partition("\t") for line in lines]
    definitions = {word: said for word, _, said in entries if said}
    return WordList(path.stem, tuple(word for word, _, _ in entries), definitions=definitions)


def _head(body: bytes) -> bytes:
    return b"# sha256 of the lines below: " + hashlib.sha256(body).hexdigest().encode()


def install(words: WordList, folder: Path | None = None, *, replace: bool = False) -> Path:
    """Install a word list. If the process dies meanwhile, the old file or the new one is there, complete.

    Args:
        replace: whether to replace a list of the same name that has other words.

    Returns:
        The file of the list.

    Raises:
        WordListError: another list has that name, or the folder cannot be written.
    """
    folder = folder or home() / "words"
    path = folder / f"{words.name}{SUFFIX}"
    if not replace:
        _refuse_other(words, folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(path, words)
    except OSError as error:
        raise WordListError(f"{path} cannot be written: {error.strerror}") from None
    return path


def remove(name: str, folder: Path | None = None) -> Path:
    """Remove an installed list, even one that cannot be read.

    Returns:
        The file that was removed.

    Raises:
        WordListError: no installed list has that name, or the folder cannot be written.
    """
    folder = folder or home() / "words"
    there = names(folder)
    if name not in there:
        if name in NAMED:
            raise WordListError(f"{name} comes with muckle and stays")
        known = f"no list of your own is called {name!r}{suggest(name, there)}" if there else "you have no list of your own"
        raise WordListError(known)
    path = folder / f"{name}{SUFFIX}"
    try:
        path.unlink()
    except OSError as error:
        raise WordListError(f"{path} cannot be removed: {error.strerror}") from None
    return path


def _refuse_other(words: WordList, folder: Path) -> None:
    """Raise WordListError if a list of this name with other words is installed: stored matches name their list."""
    try:
        there = find(words.name, folder)
    except WordListError:
        return
    if there and there.sha256 != words.sha256:
        raise WordListError(
            f"there is a list {words.name} with other words ({there.sha256[:12]}…), and matches may have begun with it; "
            "choose another --name, or --replace it"
        )


def _write(path: Path, words: WordList) -> None:
    body = words.entries.encode()
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{words.name}-", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(_head(body) + b"\n" + body)
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
