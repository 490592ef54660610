"""What a word list is, and what a word is. Nothing here imports Numba."""

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
"""How common a word is: 10 everybody knows, 80 is in large dictionaries only."""
LEVEL_NAMES = {20: "very common", 35: "common", 50: "familiar", 60: "uncommon", 70: "rare", 80: "very rare"}
"""What people call the levels up to each."""
MOST_LETTERS = 60
"""Of a word, far above any dictionary."""
LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o"})


class Refused(NamedTuple):
    """An entry of a file that is no word."""

    line: int
    entry: str
    reason: str


class ReadReport(NamedTuple):
    """What reading a file came to, besides the words."""

    duplicates: int
    refused: tuple[Refused, ...]


@dataclass(frozen=True, eq=False)
class WordList:
    """A list of words of letters a to z, lower case."""

    name: str
    words: tuple[str, ...]
    """Ascending, all different. A word's place here is its rank."""
    levels: tuple[int, ...] = ()
    """The level of each word, or nothing where they are not known."""
    definitions: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the list itself says of its words; the named lists say nothing."""
    credit: str = ""
    """Whose list it is, to be shown wherever lists are shown."""
    report: ReadReport | None = None
    """What reading it came to; None where it was not read from a person's file."""

    @functools.cached_property
    def text(self) -> bytes:
        """The words as bytes, a newline behind each."""
        return "".join(f"{word}\n" for word in self.words).encode()

    @property
    def entries(self) -> str:
        """A line a word; behind a tab what the list itself says of it."""
        said = self.definitions
        return "".join(f"{word}\t{said[word]}\n" if word in said else f"{word}\n" for word in self.words)

    @functools.cached_property
    def sha256(self) -> str:
        """The hash of `text`, which names exactly these words."""
        return hashlib.sha256(self.text).hexdigest()

    @functools.cached_property
    def graph(self) -> Any:
        """The word graph, int32; see `muckle.words.graph`."""
        from muckle.words.graph import build

        return build(self.text)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.rank(word) is not None

    def rank(self, word: str) -> int | None:
        """The word's place among the words, from 0; None when it is not listed."""
        place = bisect_left(self.words, word)
        return place if place < len(self.words) and self.words[place] == word else None

    def level(self, word: str) -> int | None:
        """How common a word is, one of LEVELS; None when it is not listed or the list does not say."""
        rank = self.rank(word)
        return None if rank is None or not self.levels else self.levels[rank]


@functools.lru_cache(maxsize=64)
def own(name: str, words: tuple[str, ...]) -> WordList:
    """A game's own short list; the words are lower case, in any order."""
    return WordList(name, tuple(sorted(set(words))))


def read_word(text: str) -> str:
    """A word as it was typed: any case, accents dropped.

    Raises:
        WordListError: it is not of letters, or too long.
    """
    if reason := fault(word := typed(text)):
        raise WordListError(f"{text[:MOST_LETTERS]!r} {reason}")
    return word


def typed(text: str) -> str:
    """What somebody typed as a word, in small letters and without accents; perhaps none, see `fault`."""
    return plain(text[: 2 * MOST_LETTERS].strip().lower())


def level_name(level: int) -> str:
    """A level in words: very common … very rare.

    >>> level_name(40)
    'familiar'
    """
    return next(said for most, said in LEVEL_NAMES.items() if level <= most)


def plain(entry: str) -> str:
    """An entry without accents, ligatures spelt out.

    >>> plain("mêlée")
    'melee'
    """
    if entry.isascii():
        return entry
    letters = unicodedata.normalize("NFD", entry.translate(LIGATURES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def one_line(text: str) -> str:
    """A text on one line, without characters that cannot be seen."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def fault(word: str) -> str:
    """Why an entry is no word, or nothing."""
    if len(word) > MOST_LETTERS:
        return f"has more than {MOST_LETTERS} letters"
    return "" if re.fullmatch("[a-z]+", word) else "is not of letters a to z"
