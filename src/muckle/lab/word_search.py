"""The public word search, which scores words by the points of letter tiles."""

from __future__ import annotations

from muckle.errors import WordListError
from muckle.kit import letter_tiles
from muckle.words import lists
from muckle.words.search import FoundWord, Order, Query, search

POINTS = dict(zip(letter_tiles.LETTERS.lower(), letter_tiles.NUMBERS, strict=False))
"""Points of each letter tile, by its letter."""


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
    """Return the words of a list that meet all conditions.

    Args:
        pattern: letters; ``?`` is any letter, ``*`` any number of letters, ``[RB]`` R or B, ``[^RB]`` neither R nor B.
        rack: letters that can be used once each; ``?`` is a blank.
        anagram: letters that must all be used; ``?`` is a blank.
        shortest, longest: minimum and maximum number of letters.
        sort: order of the words: A to Z, best score first, most common first, or longest first.
        hooks: also return the letters that make another word in front of and after each.
        words: name of the list; `muckle words lists` prints the names.

    Raises:
        WordListError: there is no such list, the pattern or rack is malformed, or both a rack and an anagram are given.

    >>> [found.word for found in find_words(anagram="listen")]
    ['enlist', 'inlets', 'listen', 'silent', 'tinsel']
    >>> best = find_words(rack="quart?z", sort="score")[0]
    >>> best.word, best.score, best.blanks
    ('quartz', 24, '')
    """
    if rack and anagram:
        raise WordListError("an anagram takes all letters, a rack some of them: give one of the two")
    return search(lists.named(words), Query(pattern, rack, anagram, shortest, longest), POINTS, sort, hooks)
