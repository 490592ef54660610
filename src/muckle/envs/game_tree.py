"""Nodes of a game tree, in which every draw is a step of its own, as OpenSpiel walks it.

A `History` is a position with the steps that led to it. A `Node` is a history, or a draw within the step that follows one.
Neither ever changes, so copies can share them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from muckle.engine.position import Draw, Outcome, Position
from muckle.match.information_state import field_text, learned_lines, learned_row

Step = tuple[int | None, tuple[int, ...]]
"""A step: the action (None: the deal), and the picks of its draws."""
Row = np.ndarray[Any, Any]
Knowledge = tuple[str, tuple[Row, ...]]
"""An information state: everything a seat has learned, as a text and as the rows of a tensor."""
NOTHING: Knowledge = "", ()


class History:
    """A position between two steps, linked to the history before it.

    Args:
        position: the position.
        previous: the history before the last step; None for the first one.
        step: the last step.
        knowledge: for the first history, what each seat already knows: a text, and the rows of its tensor.
    """

    __slots__ = ("_learned_rows", "_learned_texts", "knowledge", "position", "previous", "step")

    def __init__(
        self,
        position: Position,
        previous: History | None = None,
        step: Step = (None, ()),
        knowledge: Mapping[int, Knowledge] | None = None,
    ) -> None:
        self.position, self.previous, self.step, self.knowledge = position, previous, step, knowledge or {}
        self._learned_texts: dict[int, str] = {}
        self._learned_rows: dict[int, tuple[Row, ...]] = {}

    @property
    def is_dealt(self) -> bool:
        """Whether the cards have been dealt. Before the deal nobody knows anything."""
        return self.previous is not None or bool(self.knowledge)

    def path(self) -> list[History]:
        """Return all histories from the first one to this one."""
        found: list[History] = [self]
        while found[-1].previous is not None:
            found.append(found[-1].previous)
        return found[::-1]

    def information_state(self, seat: int) -> str:
        """Return everything a seat has learned; a seat cannot tell histories with equal texts apart."""
        return "\n".join(filter(None, (history.learned_text(seat) for history in self.path())))

    def information_rows(self, seat: int) -> list[Row]:
        """Return everything a seat has learned as the rows of a tensor, see `muckle.match.information_state`."""
        return [row for history in self.path() for row in history.learned_rows(seat)]

    def learned_text(self, seat: int) -> str:
        """Return what a seat learned in the last step."""
        if seat not in self._learned_texts:
            self._learned_texts[seat] = (
                self.knowledge.get(seat, NOTHING)[0] if self.previous is None else "\n".join(self._learned(seat))
            )
        return self._learned_texts[seat]

    def learned_rows(self, seat: int) -> tuple[Row, ...]:
        """Return what a seat learned in the last step as rows of a tensor: one, or none if that is nothing."""
        if seat not in self._learned_rows:
            if self.previous is None:
                rows = self.knowledge.get(seat, NOTHING)[1]
            elif text := self.learned_text(seat):
                own = self.step[0] if self.previous.position.turn == seat else None
                rows = (learned_row(text, own, self.position, seat),)
            else:
                rows = ()
            self._learned_rows[seat] = rows
        return self._learned_rows[seat]

    def _learned(self, seat: int) -> Iterator[str]:
        assert self.previous
        action = self.step[0]
        names = [f"Seat {number + 1}" for number in range(self.position.options.seats)]
        return learned_lines(None if action is None else self.previous.position, action, self.position, seat, names)

    def step_text(self) -> str:
        """Return the last step as text, including everything hidden."""
        if self.previous is None:
            return "; ".join(text for text, _ in self.knowledge.values())
        text, earlier, action = self.position.game.text, self.previous.position, self.step[0]
        setup = earlier.plain_setup
        acted = "" if action is None else f"{earlier.turn}: {text.action_text(setup, earlier.plain_state, action)}"
        drawn = ", ".join(text.chance_text(setup, code) for code in self.position.drew())
        return " | ".join(filter(None, (acted, drawn)))


class Node(NamedTuple):
    """A node of a game tree: a decision, a draw, or the end of a match."""

    history: History
    draw_size: int = 0
    """Number of equally likely picks of the pending draw; 0 if none is pending."""
    pending: Step = (None, ())
    """The step within which a draw is pending."""

    def act(self, action: int | None) -> Node:
        """Return the node after an action (None: the deal).

        Raises:
            ValueError: the action is not legal.
        """
        return _follow(self.history, (action, ()))

    def draw(self, pick: int) -> Node:
        """Return the node after a pick of the pending draw."""
        action, picks = self.pending
        return _follow(self.history, (action, (*picks, pick)))

    def outcomes(self) -> list[Outcome]:
        """Return the outcomes of the pending draw."""
        return self.history.position.outcomes(*self.pending)

    def codes(self) -> list[int]:
        """Return the outcome's code for each pick of the pending draw."""
        return self.history.position.codes(self.draw_size, *self.pending)

    @property
    def turn(self) -> int:
        """The seat to act, or OVER; a pending draw does not count."""
        return self.history.position.turn

    def resampled(self, seat: int, seed: int) -> Node:
        """Return a node that a seat cannot tell from this one: everything hidden from it is dealt anew.

        The other seats lose what they know of earlier steps; they begin with what they see.
        """
        position = self.history.position.copy()
        position.resample(seat, seed)
        knowledge = {other: seen_now(position, other) for other in range(position.options.seats)}
        own = self.history.information_state(seat), tuple(self.history.information_rows(seat))
        return Node(History(position, knowledge=knowledge | {seat: own}))

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        first, *later = self.history.path()
        steps = [history.step for history in later]
        return _replay, (first.position, dict(first.knowledge), steps, self.draw_size > 0, self.pending)


def observation_text(position: Position, seat: int) -> str:
    """Return what a seat observes of a position, one line per field."""
    return "\n".join(f"{name}: {field_text(values)}" for name, values in position.observation(seat).items())


def seen_now(position: Position, seat: int) -> Knowledge:
    """Return a seat's knowledge without memory: what it observes of the position, not how the position came about."""
    text = observation_text(position, seat)
    return text, (learned_row(text, None, position, seat),)


def root(position: Position) -> Node:
    """Return the root of the game tree of a position's match, before the deal. The position's own deal does not matter."""
    return Node(History(position)).act(None)


def _follow(history: History, step: Step) -> Node:
    after = history.position.ask(*step)
    return Node(history, after.n, step) if isinstance(after, Draw) else Node(History(after, history, step))


def _replay(
    position: Position, knowledge: Mapping[int, Knowledge], steps: Sequence[Step], is_draw: bool, pending: Step
) -> Node:
    """Return a node that was pickled, by taking its steps again."""
    node = Node(History(position, knowledge=knowledge))
    for step in steps:
        node = _follow(node.history, step)
    return _follow(node.history, pending) if is_draw else node
