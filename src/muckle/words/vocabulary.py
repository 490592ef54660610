"""What players and hints know of a word list: the words up to a level, and never the offensive ones.

Who judges goes by the whole list; who says a word unasked goes by this. Nothing here imports Numba.
"""

from __future__ import annotations

import functools

from muckle.errors import OptionsError, suggest
from muckle.words import lists
from muckle.words.shipped import data_lines
from muckle.words.wordlist import LEVEL_NAMES, WordList

VOCABULARIES = {name.replace(" ", "-"): level for level, name in LEVEL_NAMES.items()}
"""How far a vocabulary goes, by its name, from the smallest: very-common … very-rare."""
EVERY = ""
"""The vocabulary that holds every word."""


def read(text: str) -> str:
    """A vocabulary's name as it was typed.

    Raises:
        OptionsError: there is none of that name.

    >>> read("Very rare")
    'very-rare'
    """
    name = "-".join(text.lower().replace("-", " ").split())
    if name and name not in VOCABULARIES:
        there = ", ".join(VOCABULARIES)
        raise OptionsError(f"no vocabulary is called {text[:40]!r}, there are {there}{suggest(name, VOCABULARIES)}")
    return name


@functools.lru_cache(maxsize=32)
def known(words: WordList, vocabulary: str) -> WordList:
    """The words of a list that a vocabulary holds, without the offensive ones.

    Where a list does not say how common its words are, the lists that come with the program do. A word they lack is beyond
    every vocabulary but EVERY.
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
    """Words that are never said unasked, whatever a list says."""
    return frozenset(data_lines("offensive.txt"))
