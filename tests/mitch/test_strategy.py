"""The estimate that bots look ahead with, in plain points."""

from __future__ import annotations

import pytest

from mitch.table import GAME, position, seat, table
from muckle.engine.contract import leaf, stage, value
from muckle.engine.manner import Manner
from muckle.engine.position import Position
from muckle.players import SIMPLE
from muckle.players.contest import play


def worth(one: Position, number: int = 0) -> float:
    return float(value(one.setup, one.state, number))


def test_a_finished_match_is_worth_its_total():
    over = table(seat("KH", total=7), seat(), aces="AS:0 AH:0 AD:0", hands=1)
    over.apply(over.legal()[-1])
    assert worth(over) == 7 + 4


def test_a_high_card_first_is_worth_more_than_a_low_one():
    assert worth(position("5S 2H", spades="K")) > worth(position("KS 2H", spades="5"))


def test_a_suit_that_cannot_be_won_is_worth_no_more_cards():
    rival = seat("2C", spades="K Q J 10 9 8")
    alone = table(seat("2S 2D"), rival, aces="AS:0 AH:0 AD:0")
    joined = table(seat("2D", spades="2"), rival, aces="AS:0 AH:0 AD:0")
    assert worth(alone) > worth(joined)


def test_the_penalty_counts_in_full_when_it_is_certain():
    def late(placed: bool) -> Position:
        return table(seat("2S", had_turn=True, placed=placed), seat("3S"), aces="AS:0 AH:0 AD:0")

    assert worth(late(True)) - worth(late(False)) == 10


@pytest.mark.parametrize(("preset", "least"), [("mitch", 0.9), ("two_packs", 0.9), ("must_place", 0.85), ("revolution", 0.6)])
def test_looking_ahead_with_it_beats_random_play(preset: str, least: float):
    options = GAME.read_options(preset)
    manners: list[Manner] = [SIMPLE["greedy"], *[SIMPLE["random"]] * (options.seats - 1)]
    tally = play(GAME, options, manners, range(300))
    assert tally.wins[0] / tally.games > least


def test_after_a_hand_its_points_count_and_not_the_next_deal():
    ended = table(seat("KH", total=7), seat(), aces="AS:0 AH:0 AD:0", hands=2)
    ended.apply(ended.legal()[-1])
    assert stage(ended.setup, ended.state) == 1 and leaf(ended.setup, ended.state, 0) == 7 + 4
    ended.apply(ended.legal()[0])
    assert leaf(ended.setup, ended.state, 0) == worth(ended)
