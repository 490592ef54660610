"""Abusive words in names and sentences.

A suspicious name is never refused at an event: it is only not shown before a caller has looked at it. So a list of words that
is too strict costs somebody a moment, and one that is too mild is what the desk is for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

from muckle.server.names import fold

TARGET = Path(__file__).with_name("rude.txt")
WITHIN = {True: 6, False: 2}
"""Length from which a word is also looked for within others, by whether its script has spaces between words."""
SPELT = 2
"""Maximum length of the parts of a word that is spelt out."""
SHORTEST_JOINED = 7
"""Length from which a phrase is also looked for without its spaces."""
LONGEST_PHRASE = 5
"""Words of the longest phrase that is looked for."""
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
"""Where a word begins that only its capital letter sets apart."""
DISGUISES = tuple(str.maketrans("01345789@$!|€", f"o{one}eastbgasile") for one in "il")
"""Digits and signs that stand for letters within disguised words, and for which."""
DISGUISED = re.compile(r"(?=[\d@$!|€]*[^\W\d_])[\w@$!|€*]*[^\W\d_@$!|€*](\d(?!\d))?")
"""A word that may be disguised, without a number behind it, but with a single digit."""
NUMBER = re.compile(r"\d+\b")
"""A number behind a word, or by itself."""


class RudeWords(NamedTuple):
    """The list of abusive words and phrases, folded."""

    whole: frozenset[str]
    within: frozenset[str]
    """Words that are also looked for within other words."""


@lru_cache(maxsize=10_000)
def is_rude(name: str) -> bool:
    """Return whether a name has a word of the list of abusive words in it, disguised or not.

    >>> is_rude("Ann 44"), is_rude("сunt"), is_rude("f u c k"), is_rude("sh1thead"), is_rude("Scunthorpe")
    (False, True, True, True, False)
    """
    plain = bare(CAMEL.sub(" ", name))
    return plain in rude_words().whole or any(has_rude_word(letters(text)) for text in {bare(name), plain, *undisguised(plain)})


def bare(text: str) -> str:
    """Return a folded text without any marks."""
    return "".join(c for c in fold(text) if not unicodedata.category(c).startswith("M"))


def letters(text: str) -> list[str]:
    """Return the words of a text, of letters alone."""
    return re.findall(r"[^\W\d_]+", text)


def undisguised(plain: str) -> Iterator[str]:
    """Yield a text with letters for the digits and signs within its words; a star is a vowel."""
    for given, signs in product((plain, NUMBER.sub("", plain)), DISGUISES):
        text = DISGUISED.sub(lambda word, signs=signs: word[0].translate(signs), given)
        yield from (text.replace("*", vowel) for vowel in "aeiou") if "*" in text else (text,)


def has_rude_word(words: list[str]) -> bool:
    """Return whether words have a rude one among them: by itself, within one, spelt out, drawn out, or as a phrase."""
    listed = rude_words()
    if words and max(map(len, words)) <= SPELT:
        words = [*words, "".join(words)]
    drawn_in = {re.sub(r"(.)\1{2,}", r"\1" * times, word) for word in words for times in (1, 2)}
    runs = (words[a:b] for a, b in combinations(range(len(words) + 1), 2) if 1 < b - a <= LONGEST_PHRASE)
    return (
        not listed.whole.isdisjoint(drawn_in)
        or any(" ".join(run) in listed.whole or "".join(run) in listed.within for run in runs)
        or any(not listed.within.isdisjoint(parts(word)) for word in drawn_in)
    )


def parts(word: str) -> Iterable[str]:
    """Return all parts of a word that may be in the list."""
    return (word[a:b] for a, b in combinations(range(len(word) + 1), 2) if b - a >= min(WITHIN.values()))


@cache
def rude_words() -> RudeWords:
    """Return the list of abusive words, read once."""
    lines = [line for line in TARGET.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    whole = {line.removeprefix("*") for line in lines}
    joined = {line.replace(" ", "") for line in whole if " " in line and len(line) > SHORTEST_JOINED}
    return RudeWords(frozenset(whole), frozenset(line.removeprefix("*") for line in lines if line.startswith("*")) | joined)


def is_spaced(word: str) -> bool:
    """Return whether a word is of a script with spaces between words."""
    return not unicodedata.name(word[:1], "").startswith(("CJK", "HIRAGANA", "KATAKANA", "HANGUL"))
