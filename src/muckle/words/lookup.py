"""Looking a word up, the same for every face. It reads files, so servers do it in a thread. Nothing here imports Numba."""

from __future__ import annotations

from msgspec import Struct

from muckle.words import lists
from muckle.words.definitions import Definition, dictionary
from muckle.words.wordlist import WordList


class WordInfo(Struct, frozen=True):
    """A word that somebody looks up; nothing about any row or rack (Mickell D9)."""

    word: str
    """As it was read: in small letters, without accents."""
    listed: bool
    """Whether the match's word list holds it; without a match, whether any list does."""
    lists: tuple[str, ...]
    """The names of those that do."""
    among: tuple[str, ...]
    """The names of those that were asked."""
    level: str
    """How common it is, "very common" to "very rare"; empty where they do not say."""
    definitions: tuple[Definition, ...]
    missing: str
    """Why there may be no definition; empty where definitions are installed."""


def look_up(word: str, words: WordList | None = None) -> WordInfo:
    """What there is to know of a word.

    Args:
        word: in small letters. words: the list to look into; None for all of them.
    """
    known = lists.holding(word) if words is None else [words] if word in words else []
    says = next((one for one in known if word in one.definitions), None)
    names = tuple(one.name for one in known)
    among = lists.names() if words is None else (words.name,)
    definitions = tuple(dictionary().define(word, says))
    return WordInfo(word, bool(known), names, among, lists.commonness(word, known), definitions, dictionary().missing)
