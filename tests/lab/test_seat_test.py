"""Joint tests of seats and of places in turn order: equal ones are told apart as seldom as they promise, unequal ones are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from muckle.lab.compare import compare
from muckle.lab.seat_test import SeatTest, WinCounts, seat_test
from muckle.lab.simulate import simulate
from muckle.lab.summary import Share, wilson
from muckle.lab.tournament import tournament
from muckle.lab.wording import seat_sentence

RUNS, GAMES = 500, 200


def wins(draw: Any, chances: Any, games: int) -> Any:
    """Return the win shares of random games of three seats; one game in ten is shared by two."""
    found = np.eye(3)[draw.choice(3, games, p=chances)]
    shared = draw.random(games) < 0.1
    found[shared] = (found[shared] + np.eye(3)[draw.choice(3, shared.sum(), p=chances)]) / 2
    return found


def joint_test(found: Any) -> SeatTest:
    counts = WinCounts(3)
    for half in np.array_split(found, 2):
        counts.add((half > 0) @ [1, 2, 4])
    test = counts.test()
    assert test
    return test


def false_alarms(differs: Any) -> float:
    """Return how often equal seats are said to differ."""
    draw = np.random.default_rng(8)
    return sum(differs(wins(draw, [1 / 3] * 3, GAMES)) for _ in range(RUNS)) / RUNS


def check_false_alarms(differs: Any) -> None:
    assert 0.02 < false_alarms(differs) < 0.08, "of equal seats 5 of 100 come below 0.05"


def test_equal_seats_are_told_apart_as_seldom_as_promised() -> None:
    check_false_alarms(lambda found: joint_test(found).p < 0.05)


def test_single_intervals_tell_equal_seats_apart_too_often() -> None:
    def as_it_was(found: Any) -> bool:
        shares = [wilson(mean, len(found)) for mean in found.mean(0)]
        return any(not one.low <= 1 / 3 <= one.high for one in shares)

    with pytest.raises(AssertionError, match="5 of 100"):
        check_false_alarms(as_it_was)


def test_the_intervals_of_all_seats_hold_together() -> None:
    draw, chances, holding = np.random.default_rng(9), np.array([0.4, 0.35, 0.25]), 0
    for _ in range(RUNS):
        found = joint_test(wins(draw, chances, GAMES)).wins
        holding += all(one.low <= chance <= one.high for one, chance in zip(found, chances, strict=True))
    assert holding > 0.93 * RUNS


def test_unequal_seats_are_found() -> None:
    found = joint_test(wins(np.random.default_rng(1), [0.30, 0.30, 0.40], 3000))
    assert found.p < 1e-6 and found.farthest == 2 and found.wins[2].low > 1 / 3


def test_without_shared_wins_it_is_friedmans_test_in_its_f_form() -> None:
    found = np.eye(3)[np.random.default_rng(2).choice(3, 150, p=[0.3, 0.3, 0.4])]
    statistic = stats.friedmanchisquare(*found.T).statistic
    ratio = 149 * statistic / (150 * 2 - statistic)
    assert joint_test(found).p == pytest.approx(stats.f.sf(ratio, 2, 2 * 149), abs=1e-6)


def test_a_few_games_are_not_tested() -> None:
    """If they were, two equal seats would seem different in every other run of two games, as one wins both of them."""
    for games in (1, 2, 4, 5):
        found = seat_test(np.eye(2)[[0] * games], np.ones(games), np.ones(games))
        assert (found is None) == (games < 5)


def test_games_of_one_deal_count_as_one() -> None:
    once = wins(np.random.default_rng(3), [0.3, 0.3, 0.4], 150)
    alone, thrice = (seat_test(once * games, np.full(150, games), np.ones(150)) for games in (1, 3))
    assert alone and thrice and alone.p == thrice.p and alone.wins == thrice.wins
    always = seat_test(np.eye(3)[[0] * 50], np.ones(50), np.ones(50))
    assert always and always.p == 0 and always.wins[0].low > 0.8


def test_seats_are_tested_where_the_same_player_fills_them() -> None:
    alike = simulate("mitch", "tiny", seats=3, games=50).figures
    assert alike and alike.seat_test and alike.turn_test
    assert [one.mean for one in alike.seat_test.wins] == [one.mean for one in alike.wins]
    assert [one.mean for one in alike.turn_test.wins] == [one.mean for one in alike.wins_from_starter]
    begun = simulate("mitch", "tiny", seats=3, games=50, starter=1).figures
    assert begun and begun.seat_test is None and begun.turn_test
    others = simulate("mitch", "tiny", seats=3, games=50, players=["greedy", "random", "random"]).figures
    assert others and others.seat_test is None and others.turn_test is None
    alone = simulate("mickell", "tiny", games=5).figures
    assert alone and alone.seat_test is None and alone.turn_test is None
    variants = compare("mitch", "tiny", vary={"win_value": [4, 6]}, seats=3, games=50).variants
    assert variants[0].turn_test == simulate("mitch", "tiny", seats=3, games=50, win_value=4).figures.turn_test  # pyright: ignore[reportOptionalMemberAccess]


def test_a_tournament_tests_seats_whoever_wins() -> None:
    found = tournament("mitch", players=["greedy", "random"], seats=2, games=60)
    assert found.standings[0].wins.low > 0.8, "one player wins nearly everything"
    assert found.seat_test and found.turn_test and found.seat_test.p > 0.01 and found.turn_test.p > 0.01
    assert sum(one.mean for one in found.seat_test.wins) == pytest.approx(1, abs=1e-5)


def test_the_sentence_says_what_was_found_and_how_sure_it_is() -> None:
    shares = Share(0.3, 0.28, 0.32), Share(0.3, 0.28, 0.32), Share(0.4, 0.38, 0.42)
    names = ["who begins", "1 to the left", "2 to the left"]
    sure, doubtful, equal = (seat_sentence("by turn", names, SeatTest(p, shares)) for p in (0.0, 0.02, 0.31))
    assert sure == (
        "Wins by turn differ (joint test, p < 0.0001): 2 to the left wins 40.00% (95 % interval for the farthest of 3: "
        "38.00 to 42.00 %), an equal share is 33.33%."
    )
    assert doubtful.endswith("is 33.33%. Equal ones come out so in 1 run of 50: try another --seed.")
    assert equal.startswith("Wins by turn: no difference shows (joint test, p = 0.31). Farthest off: 2 to the left wins 40")
