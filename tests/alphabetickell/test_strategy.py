"""Bots of Alphabetickell."""

from __future__ import annotations

import pytest

from alphabetickell.table import Table, table
from muckle.engine.contract import leaf, value
from muckle.engine.manner import QUICK, Manner
from muckle.games.alphabetickell import GAME
from muckle.players import SIMPLE
from muckle.players.contest import play


def worth(made: Table, seat: int = 0) -> float:
    return value(made.position.setup, made.state, seat)


def test_skipping_less_is_worth_more() -> None:
    near, far = (table("NH", "SC", offer="EL") for _ in range(2))
    near.do("take left N-L", "offer AP")
    far.do("take left N-E", "offer AP")
    assert worth(near) > worth(far)


def test_what_helps_the_others_is_worth_less() -> None:
    alone, beside = table("Nh aP", "SC", offer="EL"), table("Nh aP", "Sc Ty", offer="EL")
    assert worth(alone) > worth(beside)


def test_a_finished_match_is_worth_its_totals() -> None:
    made = table("NH", "SC", "AJ", offer="EL", pile="", totals=[30, 19, 9])
    for _ in range(3):
        made.do("pass")
    assert [worth(made, seat) for seat in range(3)] == [31 - 30 / 4, 20 - 41 / 4, 10 - 51 / 4]


@pytest.mark.parametrize("seats", [2, 4])
def test_looking_one_step_ahead_beats_random_play(seats: int) -> None:
    levels = [SIMPLE["greedy"]] + [SIMPLE["random"]] * (seats - 1)
    tally = play(GAME, GAME.read_options(None, {"seats": seats}), levels, range(200))
    assert tally.wins[0] > 190


def test_the_chance_to_win_adds_up_and_follows_the_totals() -> None:
    made = table("NH", "SC", "AJ", offer="EL", totals=[20, 15, 9])
    chances = [float(leaf(made.position.setup, made.state, seat)) for seat in range(3)]
    assert sum(chances) == pytest.approx(1) and chances[0] > chances[1] > chances[2]


def test_of_a_round_that_just_began_only_who_deals_counts() -> None:
    found = []
    for cards in (("NH", "SC", "AJ"), ("SC", "AJ", "NH")):
        made = table(*cards, offer="EL", totals=[9, 9, 9], deal=1)
        found.append([float(leaf(made.position.setup, made.state, seat)) for seat in range(3)])
    assert found[0] == found[1] and found[0][0] > found[0][1] > found[0][2] > 0.3


def test_a_shared_win_is_a_share() -> None:
    made = table("NH", "SC", "AJ", offer="EL", pile="", totals=[30, 30, 9])
    for _ in range(3):
        made.do("pass")
    assert [float(leaf(made.position.setup, made.state, seat)) for seat in range(3)] == [0.5, 0.5, 0]


def test_the_policy_of_playouts_is_as_good_as_looking_ahead() -> None:
    levels = [Manner(QUICK), SIMPLE["greedy"], SIMPLE["greedy"]]
    tally = play(GAME, GAME.read_options(), levels, range(400))
    assert tally.wins[0] / tally.games == pytest.approx(1 / 3, abs=0.08)
