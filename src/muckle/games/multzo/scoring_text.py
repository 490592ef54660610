"""The strength of hands, the results of categories and the coins of Multzo in words."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import OVER, Setup
from muckle.games.multzo import scoring as compiled_scoring
from muckle.games.multzo.state import FOUR, NONE, RANKS, SHOWDOWN, SeatState, State
from muckle.kit import piecepack
from muckle.scene.tell import listed

scoring = plain(compiled_scoring)

CATEGORIES = ("Flush", "Prime", "Set", "Run")
"""Names of the categories, indexed by the suit whose coins they pay."""
GROUPS = {-1: "", 0: "{} (three tiles)", 1: "{} (four tiles)"}
"""Formats of the strength of sets and runs, by strength // FOUR."""


def strengths(setup: Setup, hand: int) -> tuple[int, ...]:
    """Return a hand's strength in each category: FOUR more for four-tile sets and runs, NONE without a group."""
    return _strengths(hand, setup.options.suits, setup.options.group_only)


@functools.lru_cache(maxsize=10_000)  # a scene asks for the same hands again and again
def _strengths(hand: int, suits: int, group_only: int) -> tuple[int, ...]:
    return tuple(scoring.strength(hand, category, suits, group_only) for category in range(len(CATEGORIES)))


def strength_texts(setup: Setup, hand: int) -> tuple[str, ...]:
    """Return a hand's strength in each category: ``14``, ``14 (four tiles)``, or nothing without a group (Multzo 7 to 9a)."""
    flush, prime, *groups = strengths(setup, hand)
    sums = ["" if worth == NONE else str(worth) for worth in (flush, prime)]
    return *sums, *(GROUPS[worth // FOUR].format(worth % FOUR) for worth in groups)


def groups_text(setup: Setup, hand: int) -> str:
    """Return a hand's groups and their strengths: ``Prime 9, Run 9 (four tiles)``; nothing if it has no group."""
    found = zip(CATEGORIES, strength_texts(setup, hand), strict=True)
    return ", ".join(f"{name} {worth}" for name, worth in found if worth)


def are_hands_shown(state: State) -> bool:
    """Return whether all hands are seen: at the showdown, and when the match is over (Multzo I1)."""
    return state.turn == OVER or state.phase == SHOWDOWN


def winner(state: State, category: int) -> int | None:
    """Return the winner of a category at the last showdown, or None."""
    return next((seat for seat, player in enumerate(state.seats) if player.won >> category & 1), None)


def category_text(setup: Setup, state: State, category: int, names: Sequence[str]) -> str:
    """Return the result of a category at the last showdown: ``Prime: Ann wins with 14``."""
    best, why = winner(state, category), decision_text(setup, state, category, names)
    return f"{CATEGORIES[category]}: {why if best is None else f'{names[best]} wins with {why}'}"


def decision_text(setup: Setup, state: State, category: int, names: Sequence[str]) -> str:
    """Return what decided a category at the last showdown: the winning hand's strength, or why nobody wins."""
    best = winner(state, category)
    if best is not None:
        return strength_texts(setup, state.seats[best].shown)[category]
    if any(strength_texts(setup, state.seats[seat].shown)[category] for seat in range(len(names))):
        return "nobody wins, the best hands are equal"
    return "nobody has one"


def paid_coins_text(state: State, category: int) -> str:
    """Return the coins that the winner of a category got at the last showdown, in words; nothing if none was left."""
    coins = state.paid & RANKS << category * piecepack.LANE
    return coins_text(category, coins) if coins else ""


def coins_text(category: int, coins: int) -> str:
    """Return a set of coins of a category in words: ``the null coin and the 2 of the Crowns``."""
    ranks = [coin % piecepack.LANE for coin in members(coins)]
    names = [f"the {piecepack.RANK_NAMES[rank]}" if rank else "the null coin" for rank in ranks]
    return f"{listed(names)} of the {piecepack.SUIT_NAMES[category]}"


def null_suits(player: SeatState) -> list[int]:
    """Return the suits of the null coins that a player has won."""
    return [coin // piecepack.LANE for coin in members(player.coins) if coin % piecepack.LANE == 0]


def score_text(state: State, seat: int) -> str:
    """Return how a score comes about: ``9 × 3 = 27`` (Multzo 13)."""
    score, times = scoring.score(state, seat), 1 + len(null_suits(state.seats[seat]))
    return f"{score // times} × {times} = {score}" if times > 1 else str(score)
