"""The word list a match is judged by: the one its options name, and the very one it began with."""

from __future__ import annotations

from typing import Any

from muckle.engine.options import GameOptions
from muckle.errors import OptionsError, WordListError
from muckle.match.log import Header, WordsUsed
from muckle.words import lists


def words_of(options: GameOptions) -> lists.WordList | None:
    """The word list a match with these options is judged by.

    Raises:
        WordListError: there is none of that name.
        OptionsError: it does not serve with these options.
    """
    source = options.word_list()
    if source is None:
        return None
    words = lists.named(source) if isinstance(source, str) else lists.own(*source)
    for problem in options.word_problems(words.words):
        raise problem
    return words


def bring_words(header: Header, options: GameOptions) -> lists.WordList | None:
    """The word list a match began with.

    Raises:
        OptionsError: it is not here any more, or other words have its name now; says what helps.
    """
    used = header.words
    try:
        words = words_of(options)
    except WordListError as error:
        if used is None:
            raise
        raise OptionsError(f"{begun_with(header.game, used)}, but here {error.message}; {bring_back(used)}") from None
    if (used is None) != (words is None):
        raise OptionsError(f"{header.game}: the match names {'a' if used else 'no'} word list, the options say otherwise")
    if used and words and (used.name, used.sha256) != (words.name, words.sha256):
        here = f"{words.name} here is {words.sha256[:12]}…"
        raise OptionsError(f"{begun_with(header.game, used)}, but {here}; {bring_back(used)}")
    return words


def begun_with(game: str, used: WordsUsed) -> str:
    return f"{game}: the match was begun with the word list {used.name} ({used.sha256[:12]}…)"


def bring_back(used: WordsUsed) -> str:
    """What helps where a list is missing that a match needs."""
    if used.name in lists.NAMED:
        return "to go on, open it with the version of muckle it was begun with"
    return f"bring back the list it began with to go on: muckle words import FILE --name {used.name} --replace"


def graph_of(name: str, sha256: str) -> Any:
    """The word graph of a list by what names it, for positions that were pickled.

    Raises:
        WordListError: there is none of that name, or other words have it here.
    """
    words = lists.named(name)
    if words.sha256 != sha256:
        raise WordListError(f"the word list {name} was {sha256[:12]}…, here it is {words.sha256[:12]}…")
    return words.graph
