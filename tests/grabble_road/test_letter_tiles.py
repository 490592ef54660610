"""The letter tiles and the board: the data, and how they are written and read."""

from __future__ import annotations

import pytest

from grabble_road.twin import BOARDS, NUMBERS, STANDARD
from muckle.games.grabble_road import GAME
from muckle.kit import letter_tiles


def test_the_tiles_are_those_of_the_english_set():
    assert (sum(letter_tiles.COUNTS), letter_tiles.COUNTS[letter_tiles.BLANK]) == (100, 2)
    assert sum(count * number for count, number in zip(letter_tiles.COUNTS, letter_tiles.NUMBERS, strict=True)) == 187
    for kind in range(letter_tiles.KINDS):
        tile = letter_tiles.text(kind)
        assert (letter_tiles.COUNTS[kind], letter_tiles.NUMBERS[kind]) == (STANDARD.count(tile), NUMBERS[tile])


def test_the_board():
    board = letter_tiles.PREMIUMS
    assert list(board) == BOARDS["standard15"]
    assert {sign: "".join(board).count(sign) for sign in "TDtd."} == {"T": 8, "D": 17, "t": 12, "d": 24, ".": 164}
    assert board == board[::-1] == tuple(row[::-1] for row in board) == tuple(map("".join, zip(*board, strict=True)))


def test_the_rules_page_shows_both():
    page = GAME.rules_text()
    assert "```\n" + "\n".join(letter_tiles.PREMIUMS) + "\n```" in page
    for number in set(letter_tiles.NUMBERS):
        kinds = [kind for kind in range(letter_tiles.KINDS) if letter_tiles.NUMBERS[kind] == number]
        names = [f"{letter_tiles.text(kind) if number else 'blank'} {letter_tiles.COUNTS[kind]}" for kind in kinds]
        assert f"| {number} | {', '.join(names)} |" in page


@pytest.mark.parametrize("kind", range(letter_tiles.KINDS))
def test_tiles_are_read_as_they_are_written(kind: int):
    assert letter_tiles.read(letter_tiles.text(kind)) == letter_tiles.read(f" {letter_tiles.text(kind).lower()} ") == kind


def test_what_is_no_tile_or_square_is_none():
    assert [letter_tiles.read(text) for text in ("", "AB", "1", "É", "??")] == [None] * 5
    assert [letter_tiles.read_square(text) for text in ("", "p1", "a0", "a16", "a", "11", "aa1", "a1b")] == [None] * 8


def test_squares_are_read_as_they_are_written():
    for row in range(1, 16):
        for column in range(1, 16):
            written = letter_tiles.square_text(row, column)
            assert letter_tiles.read_square(written) == letter_tiles.read_square(f" {written.upper()}") == (row, column)
    assert letter_tiles.square_text(1, 1) == "a1" and letter_tiles.square_text(8, 8) == "h8"


def test_faces():
    assert [letter_tiles.face_text(face) for face in (0, 25, 26, 51)] == ["A", "Z", "?A", "?Z"]
    assert letter_tiles.name(26) == "a blank"
    assert letter_tiles.FACE_NUMBERS[16] == 10 and set(letter_tiles.FACE_NUMBERS[26:]) == {0}
