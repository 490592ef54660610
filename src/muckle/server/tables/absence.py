"""Absence: a bot plays for a person who is away while others wait, until that person is back.

Before the deal, a bot takes a seat whose salt does not come in time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from msgspec.structs import replace

from muckle import players
from muckle.errors import StaleError
from muckle.server.background import Background
from muckle.server.tables.away import now
from muckle.server.tables.clocks import first
from muckle.server.tables.hosted import Hosted


class Absence:
    """Makes bots stand in for absent people, after the time in the table's terms. The time starts anew when the room restarts.

    Args:
        background: runs the waiting.
        wake: called when a bot has taken a seat.
        proceed: called under the lock when a bot has taken a seat whose salt was missing, see `Tables.proceed`.
    """

    def __init__(
        self,
        background: Background,
        wake: Callable[[Hosted], object],
        proceed: Callable[[Hosted], Awaitable[None]],
    ) -> None:
        self._background, self._wake, self._proceed = background, wake, proceed

    async def changed(self, owner: str, hosted: Hosted) -> None:
        """Note that somebody with a seat came or left, and give a seat back. The lock must be held."""
        if hosted.present[owner]:
            hosted.gone.pop(owner, None)
            await give_back(owner, hosted)
        else:
            hosted.gone[owner] = now()
        self.look(hosted)

    def look(self, hosted: Hosted) -> None:
        """Start waiting if a bot may have to stand in at a table. From now on, people who were never here count as absent."""
        if (hosted.absence is None or hosted.absence.done()) and hosted.deadlines:
            hosted.absence = self._background.spawn(self._watch(hosted))

    async def _watch(self, hosted: Hosted) -> None:
        """Wait for one deadline after the other, as long as there is one."""
        while times := hosted.deadlines.values():
            if (left := min(times) - now()) > 0:
                await first(asyncio.sleep(left), hosted.changed.wait())
                continue
            async with hosted.lock:
                up = [seat for seat, time in hosted.deadlines.items() if time <= now()]
                with suppress(StaleError):  # another room was quicker
                    for seat in up:
                        await hosted.put(seat, replace(hosted.seating.sitters[seat], level=players.USUAL))
                    await self._proceed(hosted)
                if up:
                    await hosted.publish()
            self._wake(hosted)


async def give_back(owner: str, hosted: Hosted) -> None:
    """Let a person play again on their seats where a bot stood in, and stop the bot's thinking.

    Before the deal a bot keeps the seat, because its salt was not revealed in time.
    """
    if not hosted.seating.begun:
        return
    for seat in hosted.seats_of(owner):
        if hosted.seating.sitters[seat].stood_in:
            await hosted.put(seat, replace(hosted.seating.sitters[seat], level=""))
            if hosted.asked:
                hosted.asked.answer.cancel()
