"""Tiles and suits as they are written and read."""

from __future__ import annotations

import pytest

from muckle.kit import piecepack


def test_there_are_24_tiles_of_four_suits_and_six_ranks():
    names = [piecepack.text(tile) for tile in range(piecepack.TILES)]
    assert names == [suit + rank for suit in "CASM" for rank in "N2345A"]
    assert [piecepack.read(name) for name in names] == list(range(24))
    assert [piecepack.name(tile) for tile in (0, 7, 17, 23)] == ["null of Crowns", "2 of Arms", "Ace of Suns", "Ace of Moons"]


@pytest.mark.parametrize("written", ["", "C", "C6", "X4", "4C", "C44", "C0", "C1", "É4"])
def test_what_is_no_tile_is_none(written: str):
    assert piecepack.read(written) is None


def test_reading_is_forgiving():
    assert piecepack.read(" c 4 ") == 3 and piecepack.read("sa") == 17
    assert [piecepack.read_suit(given) for given in ("Crowns", " arm", "SUNS", "m", "crown s")] == [0, 1, 2, 3, 0]
    assert [piecepack.read_suit(given) for given in ("", "x", "crownss", "s uns m")] == [None] * 4
