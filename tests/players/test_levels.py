"""Levels in every game: with every preset and at every table they play to the end, and none does what no one would."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from every_game.walks import Case, case
from muckle import players
from muckle.errors import OptionsError
from muckle.games import GAMES
from muckle.players.contest import play

LEVELS = ["easy", "medium", "hard", "expert"]
LITTLE = 1e-3
"""The share of its thinking that a level takes here."""


def tables(name: str) -> Iterator[Case]:
    """Every preset of a game at its own table, and the smallest and largest one that it can be played at."""
    game = GAMES[name]
    seats = next(field for field in game.options.fields() if field.name == "seats")
    for preset in game.presets:
        yield case(name, preset)
        for number in {seats.least, seats.most} - {None}:
            try:
                yield case(name, preset, seats=number)
            except OptionsError:
                continue


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_every_level_plays_every_preset_at_every_table(name: str, level: str):
    for table in tables(name):
        manner = players.shorter(players.find(level).manner(table.game), LITTLE)
        seats = table.options.seats
        tally = play(table.game, table.options, [manner] * seats, [seats], table.words)
        assert tally.wins.sum() == pytest.approx(1)
