"""Rules of Tideline, by their ids. `HandDealt` is a match whose draws are written down."""

import pytest

from muckle import new_match, simulate
from muckle.errors import OptionsError
from muckle.match.hand_dealt import HandDealt


def dealt(starter: int = 0) -> HandDealt:
    """Return a match of two seats with twelve cards: seat 0 holds 3 and 9, seat 1 holds 4 and 10."""
    deal = ["deal 0 3", "deal 1 4", "deal 0 9", "deal 1 10", f"starter {starter}"]
    return HandDealt("tideline", deal, seats=2, cards=12, hand_size=2)


def test_tideline_1_hands_must_fit_into_the_cards() -> None:
    with pytest.raises(OptionsError, match="need 15 cards, got 10"):
        new_match("tideline", seats=5, cards=10)


def test_tideline_2_who_is_drawn_starts() -> None:
    assert dealt(starter=1).turn == 1


def test_tideline_3_a_card_of_the_hand_is_laid() -> None:
    assert dealt().legal == ["lay 3", "lay 9"]
    assert dealt().refusal("lay 4") == "4 is not in your hand [Tideline 3]"


def test_tideline_4_and_7_a_lower_card_takes_the_line_and_each_card_costs_a_point() -> None:
    match = dealt()
    match.step("lay 9", "draw 0 5")
    assert "Seat 2 takes the line of 1 card" in match.step("lay 4", "draw 1 6")
    assert match.scores == [0, -1]


def test_tideline_5_only_its_seat_sees_the_card_that_is_drawn() -> None:
    assert dealt().step("lay 3", "draw 0 5", viewer=0)[-1] == "You draw 5"
    assert dealt().step("lay 3", "draw 0 5", viewer=1)[-1] == "Seat 1 draws a card"


def test_tideline_6_the_match_ends_when_nobody_holds_a_card() -> None:
    match = HandDealt("tideline", ["deal 0 1", "deal 1 2", "starter 0"], seats=2, cards=4, hand_size=1)
    match.step("lay 1", "draw 0 3")
    match.step("lay 2", "draw 1 4")
    match.step("lay 3")
    assert match.step("lay 4")[-1] == "The match is over: all cards were laid" and match.scores == [0, 0]


def test_bots_lay_with_care() -> None:
    report = simulate("tideline", games=200, players=["greedy", "random", "random"], seed=1)
    assert report.win_shares[0] > 0.45
