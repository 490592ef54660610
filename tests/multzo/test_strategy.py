"""Looking one step ahead with the game's own opinion beats playing at random."""

from __future__ import annotations

import pytest

from muckle.games.multzo import strategy
from muckle.lab.simulate import simulate
from multzo.table import do, showdown, table


@pytest.mark.parametrize(("seats", "fair", "least"), [(2, 0.5, 0.9), (3, 1 / 3, 0.85), (5, 0.2, 0.7)])
def test_looking_ahead_clearly_beats_random(seats: int, fair: float, least: float):
    """Plays a greedy player against random ones, 400 matches, in two different seats."""
    for hero in (0, seats - 1):
        levels = ["greedy" if seat == hero else "random" for seat in range(seats)]
        shares = simulate("multzo", games=400, players=levels, seats=seats, seed=5).win_shares
        assert shares[hero] > least > fair


def test_greedy_players_finish_their_matches():
    report = simulate("multzo", games=200, players=["greedy"], seats=3, seed=2)
    assert 20 < report.decisions / report.games < 200


def worth(position, seat):
    return float(strategy.value(position.setup, position.state, seat))


def test_the_opinion_prefers_what_the_rules_reward():
    strong, weak = ("C2 C3 C4 C5", "A2 S3 M5 MA"), ("C2 C3 A5 SA", "A2 S3 M5 MA")
    assert worth(table(*strong), 0) > worth(table(*weak), 0)
    ahead = table(*weak, won=("C2 A3", ""))
    assert worth(ahead, 0) > worth(table(*weak), 0) > worth(ahead, 1)
    drawn = do(table(*strong), "draw stack > AN")
    assert worth(do(drawn, "declare AN"), 0) > worth(do(drawn, "discard AN"), 0), "a strong hand ends the round"
    poor = do(table(*weak), "draw stack > AN")
    assert worth(do(poor, "declare AN"), 0) < worth(do(poor, "discard AN"), 0), "a weak one goes on"


def test_winning_counts_most():
    won = showdown("C2 C3 A5 SA", "A2 S3 M5 MA", won=("C2", ""), rounds_cap=1)
    assert worth(won, 0) == 2 + strategy.WINNING and worth(won, 1) == -2 - strategy.WINNING


def test_between_rounds_coins_and_null_coins_make_the_chance_to_win():
    def chances(*won: str) -> list[float]:
        position = showdown("C2 C3 A5 SA", "A2 S3 M5 MA", won=won)
        assert strategy.stage(position.setup, position.state) == 2, "the next round"
        return [float(strategy.leaf(position.setup, position.state, seat)) for seat in range(2)]

    equal, ahead, null = chances("C2", "A2"), chances("C4", "A2"), chances("C2", "A2 AN")
    assert sum(equal) == pytest.approx(1) and sum(ahead) == pytest.approx(1)
    assert ahead[0] > equal[0] > null[0]
    over = showdown("C2 C3 A5 SA", "A2 S3 M5 MA", won=("C2", ""), rounds_cap=1)
    assert [float(strategy.leaf(over.setup, over.state, seat)) for seat in range(2)] == [1, 0]
