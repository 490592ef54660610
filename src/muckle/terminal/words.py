"""What the word commands print."""

from __future__ import annotations

import fnmatch
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from muckle.errors import WordListError
from muckle.words import lists
from muckle.words.definitions import Definition, Dictionary
from muckle.words.lists import WordList
from muckle.words.shelf import ListInfo

SHOWN = 10
"""Entries that are listed, of those that a file was refused for."""
PATTERN, LONGEST = re.compile(r"([a-z?*]|\[[a-z]+\])+"), 200


class Checked(Struct, frozen=True):
    """A word somebody asks about, as JSON shows it."""

    word: str
    lists: tuple[str, ...]
    """The lists that hold it."""
    level: str
    """How common it is, in words; empty where no list says."""


class Defined(Struct, frozen=True):
    """A word with what it means, as JSON shows it."""

    word: str
    level: str
    """How common it is, in words; empty where no list says."""
    definitions: tuple[Definition, ...]


def show_lists(found: Iterable[ListInfo]) -> None:
    """A line a list, and whose they are."""
    found = list(found)
    width = max(len(info.name) for info in found)
    print(f"{'name':<{width}}  {'words':>9}  two letters  sha256")
    for info in found:
        print(f"{info.name:<{width}}  {info.words:>9,}  {info.two_letter:>11}  {info.sha256[:32] or '-'}")
    credits = dict.fromkeys(part for info in found for part in info.credit.split("; ") if part and info.words)
    print("", *credits, sep="\n")
    for info in found:
        if not info.words:
            print(f"{info.name} {info.credit}")


def check(word: str) -> Checked:
    """In which lists a word is, and how common it is."""
    known = lists.holding(word)
    return Checked(word, tuple(words.name for words in known), lists.commonness(word, known))


def show_checked(checked: Iterable[Checked]) -> None:
    """A line a word."""
    every = [words.name for words in lists.readable()]
    for one in checked:
        if not one.lists:
            print(f"{one.word}: in no list")
            continue
        common = f"{one.level}; " if one.level else ""
        missing = [name for name in every if name not in one.lists]
        where = "in every list" if not missing else f"in {', '.join(one.lists)}; not in {', '.join(missing)}"
        print(f"{one.word}: {common}{where}")


def define(word: str, dictionary: Dictionary, known: Sequence[WordList]) -> Defined:
    """What a word means, for whichever of the lists that hold it says so first."""
    says = next((words for words in known if word in words.definitions), None)
    return Defined(word, lists.commonness(word, known), tuple(dictionary.define(word, says)))


def show_defined(found: Iterable[Defined], missing: str) -> None:
    """Each word with its senses."""
    for text, hang in defined_lines(list(found), missing):
        print(textwrap.fill(text, 100, subsequent_indent=" " * hang))


def defined_lines(found: Sequence[Defined], missing: str) -> Iterator[tuple[str, int]]:
    """Each word with its senses, under the word they are said of: lines, with the columns their next rows hang by."""
    for one in found:
        yield one.word + (f": {one.level}" if one.level else ""), 0
        for (base, see), senses in groupby(one.definitions, lambda sense: (sense.base, sense.see)):
            if base:
                yield f"  {'see' if see else 'a form of'} {base}", 4
            for sense in senses:
                yield f"    {sense.kind}{': ' * bool(sense.kind)}{sense.text}", 8
        if not one.definitions:
            yield "    no definition held", 4
    sources = dict.fromkeys(sense.source for one in found for sense in one.definitions if sense.source)
    if sources:
        yield f"From {' and '.join(sources)}.", 0
    if missing and not all(one.definitions for one in found):
        yield f"{missing[0].upper()}{missing[1:]}.", 0


def matching(words: WordList, pattern: str) -> list[str]:
    """The words of a list that fit a pattern: a letter, ? for any letter, * for any letters or none, [RB] for either.

    Raises:
        WordListError: it is no such pattern.

    >>> matching(lists.own("few", ("bet", "beta", "rat")), "[RB]?t*")
    ['bet', 'beta', 'rat']
    """
    text = pattern.lower()
    if not PATTERN.fullmatch(text) or len(text) > LONGEST:
        made_of = "letters, ? (any letter), * (any letters or none) and [RB] (either)"
        raise WordListError(f"a pattern is made of {made_of}, got {pattern[:LONGEST]!r}")
    return fnmatch.filter(words.words, text)


def show_import(words: WordList, source: Path, kept: Path) -> None:
    """What reading a file came to."""
    report = words.report
    assert report
    print(f"{source}: {len(words):,} words, kept as {words.name} in {kept}")
    print(f"  duplicates: {report.duplicates:,}")
    print(f"  definitions: {len(words.definitions):,}")
    print(f"  rejected: {len(report.refused):,}")
    for line, entry, reason in report.refused[:SHOWN]:
        print(f"    line {line}: {entry!r} {reason}")
    if len(report.refused) > SHOWN:
        print(f"    and {len(report.refused) - SHOWN:,} more")
    lengths = sorted(Counter(map(len, words.words)).items())
    print("  letters: " + ", ".join(f"{length}: {count:,}" for length, count in lengths))
    print(f"  sha256: {words.sha256}")
    print(f"A match takes it with --set dictionary={words.name}.")
