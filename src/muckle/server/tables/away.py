"""The time that a table waits for absent people, and for salts that do not come."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from muckle.server.tables.reveal import PATIENCE, awaited
from muckle.store.contract import Seating


def kept(seating: Seating, here: Mapping[str, int], gone: dict[str, float], shown: dict[str, float]) -> dict[int, float]:
    """Return the seats of absent people for whom others wait, with the time until which each seat is kept for them.

    Before the deal these are the seats whose salt is missing.

    Args:
        seating: seating of a match that is not over.
        here: number of sockets and polls by identity.
        gone: time since which each person has been away; a person who was never here is added with the present time.
        shown: time since which each seal has been shown; a new seal is added with the present time.
    """
    after = seating.terms.away
    people = [(seat, sitter) for seat, sitter in enumerate(seating.sitters) if sitter.owner]
    if not after or not any(here[sitter.owner] for _, sitter in people):
        return {}
    away = [(seat, sitter) for seat, sitter in people if not here[sitter.owner] and not sitter.level]
    if seating.begun:
        return {seat: gone.setdefault(sitter.owner, now()) + after for seat, sitter in away}
    late = awaited(seating)
    return {seat: shown.setdefault(sitter.seal, now()) + after for seat, sitter in away if seat in late}


def unrevealed(seating: Seating, here: Mapping[str, int], shown: dict[str, float]) -> dict[int, float]:
    """Return the seats of people who are here but whose salt is missing, with the time until which it is waited for."""
    late = [(seat, seating.sitters[seat]) for seat in awaited(seating)]
    return {seat: shown.setdefault(sitter.seal, now()) + PATIENCE for seat, sitter in late if here[sitter.owner]}


def now() -> float:
    """Return the event loop's time."""
    return asyncio.get_running_loop().time()
