"""Follow-up work on the boards of a round: they follow each call, and their results are worked out at the end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

from muckle.server.background import Background, insist
from muckle.server.events.boards import add, result_of
from muckle.server.events.event import LiveEvent
from muckle.server.tables.matches import Matches
from muckle.server.tables.steps import Attended, Limited, Touched
from muckle.store.gatherings import BoardResult, Ended

BETWEEN = 0.05
"""Seconds between two boards when the endings of a finished round are stored."""
SLICE = 64
"""Number of boards after which other tasks get a chance to run."""


class Rounds:
    """Brings boards up to date when a card is called, a call is taken back, or a round ends.

    Args:
        matches: where the boards are.
        background: where is written down what stays of them.
    """

    def __init__(self, matches: Matches, background: Background) -> None:
        self._matches, self._background = matches, background

    def limit(self, event: LiveEvent, rounds: Iterable[int]) -> None:
        """Put what the event has decided into the inboxes of its boards in memory: they take it before anything else."""
        for round_ in rounds:
            for player in () if event.real_cards else event.players:
                if board := self._matches.in_memory(f"{event.code}.{round_}.{player.number}"):
                    board.post(Limited(event.limit(round_, player.number), ours=not event.late))

    async def publish(self, event: LiveEvent) -> None:
        """Bring the boards in memory to the turn that was called, and send their scenes; have bots act.

        If another room made the call, bots here act only after a delay: usually that room makes them act.
        """
        turn = event.course.turn
        await self._show(event, turn, bots=not event.late)
        if event.late:
            await asyncio.sleep(event.late)
            await self._show(event, turn, bots=True)

    async def _show(self, event: LiveEvent, turn: int, *, bots: bool) -> None:
        for count, player in enumerate(event.playing, 1):
            if event.course.turn != turn:
                return  # another call has come, and its own task does the rest
            board = self._matches.in_memory(event.board_of(player))
            unseen = event.open and player.number not in event.progress  # after a restart
            if (player.level or unseen) and bots and not event.real_cards:
                board = await self._matches.find(event.board_of(player))
            if board is not None:
                await board.send(Touched())
                if bots and player.level:
                    await board.send(Attended())
            if count % SLICE == 0:
                await asyncio.sleep(0)

    async def take_back(self, event: LiveEvent) -> None:
        """Take back on all boards what was played because of a call that the event has taken back."""
        for player in () if event.real_cards else event.playing:
            match = event.board_of(player)
            board = self._matches.in_memory(match)
            if board is None and (event.acted is None or player.number in event.acted):
                board = await self._matches.find(match)
            if board is not None:
                await insist(partial(board.send, Touched()))

    async def finish(self, event: LiveEvent) -> None:
        """See what came of a round that is over, unless the room that ended it does so."""
        await asyncio.sleep(event.late)
        if event.course.phase != "over":
            await self._work_out(event)

    async def _work_out(self, event: LiveEvent) -> None:
        """Work out what every board of the round has come to, and write it down."""
        results, field = list[BoardResult](), list[Counter[str]]()
        for player in () if event.real_cards else event.playing:
            board = await (await self._matches.find(event.board_of(player))).load()
            add(field, board)
            worth, words = result_of(event.crowd, event.options, board)
            results.append(BoardResult(player.number, worth.score, worth.tiebreak, words))
            await asyncio.sleep(0)
        async with event.lock:
            if event.course.phase != "over":  # otherwise another room has stored the results
                await event.do(Ended(tuple(results), tuple(map(dict, field))))
            event.limit_boards()
            event.audience.tell()
        self._background.spawn(self._keep([event.board_of(player) for player in event.playing if not event.real_cards]))

    async def _keep(self, boards: Sequence[str]) -> None:
        """Store the endings of boards, one after the other and slowly, because nobody waits for them.

        If the room stops meanwhile, each remaining ending is stored when somebody opens the board.
        """
        for match in boards:
            board = await self._matches.find(match)
            await board.load()
            await board.keep()
            await asyncio.sleep(BETWEEN)
