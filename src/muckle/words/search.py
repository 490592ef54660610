"""Searching a word list: patterns, racks with blanks, hooks. Nothing here imports Numba."""

from __future__ import annotations

import fnmatch
import re
import string
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from muckle.errors import WordListError, short
from muckle.words import lists
from muckle.words.wordlist import MOST_LETTERS, WordList, level_name

PATTERN, LONGEST = re.compile(r"([a-z?*]|\[[!^]?[a-z]+\])+"), 200
MADE_OF = "letters, ? (any letter), * (any letters or none), [RB] (either) and [^RB] (neither)"
BLANK = "?"
UNKNOWN = 100
"""Sorting key behind every level, for words that no list rates."""

Order = Literal["alphabet", "score", "commonness", "length"]


class Query(NamedTuple):
    """Conditions that a word must fulfil, all of them."""

    pattern: str = "*"
    rack: str = ""
    """Letters that may be used, each once, with ? for a blank; empty if any letters may be used."""
    anagram: str = ""
    """Letters that must all be used, with ? for a blank; empty for no such condition."""
    shortest: int = 1
    longest: int = MOST_LETTERS


class FoundWord(Struct, frozen=True):
    """Word that fulfils a query, with what belongs to it."""

    word: str
    score: int
    """Sum of the letters' points; letters that a blank stands for count nothing."""
    level: str
    """Commonness of the word, "very common" to "very rare"; empty if no list rates it."""
    blanks: str
    """Letters of the word for which blanks of the rack are used."""
    front: str
    """Front hooks: letters that make another word when put before this one. Empty unless hooks were asked for."""
    back: str
    """Letters that make another word behind this one; empty unless hooks were asked for."""


def search(words: WordList, query: Query, points: Mapping[str, int], order: Order, hooks: bool) -> list[FoundWord]:
    """Return the words of a list that fulfil a query.

    Args:
        points: points of each letter.
        order: A to Z, or best, most common or longest first, then A to Z.
        hooks: whether to find the letters that extend each word.

    Raises:
        WordListError: the pattern is invalid, or a rack has something other than letters and ?.
    """
    levels = words if words.levels else lists.named("either-full")
    letters = _rack(query.anagram or query.rack)
    found = [_found(word, letters, words, levels, points, hooks) for word in _fitting(words, query, letters)]
    return sorted(found, key=_key(order, levels))


def matching(words: WordList, pattern: str) -> list[str]:
    """Return the words of a list that match a pattern, A to Z.

    Args:
        pattern: letters, ? for any letter, * for any letters or none, [RB] for either, [^RB] for neither.

    Raises:
        WordListError: the pattern is invalid.

    >>> matching(lists.game_list("few", ("bet", "beta", "rat")), "[RB]?t*")
    ['bet', 'beta', 'rat']
    """
    text = pattern.lower()
    if len(text) > LONGEST:
        raise WordListError(f"a pattern has at most {LONGEST} characters, got {len(text):,}")
    if not PATTERN.fullmatch(text):
        raise WordListError(f"a pattern is made of {MADE_OF}, got {short(pattern)!r}")
    return fnmatch.filter(words.words, text.replace("[^", "[!"))


def _fitting(words: WordList, query: Query, letters: Counter[str]) -> list[str]:
    """Return the words that fulfil a query, A to Z."""
    shortest, longest = query.shortest, query.longest
    if letters:
        longest = min(longest, letters.total())
    if query.anagram:
        shortest = max(shortest, letters.total())
    fitting = [word for word in matching(words, query.pattern) if shortest <= len(word) <= longest]
    if letters:
        fitting = [word for word in fitting if len(_lacking(word, letters)) <= letters[BLANK]]
    return fitting


def _found(
    word: str, letters: Counter[str], words: WordList, levels: WordList, points: Mapping[str, int], hooks: bool
) -> FoundWord:
    blanks = _lacking(word, letters) if letters else ""
    score = sum(map(points.__getitem__, word)) - sum(map(points.__getitem__, blanks))
    level = levels.level(word)
    front = [letter for letter in string.ascii_lowercase if hooks and letter + word in words]
    back = [letter for letter in string.ascii_lowercase if hooks and word + letter in words]
    return FoundWord(
        word=word,
        score=score,
        level=level_name(level) if level else "",
        blanks=blanks,
        front="".join(front),
        back="".join(back),
    )


def _key(order: Order, levels: WordList) -> Callable[[FoundWord], Any]:
    """Return the sorting key for words that are sorted A to Z already."""
    keys: dict[Order, Callable[[FoundWord], Any]] = {
        "alphabet": lambda found: found.word,
        "score": lambda found: -found.score,
        "commonness": lambda found: levels.level(found.word) or UNKNOWN,
        "length": lambda found: -len(found.word),
    }
    return keys[order]


def _rack(text: str) -> Counter[str]:
    """Count the letters and blanks of a rack."""
    letters = text.strip().lower()
    if len(letters) > MOST_LETTERS or letters.strip(string.ascii_lowercase + BLANK):
        raise WordListError(f"a rack has letters and ? for blanks, at most {MOST_LETTERS}, got {short(text)!r}")
    return Counter(letters)


def _lacking(word: str, letters: Counter[str]) -> str:
    """Return the letters of a word that a rack lacks."""
    return "".join((Counter(word) - letters).elements())
