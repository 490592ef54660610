"""Positions of any game, played on by texts, and what players see of them."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from muckle.engine.chance import OPEN, stream
from muckle.engine.game import Game
from muckle.engine.position import Draw, Position
from muckle.errors import IllegalError, OptionsError
from muckle.match.draws import follow_record

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")

Outcomes = Callable[[Position, str, str], Sequence[str]]
"""Returns the outcomes of chance, as docs/notation.md writes them, from the position, the action and the test's text."""


def lay(state: Any, mode: int, numbers: Sequence[int]) -> None:
    """Lay the draws of a step in a state, as a position does."""
    state.rng, state.drew[: len(numbers)], state.drew[len(numbers)] = mode, numbers, OPEN


def action_text(position: Position, action: int) -> str:
    """Return an action as it is written."""
    return position.game.text.action_text(position.plain_setup, position.plain_state, action)


def read_action(position: Position, written: str) -> int:
    return position.game.text.read_action(position.plain_setup, position.plain_state, written)


def legal(position: Position) -> list[str]:
    """Return the texts of all legal actions."""
    return [action_text(position, action) for action in position.legal()]


def timeout(position: Position) -> str:
    """Return the text of the action that is played when time is up."""
    return action_text(position, position.game.text.timeout(position.plain_setup, position.plain_state))


def chance_texts(position: Position) -> list[str]:
    """Return the outcomes of chance since the last decision, as they are written."""
    return [position.game.text.chance_text(position.plain_setup, code) for code in position.drew()]


def follow_steps(position: Position, steps: Sequence[str], outcomes: Outcomes) -> Position:
    """Return the position after some steps, each an action, or an action, " > " and the outcomes of chance.

    With nothing after the sign, chance falls as it may.
    """
    for step in steps:
        written, given, chance = step.partition(" > ")
        action = read_action(position, written)
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
        read_action(position, text)
    assert before.same(position)
    return error.value.message, error.value.rule


def refused_options(game: Game, preset: str | None = None, **given: object) -> tuple[str, str]:
    """Return the message and the rule with which options are refused."""
    with pytest.raises(OptionsError) as error:
        game.read_options(preset, given)
    return error.value.message, error.value.rule


def scene(position: Position, viewer: int | None) -> Any:
    return position.game.scene.build(position.plain_setup, position.plain_state, viewer, NAMES[: position.options.seats])


def story(before: Position | None, step: str, after: Position, viewer: int | None) -> list[str]:
    """Return what a viewer is told of a step, or with nothing before it of the deal."""
    facts = after.facts(before, read_action(before, step.partition(" > ")[0]) if before else None)
    names = NAMES[: after.options.seats]
    return [event.told(viewer) for event in after.game.text.events(after.plain_setup, facts, names)]
