"""Positions of a match whose draws come from its secret, from its seed, or from a record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from muckle.engine.position import Draw, Position
from muckle.errors import ActionError, TranscriptError
from muckle.match.log import Header, Picks
from muckle.match.secret import bits, match_key


def is_record_only(header: Header, secret: str | None) -> bool:
    """Return whether the match has neither seed nor secret, so that it can only follow a record."""
    return secret is None and header.seed is None


def deal_position(position: Position, header: Header, secret: str | None) -> Position:
    """Return the position of a match after its deal.

    Args:
        position: a position of the match, dealt from its seed.

    Raises:
        TranscriptError: the recorded outcomes are impossible.
    """
    if secret:
        return _keyed(position, None, header, secret)
    if header.seed is None:
        return follow_record(position, None, header.chance)
    return position


def next_position(
    position: Position, number: int, header: Header, secret: str | None, recorded: Sequence[str] | None
) -> Position:
    """Return the position after an action; with a seed the given position is changed, else it is a new one.

    Args:
        recorded: the recorded outcomes of the action, None for a new action.

    Raises:
        ValueError: the action is not legal; the given position is unchanged.
        ActionError: the match can only follow a record, and this action has none.
        TranscriptError: the recorded outcomes are impossible.
    """
    if secret:
        return _keyed(position, number, header, secret)
    if header.seed is None:
        if recorded is None:
            raise ActionError(
                "this match is a record only: without its seed or secret nobody knows what is drawn next, so it cannot go on"
            )
        return follow_record(position, number, recorded)
    position.apply(number)
    return position


def step_picks(position: Position, action: int | None, header: Header, secret: str) -> Picks:
    """Return the pick and the number of possibilities of each draw of a step, which can be checked without the rules.

    Args:
        position: the position before the action; any position of the match for the deal (None).
    """
    number, first = partial(bits, match_key(secret, header.salts or ())), 0 if action is None else int(position.state.draws)
    return tuple((number(first + place) * n >> 32, n) for place, n in enumerate(position.among(action, number)))


def _keyed(position: Position, action: int | None, header: Header, secret: str) -> Position:
    return position.keyed(action, partial(bits, match_key(secret, header.salts or ())))


def follow_record(before: Position, action: int | None, chance: Sequence[str]) -> Position:
    """Return the position after an action (None: the deal) whose draws have the recorded outcomes.

    Raises:
        TranscriptError: no draws have these outcomes.
    """
    picks: list[int] = []
    while isinstance(after := before.ask(action, picks), Draw):
        if len(picks) == len(chance):
            raise TranscriptError("more is drawn here than is recorded")
        wanted = chance[len(picks)]
        outcomes = before.outcomes(action, picks)
        found = [each.pick for each in outcomes if before.game.text.chance_text(before.plain_setup, each.code) == wanted]
        if not found:
            raise TranscriptError(f"{wanted!r} cannot come up here")
        picks.append(found[0])
    if len(picks) < len(chance):
        raise TranscriptError(f"nothing is drawn here, but {chance[len(picks)]!r} is recorded")
    return after
