"""How long a table waits for people: for those who are away, and for a salt that does not come."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from muckle.server.tables.reveal import PATIENCE, awaited
from muckle.store.contract import Seating


def kept(seating: Seating, here: Mapping[str, int], gone: dict[str, float], shown: dict[str, float]) -> dict[int, float]:
    """Return the seats whose people are away while another waits, each with the time until which it is kept for them.

    Before the deal these are the seats whose salt is missing.

    Args:
        seating: of a match that is not over.
        here: who is at the table.
        gone: since when people have been away; whoever was never here is away from now on.
        shown: since when seals have been shown; those that were not are shown from now on.
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
    """Return the seats whose people are here and whose salt is missing, each with the time until which it is waited for."""
    late = [(seat, seating.sitters[seat]) for seat in awaited(seating)]
    return {seat: shown.setdefault(sitter.seal, now()) + PATIENCE for seat, sitter in late if here[sitter.owner]}


def now() -> float:
    """The clock of the room."""
    return asyncio.get_running_loop().time()
