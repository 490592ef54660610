"""How long the seats of people who are away are kept free for them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from muckle.store.contract import Seating


def kept(seating: Seating, here: Mapping[str, int], gone: dict[str, float]) -> dict[int, float]:
    """The seats whose people are away while another waits, and until when, by the room's clock, each is kept free for them.

    Args:
        seating: of a match that is not over.
        here: who is at the table.
        gone: since when people have been away; whoever was never here is away from now on.
    """
    after = seating.terms.away
    people = [(seat, sitter) for seat, sitter in enumerate(seating.sitters) if sitter.owner]
    if not seating.begun or not after or not any(here[sitter.owner] for _, sitter in people):
        return {}
    away = [(seat, sitter.owner) for seat, sitter in people if not here[sitter.owner] and not sitter.level]
    return {seat: gone.setdefault(owner, now()) + after for seat, owner in away}


def now() -> float:
    """The clock of the room."""
    return asyncio.get_running_loop().time()
