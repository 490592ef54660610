"""Seats of people who are away: a bot plays there while others wait, until its person is back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from muckle import players
from muckle.server.operations.background import Background
from muckle.server.tables.away import now
from muckle.server.tables.hosted import Hosted


class Absence:
    """Has bots stand in, after the time that the table's terms say; it begins anew when the room does.

    Args:
        background: where the time is waited for.
        wake: called when a bot has taken a seat.
    """

    def __init__(self, background: Background, wake: Callable[[Hosted], object]) -> None:
        self._background, self._wake = background, wake

    async def changed(self, owner: str, hosted: Hosted) -> None:
        """Somebody with a seat came or went, under the lock. Who came has their seat back."""
        if hosted.present[owner]:
            hosted.gone.pop(owner, None)
            await give_back(owner, hosted)
        else:
            hosted.gone[owner] = now()
        self.look(hosted)

    def look(self, hosted: Hosted) -> None:
        """Begin to wait, if a bot may have to stand in for somebody at a table; whoever was never here is away from now on."""
        if (hosted.absence is None or hosted.absence.done()) and hosted.kept:
            hosted.absence = self._background.spawn(self._watch(hosted))

    async def _watch(self, hosted: Hosted) -> None:
        """Wait for the next time that is up, as long as there is one."""
        while times := hosted.kept.values():
            await asyncio.sleep(max(0.0, min(times) - now()))
            async with hosted.lock:
                up = [seat for seat, time in hosted.kept.items() if time <= now()]
                for seat in up:
                    await hosted.put(seat, replace(hosted.seating.sitters[seat], level=players.USUAL))
                if up:
                    await hosted.publish()
            self._wake(hosted)


async def give_back(owner: str, hosted: Hosted) -> None:
    """Let somebody play on their seat again if a bot stood in there; what it thinks about is of no use any more."""
    for seat in hosted.seats_of(owner):
        if hosted.seating.sitters[seat].stood_in:
            await hosted.put(seat, replace(hosted.seating.sitters[seat], level=""))
            if hosted.asked:
                hosted.asked.answer.cancel()
