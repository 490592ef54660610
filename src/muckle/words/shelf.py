"""Descriptions of all word lists, for display. Nothing here imports Numba."""

from __future__ import annotations

import functools

from msgspec import Struct

from muckle.errors import WordListError
from muckle.words import lists


class ListInfo(Struct, frozen=True):
    """Description of a word list."""

    name: str
    words: int
    two_letter: int
    sha256: str
    credit: str


def shelf() -> list[ListInfo]:
    """Return the descriptions of all lists, shipped ones first; the first call reads every file.

    A list whose file is damaged has no words, and its credit says what is wrong.
    """
    found: list[ListInfo] = []
    for name in lists.names():
        try:
            found.append(_info(lists.named(name)))
        except WordListError as error:
            found.append(ListInfo(name, 0, 0, "", f"cannot be read: {error}"))
    return found


@functools.lru_cache(maxsize=16)
def _info(words: lists.WordList) -> ListInfo:
    two = sum(len(word) == 2 for word in words.words)
    return ListInfo(words.name, len(words), two, words.sha256, words.credit)
