"""Absence: a table waits for people who are away, and for salts that do not come, only for some time.

A bot plays for somebody who is away while others wait, until they are back. Before the deal a bot takes a seat for good whose
salt does not come in time. All of this begins anew when the room does.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from muckle import players
from muckle.scene.memo import remember_last
from muckle.server.tables.reveal import PATIENCE, missing_salts
from muckle.server.tables.state import TableState, attending, is_over, seats_of
from muckle.server.tables.steps import PutSeat


@remember_last
def absent_seats(state: TableState) -> list[int]:
    """Return the seats whose people are away while another person waits; before the deal those whose salt is missing."""
    seating, here = state.seating, attending(state)
    people = [(seat, sitter) for seat, sitter in enumerate(seating.sitters) if sitter.owner]
    away = [seat for seat, sitter in people if not here.get(sitter.owner) and not sitter.level]
    if not away or not seating.terms.away or is_over(state) or not any(here.get(sitter.owner) for _, sitter in people):
        return []
    return away if seating.begun else [seat for seat in away if seat in missing_salts(seating)]


def note_waiting(state: TableState, now: float) -> TableState:
    """Return the state with the time since when each absent person, and each missing salt, has been waited for."""
    sitters, absent = state.seating.sitters, absent_seats(state)
    if state.seating.begun:
        new = {sitters[seat].owner: now for seat in absent if sitters[seat].owner not in state.away_since}
        return replace(state, away_since={**new, **state.away_since}) if new else state
    here = attending(state)
    waited = {*absent, *(seat for seat in missing_salts(state.seating) if here.get(sitters[seat].owner))}
    new = {sitters[seat].seal: now for seat in waited if sitters[seat].seal not in state.sealed_since}
    return replace(state, sealed_since={**new, **state.sealed_since}) if new else state


def kept_seats(state: TableState) -> dict[int, float]:
    """Return the absent seats, each with the time until which it is kept for its person."""
    sitters, after = state.seating.sitters, state.seating.terms.away
    if state.seating.begun:
        since = {seat: state.away_since.get(sitters[seat].owner) for seat in absent_seats(state)}
    else:
        since = {seat: state.sealed_since.get(sitters[seat].seal) for seat in absent_seats(state)}
    return {seat: time + after for seat, time in since.items() if time is not None}


def seat_deadlines(state: TableState) -> dict[int, float]:
    """Return the seats that bots take if nothing comes from their people, with the time; not all of it is shown."""
    if state.seating.begun:
        return kept_seats(state)
    here, sitters = attending(state), state.seating.sitters
    late = [seat for seat in missing_salts(state.seating) if here.get(sitters[seat].owner)]
    shown = {seat: state.sealed_since[sitters[seat].seal] for seat in late if sitters[seat].seal in state.sealed_since}
    return {**kept_seats(state), **{seat: time + PATIENCE for seat, time in shown.items()}}


def stand_in(state: TableState, seat: int) -> PutSeat:
    """Return the effect that has a bot play on a seat."""
    sitter = state.seating.sitters[seat]
    return PutSeat(seat, sitter, replace(sitter, level=players.DEFAULT_LEVEL))


def give_back(state: TableState, owner: str) -> Iterator[PutSeat]:
    """Yield the effects that let a person play again where a bot stood in; before the deal the bot keeps the seat."""
    for seat in seats_of(state, owner) if state.seating.begun else ():
        if (sitter := state.seating.sitters[seat]).stood_in:
            yield PutSeat(seat, sitter, replace(sitter, level=""))
