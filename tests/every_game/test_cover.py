"""The sample of options that the tests for every game play holds every value, and every pair of values that can be together."""

import itertools
import random

import pytest

from every_game.walks import GAMES, LONG, Case, Value, case, covering, faults, pairs, values, walk


def chosen(played: Case) -> list[Value]:
    """Return the value of every option of a case."""
    return [Value(field.name, getattr(played.options, field.name)) for field in played.options.fields()]


@pytest.mark.parametrize("game", GAMES)
def test_every_pair_of_values_is_played_or_never_allowed(game: str) -> None:
    options, (cases, never) = values(GAMES[game]), covering(game)
    played = set().union(*(pairs(chosen(each)) for each in cases))
    wanted = {pair for one, two in itertools.combinations(options, 2) for x in one for y in two for pair in pairs((x, y))}
    assert wanted <= played | never and not played & never
    rng = random.Random(1)
    for pair in never:
        for _ in range(500):
            rest = (tried[rng.random() < 0.5 and rng.randrange(len(tried))] for tried in options)
            assert faults(GAMES[game], {**dict(rest), **dict(pair)}.items()), f"{pair} can be together"


def test_every_value_is_played_but_one_that_might_never_end_a_match() -> None:
    played = {(name, value) for name in GAMES for each in covering(name)[0] for value in chosen(each)}
    listed = {(name, value) for name, game in GAMES.items() for tried in values(game) for value in tried}
    endless = {(name, value) for name, value in listed if any(GAMES[name].options(**dict([value])).bot_problems())}
    assert listed - played == endless, "which the tests of the game play by hand"


@pytest.mark.parametrize(
    ("game", "option", "most"),
    [
        (name, field.name, field.most)
        for name, game in GAMES.items()
        for field in game.options.fields()
        if (field.most or 0) > LONG
    ],
)
def test_the_largest_numbers_are_played(game: str, option: str, most: int) -> None:
    seats = min(value for option, value in values(GAMES[game])[0])
    begun = case(game, **{"seats": seats, option: most})
    assert getattr(begun.options, option) == most
    assert sum(1 for _ in walk(begun, seed=1, most=60)) > 20
