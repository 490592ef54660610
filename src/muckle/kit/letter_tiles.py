"""Letter tiles and the 15 by 15 premium board: an English set of 100 tiles, read from data files.

A *kind* of tile is a number: 0 to 25 for A to Z, 26 for the blank. A *face* is what a tile on the board shows: its letter
(0 to 25), or ``BLANK + letter`` for a blank that stands for a letter. A square is written column, then row: ``h8``.
"""

from __future__ import annotations

import csv
import importlib.resources
import re

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLANK = 26
"""The kind of the blanks; also the offset from a letter to the face of a blank that stands for it."""
KINDS = 27
FACES = 52
COLUMNS = "abcdefghijklmno"
"""The columns of the board from the left."""

_SQUARE = re.compile(r"([a-o])(1[0-5]|[1-9])")


def _data(name: str) -> str:
    return importlib.resources.files("muckle.kit").joinpath("data", name).read_text(encoding="utf-8")


def _tiles() -> tuple[tuple[int, ...], tuple[int, ...]]:
    rows = {row["letter"]: row for row in csv.DictReader(_data("letter_tiles.csv").splitlines())}
    order = [rows[letter] for letter in (*LETTERS, "blank")]
    return tuple(int(row["count"]) for row in order), tuple(int(row["points"]) for row in order)


COUNTS, NUMBERS = _tiles()
"""Number of tiles, and number printed on each, by kind of tile."""
FACE_NUMBERS = (*NUMBERS[:BLANK], *(NUMBERS[BLANK] for _ in LETTERS))
"""Number that counts for each face; that of the blank for every blank that stands for a letter."""
PREMIUMS = tuple(_data("premium_board.txt").split())
"""The board, a text a row: T triples a word, D doubles it, t triples a letter, d doubles it; ``.`` is a plain square."""


def text(kind: int) -> str:
    """Return a kind of tile in notation: ``Q``, or ``?`` for a blank."""
    return "?" if kind == BLANK else LETTERS[kind]


def face_text(face: int) -> str:
    """Return a face in notation: ``Q``, or ``?E`` for a blank used as E."""
    return LETTERS[face] if face < BLANK else f"?{LETTERS[face - BLANK]}"


def name(kind: int) -> str:
    """Return a kind of tile in words: ``Q``, ``a blank``."""
    return "a blank" if kind == BLANK else LETTERS[kind]


def read(written: str) -> int | None:
    """Return the kind of tile that a text names in either case, or None if it names none."""
    written = written.strip().upper()
    return BLANK if written == "?" else LETTERS.index(written) if len(written) == 1 and written in LETTERS else None


def square_text(row: int, column: int) -> str:
    """Return a square in notation (``h8``); row and column count from 1."""
    return f"{COLUMNS[column - 1]}{row}"


def read_square(written: str) -> tuple[int, int] | None:
    """Return row and column (from 1) of a square in notation, in either case; None if the text names no square."""
    found = _SQUARE.fullmatch(written.strip().lower())
    return (int(found[2]), COLUMNS.index(found[1]) + 1) if found else None
