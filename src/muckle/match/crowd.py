"""Matches that belong to a crowd: each is a board of its own, and all have the same chance (`muckle.engine.crowd`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from muckle.engine.crowd import Crowd, CrowdOptions, Worth, places
from muckle.engine.game import Game
from muckle.match.begin import describe
from muckle.match.log import CrowdSeat, Decision
from muckle.match.match import Match
from muckle.match.transcript import CrowdStandings


class FieldBoard(NamedTuple):
    """What somebody else in a crowd did."""

    worth: Worth
    firsts: tuple[str, ...]
    """The first action of each turn that a card begins."""


def firsts(board: Match) -> Iterator[tuple[int, str]]:
    """The first decision of each turn that a card begins: its number in the match, from 1, and the action."""
    begins = True
    for number, decision in enumerate(board.decisions, 1):
        if begins:
            yield number, decision.action
        begins = bool(decision.chance)  # the next card was drawn


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


def seat_in(options: CrowdOptions, crowd: str, seat: int) -> CrowdSeat:
    """What the header of a board says of its crowd; the other boards differ in the seat only."""
    return CrowdSeat(crowd, seat, options.seats, options.led())


def seated(game: Game, options: CrowdOptions, crowd: str, seat: int, seed: int, names: Sequence[str] = ()) -> Match:
    """The board of a seat in the crowd with that id, dealt from a seed.

    Raises:
        WordListError, OptionsError: its word list cannot be had, or does not serve with these options.
    """
    header = replace(describe(game, options.alone()), seed=seed, crowd=seat_in(options, crowd, seat))
    return Match(header, names=names)


def standings(crowd: str, boards: Sequence[Worth]) -> CrowdStandings:
    """The standings of the crowd with that id, from its boards in the order of their seats (Muckell 6)."""
    scores, tiebreaks = zip(*boards, strict=True)
    return CrowdStandings(crowd, tuple(places(boards)), scores, tiebreaks)
