"""Positions of a match whose draws come from its secret, its seed, the order in which its cards lay, or a record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from muckle.engine.position import Draw, Position
from muckle.errors import ActionError, TranscriptError
from muckle.match.log import Header, Picks
from muckle.match.secret import bits, match_key


def is_record_only(header: Header, secret: str | None) -> bool:
    """Return whether the match has no seed, secret or order of its cards, so that it can only follow a record."""
    return secret is None and header.seed is None and header.order is None


def deal_position(position: Position, header: Header, secret: str | None) -> Position:
    """Return the position of a match after its deal.

    Args:
        position: a position of the match, dealt from its seed.

    Raises:
        TranscriptError: the recorded outcomes are impossible.
    """
    if secret:
        return _keyed(position, None, header, secret)
    if header.order is not None:
        return _follow_order(position, None, header.order)
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
    if header.order is not None:
        return _follow_order(position, number, header.order)
    if header.seed is None:
        if recorded is None:
            raise ActionError(
                "this match is a record only: without its seed or secret nobody knows what is drawn next, so it cannot go on"
            )
        return follow_record(position, number, recorded)
    position.apply(number)
    return position


def step_picks(
    position: Position, action: int | None, header: Header, secret: str, among: Sequence[int] | None = None
) -> Picks:
    """Return the pick and the number of possibilities of each draw of a step, which can be checked without the rules.

    Args:
        position: the position before the action; any position of the match for the deal (None).
        among: the numbers of possibilities if they are known; otherwise the step is taken again.
    """
    number, first = partial(bits, match_key(secret, header)), 0 if action is None else int(position.state.draws)
    counts = position.among(action, number) if among is None else among
    return tuple((number(first + place) * n >> 32, n) for place, n in enumerate(counts))


def _keyed(position: Position, action: int | None, header: Header, secret: str) -> Position:
    return position.keyed(action, partial(bits, match_key(secret, header)))


def follow_record(before: Position, action: int | None, chance: Sequence[str]) -> Position:
    """Return the position after an action (None: the deal) whose draws have the recorded outcomes.

    Raises:
        TranscriptError: no draws have these outcomes.
    """
    picks: list[int] = []
    while isinstance(after := before.ask(action, picks), Draw):
        if len(picks) == len(chance):
            raise TranscriptError("more is drawn here than is recorded")
        picks.append(_pick(before, action, picks, chance[len(picks)]))
    if len(picks) < len(chance):
        raise TranscriptError(f"nothing is drawn here, but {chance[len(picks)]!r} is recorded")
    return after


def _follow_order(before: Position, action: int | None, order: Sequence[str]) -> Position:
    """Return the position after an action (None: the deal) whose draws are the next ones of an order.

    Raises:
        ValueError: the action is not legal.
        TranscriptError: the order is too short, or its next outcome is impossible.
    """
    picks, drawn = list[int](), 0 if action is None else int(before.state.draws)
    while isinstance(after := before.ask(action, picks), Draw):
        number = drawn + len(picks)
        if number == len(order):
            raise TranscriptError(f"the order of the cards ends after {number}, and another one is drawn")
        picks.append(_pick(before, action, picks, order[number]))
    return after


def _pick(before: Position, action: int | None, picks: Sequence[int], wanted: str) -> int:
    """Return the pick by which the next draw of an action has an outcome, or raise TranscriptError."""
    for outcome in before.outcomes(action, picks):
        if before.game.text.chance_text(before.plain_setup, outcome.code) == wanted:
            return outcome.pick
    raise TranscriptError(f"{wanted!r} cannot come up here")
