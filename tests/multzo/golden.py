"""The golden transcripts of Multzo."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from goldens import Golden
from muckle.match.match import Match

SHORT: dict[str, Any] = {"seats": 2, "coins": "2 3"}
FIVE: dict[str, Any] = {"seats": 5, "coins": "2 3"}


def habit(declares: float = 0.3, stack: float = 0.5) -> Callable[[Match, Random], str]:
    """Return a player with some probability of declaring and of drawing from the stack."""

    def plays(match: Match, rng: Random) -> str:
        legal = match.legal()
        verb = "declare" if rng.random() < declares else "draw stack" if rng.random() < stack else "discard"
        liked = [action for action in legal if action.startswith(verb)]
        return rng.choice(liked or [action for action in legal if not action.startswith("declare")])

    return plays


def parted_by_coins(match: Match) -> bool:
    """Two have the highest score, one of them wins."""
    return match.scores.count(max(match.scores)) == 2 and len(match.winners) == 1


MATCHES = {
    "multzo": Golden("multzo", {"seats": 2}, plays=habit()),
    "group_values": Golden("group_values", {"seats": 2}, plays=habit()),
    "plain_null": Golden("plain_null", {"seats": 2}, plays=habit()),
    "tiny": Golden("tiny", {}, plays=habit()),
    "tiny-last-round": Golden("tiny", {}, plays=habit()),
    "tiny16": Golden("tiny16", {}, plays=habit()),
    "stall": Golden("multzo", {**SHORT, "stall_circuits": 1}, plays=habit(0.05, 0.1)),
    "empty-stack": Golden("multzo", FIVE, plays=habit(0.05, 0.97)),
    "last-turns": Golden("multzo", {**FIVE, "empty_stack": "last_turns"}, plays=habit(0.02, 0.97)),
    "reshuffle": Golden("multzo", {**FIVE, "empty_stack": "reshuffle"}, plays=habit(0.05, 0.97)),
    "taken-tiles-stay": Golden("multzo", {**SHORT, "return_taken": "not_from_face_up"}, plays=habit(0.3, 0.2)),
    "lot-for-the-start": Golden("multzo", {**SHORT, "tied_starter": "random"}, plays=habit()),
    "null-of-the-crowns": Golden("multzo", SHORT, plays=habit()),
    "more-coins": Golden("multzo", {**SHORT, "tie": "more_coins"}, parted_by_coins, habit(), 30),
}
