"""Matches whose turns are called: timeouts up to the turn that was called, and takebacks of what came after it."""

from __future__ import annotations

from collections.abc import Callable

from muckle.match.log import Decision, Takeback
from muckle.match.match import Match

TurnOf = Callable[[Match], int]
"""Function that returns the turn that a match is in, from 1; after the last turn one more than there are turns."""


def play_timeouts(turn_of: TurnOf, match: Match, called: int) -> list[Decision]:
    """Play timeout actions on a match until it is in the turn that was called (Muckell 4, D14), and return the decisions."""
    played: list[Decision] = []
    while not match.over and turn_of(match) < called:
        played.append(match.apply(match.timeout(), late=True))
    return played


def take_back(turn_of: TurnOf, match: Match, called: int) -> list[Takeback]:
    """Take back what was played on a match because of calls after the one that stands, and return the takebacks.

    These are actions in later turns than the called one, and timeout actions that a later call led to.
    """
    taken: list[Takeback] = []
    while match.count:
        turn = turn_of(match.at(match.count - 1))
        if turn < called or (turn == called and not match.decisions[-1].late):
            break
        taken.append(match.undo())
    return taken
