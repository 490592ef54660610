"""The golden transcripts of Mitch and Revolution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from goldens import Golden
from muckle.match.match import Match


def aces_in_the_deal(match: Match) -> int:
    """Aces shown before the first decision."""
    return sum(outcome.split()[-1].startswith("A") for outcome in match.header.chance)


def decisions(least: int) -> Callable[[Match], bool]:
    return lambda match: len(match.decisions) >= least


def penalty_paid(match: Match) -> bool:
    return aces_in_the_deal(match) == 1 and -10 in match.scores


def rises(match: Match) -> bool:
    return any(int(seat.rising) for seat in match.state.seats)


def hand_lost_in_the_deal(match: Match) -> bool:
    """Two deals before the first decision, and a second hand that is played."""
    return len(match.header.chance) > 20 and bool(match.decisions)


def equal_columns(match: Match) -> bool:
    return match.state.seats[0].tableau == match.state.seats[1].tableau > 0


def discards_drawn(match: Match) -> bool:
    return [decision.action for decision in match.decisions].count("draw discard") >= 4


def shared_after_two_hands(match: Match) -> bool:
    return match.state.finished == 2 and len(match.winners) == 2


ONE: dict[str, Any] = {"hands": 1, "seats": 3}
TWO: dict[str, Any] = {"hands": 1, "seats": 2}
SMALL: dict[str, Any] = {**TWO, "suits": 1, "ace_trigger": 1}
MATCHES = {
    "mitch": Golden("mitch", ONE, penalty_paid),
    "discard_draw": Golden("discard_draw", {**TWO, "hand_size": 2}),
    "must_place": Golden("must_place", {**TWO, "hand_size": 3}),
    "gunzler": Golden("gunzler", {**ONE, "hand_size": 2}, lambda match: max(match.scores) >= 8),
    "two_packs": Golden("two_packs", {"hands": 1, "suits": 2, "ranks": 8, "hand_size": 2, "ace_trigger": 3}),
    "three_cards": Golden("three_cards", TWO),
    "zero_cards": Golden("zero_cards", ONE),
    "high_low": Golden("high_low", TWO, rises),
    "revolution": Golden("revolution", ONE),
    "tiny": Golden("tiny", {"hands": "one_per_seat"}),
    "tiny_zero": Golden("tiny_zero", {"seats": 3}, decisions(3)),
    "tiny_two_suits": Golden("tiny_two_suits", {}, decisions(6)),
    "three-aces-in-the-deal": Golden("mitch", {**TWO, "hand_size": 3}, lambda match: aces_in_the_deal(match) >= 3),
    "revolution-ends-in-the-deal": Golden("revolution", {"seats": 3, "hands": 2, "hand_size": 3}, hand_lost_in_the_deal),
    "no-decision-at-all": Golden("tiny_zero", {}, lambda match: not match.decisions),
    "extra-hand": Golden("tiny", {"match_tie": "extra_hand"}, lambda match: match.state.finished == 2),
    "last-extra-hand": Golden("tiny", {"match_tie": "extra_hand", "max_hands": 2}, shared_after_two_hands),
    "equal-columns": Golden("two_packs", {**SMALL, "ranks": 4, "hand_size": 2}, equal_columns),
    "stalled-discards": Golden("discard_draw", {**SMALL, "ranks": 5, "hand_size": 1, "discard_stall": 1}, discards_drawn),
}
