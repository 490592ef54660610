"""Where the draws of a match come from: its secret, its seed, or the record that it follows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from muckle.engine.position import Position
from muckle.errors import ActionError
from muckle.match.follow import follow
from muckle.match.log import Header, Picks
from muckle.match.secret import bits, match_key


def bound(header: Header, secret: str | None) -> bool:
    """Whether the match has no chance of its own and can only follow a record."""
    return secret is None and header.seed is None


def deal(position: Position, header: Header, secret: str | None) -> Position:
    """The position of a match when everything is dealt.

    Args:
        position: one of this match, dealt by its seed.

    Raises:
        TranscriptError: the recorded outcomes cannot come up.
    """
    if secret:
        return _keyed(position, None, header, secret)
    if header.seed is None:
        return follow(position, None, header.chance, position.game)
    return position


def step(position: Position, number: int, header: Header, secret: str | None, recorded: Sequence[str] | None) -> Position:
    """The position after an action: the given one, changed, or another.

    Args:
        recorded: the outcomes it is known to have had, None for a new action.

    Raises:
        ValueError: the action is not legal; the given position is as it was.
        ActionError: only a record could say what is drawn now, and there is none.
        TranscriptError: the recorded outcomes cannot come up.
    """
    if secret:
        return _keyed(position, number, header, secret)
    if header.seed is None:
        if recorded is None:
            raise ActionError(
                "this match is a record only: without its seed or secret nobody knows what is drawn next, so it cannot go on"
            )
        return follow(position, number, recorded, position.game)
    position.apply(number)
    return position


def picks(position: Position, action: int | None, header: Header, secret: str) -> Picks:
    """What each draw of a step picked and among how many, so that it can be checked without the rules.

    Args:
        position: before the action; any of the match for the deal (None).
    """
    number, first = partial(bits, match_key(secret, header.salts or ())), 0 if action is None else int(position.state.draws)
    return tuple((number(first + place) * n >> 32, n) for place, n in enumerate(position.among(action, number)))


def _keyed(position: Position, action: int | None, header: Header, secret: str) -> Position:
    return position.keyed(action, partial(bits, match_key(secret, header.salts or ())))
