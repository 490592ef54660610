"""Matches that belong to a crowd: each is a board of its own, and all have the same chance (`muckle.engine.crowd`)."""

from __future__ import annotations

from muckle.engine.crowd import Crowd, CrowdOptions, Worth
from muckle.match.log import Decision
from muckle.match.match import Match


def turn(crowd: Crowd, board: Match) -> int:
    """Which turn a board is in, from 1; one more than there are when it is done."""
    return crowd.turn(board.position.plain_state)


def keep_up(crowd: Crowd, board: Match, called: int) -> list[Decision]:
    """Play the timeout action for a board until it is in the turn that has been called (Muckell 4, D14); what was played."""
    played: list[Decision] = []
    while not board.over and turn(crowd, board) < called:
        played.append(board.apply(board.timeout(), late=True))
    return played


def worth(crowd: Crowd, options: CrowdOptions, board: Match) -> Worth:
    """What a board has come to (Muckell 6)."""
    return Worth(board.scores[0], crowd.tiebreak(options, board.position.plain_state))
