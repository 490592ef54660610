"""Rules of Reversi, by their ids. `HandDealt` is a match whose draws are written down; here there are none."""

import pytest

from muckle import new_match, simulate
from muckle.match.hand_dealt import HandDealt


def played(*squares: str, **options: object) -> HandDealt:
    """Return a match in which discs were placed in turn."""
    match = HandDealt("reversi", **options)  # pyright: ignore[reportArgumentType]
    for square in squares:
        match.step(f"place {square}")
    return match


def test_reversi_1_two_discs_of_each_lie_crosswise_in_the_middle() -> None:
    board = new_match("reversi", seed=1).scene(0).zones["board"]
    assert set(board.on) == {"4,4", "4,5", "5,4", "5,5"}


def test_reversi_2_and_3_black_starts_where_something_is_enclosed() -> None:
    match = played()
    assert match.turn == 0 and match.legal == ["place d3", "place c4", "place f5", "place e6"]


def test_reversi_3_a_disc_that_encloses_nothing_is_refused() -> None:
    assert "encloses nothing" in played().refusal("place a1") and "Reversi 3" in played().refusal("place a1")


def test_reversi_4_all_that_is_enclosed_turns() -> None:
    match = played()
    assert match.step("place d3") == ["Seat 1 places a disc on d3, turning 1 disc"]
    assert match.scores == [4, 1] and match.turn == 1


def test_reversi_4_one_disc_encloses_in_several_directions() -> None:
    match = played("d3", "c3")
    assert match.scores == [3, 3]
    match.step("place c4")
    assert match.scores == [5, 2]


def test_reversi_5_and_6_who_cannot_move_is_passed_over_until_nobody_can() -> None:
    """Look for a pass in matches at random, and check what it was."""
    passes = 0
    for seed in range(30):
        match = HandDealt("reversi", preset="tiny")
        while match.turn >= 0:
            seat, legal = match.turn, match.legal
            told = match.step(legal[seed * 7 % len(legal)])
            passes += any("cannot place a disc" in line for line in told)
            assert (match.turn == seat) == any("cannot place a disc" in line for line in told)
    assert passes


@pytest.mark.parametrize(("wanted", "sign"), [("most", 1), ("fewest", -1)])
def test_reversi_7_discs_are_points_or_cost_them(wanted: str, sign: int) -> None:
    assert played("d3", wanted=wanted).scores == [sign * 4, sign * 1]


def test_corners_are_worth_having_to_bots() -> None:
    report = simulate("reversi", "small", games=200, players=["greedy", "random"], seed=1)
    assert report.win_shares[0] > 0.6


def test_the_lead_is_looked_at_after_each_turn() -> None:
    figures = simulate("reversi", "small", games=20).figures
    assert figures and figures.lead_changes and figures.lead_changes.mean > 1
