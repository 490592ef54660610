"""Word lists shipped with muckle: selections from one file of words, with additions and removals by hand.

The data and its notices are in `data`. Nothing here imports Numba.
"""

from __future__ import annotations

import functools
import importlib.resources
import lzma
import re
from collections.abc import Iterator
from itertools import compress
from typing import NamedTuple

from muckle.words.wordlist import LEVELS, WordList

STANDARD, FULL = 70, 80
SCOWL = "SCOWL, Copyright 2000-2018 by Kevin Atkinson"
UKACD = "The UK Advanced Cryptics Dictionary, Copyright (c) J Ross Beresford 1993-2000. All Rights Reserved."


class Source(NamedTuple):
    """Selection that makes a shipped list: the words of some dialects up to a level."""

    dialects: tuple[str, ...]
    level: int


NAMED = {
    "american-standard": Source(("american",), STANDARD),
    "british-standard": Source(("british",), STANDARD),
    "either-standard": Source(("american", "british"), STANDARD),
    "american-full": Source(("american",), FULL),
    "british-full": Source(("british",), FULL),
    "either-full": Source(("american", "british"), FULL),
}
LIKE = {
    "american-standard": "American spellings, as in Merriam-Webster: color, realize. No very rare words.",
    "british-standard": "British spellings, as in Collins: colour, realise or realize. No very rare words.",
    "either-standard": "Spellings of Merriam-Webster and of Collins side by side. No very rare words.",
    "american-full": "American spellings, as in Merriam-Webster, with rare words as in its unabridged editions.",
    "british-full": "British spellings, as in Collins, with rare words that crossword setters love.",
    "either-full": "Spellings of Merriam-Webster and of Collins side by side, rare words too.",
}
"""Which printed dictionaries each list in NAMED resembles, and how. None is a copy of one."""
TINY = "tiny"
"""Name that games give to short word lists of their own."""


@functools.cache
def shipped(name: str) -> WordList:
    """Return the shipped list with a name in `NAMED`. It is built at the first call."""
    source = NAMED[name]
    levels = select_words(source)
    for word, level in by_level("supplement.txt"):
        if level <= source.level:
            levels[word] = min(level, levels.get(word, level))
    for word, level in by_level("levels.txt"):
        if word in levels:
            levels[word] = level
    for word in data_lines("removals.txt"):
        levels.pop(word, None)
    words = tuple(sorted(levels))
    credit = SCOWL if source.level <= STANDARD else f"{SCOWL}; {UKACD}"
    return WordList(name, words, tuple(map(levels.__getitem__, words)), credit=credit)


def select_words(source: Source) -> dict[str, int]:
    """Return the words of a source with their levels, unordered, without additions and removals by hand."""
    level_of = {str(place): level for place, level in enumerate(LEVELS, 1) if level <= source.level}
    found: dict[str, int] = {}
    for words, columns in _blocks(source.level):
        digits = [columns[dialect].replace("0", ":") for dialect in source.dialects]  # ":" comes behind "9"
        levels = list(map(level_of.get, map(min, *digits) if digits[1:] else digits[0]))
        found |= zip(compress(words, levels), filter(None, levels), strict=True)
    return found


def _blocks(level: int) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield the blocks of words up to a level, each with one digit per word and dialect: the place in LEVELS, or 0."""
    for number in range(1 if level <= STANDARD else 2):
        words, columns, _ = _block(number)
        yield words, columns


@functools.cache
def _block(number: int) -> tuple[list[str], dict[str, str], bytes]:
    """Return a block of the file and the compressed rest; cached, so that all lists share their words.

    The file has two blocks, compressed separately: the words up to STANDARD in either dialect, then all others.
    """
    packed = _block(number - 1)[2] if number else _data("words.txt.xz")
    block = lzma.LZMADecompressor()
    *words, american, british = block.decompress(packed).decode().split()
    return words, {"american": american, "british": british}, block.unused_data


def by_level(name: str) -> Iterator[tuple[str, int]]:
    """Yield the words of a file kept by hand, each with the level given above it."""
    level = 0
    for entry in data_lines(name):
        if entry.isdigit():
            level = int(entry)
        else:
            yield entry, level


def data_lines(name: str) -> list[str]:
    """Return the entries of a file kept by hand, without comments."""
    return re.sub(r"#.*", "", _data(name).decode()).split()


def _data(name: str) -> bytes:
    return importlib.resources.files("muckle.words").joinpath("data", name).read_bytes()
