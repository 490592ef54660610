"""A person's own word lists, kept from one day to the next: a file each in the user's data folder.

The environment variable MUCKLE_HOME names another folder. A file is text that its owner may edit: a line with the hash of
all that follows, then the words in order. While that hash is right the words are taken as they stand, which is fast; after
an edit the file is read like any other word list. Nothing here imports Numba.
"""

from __future__ import annotations

import functools
import hashlib
import os
import tempfile
from pathlib import Path

import platformdirs

from muckle.errors import WordListError, suggest
from muckle.words.reading import read_file, why_taken
from muckle.words.shipped import NAMED
from muckle.words.wordlist import WordList

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
    return tuple(file.stem for file in files if file.suffix == SUFFIX and not why_taken(file.stem))


def find(name: str, folder: Path | None = None) -> WordList | None:
    """An installed list as its file is now, or None where there is none of that name.

    Raises:
        WordListError: somebody changed the file into something that is no word list.
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
    if not replace:
        _refuse_other(words, folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(path, words)
    except OSError as error:
        raise WordListError(f"{path} cannot be written: {error.strerror}") from None
    return path


def remove(name: str, folder: Path | None = None) -> Path:
    """Forget an installed list, one that cannot be read too.

    Returns:
        the file it was kept in.

    Raises:
        WordListError: there is none of that name, or the folder cannot be written.
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
    """Matches are judged by the list they began with: other words need another name."""
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
