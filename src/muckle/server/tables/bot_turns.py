"""Turns of bots: which bot is to act, and how long it pauses so that people can follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from muckle.server.messages import Pace
from muckle.server.tables.petition import is_open
from muckle.server.tables.state import TableState

PACES: dict[Pace, float] = {"slow": 2.0, "normal": 1.0, "fast": 0.5, "off": 0.0}
"""Factor by which each pace multiplies the pauses of bots."""


class Beat(NamedTuple):
    """Durations in seconds of the parts of a bot's turn, chosen so that a person can follow."""

    think: float
    move: float
    """Seconds in which the bot's pieces travel."""
    rest: float
    """Seconds in which the pieces rest, so that they can be seen, before the next bot begins to think."""


CALM, BRISK = Beat(0.5, 0.32, 0.4), Beat(0.3, 0.22, 0.2)
"""The beat of the first two bots in a row, and the faster one of all bots after them."""


def pause(row: Sequence[int], seat: int) -> float:
    """Return the seconds between the last act and a bot's, at the normal pace.

    Args:
        row: the seats of the bots that have played since a person did, the last one also if it goes on.
    """
    again = row[-1:] == (seat,)
    beat = CALM if len(row) - again < 2 else BRISK
    if again:
        return beat.move
    return beat.think + (beat.move + beat.rest if row else 0)


def bot_to_act(state: TableState) -> tuple[int, int, str] | None:
    """Return the seat of the bot that is to act, the length of the log and the bot's level; None if no bot is to act."""
    match = state.match
    if match is None or match.over or not state.attended:
        return None
    level = state.seating.sitters[match.turn].level
    if not level or state.hold_reason() or is_open(state.petition, match):
        return None
    return match.turn, match.seq, level
