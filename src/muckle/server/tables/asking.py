"""What one asks of all at a table and they answer: to take a move back (General 10), to pause."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from muckle.server.background import Background
from muckle.server.messages import Command
from muckle.server.tables.hosted import Hosted
from muckle.server.tables.petition import ALLOW, PAUSE, REFUSE, RESUME, Petition, asked, standing
from muckle.server.tables.turns import write

PATIENCE = 30.0
"""Seconds the others have to answer; whoever has not answered then has not agreed."""


class Asking:
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
        if verb == RESUME:
            await hosted.pause(False)
        elif verb in (ALLOW, REFUSE):
            petition = standing(hosted.petition, match)
            assert petition
            answered = replace(petition, waits=petition.waits - {seat})
            await self._settle(hosted, answered if verb == ALLOW else replace(petition, state="refused", by=seat), command)
        else:
            await self._settle(hosted, asked(verb, hosted.seating, match, seat), command)
            self._background.spawn(self._lapse(hosted))

    async def _settle(self, hosted: Hosted, petition: Petition, command: Command) -> None:
        """Keep what is asked; where nobody has to answer any more, let it be so."""
        if petition.state == "asked" and not petition.waits:
            petition = replace(petition, state="granted")
        hosted.petition = petition
        if petition.state != "granted":
            return
        if petition.kind == PAUSE:
            await hosted.pause(True)
        else:  # with it falls what others were still trying out; newest first
            cid = f"{petition.seat}:{command.cid}"
            await write(hosted, cid, lambda match: [match.undo() for _ in range(match.count - petition.count)])

    async def _lapse(self, hosted: Hosted) -> None:
        """After a while who has not answered has not agreed."""
        was = hosted.petition
        await self._background.time.sleep(PATIENCE)
        async with hosted.lock:
            now = hosted.petition
            if was and now and now.state == "asked" and replace(now, waits=was.waits) == was:
                hosted.petition = replace(now, state="refused")
                await hosted.publish()
        self._wake(hosted)
