"""Look a word up, for the browser, the terminal and Python alike.

It reads files, so servers call it in a thread. Nothing here imports Numba.
"""

from __future__ import annotations

from msgspec import Struct

from muckle.words import lists
from muckle.words.definitions import Definition, dictionary
from muckle.words.wordlist import WordList


class WordInfo(Struct, frozen=True):
    """Result of looking a word up; it says nothing about any row or rack (Mickell D9)."""

    word: str
    """Word in lower case, without accents."""
    listed: bool
    """True if the match's word list contains the word; without a match, if any list does."""
    lists: tuple[str, ...]
    """Names of the lists that contain the word."""
    among: tuple[str, ...]
    """Names of the lists that were searched."""
    level: str
    """Commonness of the word, "very common" to "very rare"; empty if no list rates it."""
    definitions: tuple[Definition, ...]
    missing: str
    """Sentence that says why a definition may be missing; empty if definitions are installed."""


def look_up(word: str, words: WordList | None = None) -> WordInfo:
    """Return which lists contain a word, how common it is, and its definitions.

    Args:
        word: in lower case.
        words: the list to search; None for all lists.
    """
    known = lists.holding(word) if words is None else [words] if word in words else []
    says = next((one for one in known if word in one.definitions), None)
    names = tuple(one.name for one in known)
    among = lists.names() if words is None else (words.name,)
    definitions = tuple(dictionary().define(word, says))
    return WordInfo(
        word=word,
        listed=bool(known),
        lists=names,
        among=among,
        level=lists.commonness(word, known),
        definitions=definitions,
        missing=dictionary().missing,
    )
