"""The clocks of a table: the time that each seat has left, and the seat whose clock runs. Only the room computes them.

Only people have clocks. The clock of a turn starts again with every action that cannot be taken back. The clock of a match runs
during one's own turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from muckle.match.match import Match
from muckle.scene.tell import count
from muckle.store.matches import Sitter, Timing

GRACE = 0.5
"""Seconds after zero in which an action still counts, because it was sent in time."""


class Clock(Struct, frozen=True):
    """The clocks of all seats."""

    left: tuple[float, ...]
    """Seconds that each seat had when the running clock was last read."""
    running: int | None = None
    """The seat whose clock runs; None during the turns of bots."""
    since: float = 0.0
    """Time of the last reading, by the room's clock. It has no meaning in another process."""
    paused: bool = False


def new(timing: Timing, seats: int) -> Clock:
    """Return clocks that have not run."""
    return Clock((float(timing.turn or timing.match),) * seats)


def to_stored(clock: Clock) -> str:
    """Return clocks as they are stored."""
    return msgspec.json.encode(clock).decode()


def from_stored(text: str, now: float) -> Clock:
    """Return stored clocks for a room that has just come to them: the time of the present turn begins anew."""
    return replace(msgspec.json.decode(text, type=Clock), since=now)


def read(clock: Clock, now: float) -> Clock:
    """Return the same clocks, read now."""
    left = list(clock.left)
    if clock.running is not None and not clock.paused:
        left[clock.running] = max(0.0, left[clock.running] - (now - clock.since))
    return replace(clock, left=tuple(left), since=now)


def moved(clock: Clock, timing: Timing, match: Match, sitters: Sequence[Sitter], now: float) -> Clock:
    """Return the clocks after something has happened, or somebody else has sat down."""
    clock, turn = read(clock, now), match.turn
    runs = None if match.over or sitters[turn].level else turn
    left = list(clock.left)
    passed = runs != clock.running
    if passed and clock.running is not None:
        left[clock.running] += timing.more
    if timing.turn and runs is not None and (passed or not match.may_undo(runs)):
        left[runs] = float(timing.turn)
    return replace(clock, left=tuple(left), running=runs)


def zero_at(clock: Clock | None) -> float | None:
    """Return when the time of the seat to act is up, grace included; None if no clock runs."""
    if clock is None or clock.running is None or clock.paused:
        return None
    return clock.since + clock.left[clock.running] + GRACE


def news(clock: Clock | None, match: Match) -> str:
    """Return what everybody has to know of the clocks: that they are paused, or that time was up."""
    if clock is None:
        return ""
    if clock.paused:
        return "The clocks are paused: nobody can act."
    last = match.decisions[-1] if match.count else None
    return f"{match.names[last.seat]}'s time was up: this was played for that seat [General 13]." if last and last.late else ""


def clock_terms(timing: Timing) -> Iterator[str]:
    """Yield the clocks of a table in sentences, for those who are about to sit down."""
    then = "the game plays the plainest action for whose time is up (General 13)"
    if timing.turn:
        yield f"Each turn may take {span(timing.turn)}; after that {then}."
    elif timing.match:
        more = f" and {span(timing.more)} more for each turn" if timing.more else ""
        yield f"Everybody has {span(timing.match)} for the whole match{more}; after that {then}, turn by turn."
    if timing.turn or timing.match:
        yield "The clocks pause if all agree."


def span(seconds: int) -> str:
    """Return a time in words: ``90 seconds``, ``2 minutes``."""
    for name, size in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds % size == 0:
            return count(seconds // size, name)
    return count(seconds, "second")
