"""Every word list there is, as faces show them. Nothing here imports Numba."""

from __future__ import annotations

import functools

from msgspec import Struct

from muckle.errors import WordListError
from muckle.words import lists


class ListInfo(Struct, frozen=True):
    """A word list as it is shown."""

    name: str
    words: int
    two_letter: int
    sha256: str
    credit: str


def shelf() -> list[ListInfo]:
    """The lists that come with the program, then those that are installed; reading them all takes a moment once.

    A list whose file has gone bad has no words, and its credit says what is wrong.
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
