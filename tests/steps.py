"""Positions of any game, played on by texts, and what players see of them."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from muckle.engine.chance import stream
from muckle.engine.position import Draw, Position
from muckle.errors import IllegalError
from muckle.match.draws import follow_record

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve")

Outcomes = Callable[[Position, str, str], Sequence[str]]
"""Returns the outcomes of chance, as docs/notation.md writes them, from the position, the action and the test's text."""


def legal(position: Position) -> list[str]:
    """Return the texts of all legal actions."""
    return [position.game.text.action_text(position.plain_setup, position.plain_state, action) for action in position.legal()]


def follow_steps(position: Position, steps: Sequence[str], outcomes: Outcomes) -> Position:
    """Return the position after some steps, each an action, or an action, " > " and the outcomes of chance.

    With nothing after the sign, chance falls as it may.
    """
    for step in steps:
        written, given, chance = step.partition(" > ")
        action = position.game.text.read_action(position.plain_setup, position.plain_state, written)
        if given:
            position = follow_record(position, action, outcomes(position, written, chance))
        else:
            position = position.copy()
            position.state.rng = stream(7, 7)
            position.apply(action)
    return position


def picked(position: Position, action: int | None, picks: Sequence[int] = ()) -> Position:
    """Return the position after an action (None: the deal) with its first draws as picked and all others 0."""
    while isinstance(after := position.ask(action, picks), Draw):
        picks = [*picks, 0]
    return after


def refused(position: Position, text: str) -> tuple[str, str]:
    """Return the message and the rule with which an action is refused."""
    before = position.copy()
    with pytest.raises(IllegalError) as error:
        position.game.text.read_action(position.plain_setup, position.plain_state, text)
    assert before.same(position)
    return error.value.message, error.value.rule


def scene(position: Position, viewer: int | None) -> Any:
    return position.game.scene.build(position.plain_setup, position.plain_state, viewer, NAMES[: position.options.seats])


def story(before: Position, step: str, after: Position, viewer: int | None) -> list[str]:
    """Return what a viewer is told of a step."""
    text, names = before.game.text, NAMES[: before.options.seats]
    action = text.read_action(before.plain_setup, before.plain_state, step.partition(" > ")[0])
    return [event.told(viewer) for event in text.events(after.plain_setup, after.facts(before, action), names)]
