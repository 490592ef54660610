"""Abusive words in names and sentences.

A suspicious name is never refused at an event: it is only not shown before a caller has looked at it. So a list of words that
is too strict costs somebody a moment, and one that is too mild is what the desk is for.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from muckle.server.names import fold

INSIDE, INSIDE_BLOCKS = 5, 2
"""Letters from which a word is also looked for within other words; less in scripts without spaces between words."""
DISGUISES = str.maketrans("01345789@$!|€", "oieastbgasile")
"""Digits and signs that stand for letters in disguised words."""
ALWAYS_INSIDE = frozenset({"fuck", "cunt"})
"""Short words that are no part of any decent name."""


class RudeWords(NamedTuple):
    """The list of abusive words, folded."""

    whole: frozenset[str]
    inside: re.Pattern[str]
    """Words that are also looked for within other words."""


@lru_cache(maxsize=10_000)
def is_rude(name: str) -> bool:
    """Return whether a name has a word of the list of abusive words in it, disguised or not.

    >>> is_rude("Ann"), is_rude("Sсunthоrpe"), is_rude("f u c k")
    (False, True, True)
    """
    plain = bare(name)
    return any(map(has_rude_word, {plain, plain.translate(DISGUISES)}))


def bare(text: str) -> str:
    """Return a folded text without any marks."""
    return "".join(c for c in fold(text) if not unicodedata.category(c).startswith("M"))


def has_rude_word(folded: str) -> bool:
    """Return whether a folded name has a rude word in it: as a word, within one, spelt out, or with letters drawn out."""
    listed = rude_words()
    words = re.findall(r"[^\W\d_]+", folded)
    if words and max(map(len, words)) <= INSIDE_BLOCKS:
        words.append("".join(words))
    drawn_in = (re.sub(r"(.)\1{2,}", r"\1" * times, word) for word in words for times in (1, 2))
    return any(word in listed.whole or listed.inside.search(word) for word in drawn_in)


@cache
def rude_words() -> RudeWords:
    """Return the list of abusive words, read once."""
    lines = Path(__file__).with_name("rude.txt").read_text(encoding="utf-8").splitlines()
    words = {bare(line) for line in lines if not line.startswith("#")}
    joined = {"".join(re.findall(r"[^\W\d_]+", word)) for word in words}
    inside = sorted(word for word in joined if is_told_within(word))
    return RudeWords(frozenset(words | joined) - {""}, re.compile("|".join(map(re.escape, inside))))


def is_told_within(word: str) -> bool:
    """Return whether a rude word is looked for within other words, too."""
    spaced = all(unicodedata.name(letter, "").startswith(("LATIN", "CYRILLIC", "GREEK", "ARABIC")) for letter in word)
    return word in ALWAYS_INSIDE or len(word) >= (INSIDE if spaced else INSIDE_BLOCKS)
