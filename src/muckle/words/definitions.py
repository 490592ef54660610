"""Definitions of words: from a list itself, from our own short texts, and from WordNet, in this order.

The build makes data/definitions.xz from WordNet, which npm fetches (web/wordnet.py describes the format). A build without a
network leaves the file out; then `Dictionary.missing` says so. Nothing here imports Numba.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import lzma
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from muckle.errors import WordListError
from muckle.words import inflection
from muckle.words.wordlist import WordList

KINDS = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
"""WordNet's parts of speech in display order, each with the name people read."""
FILE = Path(__file__).with_name("data") / "definitions.xz"
MISSING = "this copy of muckle was built without definitions"
DAMAGED = "the definitions of this copy of muckle are damaged"


class Definition(Struct, frozen=True, omit_defaults=True):
    """One sense of a word."""

    text: str
    kind: str = ""
    """Part of speech: noun, verb, adjective or adverb; empty if unknown."""
    base: str = ""
    """Dictionary word that this text defines, if the word looked up is another one."""
    see: bool = False
    """True if the word is derived from `base`, so the text only helps; False if it is an inflected form of `base`."""
    source: str = ""
    """Dictionary or word list that the text comes from; empty for our own texts."""


class WordNet:
    """WordNet's senses, for words of the letters a to z.

    Args:
        senses: the senses of each word, most frequent first, separated by tabs. Each begins with the first letter of its part
            of speech (r for an adverb) and a blank.
    """

    def __init__(self, senses: Mapping[str, str]) -> None:
        self._senses = senses

    def senses(self, word: str, kind: str) -> list[str]:
        """Return the senses of exactly this word; an empty list if WordNet has it only as a part of names."""
        letter = "r " if kind == "adv" else f"{kind[0]} "
        return [sense[2:] for sense in self._senses.get(word, "").split("\t") if sense.startswith(letter)]

    def define(self, word: str) -> list[Definition]:
        """Return the senses of a word, then those of the words it is an inflected form of, without repetitions."""
        found: dict[tuple[str, str], Definition] = {}
        for kind, name in KINDS.items():
            bases = inflection.bases(word, kind, lambda base, kind=kind: bool(self.senses(base, kind)))
            for base in (word, *bases):
                for text in self.senses(base, kind):
                    other = "" if base == word else base
                    found.setdefault((name, text), Definition(text, name, other, source="WordNet"))
        order = list(dict.fromkeys(["", *(one.base for one in found.values())]))
        return sorted(found.values(), key=lambda one: order.index(one.base))

    def derived(self, word: str) -> list[Definition]:
        """Return the senses of the nearest word that this word seems to be derived from."""
        for steps in (1, 2):
            for base in inflection.formed_from(word, steps):
                if found := self.define(base):
                    return [Definition(one.text, one.kind, one.base or base, True, one.source) for one in found]
        return []


class Dictionary:
    """All sources of definitions that this installation has.

    Args:
        wordnet: None if the installation has no WordNet file.
        missing: a sentence that says why `wordnet` is None.
    """

    def __init__(self, wordnet: WordNet | None = None, missing: str = MISSING) -> None:
        self._wordnet = wordnet
        self.missing = "" if wordnet else missing
        """Sentence that says why most words have no definition; empty if WordNet is there."""

    def define(self, word: str, words: WordList | None = None) -> list[Definition]:
        """Return the definitions of a lower-case word; an empty list if no source has one.

        Args:
            words: word list whose own definition comes first.
        """
        own = words.definitions.get(word) if words else None
        found = [Definition(own, source=words.name)] if words and own else []
        if word in own_definitions():
            return [*found, *(Definition(text) for text in own_definitions()[word].split("; "))]
        if self._wordnet:
            found += self._wordnet.define(word)
        if not found and self._wordnet:
            found = self._wordnet.derived(word)
        return found


@functools.cache
def dictionary() -> Dictionary:
    """Return the dictionary of this installation, read once; without WordNet if its file is missing or damaged."""
    try:
        return Dictionary(read_wordnet(FILE))
    except WordListError as error:
        return Dictionary(missing=str(error))


def read_wordnet(path: Path) -> WordNet:
    """Read the definitions that web/wordnet.py wrote.

    Raises:
        WordListError: the file is missing or damaged.
    """
    try:
        head, _, body = lzma.decompress(path.read_bytes()).partition(b"\n")
    except FileNotFoundError:
        raise WordListError(MISSING) from None
    except (OSError, lzma.LZMAError, EOFError):
        raise WordListError(DAMAGED) from None
    if head != f"sha256 {hashlib.sha256(body).hexdigest()}".encode():
        raise WordListError(DAMAGED)
    lines = (line.partition("\t") for line in body.decode().splitlines() if not line.startswith("#"))
    return WordNet({word: senses for word, _, senses in lines})


@functools.cache
def own_definitions() -> dict[str, str]:
    """Return our own definitions by word, senses separated by ``"; "``: short words, and words that WordNet lacks."""
    text = importlib.resources.files("muckle.words").joinpath("data", "ours.txt").read_text("utf-8")
    lines = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {word: said for word, said in lines}
