"""Reactions: one of a few phrases that a person says at the table, shown and spoken for a moment and stored nowhere."""

from __future__ import annotations

from muckle.errors import TurnError
from muckle.server.background import Background
from muckle.server.messages import Command, Done
from muckle.server.tables.hosted import Hosted
from muckle.server.tables.manage import MARK

REACT = f"{MARK}react "
"""Beginning of the id of an act that says something; a number of `REACTIONS`, from 1, follows."""
REACTIONS = ("Well played", "Thank you", "Good luck", "Oops", "Let me think", "One more?")
SHOWN = 6.0
"""Seconds for which a reaction is shown. Until then the seat can say nothing more."""


class Reactions:
    """Lets people react.

    Args:
        background: runs the timers.
    """

    def __init__(self, background: Background) -> None:
        self._background = background

    async def say(self, owner: str, hosted: Hosted, command: Command, own: int | None = None) -> Done:
        """Say one of the reactions.

        Raises:
            TurnError: there is no such reaction, the owner has no seat, or has just said something.
        """
        number = command.act.removeprefix(REACT)
        if number not in map(str, range(1, len(REACTIONS) + 1)):
            raise TurnError(f"there are {len(REACTIONS)} things to say at a table, got {number!r:.20}")
        async with hosted.lock:
            seat = hosted.viewer(owner, own)
            if seat is None or hosted.seating.terms.event:
                raise TurnError("only those who sit at the table may say something")
            if seat in hosted.said:
                raise TurnError("one thing at a time")
            hosted.said[seat] = REACTIONS[int(number) - 1]
            await hosted.publish()
        self._background.spawn(self._fade(hosted, seat))
        return Done(command.cid, hosted.seq or 0)

    async def _fade(self, hosted: Hosted, seat: int) -> None:
        await self._background.time.sleep(SHOWN)
        async with hosted.lock:
            del hosted.said[seat]
            await hosted.publish()
