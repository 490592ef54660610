"""Find a word list by its name: shipped with muckle, added to this process, or installed by the user.

Matches store the name of their list and the SHA-256 of its words, so they can be judged again. Nothing here imports Numba.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from contextlib import suppress

from msgspec import Struct

from muckle.errors import WordListError, suggest
from muckle.words import installed
from muckle.words.list_file import read_file as read_file
from muckle.words.shipped import LIKE, shipped
from muckle.words.shipped import NAMED as NAMED
from muckle.words.shipped import TINY as TINY
from muckle.words.wordlist import WordList as WordList
from muckle.words.wordlist import game_list as game_list
from muckle.words.wordlist import level_name
from muckle.words.wordlist import read_word as read_word

_added: dict[str, WordList] = {}


class ListInfo(Struct, frozen=True):
    """Description of a word list."""

    name: str
    words: int
    two_letter: int
    sha256: str
    credit: str
    like: str = ""
    """Which printed dictionaries the list resembles, and how; empty for a list that was installed."""


def names() -> tuple[str, ...]:
    """Return the names of all lists, shipped ones first."""
    return tuple(dict.fromkeys((*NAMED, *installed.names(), *_added)))


def named(name: str) -> WordList:
    """Return the list of that name.

    Raises:
        WordListError: no list has that name, or its file is damaged.

    >>> "grey" in named("american-standard")
    True
    """
    if name in _added:
        return _added[name]
    if name in NAMED:
        return shipped(name)
    found = installed.find(name)
    if found is None:
        raise WordListError(f"no word list is called {name!r}{suggest(name, names())}")
    return found


def added() -> tuple[WordList, ...]:
    """Return the lists that were added to this process."""
    return tuple(_added.values())


def readable() -> list[WordList]:
    """Return all lists whose files can be read."""
    found: list[WordList] = []
    for name in names():
        with suppress(WordListError):
            found.append(named(name))
    return found


def holding(word: str) -> list[WordList]:
    """Return the lists that contain a word."""
    return [words for words in readable() if word in words]


def commonness(word: str, known: Iterable[WordList]) -> str:
    """Return how common a word is ("very common" to "very rare"), or an empty text if no list rates it."""
    levels = [level for words in known if (level := words.level(word))]
    return level_name(min(levels)) if levels else ""


def add(words: WordList) -> None:
    """Make a list known to `named` for the lifetime of this process."""
    _added[words.name] = words


def list_infos() -> list[ListInfo]:
    """Return descriptions of all lists, shipped ones first; the first call reads every file.

    A list whose file is damaged has no words, and its credit says what is wrong.
    """
    found: list[ListInfo] = []
    for name in names():
        try:
            found.append(_info(named(name)))
        except WordListError as error:
            found.append(ListInfo(name, 0, 0, "", f"cannot be read: {error}"))
    return found


@functools.lru_cache(maxsize=16)
def _info(words: WordList) -> ListInfo:
    two = sum(len(word) == 2 for word in words.words)
    return ListInfo(
        name=words.name,
        words=len(words),
        two_letter=two,
        sha256=words.sha256,
        credit=words.credit,
        like=LIKE.get(words.name, ""),
    )
