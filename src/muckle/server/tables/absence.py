"""Seats of people who are away: a bot plays there while others wait, until its person is back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from muckle import players
from muckle.server.operations.background import Background
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
        if (hosted.absence is None or hosted.absence.done()) and any(due(hosted)):
            hosted.absence = self._background.spawn(self._watch(hosted))

    async def _watch(self, hosted: Hosted) -> None:
        """Wait for the next time that is up, as long as there is one."""
        while times := [time for _, time in due(hosted)]:
            await asyncio.sleep(max(0.0, min(times) - now()))
            async with hosted.lock:
                up = [seat for seat, time in due(hosted) if time <= now()]
                for seat in up:
                    await hosted.put(seat, replace(hosted.seating.sitters[seat], level=players.USUAL))
                if up:
                    await hosted.publish()
            self._wake(hosted)


def due(hosted: Hosted) -> Iterator[tuple[int, float]]:
    """The seats whose people are away while another waits, and until when each is kept free for them."""
    seating, after = hosted.seating, hosted.seating.terms.away
    if not seating.begun or not after or hosted.over:
        return
    people = [(seat, sitter) for seat, sitter in enumerate(seating.sitters) if sitter.owner]
    here = hosted.attending
    if any(here[sitter.owner] for _, sitter in people):
        for seat, sitter in people:
            if not here[sitter.owner] and not sitter.level:
                yield seat, hosted.gone.setdefault(sitter.owner, now()) + after


async def give_back(owner: str, hosted: Hosted) -> None:
    """Let somebody play on their seat again if a bot stood in there; what it thinks about is of no use any more."""
    for seat in hosted.seats_of(owner):
        if hosted.seating.sitters[seat].stood_in:
            await hosted.put(seat, replace(hosted.seating.sitters[seat], level=""))
            if hosted.asked:
                hosted.asked.answer.cancel()


def now() -> float:
    """The clock of the room."""
    return asyncio.get_running_loop().time()
