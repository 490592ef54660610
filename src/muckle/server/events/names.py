"""Names on a projector: written on one line, compared as eyes see them, and checked for abuse.

A suspicious name is never refused: it is only not shown before a caller has looked at it. So a list of words that is too
strict costs somebody a moment, and one that is too mild is what the desk is for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from confusable_homoglyphs import confusables

from muckle.server.tables.seats import clean

MOST_MARKS = 2
"""Marks that one letter may carry, as in Vietnamese or Thai."""
COLOURS = range(0x1F3FB, 0x1F400)
"""Characters that give an emoji a colour of skin."""
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


def tidy(name: str, *, emoji: bool = True) -> str:
    """Return a name as one line of limited length, without stacks of marks, and without emoji where they are not wanted."""
    kept, marks = list[str](), 0
    for character in unicodedata.normalize("NFC", name):
        marks = marks + 1 if is_mark(character) else 0
        if marks <= MOST_MARKS and (emoji or not is_emoji(character)):
            kept.append(character)
    return clean("".join(kept))


@lru_cache(maxsize=10_000)
def fold(name: str) -> str:
    """Return a name without differences of case, marks and look-alike letters, for comparing names.

    >>> fold("АNN") == fold("ann") == fold("Ánn")  # the first one begins with a Cyrillic letter
    True
    """
    return " ".join("".join(map(look_alike, unicodedata.normalize("NFKD", name).casefold())).split())


def unlike(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number after it if another one looks the same."""
    folded = {fold(other) for other in taken}
    return next(each for number in count(1) if fold(each := f"{name} {number}" if number > 1 else name) not in folded)


@lru_cache(maxsize=10_000)
def is_rude(name: str) -> bool:
    """Return whether a name has a word of the list of abusive words in it, disguised or not.

    >>> is_rude("Ann"), is_rude("Sсunthоrpe"), is_rude("f u c k")
    (False, True, True)
    """
    plain = fold(name)
    return any(map(has_rude_word, {plain, plain.translate(DISGUISES)}))


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
    words = {fold(line) for line in lines if not line.startswith("#")}
    joined = {"".join(re.findall(r"[^\W\d_]+", word)) for word in words}
    inside = sorted(word for word in joined if is_told_within(word))
    return RudeWords(frozenset(words | joined) - {""}, re.compile("|".join(map(re.escape, inside))))


def is_told_within(word: str) -> bool:
    """Return whether a rude word is looked for within other words, too."""
    spaced = all(unicodedata.name(letter, "").startswith(("LATIN", "CYRILLIC", "GREEK", "ARABIC")) for letter in word)
    return word in ALWAYS_INSIDE or len(word) >= (INSIDE if spaced else INSIDE_BLOCKS)


@cache
def look_alike(character: str) -> str:
    """Return the Latin letter that a folded character looks like, "" for a mark, or else the character itself."""
    if character.isascii():
        return character
    if is_mark(character):
        return ""
    return latin(character) or latin(character.upper()) or character


def latin(character: str) -> str:
    """Return the Latin letter that looks like a character, in lower case; "" if there is none."""
    found: Any = confusables.is_confusable(character, preferred_aliases=["latin"]) or ()  # the library has no types
    plain = (twin["c"] for each in found for twin in each["homoglyphs"])
    return next((letter.lower() for letter in plain if letter.isascii() and letter.isalpha()), "")


def is_mark(character: str) -> bool:
    """Return whether a character is drawn onto the one before it."""
    return unicodedata.category(character).startswith("M")


def is_emoji(character: str) -> bool:
    """Return whether a character is a picture or changes one."""
    return unicodedata.category(character) == "So" or ord(character) in COLOURS or character == "\ufe0f"
