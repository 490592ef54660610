"""An event in memory: a live thing in which many people play one deck, each on their own board, and callers call the cards.

A call is sent to all in one message that is the same for everybody; the scenes of the boards follow.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager

from muckle.server.background import Background, insist
from muckle.server.events.audience import Audience
from muckle.server.events.boards import add, result_of
from muckle.server.events.messages import Append, Effect, EventView, LimitBoards, Read, Tick
from muckle.server.events.reduce import drawn, next_deadline, reduce
from muckle.server.events.state import Course, EventState, People, any_deal, folded, latecomers, new_boards, options_at
from muckle.server.events.view import Picture, picture, view_of
from muckle.server.live import Live
from muckle.server.tables.matches import Matches
from muckle.server.tables.steps import Attended, Connected, Disconnected, Limited, Touched
from muckle.store.events import BoardResult, Ended, KeptEvent
from muckle.store.sql import Store

BETWEEN = 0.05
"""Seconds between two boards when the endings of a finished round are stored."""
SLICE = 64
"""Number of boards after which other tasks get a chance to run."""


def opened(kept: KeptEvent, *, shared: bool) -> EventState:
    """Return the state of an event as it is stored. This loads rules and word lists: else all would wait at the first call."""
    course = folded(Course(), kept.entries)
    state = EventState(
        setup=kept.setup,
        people=People(kept.players),
        callers=kept.callers,
        course=course,
        options=options_at(kept.setup, course.pace),
        shared=shared,
    )
    if not course.turn:
        any_deal(state).scene()
    return drawn(state)


class LiveEvent(Live[EventState, object, Effect]):
    """An event that somebody leads, plays or watches.

    Args:
        matches: where its boards are.
    """

    def __init__(self, state: EventState, store: Store, matches: Matches, background: Background) -> None:
        super().__init__(f"event {state.code}", state, background)
        self.elsewhere: dict[str, float] = {}
        """Identities that are present in another room, each with the time until which that is believed, see `nodes`."""
        self.audience = Audience(
            lambda: picture(self.state, self.audience.seq, self._now()),
            lambda newest, owner: view_of(self.state, newest, owner),
            lambda owner: self.state.player(owner) is not None and owner not in self.state.callers,
            background.spawn,
        )
        self._store, self._matches = store, matches

    def newest(self, _: object = None) -> Picture:
        """Return the newest picture: the same object until something changes."""
        return self.audience.newest()

    def view_of(self, owner: str) -> EventView:
        """Return the newest view of one visitor."""
        return view_of(self.state, self.newest(), owner)

    async def lead(self, owner: str, message: object) -> EventView:
        """Take a message, and return the sender's view once the boards have reported what they did about it."""
        await self.send(message)

        async def view() -> EventView:
            return self.view_of(owner)

        return await self.do(view)

    @asynccontextmanager
    async def visit(self, owner: str) -> AsyncGenerator[None]:
        """Count a socket or poll of somebody as present, whether or not the store can be read."""
        await self.do(lambda: self._apply(Connected(owner)))
        try:
            yield
        finally:
            self._background.spawn(self._leave(owner))

    async def _leave(self, owner: str) -> None:
        await self.do(lambda: self._apply(Disconnected(owner)))

    async def catch_up(self) -> None:
        """Take what the store has now: another room has written, or people have other names or devices."""

        async def read() -> None:
            self._stale = True
            await self._prepare()

        await self.do(read)

    # What `Live` asks of it

    def _reduce(self, message: object) -> tuple[EventState, tuple[Effect, ...]]:
        return reduce(self.state, message, self._now())

    def _is_stored(self, effect: Effect) -> bool:
        return isinstance(effect, Append)

    def _next_deadline(self) -> float | None:
        return next_deadline(self.state)

    @property
    def _is_watched(self) -> bool:
        return bool(self.audience.clients or self.state.present)

    async def _tick(self) -> None:
        await self._take(Tick())

    async def _prepare(self) -> None:
        if self._stale:
            kept = await self._store.events.find(self.state.code)
            assert kept
            self._stale, self._retry_at = False, None
            await self._apply(Read(kept))

    async def _publish(self) -> None:
        await self._prepare()
        self.audience.tell()

    async def _perform(self, effect: Effect) -> None:
        state = self.state
        match effect:
            case Append():
                for number, entry in enumerate(effect.entries):
                    boards = () if number else effect.boards
                    await self._store.events.append(state.code, effect.expect + number, entry, boards)
            case LimitBoards():
                await self._limit(effect)
            case "tell":
                self.audience.tell()
            case "touch":
                self.audience.touch()
            case "deal":
                if late := latecomers(state):
                    assert state.course.header
                    await self._store.events.deal(new_boards(state, late, state.course.header))
            case "take back":
                await self._take_back()
            case "follow":
                self._background.spawn(insist(self._show_call))
            case "finish":
                self._background.spawn(insist(self.finish))

    # Boards

    async def _limit(self, effect: LimitBoards) -> None:
        """Put what the event has decided into the inboxes of its boards in memory: they take it before anything else."""
        state = self.state
        rounds = (effect.round,) if effect.round else range(1, state.course.round + 1)
        for played in rounds:
            for player in () if state.real_cards else state.players:
                if board := self._matches.in_memory(f"{state.code}.{played}.{player.number}"):
                    board.post(Limited(state.limit(played, player.number), ours=not state.late))
                    if player.number in effect.players:
                        await board.do(board.reread)

    async def _show_call(self) -> None:
        """Bring the boards in memory to the turn that was called, and send their scenes; have bots act.

        If another room made the call, bots here act only after a delay: usually that room makes them act.
        """
        turn, late = self.state.course.turn, self.state.late
        await self._show(turn, bots=not late)
        if late:
            await asyncio.sleep(late)
            await self._show(turn, bots=True)

    async def _show(self, turn: int, *, bots: bool) -> None:
        for count, player in enumerate(self.state.playing, 1):
            state = self.state
            if state.course.turn != turn:
                return  # another call has come, and its own task does the rest
            board = self._matches.in_memory(state.board_of(player))
            unseen = state.open and player.number not in state.progress  # after a restart
            if (player.level or unseen) and bots and not state.real_cards:
                board = await self._matches.find(state.board_of(player))
            if board is not None:
                await board.send(Touched())
                if bots and player.level:
                    await board.send(Attended())
            if count % SLICE == 0:
                await asyncio.sleep(0)

    async def _take_back(self) -> None:
        """Have all boards on which somebody may have acted take back what was played because of a call."""
        state = self.state
        for player in () if state.real_cards else state.playing:
            board = self._matches.in_memory(state.board_of(player))
            if board is None and (state.acted is None or player.number in state.acted):
                board = await self._matches.find(state.board_of(player))
            if board is not None:
                await insist(lambda board=board: board.send(Touched()))

    async def finish(self) -> None:
        """See what came of a round that is over, unless the room that ended it does so."""
        await asyncio.sleep(self.state.late)
        if self.state.course.phase == "over":
            return
        results, field = list[BoardResult](), list[Counter[str]]()
        boards = self._boards()
        for player, match in boards.items():
            board = await (await self._matches.find(match)).load()
            add(field, board)
            worth, words = result_of(self.state.options, board)
            results.append(BoardResult(player, worth.score, worth.tiebreak, words))
            await asyncio.sleep(0)
        await self.send(Ended(tuple(results), tuple(map(dict, field))))
        self._background.spawn(self._keep(boards.values()))

    def _boards(self) -> dict[int, str]:
        """Return the ids of the boards of this round, by player."""
        return {} if self.state.real_cards else {player.number: self.state.board_of(player) for player in self.state.playing}

    async def _keep(self, boards: Iterable[str]) -> None:
        """Store the endings of boards, one after the other and slowly, because nobody waits for them.

        If the room stops meanwhile, each remaining ending is stored when somebody opens the board.
        """
        for match in boards:
            board = await self._matches.find(match)
            await board.load()
            await board.keep()
            await asyncio.sleep(BETWEEN)
