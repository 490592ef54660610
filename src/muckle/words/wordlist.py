"""Word lists, and what counts as a word. Nothing here imports Numba."""

from __future__ import annotations

import functools
import hashlib
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from muckle.errors import WordListError

LEVELS = (10, 20, 35, 40, 50, 55, 60, 70, 80)
"""Levels of commonness: everybody knows words of level 10; only large dictionaries have those of level 80."""
LEVEL_NAMES = {20: "very common", 35: "common", 50: "familiar", 60: "uncommon", 70: "rare", 80: "very rare"}
"""Names of the levels; each holds for levels up to its key."""
MOST_LETTERS = 60
"""Greatest length of a word, far above any dictionary."""
LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o"})


class Refused(NamedTuple):
    """Entry of a file that was refused because it is no word."""

    line: int
    entry: str
    reason: str


class ReadReport(NamedTuple):
    """Report on reading a file: repeated and refused entries."""

    duplicates: int
    refused: tuple[Refused, ...]


@dataclass(frozen=True, eq=False)
class WordList:
    """List of lower-case words of the letters a to z."""

    name: str
    words: tuple[str, ...]
    """Words in ascending order, all different; the index of a word is its rank."""
    levels: tuple[int, ...] = ()
    """Level of each word; empty if the list has no levels."""
    definitions: Mapping[str, str] = field(default_factory=dict[str, str])
    """Definitions that the list itself brings, by word; shipped lists have none."""
    credit: str = ""
    """Copyright line to be shown wherever the list is shown."""
    report: ReadReport | None = None
    """Report on reading the list; None if it was not read from a person's file."""

    @property
    def text(self) -> bytes:
        """Words as bytes, each followed by a newline; made anew each time, as it is needed once or twice."""
        return "".join(f"{word}\n" for word in self.words).encode()

    @property
    def entries(self) -> str:
        """Text of an installed file: one line a word, with a tab and the definition if there is one."""
        said = self.definitions
        return "".join(f"{word}\t{said[word]}\n" if word in said else f"{word}\n" for word in self.words)

    @functools.cached_property
    def sha256(self) -> str:
        """SHA-256 of `text`, which identifies exactly these words."""
        return hashlib.sha256(self.text).hexdigest()

    @functools.cached_property
    def graph(self) -> Any:
        """Word graph of the list, an int32 array; see `muckle.words.graph`."""
        from muckle.words.graph import build

        return build(self.text)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.rank(word) is not None

    def rank(self, word: str) -> int | None:
        """Return the index of a word in `words`, or None if it is not listed."""
        place = bisect_left(self.words, word)
        return place if place < len(self.words) and self.words[place] == word else None

    def level(self, word: str) -> int | None:
        """Return the level of a word, one of LEVELS; None if it is not listed or the list has no levels."""
        rank = self.rank(word)
        return None if rank is None or not self.levels else self.levels[rank]


@functools.lru_cache(maxsize=64)
def game_list(name: str, words: tuple[str, ...]) -> WordList:
    """Return a game's own short list, made of lower-case words in any order."""
    return WordList(name, tuple(sorted(set(words))))


def read_word(text: str) -> str:
    """Return the word that somebody typed, in lower case and without accents.

    Raises:
        WordListError: the text has other characters than letters, or is too long.
    """
    if reason := fault(word := typed_word(text)):
        raise WordListError(f"{text[:MOST_LETTERS]!r} {reason}")
    return word


def typed_word(text: str) -> str:
    """Return typed text in lower case, without accents and outer blanks; `fault` tells whether it is a word."""
    return without_accents(text[: 2 * MOST_LETTERS].strip().lower())


def level_name(level: int) -> str:
    """Return the name of a level, "very common" to "very rare".

    >>> level_name(40)
    'familiar'
    """
    return next(said for most, said in LEVEL_NAMES.items() if level <= most)


def without_accents(entry: str) -> str:
    """Return a text without accents, with ligatures spelt out.

    >>> without_accents("mêlée")
    'melee'
    """
    if entry.isascii():
        return entry
    letters = unicodedata.normalize("NFD", entry.translate(LIGATURES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def one_line(text: str) -> str:
    """Return a text on one line, without invisible characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def fault(word: str) -> str:
    """Return the reason why an entry is no word; an empty text if it is one."""
    if len(word) > MOST_LETTERS:
        return f"has more than {MOST_LETTERS} letters"
    return "" if re.fullmatch("[a-z]+", word) else "is not of letters a to z"
