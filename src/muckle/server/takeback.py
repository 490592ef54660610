"""Taking a move back with the consent of the table (General 10): asked by one, answered by the others, written to the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from muckle.server.background import Background
from muckle.server.hosted import Hosted
from muckle.server.messages import Command
from muckle.server.petition import ALLOW, TAKEBACK, Petition, asked, standing
from muckle.server.turns import write

PATIENCE = 30.0
"""Seconds the others have to answer; a move about which not everybody agrees stands."""


class Takebacks:
    """Asks the table.

    Args:
        background: where answers are waited for.
        wake: called when the match may go on.
    """

    def __init__(self, background: Background, wake: Callable[[Hosted], object]) -> None:
        self._background, self._wake = background, wake

    async def do(self, hosted: Hosted, seat: int, verb: str, command: Command) -> None:
        """Ask, or answer what was asked, under the lock; `hosted.ways` has said that the seat may."""
        match = await hosted.load()
        petition = asked(hosted.seating, match, seat) if verb == TAKEBACK else standing(hosted.petition, match)
        assert petition
        if verb == ALLOW:
            petition = replace(petition, waits=petition.waits - {seat})
        elif verb != TAKEBACK:
            petition = replace(petition, state="refused", by=seat)
        hosted.petition = petition
        if petition.state == "asked" and not petition.waits:
            await self._grant(hosted, petition, command)
        elif verb == TAKEBACK:
            self._background.spawn(self._lapse(hosted))

    async def _grant(self, hosted: Hosted, petition: Petition, command: Command) -> None:
        """Take back the move, and what came after it and showed its seat nothing; newest first."""
        hosted.petition = replace(petition, state="granted")
        await write(
            hosted,
            f"{petition.seat}:{command.cid}",
            lambda match: [match.undo() for _ in range(match.count - petition.count)],
        )

    async def _lapse(self, hosted: Hosted) -> None:
        """After a while who has not answered has not agreed."""
        petition = hosted.petition
        assert petition
        await asyncio.sleep(PATIENCE)
        async with hosted.lock:
            now = hosted.petition
            if now and (now.seat, now.count, now.state) == (petition.seat, petition.count, "asked"):
                hosted.petition = replace(now, state="refused")
                await hosted.publish()
        self._wake(hosted)
