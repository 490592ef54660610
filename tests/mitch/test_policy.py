"""The policy of rollouts: as good as looking one step ahead, and a tenth of the work."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from mitch.table import GAME, cards, seat, table
from muckle.engine.contract import value
from muckle.engine.manner import QUICK, Manner
from muckle.engine.position import NO_WORDS, Position
from muckle.games.mitch.estimate import WEIGHTS
from muckle.games.mitch.policy import favourite
from muckle.games.mitch.state import DRAW_DISCARD, DRAW_STOCK, PLACE
from muckle.players import SIMPLE
from muckle.players.contest import play

Policy = Callable[[Position], int]


def policy(position: Position) -> int:
    return int(favourite(position.setup, position.state, WEIGHTS))


def undrawn(preset: str, matches: int = 12) -> Iterator[Position]:
    """Yield positions of random play in phase 2, where nothing is drawn, but for the end of a hand."""
    for seed in range(matches):
        position, rng = Position(GAME, GAME.read_options(preset), NO_WORDS, seed=seed), random.Random(seed)
        while not position.over:
            held = sum(int(player.holds) for player in position.state.seats[: position.options.seats])
            if position.state.aces >= position.options.trigger and held > 1 and len(position.legal()) > 1:
                yield position.copy()
            position.apply(rng.choice(position.legal()))


def shortfall(preset: str, choose: Policy) -> float:
    """Return how many points less than the best action a policy's action is worth one step ahead, at most."""
    most = 0.0
    for position in undrawn(preset):
        worths = dict[int, float]()
        for action in position.legal():
            after = position.copy()
            after.apply(action)
            worths[action] = float(value(after.setup, after.state, position.turn))
        most = max(most, max(worths.values()) - worths[choose(position)])
    return most


@pytest.mark.parametrize("preset", ["mitch", "two_packs"])
def test_where_nothing_is_drawn_it_takes_what_looking_one_step_ahead_takes(preset: str):
    assert shortfall(preset, policy) == pytest.approx(0, abs=1e-9)


def test_another_policy_is_noticed():
    assert shortfall("mitch", lambda position: position.legal()[0]) > 1


@pytest.mark.parametrize(
    ("rival", "worth_it"),
    [("9 4", True), ("9 8", False), ("9 8 7", False), ("", False)],
    ids=["the longest by its 5", "not by its 5", "still shorter", "the longest before"],
)
def test_the_last_card_of_a_hand_is_placed_if_that_wins_its_suit(rival: str, worth_it: bool):
    card = cards("5S")[0]
    last = table(seat("5S", spades="K"), seat(spades=rival), aces="AS:0 AH:0 AD:0")
    before = last.memory()
    assert policy(last) == (PLACE + card if worth_it else card)
    assert last.memory() == before, "what was tried is taken back"


@pytest.mark.parametrize(("top", "drawn"), [("4S", DRAW_DISCARD), ("QS", DRAW_STOCK), ("3C", DRAW_STOCK)])
def test_the_top_discard_is_drawn_if_it_fits_where_it_helps_more_than_most_cards(top: str, drawn: int):
    rival = seat("2C 3D 5D", spades="9 7", hearts="K J 10 9 8")
    choosing = table(
        seat("QC 2D", spades="10 8"), rival, pile=f"{top}:1", aces="AS:0", draw="stock_or_discard", choosing=True, hand_size=3
    )
    assert policy(choosing) == drawn


def test_it_beats_random_play_and_pays_no_penalty():
    tally = play(GAME, GAME.read_options("mitch"), [Manner(QUICK), *[SIMPLE["random"]] * 3], range(300))
    assert tally.wins[0] / tally.games > 0.9
