"""Read a person's word list from a text or CSV file. Nothing here imports Numba."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sized
from pathlib import Path

from muckle.errors import WordListError
from muckle.words.shipped import NAMED, TINY
from muckle.words.wordlist import MOST_LETTERS, ReadReport, Refused, WordList, fault, one_line, without_accents

MOST_BYTES, MOST_LINES = 16_000_000, 1_000_000
"""Largest file of a person's list, far above any dictionary; the limit of bytes keeps its word graph within 24-bit indices."""
MOST_REFUSED = 1_000
"""Refused entries that a file may always have; with more, and more than it has words, it is no word list."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
RESERVED = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")
"""Device names of Windows, which no file there can have."""
UNREADABLE = {
    b"\xff\xfe\0\0": "is UTF-32; save it as UTF-8",
    b"\0\0\xfe\xff": "is UTF-32; save it as UTF-8",
    b"\xff\xfe": "is UTF-16; save it as UTF-8",
    b"\xfe\xff": "is UTF-16; save it as UTF-8",
    b"\x1f\x8b": "is packed (gzip); unpack it first",
    b"BZh": "is packed (bzip2); unpack it first",
    b"\xfd7zXZ\0": "is packed (xz); unpack it first",
    b"PK\x03\x04": "is a zip archive or a spreadsheet; unpack it, or save it as CSV in UTF-8",
}
"""First bytes of files that are not UTF-8 text, each with advice for the user."""
DEFINITIONS = {"definition", "definitions", "meaning", "meanings", "gloss"}
"""Headings that mark the column of definitions in a table of words."""
HEADINGS = DEFINITIONS | {"count", "frequency", "length", "level", "notes", "points", "rank", "school", "score", "value"}
"""Headings of a second column that make the first line of a CSV file a heading."""


def why_taken(name: str) -> str:
    """Return the reason why a person's list may not have this name; an empty text if it may."""
    if not NAME.fullmatch(name):
        return f"a list of your own needs a name of a-z, 0-9 and hyphens, at most 40 characters, got {name!r}"
    if name in NAMED:
        return f"{name} is a list that comes with muckle; a list of your own needs another name"
    if name == TINY:
        return f"{name} is what games call short lists of their own; yours needs another name"
    if RESERVED.fullmatch(name):
        return f"Windows keeps the name {name} for a device; the list needs another one"
    return ""


def read_file(path: Path, name: str) -> WordList:
    """Read a word list in UTF-8 with one entry a line; case is ignored and accents are dropped.

    A ``#`` begins a comment line. A tab and a definition may follow the word. A file whose name ends in .csv has a word, a
    definition and anything else between commas or semicolons, with or without a heading. Entries that are no words are left
    out and listed in `WordList.report`.

    Raises:
        WordListError: the name is taken or invalid, or the file is no such text; the message names the line.
    """
    if why := why_taken(name):
        raise WordListError(why)
    found, report = _sort_entries(_entries(path, _text(path)))
    if report.refused and (not found or _too_many(report.refused, found)):
        line, entry, reason = report.refused[0]
        raise WordListError(f"{path} is no word list; line {line}: {entry!r} {reason}")
    if not found:
        raise WordListError(f"{path} is no word list; it has no entries")
    definitions = {word: said for word, said in found.items() if said}
    return WordList(name, tuple(sorted(found)), definitions=definitions, report=report)


def _sort_entries(entries: Iterable[tuple[int, str, str]]) -> tuple[dict[str, str], ReadReport]:
    """Return the words with their definitions, and a report of all other entries; stop early if this is no word list."""
    found: dict[str, str] = {}
    refused: list[Refused] = []
    duplicates = 0
    for line, entry, definition in entries:
        word = without_accents(entry.lower())
        if reason := fault(word):
            refused.append(Refused(line, entry[:MOST_LETTERS], reason))
            if _too_many(refused, found):
                break
        elif word in found:
            duplicates += 1
        else:
            found[word] = definition
    return found, ReadReport(duplicates, tuple(refused))


def _too_many(refused: Sized, found: Sized) -> bool:
    return len(refused) > max(MOST_REFUSED, len(found))


def _text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        WordListError: the file is too large or not UTF-8.
    """
    content = _content(path)
    if len(content) > MOST_BYTES:
        raise WordListError(f"{path} is larger than {MOST_BYTES:,} bytes; no word list is")
    for start, reason in UNREADABLE.items():
        if content.startswith(start):
            raise WordListError(f"{path} {reason}")
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


def _content(path: Path) -> bytes:
    """Return the bytes of a file, cut one byte above the limit."""
    try:
        if not path.is_file():
            raise WordListError(f"{path} is {'not a file' if path.exists() else 'missing'}; expected a text file")
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise WordListError(f"{path} cannot be read: {error.strerror}") from None


def _entries(path: Path, text: str) -> Iterator[tuple[int, str, str]]:
    """Yield line number, word and definition of each entry."""
    lines: Iterable[str] = io.StringIO(text, newline=None)
    commas = path.suffix.lower() == ".csv"
    rows = (
        csv.reader(lines, delimiter=_separator(text)) if commas else csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    )
    column, begun = 1, False
    try:
        for row in rows:
            if not any(row) or row[0].startswith("#"):
                continue
            if not begun and commas and (heading := is_heading(row)):
                column = next((place for place, name in enumerate(heading) if name in DEFINITIONS), len(heading))
            else:
                said = one_line(row[column]) if column < len(row) else ""
                yield rows.line_num, row[0].strip(), "" if _is_number(said) else said
            begun = True
    except csv.Error as error:
        limit = csv.field_size_limit()
        reason = f"an entry has more than {limit:,} characters" if str(limit) in str(error) else str(error)
        raise WordListError(f"{path}, line {rows.line_num}: {reason}") from None


def _separator(text: str) -> str:
    """Return the separator of a CSV file: a semicolon if the first line has one and no comma, else a comma."""
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    return ";" if ";" in first and "," not in first else ","


def is_heading(row: list[str]) -> list[str]:
    """Return the column names if this row of a CSV file is a heading (word, definition, …), else an empty list."""
    names = [name.strip().lower() for name in row]
    return names if len(names) > 1 and names[0] in ("word", "words") and names[1] in HEADINGS else []


def _is_number(text: str) -> bool:
    """Return whether a cell is a number: then it is the word's value, not its definition."""
    return text.replace(".", "", 1).replace(",", "", 1).isdecimal()
