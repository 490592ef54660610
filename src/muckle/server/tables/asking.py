"""Requests to the whole table, to which the others agree or not: to take a move back (General 10), or to pause."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from muckle.server.background import Background
from muckle.server.messages import Command
from muckle.server.tables.hosted import Hosted
from muckle.server.tables.petition import ALLOW, PAUSE, REFUSE, RESUME, Petition, asked, standing
from muckle.server.tables.turns import write

PATIENCE = 30.0
"""Seconds the others have to answer. No answer counts as a refusal."""


class Asking:
    """Asks the table and applies the answers.

    Args:
        background: runs the waiting for answers.
        wake: called when the match may go on.
    """

    def __init__(self, background: Background, wake: Callable[[Hosted], object]) -> None:
        self._background, self._wake = background, wake

    async def do(self, hosted: Hosted, seat: int, verb: str, command: Command) -> None:
        """Ask something, or answer what was asked. The lock must be held, and `hosted.ways` must list the act for this seat."""
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
        """Store a petition in memory and, once nobody has to answer any more, grant it."""
        if petition.state == "asked" and not petition.waits:
            petition = replace(petition, state="granted")
        hosted.petition = petition
        if petition.state != "granted":
            return
        if petition.kind == PAUSE:
            await hosted.pause(True)
        else:  # this also takes back what others were still trying out, newest first
            cid = f"{petition.seat}:{command.cid}"
            await write(hosted, cid, lambda match: [match.undo() for _ in range(match.count - petition.count)])

    async def _lapse(self, hosted: Hosted) -> None:
        """Refuse a petition after `PATIENCE` if somebody has still not answered."""
        was = hosted.petition
        await self._background.time.sleep(PATIENCE)
        async with hosted.lock:
            now = hosted.petition
            if was and now and now.state == "asked" and replace(now, waits=was.waits) == was:
                hosted.petition = replace(now, state="refused")
                await hosted.publish()
        self._wake(hosted)
