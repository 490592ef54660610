"""Absence: a bot plays for somebody who is away while others wait, until they are back. This begins anew when the room does."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from muckle import players
from muckle.scene.memo import remember_last
from muckle.server.tables.state import TableState
from muckle.server.tables.steps import PutSeat


@remember_last
def absent_seats(state: TableState) -> list[int]:
    """Return the seats whose people are away while another person waits; before the deal nobody is waited for."""
    seating, here = state.seating, state.attending
    people = [(seat, sitter) for seat, sitter in enumerate(seating.sitters) if sitter.owner]
    away = [seat for seat, sitter in people if not here.get(sitter.owner) and not sitter.level]
    waits = seating.begun and seating.terms.away and not state.over
    return away if waits and any(here.get(sitter.owner) for _, sitter in people) else []


def note_waiting(state: TableState, now: float) -> TableState:
    """Return the state with the time since when each absent person has been waited for."""
    sitters = state.seating.sitters
    new = {sitters[seat].owner: now for seat in absent_seats(state) if sitters[seat].owner not in state.away_since}
    return replace(state, away_since={**new, **state.away_since}) if new else state


def kept_seats(state: TableState) -> dict[int, float]:
    """Return the absent seats, each with the time until which it is kept for its person."""
    sitters, after = state.seating.sitters, state.seating.terms.away
    since = {seat: state.away_since.get(sitters[seat].owner) for seat in absent_seats(state)}
    return {seat: time + after for seat, time in since.items() if time is not None}


def stand_in(state: TableState, seat: int) -> PutSeat:
    """Return the effect that has a bot play on a seat."""
    sitter = state.seating.sitters[seat]
    return PutSeat(seat, sitter, replace(sitter, level=players.DEFAULT_LEVEL))


def give_back(state: TableState, owner: str) -> Iterator[PutSeat]:
    """Yield the effects that let a person play again where a bot stood in."""
    for seat in state.seats_of(owner):
        if (sitter := state.seating.sitters[seat]).stood_in:
            yield PutSeat(seat, sitter, replace(sitter, level=""))
