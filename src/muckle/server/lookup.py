"""Looking a word up: it touches files and may read a word list, so it runs in a thread."""

from __future__ import annotations

import functools
import logging

from muckle.errors import WordListError
from muckle.server.messages import WordInfo
from muckle.words import lists
from muckle.words.definitions import Dictionary, dictionary

log = logging.getLogger("muckle.room")


def look_up(word: str, words: lists.WordList | None) -> WordInfo:
    """What there is to know of a word.

    Args:
        word: in small letters. words: the list to look into; None for all of them.
    """
    known = lists.holding(word) if words is None else [words] if word in words else []
    says = next((one for one in known if word in one.definitions), None)
    installed, missing = _dictionary()
    names = tuple(one.name for one in known)
    among = lists.names() if words is None else (words.name,)
    return WordInfo(
        word, bool(known), names, among, lists.commonness(word, known), tuple(installed.define(word, says)), missing
    )


@functools.cache
def _dictionary() -> tuple[Dictionary, str]:
    """The dictionaries of this machine, and why most words have no definition, if so. Clients learn no path of it."""
    try:
        found = dictionary()
    except WordListError as error:
        log.error("definitions: %s", error)
        return Dictionary(), "the dictionary of this game room cannot be read"
    return found, found.missing
