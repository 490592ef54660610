"""The matches of a crowd: each is the board of one seat, and all have the same chance (`muckle.engine.crowd`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from muckle.engine.crowd import Crowd, CrowdOptions, Worth, places
from muckle.engine.game import Game
from muckle.match.header import new_header
from muckle.match.log import CrowdSeat, Decision, Takeback
from muckle.match.match import Match
from muckle.match.transcript import CrowdStandings


class FieldBoard(NamedTuple):
    """The result and the first actions of another board of a crowd."""

    worth: Worth
    firsts: tuple[str, ...]
    """The first action of each turn that begins with a card."""


def first_decisions(board: Match) -> Iterator[tuple[int, str]]:
    """Yield the first decision of each turn that begins with a card, as its number in the match (from 1) and its action."""
    begins = True
    for number, decision in enumerate(board.decisions, 1):
        if begins:
            yield number, decision.action
        begins = bool(decision.chance)  # the next card was drawn


def turn_of(crowd: Crowd, board: Match) -> int:
    """Return the number of the turn that a board is in, from 1; after the last turn one more than there are turns."""
    if board.last.turn is None:
        board.last.turn = crowd.turn(board.position.plain_state)
    return board.last.turn


def play_timeouts(crowd: Crowd, board: Match, called: int) -> list[Decision]:
    """Play timeout actions on a board until it is in the turn that was called (Muckell 4, D14), and return the decisions."""
    played: list[Decision] = []
    while not board.over and turn_of(crowd, board) < called:
        played.append(board.apply(board.timeout(), late=True))
    return played


def take_back(crowd: Crowd, board: Match, called: int) -> list[Takeback]:
    """Take back what was played on a board because of calls after the one that stands, and return the takebacks.

    These are actions in later turns than the called one, and timeout actions that a later call led to.
    """
    taken: list[Takeback] = []
    while board.count:
        turn = turn_of(crowd, board.at(board.count - 1))
        if turn < called or (turn == called and not board.decisions[-1].late):
            break
        taken.append(board.undo())
    return taken


def board_worth(crowd: Crowd, options: CrowdOptions, board: Match) -> Worth:
    """Return the score and tiebreak of a board (Muckell 6)."""
    return Worth(board.scores[0], crowd.tiebreak(options, board.position.plain_state))


def crowd_seat(options: CrowdOptions, crowd: str, seat: int) -> CrowdSeat:
    """Return the crowd entry for the header of a seat's board; the headers of a crowd's boards differ in the seat only."""
    return CrowdSeat(crowd, seat, options.seats, options.led())


def new_board(game: Game, options: CrowdOptions, crowd: str, seat: int, seed: int, names: Sequence[str] = ()) -> Match:
    """Deal the board of a seat in the crowd with the id `crowd`, from a seed.

    Raises:
        WordListError, OptionsError: as for `muckle.match.header.new_header`.
    """
    header = replace(new_header(game, options.alone()), seed=seed, crowd=crowd_seat(options, crowd, seat))
    return Match(header, names=names)


def standings(crowd: str, boards: Sequence[Worth]) -> CrowdStandings:
    """Return the standings of the crowd with the id `crowd` from its boards' results, in the order of seats (Muckell 6)."""
    scores, tiebreaks = zip(*boards, strict=True)
    return CrowdStandings(crowd, tuple(places(boards)), scores, tiebreaks)
