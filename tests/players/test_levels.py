"""Levels in every game: with every preset and at every table they play to the end, and none does what no one would."""

from collections.abc import Iterator

import pytest

from every_game.walks import Case, case
from muckle import players
from muckle.engine.contract import taste
from muckle.engine.manner import PLAIN, Manner
from muckle.engine.position import Position
from muckle.errors import OptionsError
from muckle.games import GAMES
from muckle.players.chooser import Chooser
from muckle.players.contest import play
from muckle.players.thinking import SEARCHES
from order import LATE

LITTLE = 1e-3
"""The share of its thinking that a level takes here."""


def long_to_compile(name: str, level: str) -> bool:
    """Return whether a level searches in a way that only the long run compiles."""
    return name in LATE and players.find(level).manner(GAMES[name]).method in SEARCHES


def tables(name: str) -> Iterator[Case]:
    """Yield every preset of a game at its own table, and at the smallest and largest one that it can be played at."""
    game = GAMES[name]
    seats = next(field for field in game.options.fields() if field.name == "seats")
    for preset in game.presets:
        yield case(name, preset)
        for number in {seats.least, seats.most} - {None}:
            try:
                yield case(name, preset, seats=number)
            except OptionsError:
                continue


@pytest.mark.parametrize(
    ("name", "level"),
    [
        pytest.param(name, level, marks=[pytest.mark.slow] * (level == "expert" or long_to_compile(name, level)))
        for name in GAMES
        for level in players.FOR_PEOPLE
    ],
)
def test_every_level_plays_every_preset_at_every_table(name: str, level: str):
    for table in tables(name):
        manner = players.shorter(players.find(level).manner(table.game), LITTLE)
        seats = table.options.seats
        tally = play(table.game, table.options, [manner] * seats, [seats], table.words)
        assert tally.wins.sum() == pytest.approx(1)


def legal(position: Position, chosen: int) -> int:
    """Return the legal action that stands for one with an answer, such as a claim with its word."""
    completions = position.game.text.completions
    return next(a for a in position.legal() if chosen in completions(position.plain_setup, position.plain_state, a))


def shown(name: str, own: Manner, played: Manner) -> float:
    """Return how much more a player does of what `own` likes, in the same positions, than the player without taste."""
    table = case(name, seats=1 if name == "mickell" else 3)
    position, chooser, more = table.position(4), Chooser(table.position(4), 1), 0.0
    for seed in range(300):
        if position.over:
            position.deal(seed)
        if len(position.legal()) == 1:
            position.apply(position.legal()[0])
            continue
        chosen: list[int] = []
        for manner in (own._replace(taste=PLAIN), played):
            chooser.begin(seed)
            chosen.append(chooser.choose(manner, position))
        before, after = (float(taste(position.setup, position.state, legal(position, action), own.taste)) for action in chosen)
        assert after >= before, "never less of it"
        more += after - before
        position.apply(chosen[0])
    return more


@pytest.mark.parametrize(
    ("name", "bird"),
    [
        pytest.param(name, bird, marks=[pytest.mark.slow] * long_to_compile(name, players.BIRDS[bird].level))
        for name in GAMES
        for bird in ("dunnock", "magpie", "lapwing", "curlew", "heron")
    ],
)
def test_a_taste_shows_in_play(name: str, bird: str):
    manner = players.find(bird).manner(GAMES[name])
    own = manner._replace(slip=0, chunks=1, playouts=min(manner.playouts, 60))
    assert shown(name, own, own) > 0


def test_a_bird_that_forgets_what_it_likes_is_noticed():
    own = players.find("lapwing").manner(GAMES["multzo"])._replace(slip=0)
    assert shown("multzo", own, own._replace(taste=PLAIN)) == 0
