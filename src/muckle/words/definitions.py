"""What words mean: by a list's own definitions, by our short texts where WordNet has none, and by WordNet.

WordNet's senses come with the package: its build makes data/definitions.xz (web/wordnet.py tells the format) from what npm
fetches. A build without a network leaves them out; then `missing` says so. Nothing here imports Numba.
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
from muckle.words import forms
from muckle.words.wordlist import WordList

KINDS = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
"""WordNet's kinds of words, in the order they are told, and what people call them."""
FILE = Path(__file__).with_name("data") / "definitions.xz"
MISSING = "this copy of muckle was built without definitions"
DAMAGED = "the definitions of this copy of muckle are damaged"


class Definition(Struct, frozen=True, omit_defaults=True):
    """One sense of a word."""

    text: str
    kind: str = ""
    """noun, verb, adjective or adverb; empty where it is not said."""
    base: str = ""
    """The word it is said of, where that is another one."""
    see: bool = False
    """Whether the word is formed from the base, so that the text helps but is not its own; else it is a form of it."""
    source: str = ""
    """Whose words these are; empty for our own."""


class WordNet:
    """WordNet's senses of words of letters a to z.

    Args:
        senses: of each word its senses, the most frequent first, each behind its kind's first letter (r for an adverb) and a
            blank, a tab between them.
    """

    def __init__(self, senses: Mapping[str, str]) -> None:
        self._senses = senses

    def senses(self, word: str, kind: str) -> list[str]:
        """The senses of a word as it stands; none where it is only part of a name."""
        letter = "r " if kind == "adv" else f"{kind[0]} "
        return [sense[2:] for sense in self._senses.get(word, "").split("\t") if sense.startswith(letter)]

    def define(self, word: str) -> list[Definition]:
        """The senses of a word, then of those it is a form of, one word behind the other; none twice."""
        found: dict[tuple[str, str], Definition] = {}
        for kind, name in KINDS.items():
            bases = forms.bases(word, kind, lambda base, kind=kind: bool(self.senses(base, kind)))
            for base in (word, *bases):
                for text in self.senses(base, kind):
                    other = "" if base == word else base
                    found.setdefault((name, text), Definition(text, name, other, source="WordNet"))
        order = list(dict.fromkeys(["", *(one.base for one in found.values())]))
        return sorted(found.values(), key=lambda one: order.index(one.base))

    def derived(self, word: str) -> list[Definition]:
        """The senses of the nearest word that this one seems to be formed from."""
        for steps in (1, 2):
            for base in forms.formed_from(word, steps):
                if found := self.define(base):
                    return [Definition(one.text, one.kind, one.base or base, True, one.source) for one in found]
        return []


class Dictionary:
    """Everything that says what words mean here.

    Args:
        wordnet: None where there is none. missing: why, in words.
    """

    def __init__(self, wordnet: WordNet | None = None, missing: str = MISSING) -> None:
        self._wordnet = wordnet
        self.missing = "" if wordnet else missing
        """Why most words have no definition here, or nothing."""

    def define(self, word: str, words: WordList | None = None) -> list[Definition]:
        """What a word means, in lower case; nothing where no dictionary says.

        Args:
            words: the list it is looked up for, whose own definition comes first.
        """
        own = words.definitions.get(word) if words else None
        found = [Definition(own, source=words.name)] if words and own else []
        if word in ours():
            return [*found, *(Definition(text) for text in ours()[word].split("; "))]
        if self._wordnet:
            found += self._wordnet.define(word)
        if not found and self._wordnet:
            found = self._wordnet.derived(word)
        return found


@functools.cache
def dictionary() -> Dictionary:
    """What this copy of the program knows, read once; without WordNet where its file is missing or damaged."""
    try:
        return Dictionary(read(FILE))
    except WordListError as error:
        return Dictionary(missing=str(error))


def read(path: Path) -> WordNet:
    """The definitions of a file that web/wordnet.py made.

    Raises:
        WordListError: it is missing, or not as it was made.
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
def ours() -> dict[str, str]:
    """Our own definitions of short words and of those WordNet leaves out, senses separated by ``"; "``; they stand alone."""
    text = importlib.resources.files("muckle.words").joinpath("data", "ours.txt").read_text("utf-8")
    lines = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {word: said for word, said in lines}
