"""Word lists by name: those that come with the program, those of this process, and those that are installed.

A list is named by its name and the SHA-256 of its words, so a match can be judged again. Nothing here imports Numba.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from muckle.errors import WordListError, suggest
from muckle.words import installed
from muckle.words.reading import read_file as read_file
from muckle.words.shipped import NAMED as NAMED
from muckle.words.shipped import TINY as TINY
from muckle.words.shipped import shipped
from muckle.words.wordlist import WordList as WordList
from muckle.words.wordlist import level_name
from muckle.words.wordlist import own as own
from muckle.words.wordlist import read_word as read_word

_added: dict[str, WordList] = {}


def names() -> tuple[str, ...]:
    """The names `named` knows: those that come with the program first."""
    return tuple(dict.fromkeys((*NAMED, *installed.names(), *_added)))


def named(name: str) -> WordList:
    """A list that comes with the program, one that was added, or one that is installed.

    Raises:
        WordListError: there is none of that name, or its file has gone bad.

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
    """Those that were added to this process."""
    return tuple(_added.values())


def readable() -> list[WordList]:
    """Every list there is, of those that can be read."""
    found: list[WordList] = []
    for name in names():
        with suppress(WordListError):
            found.append(named(name))
    return found


def holding(word: str) -> list[WordList]:
    """The lists that hold a word."""
    return [words for words in readable() if word in words]


def commonness(word: str, known: Iterable[WordList]) -> str:
    """How common a word is by these lists, in words; empty where none says."""
    levels = [level for words in known if (level := words.level(word))]
    return level_name(min(levels)) if levels else ""


def add(words: WordList) -> None:
    """Let `named` know a list of a person's own, as long as this process lives."""
    _added[words.name] = words
