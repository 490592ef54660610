"""Vocabularies: the part of a word list that players and hints use, up to a level and without offensive words.

The whole list judges claims; a vocabulary limits which words bots play and hints name. Nothing here imports Numba.
"""

from __future__ import annotations

import functools

from muckle.errors import OptionsError, suggest
from muckle.words import lists
from muckle.words.shipped import data_lines
from muckle.words.wordlist import LEVEL_NAMES, WordList

VOCABULARIES = {name.replace(" ", "-"): level for level, name in LEVEL_NAMES.items()}
"""Highest level of words in each vocabulary, by its name, from very-common to very-rare."""
EVERY = ""
"""Name of the vocabulary of all words."""


def read_vocabulary(text: str) -> str:
    """Return the name of the vocabulary that somebody typed.

    Raises:
        OptionsError: no vocabulary has that name.

    >>> read_vocabulary("Very rare")
    'very-rare'
    """
    name = "-".join(text.lower().replace("-", " ").split())
    if name and name not in VOCABULARIES:
        there = ", ".join(VOCABULARIES)
        raise OptionsError(f"no vocabulary is called {text[:40]!r}, there are {there}{suggest(name, VOCABULARIES)}")
    return name


@functools.lru_cache(maxsize=32)
def known_words(words: WordList, vocabulary: str) -> WordList:
    """Return the words of a list that a vocabulary holds, without offensive words.

    If the list has no levels, those of the shipped lists decide. A word that they lack belongs to no vocabulary but EVERY.
    """
    kept = tuple(word for word in words.words if word not in offensive())
    if vocabulary != EVERY:
        most, by = VOCABULARIES[vocabulary], words if words.levels else lists.named("either-full")
        kept = tuple(word for word in kept if (by.level(word) or most + 1) <= most)
    if len(kept) == len(words):
        return words
    return WordList(f"{words.name} {vocabulary or 'without offensive words'}", kept)


@functools.cache
def offensive() -> frozenset[str]:
    """Return the words that bots and hints never use, whatever a list says."""
    return frozenset(data_lines("offensive.txt"))
