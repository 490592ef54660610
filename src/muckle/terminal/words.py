"""Print the results of `muckle words`: checks, definitions, searches, and the lists that are installed."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from msgspec import Struct, structs

from muckle.scene.tell import counted
from muckle.words import lists
from muckle.words.lists import ListInfo
from muckle.words.lookup import WordInfo, look_up
from muckle.words.search import FoundWord, Order
from muckle.words.wordlist import MOST_LETTERS, Refused, WordList, fault, typed_word

SHOWN = 10
"""Entries that are listed, of those that a file was refused for."""
COLUMNS: tuple[Callable[[FoundWord], str], ...] = (lambda one: one.word, lambda one: one.front, lambda one: one.back)
REMEDY = "In a checkout, with a network, this makes them: uv sync --reinstall-package muckle."


class NoWord(Struct, frozen=True):
    """Text that is no word, as JSON shows it."""

    word: str
    fault: str
    """Why it is none."""


class Checked(Struct, frozen=True):
    """A word that `muckle words check` was asked about, as its JSON shows it."""

    word: str
    lists: tuple[str, ...]
    """The lists that hold it."""
    level: str
    """Commonness of the word, "very common" to "very rare"; empty if no list rates it."""


class Imported(Struct, frozen=True):
    """Report on importing a list, as JSON shows it."""

    name: str
    file: str
    """File that keeps the list."""
    words: int
    sha256: str
    duplicates: int
    definitions: int
    rejected: tuple[Refused, ...]
    letters: dict[int, int]
    """Number of words by their number of letters."""


def show_lists(found: Iterable[ListInfo]) -> None:
    """Print a table of word lists, and the copyright lines of these lists."""
    found = list(found)
    width = max(len(info.name) for info in found)
    print(f"{'name':<{width}}  {'words':>9}  two letters  sha256")
    for info in found:
        print(f"{info.name:<{width}}  {info.words:>9,}  {info.two_letter:>11}  {info.sha256[:32] or '-'}")
    alike = [f"{info.name}: {info.like}" for info in found if info.like]
    print("", *alike, "None is a printed dictionary's own list.", sep="\n")
    credits = dict.fromkeys(part for info in found for part in info.credit.split("; ") if part and info.words)
    print("", *credits, sep="\n")
    for info in found:
        if not info.words:
            print(f"{info.name} {info.credit}")


def check(text: str) -> Checked | NoWord:
    """Return the lists that contain a word, and how common it is."""
    word = typed_word(text)
    if reason := fault(word):
        return NoWord(text[:MOST_LETTERS], reason)
    known = lists.holding(word)
    return Checked(word, tuple(words.name for words in known), lists.commonness(word, known))


def show_checked(checked: Iterable[Checked | NoWord]) -> None:
    """Print one line for each word."""
    every = [words.name for words in lists.readable()]
    for one in checked:
        if isinstance(one, NoWord):
            print(no_word(one))
        elif not one.lists:
            print(f"{one.word}: in no list")
        else:
            common = f"{one.level}; " if one.level else ""
            missing = [name for name in every if name not in one.lists]
            where = "in every list" if not missing else f"in {', '.join(one.lists)}; not in {', '.join(missing)}"
            print(f"{one.word}: {common}{where}")


def no_word(one: NoWord) -> str:
    """Return a line about a text that is no word."""
    return f"{one.word!r} {one.fault}"


def define(text: str) -> WordInfo | NoWord:
    """Return the definitions of a word; a list that contains it and defines it comes first."""
    word = typed_word(text)
    reason = fault(word)
    return NoWord(text[:MOST_LETTERS], reason) if reason else look_up(word)


def show_defined(found: Sequence[WordInfo | NoWord]) -> None:
    """Print each word with its definitions, wrapped to the terminal's width; outside a terminal one line a definition."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    for text, hang in defined_lines(found):
        print(textwrap.fill(text, max(width, 40), subsequent_indent=" " * hang) if width else text)
    if any(isinstance(one, WordInfo) and one.missing and not one.definitions for one in found):
        print(REMEDY)


def defined_lines(found: Sequence[WordInfo | NoWord]) -> Iterator[tuple[str, int]]:
    """Yield lines with each word and its definitions, each with the indentation of its continuation lines."""
    words = [one for one in found if isinstance(one, WordInfo)]
    for one in found:
        if isinstance(one, NoWord):
            yield no_word(one), 0
        else:
            yield from _senses(one)
    if sources := dict.fromkeys(sense.source for one in words for sense in one.definitions if sense.source):
        yield f"From {' and '.join(sources)}.", 0
    if missing := next((one.missing for one in words if not one.definitions), ""):
        yield f"{missing[0].upper()}{missing[1:]}.", 0


def _senses(one: WordInfo) -> Iterator[tuple[str, int]]:
    yield one.word + (f": {one.level}" if one.level else ""), 0
    for (base, see), senses in groupby(one.definitions, lambda sense: (sense.base, sense.see)):
        if base:
            yield f"  {'see' if see else 'a form of'} {base}", 4
        for sense in senses:
            yield f"    {sense.kind}{': ' * bool(sense.kind)}{sense.text}", 8
    if not one.definitions:
        yield "    no definition held", 4


def in_full(one: WordInfo | NoWord) -> dict[str, object]:
    """Return all fields of a word's definitions for JSON, empty ones too."""
    told = structs.asdict(one)
    if isinstance(one, WordInfo):
        told["definitions"] = [structs.asdict(sense) for sense in one.definitions]
    return told


def show_found(found: Sequence[FoundWord], order: Order, hooks: bool) -> None:
    """Print one line for each word: the value it was sorted by, the letters of blanks, and its hooks."""
    width, before, behind = (max((len(of(one)) for one in found), default=0) for of in COLUMNS)
    for one in found:
        word = f"{one.front:>{before}} {one.word:<{width}} {one.back:<{behind}}" if hooks else f"{one.word:<{width}}"
        beside = [str(one.score)] if order == "score" else [one.level or "-"] if order == "commonness" else []
        beside += [f"blank: {one.blanks}"] if one.blanks else []
        print("  ".join([word, *beside]).rstrip())


def import_report(words: WordList, kept: Path) -> Imported:
    """Return the report on a list that was imported."""
    report = words.report
    assert report
    letters = dict(sorted(Counter(map(len, words.words)).items()))
    said = len(words.definitions)
    return Imported(
        name=words.name,
        file=str(kept),
        words=len(words),
        sha256=words.sha256,
        duplicates=report.duplicates,
        definitions=said,
        rejected=report.refused,
        letters=letters,
    )


def show_import(done: Imported, source: Path) -> None:
    """Print the report on an imported list."""
    print(f"{source}: {counted(done.words, 'word')}, kept as {done.name} in {done.file}")
    print(f"  duplicates: {done.duplicates:,}")
    print(f"  definitions: {done.definitions:,}")
    print(f"  rejected: {len(done.rejected):,}")
    for line, entry, reason in done.rejected[:SHOWN]:
        print(f"    line {line}: {entry!r} {reason}")
    if len(done.rejected) > SHOWN:
        print(f"    and {len(done.rejected) - SHOWN:,} more")
    print("  letters: " + ", ".join(f"{length}: {count:,}" for length, count in done.letters.items()))
    print(f"  sha256: {done.sha256}")
    print(f"A match takes it with --set dictionary={done.name}.")


def show_removed(name: str, kept: Path) -> None:
    """Print that a list was removed, and the consequences."""
    print(f"{name} is removed: {kept} is deleted. Matches that began with it need it back (muckle words import) to go on.")
