"""Looking for words with the letter tiles' points in mind."""

from __future__ import annotations

from muckle.errors import WordListError
from muckle.kit import letter_tiles
from muckle.words import lists
from muckle.words.search import FoundWord, Order, Query, search

POINTS = dict(zip(letter_tiles.LETTERS.lower(), letter_tiles.NUMBERS, strict=False))
"""What a letter counts on a tile."""


def find_words(
    pattern: str = "*",
    *,
    rack: str = "",
    anagram: str = "",
    shortest: int = 1,
    longest: int = 60,
    sort: Order = "alphabet",
    hooks: bool = False,
    words: str = "american-standard",
) -> list[FoundWord]:
    """The words of a list that fit everything asked.

    Args:
        pattern: a letter, ``?`` for any, ``*`` for any or none, ``[RB]`` for either, ``[^RB]`` for neither.
        rack: letters of which each may be taken once, and ``?`` for blanks.
        anagram: the same, but all of them are taken.
        shortest, longest: how many letters.
        sort: A to Z, or best score, most common or longest first.
        hooks: whether to tell which letters make another word before and behind each.
        words: the list; `muckle words lists` names them.

    Raises:
        WordListError: there is no such list, pattern or rack; or both a rack and an anagram.

    >>> [found.word for found in find_words(anagram="listen")]
    ['enlist', 'inlets', 'listen', 'silent', 'tinsel']
    >>> best = find_words(rack="quart?z", sort="score")[0]
    >>> best.word, best.score, best.blanks
    ('quartz', 24, '')
    """
    if rack and anagram:
        raise WordListError("an anagram takes all letters, a rack some of them: give one of the two")
    return search(lists.named(words), Query(pattern, rack, anagram, shortest, longest), POINTS, sort, hooks)
