"""Observations: what a seat may know of a state, as a row of float32 with named fields (`muckle.engine.observation`)."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from muckle.engine.bits import lowest
from muckle.engine.chance import stream
from muckle.engine.compile import compiled, direct
from muckle.engine.contract import Setup, lent, resample
from muckle.engine.game import Game
from muckle.engine.observation import EVERYBODY, OWN, As, SeenField
from muckle.engine.record import INT, new, record
from muckle.errors import GameError

if TYPE_CHECKING:
    from muckle.engine.options import GameOptions

NUMBER, SET, PLACE, SEAT, ME, CODES, LAST = map(int, As)
NUMBERS = np.int64().itemsize
"""Number of bytes of one number in a state."""
WORLD = 1
"""Seed of the re-deal for an observation, so that states that a seat cannot tell apart give equal observations."""
MEMBERS = (1 << 63) - 1
NOBODY = -1
"""Marks a missing place in a state, and a seat that observes nothing."""


class RowPart(NamedTuple):
    """A field of the state with its place in the row; fields with ``[seat]`` have one part for each seat."""

    at: int  # where its numbers begin in the row
    offset: int  # where it begins in the state, in numbers
    step: int  # numbers from one of several in a row to the next
    length: int  # how many those are
    held: int  # where in the state stands how many there are, or NOBODY
    knower: int  # where in the state stands who may know it, or NOBODY
    kind: int
    width: int  # numbers that each of them becomes
    mask: int  # the bits of each that count
    units: int  # 1: a NUMBER not above 0 is 0, another one more than it is


class Copy(NamedTuple):
    """A number of the state that is copied into the row unchanged, as most are."""

    at: int  # where it goes in the row
    offset: int  # where it is in the state, in numbers


PART, COPY = record(RowPart), record(Copy)


@compiled
def observe(flat, at, copies, parts, seats, viewer, row):
    """Fill in what a seat observes of a state; the row was zeros.

    Args:
        flat: states as rows of numbers. at: which of them.
        copies, parts: arrays of COPY and PART, a row for each seat that observes. row: float32.
    """
    for number in range(copies.shape[1]):
        row[copies[viewer, number].at] = flat[at, copies[viewer, number].offset]
    for number in range(parts.shape[1]):
        part = parts[viewer, number]
        if part.knower == NOBODY or flat[at, part.knower] == viewer:
            count = part.length if part.held == NOBODY else flat[at, part.held]
            first = count - 1 if part.kind == LAST and count > 0 else 0
            for place in range(first, count):
                write(part, place, flat[at, part.offset + place * part.step], seats, viewer, row)


@compiled
def write(part, place, value, seats, viewer, row):
    """Write one number of a state into the row."""
    start = part.at + place * part.width
    if part.kind == NUMBER:
        row[start] = value if part.units == 0 else 1 + (value & part.mask) if value > 0 else 0
    elif part.kind == SET:
        members = value & MEMBERS
        while members:
            row[start + lowest(members)] = 1
            members &= members - 1
        if value < 0:
            row[start + part.width - 1] = 1
    elif part.kind == CODES or part.kind == LAST:
        row[part.at + (value & part.mask)] += 1
    elif part.kind == ME:
        row[start + viewer] = 1
    elif value >= 0:
        ahead = value - viewer if part.kind == SEAT else value
        row[start + (ahead if ahead >= 0 else ahead + seats)] = 1


@compiled
def observe_all(options, words, states, flat, scratch, scratch_flat, copies, parts, redealt, viewers, rows):
    """Fill in what one seat observes of each state.

    Args:
        states: an array of them. flat: the same memory as rows of numbers. scratch, scratch_flat: the same of one state.
        copies, parts: as for `observe`.
        redealt: whether what the seat cannot know is dealt anew first.
        viewers: the seat for each state; NOBODY observes nothing, and the row is zeros.
        rows: float32, a row a state.
    """
    setup, seats = Setup(options[0], lent(words)), options[0].seats
    flat, scratch_flat, rows = lent(flat), lent(scratch_flat), lent(rows)
    copies, parts = lent(copies), lent(parts)
    rows[:] = 0
    for number in range(len(states)):
        viewer = viewers[number]
        if viewer != NOBODY and redealt:
            scratch[0] = states[number]
            scratch[0].rng = stream(WORLD, viewer)
            resample(setup, scratch[0], viewer)
            observe(scratch_flat, 0, copies, parts, seats, viewer, rows[number])
        elif viewer != NOBODY:
            observe(flat, number, copies, parts, seats, viewer, rows[number])


class ObservationField(NamedTuple):
    """A named part of an observation."""

    name: str
    start: int
    """Index of the part's first number in the row."""
    shape: tuple[int, ...]
    """Its shape: an axis of seats (the one that observes first, then to its left), one of places, one of what each can be;
    those it does not have are left out."""
    meaning: str

    @property
    def size(self) -> int:
        """Number of numbers in the part."""
        return math.prod(self.shape)


class Observer:
    """Writer of what seats observe in matches with given options.

    Args:
        game: the game.
        options: checked options of that game.

    Raises:
        GameError: the game's list of what is observed speaks of a field that its states do not have.
    """

    def __init__(self, game: Game, options: GameOptions) -> None:
        game.load()
        self._game, self._seats = game, options.seats
        settings = new(game.state.OPTIONS)
        for name, value in options.settings().items():
            if name in (game.state.OPTIONS.names or ()):
                settings[0][name] = value
        known = game.read_settings(settings)
        seen = [each for each in game.observed.fields if each.when(known)]
        plans = [self._plan(seen, viewer) for viewer in range(self._seats)]
        rows = [[part for parts in plan for part in parts] for plan in plans]
        self._copies = np.array([[copy for part in row for copy in _copies(part)] for row in rows], COPY)
        self._parts = np.array([[tuple(part) for part in row if not _copied(part)] for row in rows], PART)
        self.fields = tuple(self._field(each, parts) for each, parts in zip(seen, plans[0], strict=True))
        """The fields, in the order of the row."""
        self.width = self.fields[-1].start + self.fields[-1].size
        """Length of a row."""
        self._call: Any = None
        self._room = threading.local()
        """Each thread's state to work in, and its memory: making one takes longer than observing."""

    def observe(self, options: Any, words: Any, states: Any, viewers: Any, rows: Any) -> None:
        """Fill in what one seat observes of each state.

        Args:
            options, words: as `Position.arrays` has them. states: an array of states.
            viewers: the seat for each of them, int64; -1 leaves a row of zeros.
            rows: float32, ``(len(states), width)``.
        """
        scratch = getattr(self._room, "scratch", None)
        if scratch is None:
            state = new(states.dtype)
            scratch = self._room.scratch = state, flat(state)
        self._observe(options, words, states, flat(states), *scratch, viewers, rows)

    def over(self, options: Any, words: Any, states: Any) -> Callable[[Any, Any], None]:
        """Return `observe` for the same states again and again: a function of viewers and rows, for one thread at a time."""
        state = new(states.dtype)
        given = options, words, states, flat(states), state, flat(state)
        return lambda viewers, rows: self._observe(*given, viewers, rows)

    def _observe(self, *given: Any) -> None:
        *states, viewers, rows = given
        given = *states, self._copies, self._parts, self._game.observed.redealt, viewers, rows
        if self._call is None:
            self._call = direct(observe_all, *given)
        self._call(*given)

    def named(self, row: Any) -> Mapping[str, Any]:
        """Return the fields of a row, or of rows, by name: views with their own shapes."""
        return {
            field.name: row[..., field.start : field.start + field.size].reshape((*row.shape[:-1], *field.shape))
            for field in self.fields
        }

    def _field(self, seen: SeenField, parts: list[RowPart]) -> ObservationField:
        first = parts[0]
        seats = (len(parts),) if "[seat]" in seen.field and seen.knows != OWN else ()
        row = (first.length,) if first.step and seen.kind not in (As.CODES, As.LAST) else ()
        each = (first.width,) if seen.kind != As.NUMBER else ()
        return ObservationField(seen.name, first.at, (*seats, *row, *each), seen.meaning)

    def _plan(self, fields: Sequence[SeenField], viewer: int) -> list[list[RowPart]]:
        """Return the parts of each field, for one observing seat."""
        plan: list[list[RowPart]] = []
        at = 0
        for seen in fields:
            plan.append([*self._each(seen, viewer, at)])
            at = _end(seen.kind, plan[-1][-1])
        return plan

    def _each(self, seen: SeenField, viewer: int, at: int) -> Iterator[RowPart]:
        offset, seat_step, step, length = self._find(seen.field)
        held = self._find(seen.held)[0] if seen.held else NOBODY
        knower = NOBODY if seen.knows in (EVERYBODY, OWN) else self._find(seen.knows)[0]
        size = self._seats if seen.kind in (As.SEAT, As.ME) else seen.size
        mask = seen.unit - 1 if seen.unit else MEMBERS
        for ahead in range(self._seats if seat_step and seen.knows != OWN else 1):
            place = offset + (viewer + ahead) % self._seats * seat_step
            part = RowPart(
                at=at,
                offset=place,
                step=step,
                length=length,
                held=held,
                knower=knower,
                kind=seen.kind,
                width=size,
                mask=mask,
                units=seen.unit > 0,
            )
            yield part
            at = _end(seen.kind, part)

    def _find(self, path: str) -> tuple[int, int, int, int]:
        """Return where a field lies: offset, step from seat to seat, step from place to place, number of places."""
        kind, offset, seat_step, step, length = self._game.state.STATE, 0, 0, 0, 1
        for name in path.split("."):
            fields: Any = kind.fields or {}
            bare = name.removesuffix("[seat]")
            if bare not in fields:
                raise GameError(f"{self._game.folder}.state: OBSERVED speaks of {path}, and State has no such field")
            inner, begins = fields[bare][:2]
            offset += begins // NUMBERS
            if inner.shape and bare != name:
                seat_step = inner.base.itemsize // NUMBERS
            elif inner.shape and step:
                raise GameError(f"{self._game.folder}.state: OBSERVED speaks of {path}, a row in a row; say of which seat")
            elif inner.shape:
                step, length = inner.base.itemsize // NUMBERS, inner.shape[0]
            kind = inner.base
        if kind.fields:  # a whole record, or several: all their numbers
            step, length = 1, length * kind.itemsize // NUMBERS
        return offset, seat_step, step, length


def _copied(part: RowPart) -> bool:
    """Return whether a part's numbers stand in the row unchanged, for every seat."""
    return part.kind == NUMBER and not part.units and part.held == part.knower == NOBODY


def _copies(part: RowPart) -> list[Copy]:
    """Return the numbers of a part that are copied unchanged."""
    places = range(part.length if _copied(part) else 0)
    return [Copy(part.at + place, part.offset + place * part.step) for place in places]


def _end(kind: As, part: RowPart) -> int:
    """Return the place behind the last number of a part in the row."""
    return part.at + (part.width if kind in (As.CODES, As.LAST) else part.width * part.length)


def flat(states: Any) -> Any:
    """Return the memory of an array of states as rows of integers."""
    return states.view(INT).reshape(len(states), -1)


__all__ = ["NOBODY", "ObservationField", "Observer"]
