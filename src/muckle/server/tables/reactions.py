"""What people may say to each other at a table: one of a few things, seen and heard by all for a moment, kept nowhere."""

from __future__ import annotations

from muckle.errors import TurnError
from muckle.server.background import Background
from muckle.server.messages import Command, Done
from muckle.server.tables.hosted import Hosted
from muckle.server.tables.manage import MARK

REACT = f"{MARK}react "
"""What the act of saying something begins with; a number of `REACTIONS` follows, from 1."""
REACTIONS = ("Well played", "Thank you", "Good luck", "Oops", "Let me think", "One more?")
SHOWN = 6.0
"""Seconds that it is shown; until then nothing more is said from that seat."""


class Reactions:
    """Lets people say something.

    Args:
        background: where it is waited for that a moment is over.
    """

    def __init__(self, background: Background) -> None:
        self._background = background

    async def say(self, owner: str, hosted: Hosted, command: Command, own: int | None = None) -> Done:
        """Say one of the reactions.

        Raises:
            TurnError: it is none, who asks has no seat, or has just said something.
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
