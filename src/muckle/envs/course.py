"""The course of a match whose chance is answered draw by draw, as trees of games are walked.

A `Moment` is a position with the way that led to it; a `Point` is a moment, or a draw within the step behind one. Neither is
ever changed, so copies share them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from muckle.engine.position import Draw, Outcome, Position
from muckle.match.recall import learned, written

Taken = tuple[int | None, tuple[int, ...]]
"""A step: the action (None: the deal), and how its draws fell."""


class Moment:
    """A position between two steps.

    Args:
        position: the position.
        before: the moment before it; None where the course begins.
        taken: the step that led here.
        known: where the course begins: what seats know already.
    """

    __slots__ = ("_lines", "before", "known", "position", "taken")

    def __init__(
        self,
        position: Position,
        before: Moment | None = None,
        taken: Taken = (None, ()),
        known: Mapping[int, str] | None = None,
    ) -> None:
        self.position, self.before, self.taken, self.known = position, before, taken, known or {}
        self._lines: dict[int, str] = {}

    @property
    def dealt(self) -> bool:
        """Whether there is a match already; else nobody knows anything."""
        return self.before is not None or bool(self.known)

    def way(self) -> list[Moment]:
        """Every moment from the beginning of the course to this one."""
        found: list[Moment] = [self]
        while found[-1].before is not None:
            found.append(found[-1].before)
        return found[::-1]

    def information(self, seat: int) -> str:
        """Everything the seat has learned: equal texts are the same to it."""
        return "\n".join(filter(None, (moment.lines(seat) for moment in self.way())))

    def lines(self, seat: int) -> str:
        """What the seat learned in the step that led here."""
        if seat not in self._lines:
            self._lines[seat] = self.known.get(seat, "") if self.before is None else "\n".join(self._learned(seat))
        return self._lines[seat]

    def _learned(self, seat: int) -> Iterator[str]:
        assert self.before
        action = self.taken[0]
        names = [f"Seat {number + 1}" for number in range(self.position.options.seats)]
        return learned(None if action is None else self.before.position, action, self.position, seat, names)

    def told(self) -> str:
        """The step that led here, everything that is hidden included; nothing where the course begins."""
        if self.before is None:
            return "; ".join(self.known.values())
        text, earlier, action = self.position.game.text, self.before.position, self.taken[0]
        setup = earlier.plain_setup
        did = "" if action is None else f"{earlier.turn}: {text.action_text(setup, earlier.plain_state, action)}"
        drawn = ", ".join(text.chance_text(setup, code) for code in self.position.drew())
        return " | ".join(filter(None, (did, drawn)))


class Point(NamedTuple):
    """Where a match stands: at a moment, or within the step behind it, where something is drawn."""

    moment: Moment
    draw: int = 0
    """Among how many the next draw is; 0: none is pending."""
    step: Taken = (None, ())
    """The step that is pending."""

    def take(self, action: int | None) -> Point:
        """The point behind an action (None: the deal).

        Raises:
            ValueError: it is not legal.
        """
        return _go(self.moment, (action, ()))

    def fall(self, pick: int) -> Point:
        """The point behind a draw that fell so."""
        action, picks = self.step
        return _go(self.moment, (action, (*picks, pick)))

    def outcomes(self) -> list[Outcome]:
        """What the pending draw can come to."""
        return self.moment.position.outcomes(*self.step)

    def as_known_by(self, seat: int, seed: int) -> Point:
        """Return a point that the seat cannot tell from this one: what it cannot know is dealt anew.

        What the other seats know of the match before it is left out; there they begin with what they see.
        """
        position = self.moment.position.copy()
        position.resample(seat, seed)
        known = {other: seen(position, other) for other in range(position.options.seats)}
        return Point(Moment(position, known=known | {seat: self.moment.information(seat)}))

    def __deepcopy__(self, memo: object) -> Point:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        first, *later = self.moment.way()
        return _replayed, (first.position, dict(first.known), [moment.taken for moment in later], self.draw > 0, self.step)


def seen(position: Position, seat: int) -> str:
    """What a seat observes of a position, in lines."""
    return "\n".join(f"{name}: {written(values)}" for name, values in position.observation(seat).items())


def beginning(position: Position) -> Point:
    """The point at which the match of a position is to be dealt; its own deal does not matter."""
    return Point(Moment(position)).take(None)


def _go(moment: Moment, step: Taken) -> Point:
    after = moment.position.ask(*step)
    return Point(moment, after.n, step) if isinstance(after, Draw) else Point(Moment(after, moment, step))


def _replayed(position: Position, known: Mapping[int, str], steps: Sequence[Taken], pending: bool, step: Taken) -> Point:
    """A point that was pickled: the way to it is gone again."""
    point = Point(Moment(position, known=known))
    for taken in steps:
        point = _go(point.moment, taken)
    return _go(point.moment, step) if pending else point
