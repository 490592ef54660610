"""Names and other texts that people give: written on one line, of limited length, and compared as eyes see them."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import cache, lru_cache
from itertools import accumulate, count
from typing import Any

import regex
from confusable_homoglyphs import confusables

LONGEST, LONGEST_TITLE = 24, 40
"""Maximum lengths of a name and of the title of an event or series, in letters: graphemes, as people count them."""
MOST_BYTES = 10
"""Maximum size of a text, in bytes of UTF-8 for each letter that it may have. An emoji of a family has 25."""
BLANK = regex.compile(r"(?V1)[[\p{Z}\p{C}\u2800\U0001d159]--[\p{Cf}\p{Default_Ignorable_Code_Point}]]")
"""A character that shows as a space, or that no font shows."""
INVISIBLE = regex.compile(
    r"""(?x)(
        (?<=\p{Joining_Type=D}\p{Joining_Type=T}*|\p{ccc=Virama})[\u200c\u200d]  # as in Persian and Hindi
        | \u200d(?=\p{ccc=Virama})                                               # as in Bengali
        | (?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)\u200d(?=\p{Extended_Pictographic})
        | (?<=[\p{Emoji}\p{Han}])\p{Variation_Selector}
        | (?<=\U0001f3f4[\U000e0020-\U000e007f]{0,6})[\U000e0020-\U000e007f]     # the flags of England, Scotland and Wales
    ) | [\p{Cf}\p{Default_Ignorable_Code_Point}]"""
)
"""An invisible character; in the group if it changes the letters beside it."""
STACKED = regex.compile(r"(?V1)(?<!\S)\p{M}+|(?<=\p{M}{4}|[\p{M}&&\p{Inherited}]{2})\p{M}")
"""Marks on nothing, and those above two (as in Vietnamese), or above four of a script that writes vowels as marks."""
EMOJI = regex.compile(r"[\p{So}\p{Extended_Pictographic}\p{Emoji_Modifier}\u20e3]")
UNHEEDED = regex.compile(r"(?V1)[\p{Cf}\p{Default_Ignorable_Code_Point}[\p{M}&&\p{Inherited}--[\u3099\u309a]]]")
"""Characters that don't tell two names apart: invisible ones and accents. A mark of a single script, or of kana, does."""


def clean(text: str, longest: int = LONGEST, *, emoji: bool = True) -> str:
    r"""Return a text as one line without stacks of marks and, if so wished, without emoji; "" if nothing visible is left.

    >>> clean(" Ann\n of the \u3164 hill"), clean("\u3164\u2800")
    ('Ann of the hill', '')
    """
    begun = text[: longest * MOST_BYTES * 4]  # the patterns take longer than linear time
    visible = unicodedata.normalize("NFC", INVISIBLE.sub(r"\1", BLANK.sub(" ", begun)))
    letters: list[str] = regex.findall(r"\X", " ".join(STACKED.sub("", visible).split()))
    kept = [letter for letter in letters if emoji or not EMOJI.search(letter)][:longest]
    sizes = accumulate(len(letter.encode()) for letter in kept)
    fitting = (letter for letter, size in zip(kept, sizes, strict=True) if size <= longest * MOST_BYTES)
    return " ".join("".join(fitting).split())


@lru_cache(maxsize=10_000)
def fold(name: str) -> str:
    r"""Return a name without differences of case, accents and look-alike letters, for comparing names.

    >>> fold("АNN") == fold("ann") == fold("Ánn") == fold("Ann\u3164")  # the first one begins with a Cyrillic letter
    True
    """
    plain = BLANK.sub(" ", unicodedata.normalize("NFKD", name).casefold())
    return " ".join("".join(map(look_alike, UNHEEDED.sub("", plain))).split())


def unlike(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number after it if another one looks the same."""
    folded = {fold(other) for other in taken}
    return next(each for number in count(1) if fold(each := f"{name} {number}" if number > 1 else name) not in folded)


@cache
def look_alike(character: str) -> str:
    """Return the Latin letter that a folded character looks like, or else the character itself."""
    return character if character.isascii() else latin(character) or latin(character.upper()) or character


def latin(character: str) -> str:
    """Return the Latin letter that looks like a character, in lower case; "" if there is none."""
    found: Any = confusables.is_confusable(character, preferred_aliases=["latin"]) or ()  # the library has no types
    plain = (twin["c"] for each in found for twin in each["homoglyphs"])
    return next((letter.lower() for letter in plain if letter.isascii() and letter.isalpha()), "")
