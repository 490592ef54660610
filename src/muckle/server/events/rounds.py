"""The boards of a round: they follow its calls, and what they come to is worked out at its end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence

from muckle.server.background import Background
from muckle.server.events.boards import HostedBoard, add
from muckle.server.events.event import HostedEvent
from muckle.server.tables.hosted import Hosted
from muckle.server.tables.matches import Matches
from muckle.store.gatherings import BoardResult, Ended

BETWEEN = 0.05
"""Seconds between two boards of a round that is over, of which is written down what stays of them."""
SLICE = 64
"""Boards between two chances for others to be heard."""


class Rounds:
    """What boards do when a card is called, a call is taken back, or a round ends.

    Args:
        matches: where the boards are.
        background: where is written down what stays of them.
        wake: has the bot of a board act.
    """

    def __init__(self, matches: Matches, background: Background, wake: Callable[[Hosted], object]) -> None:
        self._matches, self._background, self._wake = matches, background, wake

    async def publish(self, event: HostedEvent) -> None:
        """Bring the boards in memory to the turn that was called, and send their scenes; have bots act.

        Bots of a call that another room made act only if it does not have them act.
        """
        turn = event.course.turn
        await self._show(event, turn, bots=not event.late)
        if event.late:
            await asyncio.sleep(event.late)
            await self._show(event, turn, bots=True)

    async def _show(self, event: HostedEvent, turn: int, *, bots: bool) -> None:
        for count, player in enumerate(event.playing, 1):
            if event.course.turn != turn:
                return  # another call has come; who follows it does the rest
            board = self._matches.held(event.board_of(player))
            if player.level and bots:
                board = await self._matches.find(event.board_of(player))
            if board is not None:
                async with board.lock:
                    await board.publish()
                if bots:
                    self._wake(board)
            if count % SLICE == 0:
                await asyncio.sleep(0)

    async def reread(self, event: HostedEvent) -> None:
        """Take back on all boards what was called last."""
        for player in event.playing:
            board = self._matches.held(event.board_of(player))
            if isinstance(board, HostedBoard):
                async with board.lock:
                    board.forget()
                    await board.publish()

    async def finish(self, event: HostedEvent) -> None:
        """See what came of a round that is over, unless the room that ended it does so."""
        await asyncio.sleep(event.late)
        if event.course.phase != "over":
            await self._work_out(event)

    async def _work_out(self, event: HostedEvent) -> None:
        """Work out what every board of the round has come to, and write it down."""
        results, field = list[BoardResult](), list[Counter[str]]()
        for player in () if event.real_cards else event.playing:
            board = await self._matches.find(event.board_of(player))
            assert isinstance(board, HostedBoard)
            async with board.lock:
                add(field, await board.load())
                worth, words = board.result()
            results.append(BoardResult(player.number, worth.score, worth.tiebreak, words))
            await asyncio.sleep(0)
        async with event.lock:
            if event.course.phase != "over":  # else another room has done so
                await event.do(Ended(tuple(results), tuple(map(dict, field))))
            event.audience.tell()
        self._background.spawn(self._keep([event.board_of(player) for player in event.playing if not event.real_cards]))

    async def _keep(self, boards: Sequence[str]) -> None:
        """Write down what stays of boards when the rules change, one after the other: it takes long, and nobody waits for it.
        What this does not come to is written down when somebody looks at the board."""
        for match in boards:
            board = await self._matches.find(match)
            async with board.lock:
                await board.load()
                await board.keep()
            await asyncio.sleep(BETWEEN)
