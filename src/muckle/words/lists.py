"""Word lists: the named ones, a game's own, and a person's file. Chosen at the start and stored with the match.

A list is named by its name and the SHA-256 of its words, so a match can be judged again. Nothing here imports Numba.
"""

from __future__ import annotations

import csv
import functools
import hashlib
import importlib.resources
import io
import lzma
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sized
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import compress
from pathlib import Path
from typing import Any, NamedTuple

from muckle.errors import WordListError, suggest

LEVELS = (10, 20, 35, 40, 50, 55, 60, 70, 80)
"""How common a word is: 10 everybody knows, 80 is in large dictionaries only."""
LEVEL_NAMES = {20: "very common", 35: "common", 50: "familiar", 60: "uncommon", 70: "rare", 80: "very rare"}
"""What people call the levels up to each."""
STANDARD, FULL = 70, 80
SCOWL = "SCOWL, Copyright 2000-2018 by Kevin Atkinson"
UKACD = "The UK Advanced Cryptics Dictionary, Copyright (c) J Ross Beresford 1993-2000. All Rights Reserved."

MOST_BYTES, MOST_LINES, MOST_LETTERS = 16_000_000, 1_000_000, 60
"""Limits of a person's list, far above any dictionary; the first keeps its word graph within 24-bit indices."""
MOST_REFUSED = 1_000
"""A file with more entries that are no words, and fewer words than those, is no word list."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o"})


class Source(NamedTuple):
    """What a named list is cut from: words of these dialects up to a level."""

    dialects: tuple[str, ...]
    level: int


NAMED = {
    "american-standard": Source(("american",), STANDARD),
    "british-standard": Source(("british",), STANDARD),
    "either-standard": Source(("american", "british"), STANDARD),
    "american-full": Source(("american",), FULL),
    "british-full": Source(("british",), FULL),
    "either-full": Source(("american", "british"), FULL),
}
TINY = "tiny"
"""What games call short lists of their own."""
TAKEN = frozenset({*NAMED, TINY})
"""Names that no list of a person's may have."""


class Refused(NamedTuple):
    """An entry of a file that is no word."""

    line: int
    entry: str
    reason: str


class Report(NamedTuple):
    """What reading a file came to, besides the words."""

    duplicates: int
    refused: tuple[Refused, ...]


@dataclass(frozen=True, eq=False)
class WordList:
    """A list of words of letters a to z, lower case."""

    name: str
    words: tuple[str, ...]
    """Ascending, all different. A word's place here is its rank."""
    levels: tuple[int, ...] = ()
    """The level of each word, or nothing where they are not known."""
    definitions: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the list itself says of its words; the named lists say nothing."""
    credit: str = ""
    """Whose list it is, to be shown wherever lists are shown."""
    report: Report | None = None
    """What reading it came to; None where it was not read from a person's file."""

    @functools.cached_property
    def text(self) -> bytes:
        """The words as bytes, a newline behind each."""
        return "".join(f"{word}\n" for word in self.words).encode()

    @functools.cached_property
    def sha256(self) -> str:
        """The hash of `text`, which names exactly these words."""
        return hashlib.sha256(self.text).hexdigest()

    @functools.cached_property
    def graph(self) -> Any:
        """The word graph, int32; see `muckle.words.graph`."""
        from muckle.words.graph import build

        return build(self.text)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.rank(word) is not None

    def rank(self, word: str) -> int | None:
        """The word's place among the words, from 0; None when it is not listed."""
        place = bisect_left(self.words, word)
        return place if place < len(self.words) and self.words[place] == word else None

    def level(self, word: str) -> int | None:
        """How common a word is, one of LEVELS; None when it is not listed or the list does not say."""
        rank = self.rank(word)
        return None if rank is None or not self.levels else self.levels[rank]


_added: dict[str, WordList] = {}


def names() -> tuple[str, ...]:
    """The names `named` knows: those that come with the program first."""
    from muckle.words import installed  # it reads files as this module does

    return tuple(dict.fromkeys((*NAMED, *installed.names(), *_added)))


def named(name: str) -> WordList:
    """A list that comes with the program, one that was added, or one that is installed.

    Raises:
        WordListError: there is none of that name, or its file has gone bad.

    >>> "grey" in named("american-standard")
    True
    """
    if name in _added:
        return _added[name]
    if name in NAMED:
        return _shipped(name)
    from muckle.words import installed  # it reads files as this module does

    found = installed.find(name)
    if found is None:
        raise WordListError(f"no word list is called {name!r}{suggest(name, names())}")
    return found


def readable() -> list[WordList]:
    """Every list there is, of those that can be read."""
    found: list[WordList] = []
    for name in names():
        with suppress(WordListError):
            found.append(named(name))
    return found


def holding(word: str) -> list[WordList]:
    """The lists that hold a word."""
    return [words for words in readable() if word in words]


def commonness(word: str, known: Iterable[WordList]) -> str:
    """How common a word is by these lists, in words; empty where none says."""
    levels = [level for words in known if (level := words.level(word))]
    return level_name(min(levels)) if levels else ""


def read_word(text: str) -> str:
    """A word as it was typed: any case, accents dropped.

    Raises:
        WordListError: it is not of letters, or too long.
    """
    word = plain(text[: 2 * MOST_LETTERS].strip().lower())
    if fault := _fault(word):
        raise WordListError(f"{text[:MOST_LETTERS]!r} {fault}")
    return word


def level_name(level: int) -> str:
    """A level in words: very common … very rare.

    >>> level_name(40)
    'familiar'
    """
    return next(said for most, said in LEVEL_NAMES.items() if level <= most)


def add(words: WordList) -> None:
    """Let `named` know a list of a person's own, as long as this process lives."""
    _added[words.name] = words


@functools.cache
def _shipped(name: str) -> WordList:
    source = NAMED[name]
    levels = cut(source)
    for word, level in _supplement():
        if level <= source.level:
            levels[word] = min(level, levels.get(word, level))
    for word in data_lines("removals.txt"):
        levels.pop(word, None)
    words = tuple(sorted(levels))
    credit = SCOWL if source.level <= STANDARD else f"{SCOWL}; {UKACD}"
    return WordList(name, words, tuple(map(levels.__getitem__, words)), credit=credit)


def cut(source: Source) -> dict[str, int]:
    """The words of a source and their levels, before the supplement and the removals; in no order."""
    level_of = {str(place): level for place, level in enumerate(LEVELS, 1) if level <= source.level}
    found: dict[str, int] = {}
    for words, columns in _blocks(source.level):
        digits = [columns[dialect].replace("0", ":") for dialect in source.dialects]  # ":" comes behind "9"
        levels = list(map(level_of.get, map(min, *digits) if digits[1:] else digits[0]))
        found |= zip(compress(words, levels), filter(None, levels), strict=True)
    return found


def _blocks(level: int) -> Iterator[tuple[list[str], dict[str, str]]]:
    """The words up to a level, a block at a time, and for each dialect a digit a word: its place in LEVELS, or 0.

    The file is two blocks, compressed apart: first the words up to STANDARD in either dialect, then the others.
    """
    packed = _data("words.txt.xz")
    while packed:
        block = lzma.LZMADecompressor()
        *words, american, british = block.decompress(packed).decode().split()
        yield words, {"american": american, "british": british}
        packed = block.unused_data if level > STANDARD else b""


def _supplement() -> Iterator[tuple[str, int]]:
    level = 0
    for entry in data_lines("supplement.txt"):
        if entry.isdigit():
            level = int(entry)
        else:
            yield entry, level


def data_lines(name: str) -> list[str]:
    """The entries of a hand-kept file, without comments."""
    return re.sub(r"#.*", "", _data(name).decode()).split()


def _data(name: str) -> bytes:
    return importlib.resources.files("muckle.words").joinpath("data", name).read_bytes()


@functools.lru_cache(maxsize=64)
def own(name: str, words: tuple[str, ...]) -> WordList:
    """A game's own short list; the words are lower case, in any order."""
    return WordList(name, tuple(sorted(set(words))))


def read_file(path: Path, name: str) -> WordList:
    """A person's word list: UTF-8, one entry a line, case ignored, accents dropped.

    A ``#`` begins a comment line. A tab may follow the word, then a definition. A file whose name ends in .csv holds a
    word, a definition and anything else between commas, perhaps below a heading that says so. Entries that are no words are
    left out; `report` says which.

    Raises:
        WordListError: the name is taken or no name, or the file is no such text; says at which line.
    """
    if name in TAKEN or not NAME.fullmatch(name):
        raise WordListError(f"a list of your own needs a new name of a-z, 0-9 and hyphens, at most 40 characters, got {name!r}")
    found, report = _sorted_out(_entries(path, _text(path)))
    if report.refused and (not found or _too_many(report.refused, found)):
        line, entry, reason = report.refused[0]
        raise WordListError(f"{path} is no word list; line {line}: {entry!r} {reason}")
    if not found:
        raise WordListError(f"{path} is no word list; it has no entries")
    definitions = {word: said for word, said in found.items() if said}
    return WordList(name, tuple(sorted(found)), definitions=definitions, report=report)


def _sorted_out(entries: Iterable[tuple[int, str, str]]) -> tuple[dict[str, str], Report]:
    """The words with their definitions, and what became of the other entries; stops where it is no word list."""
    found: dict[str, str] = {}
    refused: list[Refused] = []
    duplicates = 0
    for line, entry, definition in entries:
        word = plain(entry.lower())
        if reason := _fault(word):
            refused.append(Refused(line, entry[:MOST_LETTERS], reason))
            if _too_many(refused, found):
                break
        elif word in found:
            duplicates += 1
        else:
            found[word] = definition
    return found, Report(duplicates, tuple(refused))


def _too_many(refused: Sized, found: Sized) -> bool:
    return len(refused) > max(MOST_REFUSED, len(found))


def plain(entry: str) -> str:
    """An entry without accents, ligatures spelt out.

    >>> plain("mêlée")
    'melee'
    """
    if entry.isascii():
        return entry
    letters = unicodedata.normalize("NFD", entry.translate(LIGATURES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def one_line(text: str) -> str:
    """A text on one line, without characters that cannot be seen."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _fault(word: str) -> str:
    """Why an entry is no word, or nothing."""
    if len(word) > MOST_LETTERS:
        return f"has more than {MOST_LETTERS} letters"
    return "" if re.fullmatch("[a-z]+", word) else "is not of letters a to z"


def _text(path: Path) -> str:
    """The text of a file, if it is text of a sensible size."""
    try:
        if not path.is_file():
            raise WordListError(f"{path} is {'not a file' if path.exists() else 'missing'}; expected a text file")
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise WordListError(f"{path} cannot be read: {error.strerror}") from None
    if len(content) > MOST_BYTES:
        raise WordListError(f"{path} is larger than {MOST_BYTES:,} bytes; no word list is")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise WordListError(f"{path} is UTF-16; save it as UTF-8")
    if content.count(b"\n") > MOST_LINES:
        raise WordListError(f"{path} has more than {MOST_LINES:,} lines; no word list has")
    bad, text = content.find(b"\0"), ""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        bad = error.start
    if bad >= 0:
        line = content.count(b"\n", 0, bad) + 1
        raise WordListError(f"{path}, line {line}: byte {content[bad]:#04x} is not UTF-8 text")
    return text


def _entries(path: Path, text: str) -> Iterator[tuple[int, str, str]]:
    """Each entry's line, word and definition."""
    lines: Iterable[str] = io.StringIO(text, newline=None)
    commas = path.suffix.lower() == ".csv"
    rows = csv.reader(lines) if commas else csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    try:
        for row in rows:
            if any(row) and not row[0].startswith("#") and not (commas and is_heading(row)):
                yield rows.line_num, row[0].strip(), one_line(row[1]) if len(row) > 1 else ""
    except csv.Error as error:
        limit = csv.field_size_limit()
        fault = f"an entry has more than {limit:,} characters" if str(limit) in str(error) else str(error)
        raise WordListError(f"{path}, line {rows.line_num}: {fault}") from None


def is_heading(row: list[str]) -> bool:
    """Whether a row of a CSV file says what stands below it: word, definition, …"""
    return [name.strip().lower() for name in row[:2]] == ["word", "definition"]
