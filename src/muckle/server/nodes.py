"""Other rooms on the same database: what they write is shown here, and who is present there counts here.

No room owns a match or an event. The log takes each entry once, from whichever room. The room that wrote last goes on with bots
and calls. Every other room waits `LATER` longer before it does so: by then that room is lost, or has nothing more to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence

from muckle.server.background import Background, insist
from muckle.server.events.event import LiveEvent
from muckle.server.events.events import Events
from muckle.server.events.reduce import LATER
from muckle.server.tables.steps import Elsewhere
from muckle.server.tables.table import Table
from muckle.store.log import Entry
from muckle.store.matches import LONGEST, Notice
from muckle.store.sql import Store

BEAT = 1.0
"""Seconds between two messages to the other rooms about who is present here."""
LOST = 5.0
"""Seconds for which such a message is believed."""


class Nodes:
    """Listens to the other rooms, and tells them who is present here.

    Args:
        store: the database. events: in memory, with all matches.
        wake: has the bots of a table act.
        background: where all that is done.
    """

    def __init__(
        self,
        store: Store,
        events: Events,
        wake: Callable[[Table], object],
        background: Background,
    ) -> None:
        self._store, self._events, self._matches = store, events, events.matches
        self._wake, self._background = wake, background
        self._due: set[Notice] = set()
        self._followed: set[str] = set()

    def start(self) -> None:
        """Start listening and telling, if the database may have other rooms."""
        if self._store.shared:
            self._store.hear(self._hear)
            self._background.spawn(insist(self._beat))

    def _hear(self, notice: Notice) -> None:
        if notice.kind == "here":
            for line in notice.about.splitlines():
                self._hear_of(*line.split())
        elif notice.kind:
            self._take_soon(notice)
        else:
            for table in self._matches:
                self._take_soon(Notice("match", table.id))
            for event in self._events:
                self._take_soon(Notice("event", event.state.code))

    def _take_soon(self, notice: Notice) -> None:
        """Schedule a read of what another room wrote. Notices that arrive before the read starts are covered by it."""
        if not self._due:
            self._background.spawn(self._take_due())
        self._due.add(notice)

    async def _take_due(self) -> None:
        due, self._due = self._due, set()
        await insist(lambda: self._take(due))

    async def _take(self, notices: Collection[Notice]) -> None:
        tables: list[Table] = []
        for kind, about in notices:
            if kind == "event" and (event := self._events.in_memory(about)):
                await event.catch_up()
            elif kind == "match":
                board = self._events.in_memory(about.partition(".")[0])  # every board counts in its event
                table = await self._matches.find(about) if board else self._matches.in_memory(about)
                tables += [table] if table else []
        news = await self._store.log.follow({("match", table.id): seq for table in tables if (seq := table.seq) is not None})
        for table in tables:
            self._background.spawn(insist(lambda table=table: self._catch_up(table, news.get(("match", table.id), ()))))

    async def _catch_up(self, table: Table, news: Sequence[Entry]) -> None:
        await table.do(lambda: table.catch_up(news))
        self._follow(table)

    def _follow(self, table: Table) -> None:
        """Have the bots of a table act, or its cards dealt, if nothing more comes from the room in which somebody played."""
        bots = any(sitter.level for sitter in table.seating.sitters)
        if table.id not in self._followed and (bots or table.seating.full):
            self._followed.add(table.id)
            self._background.spawn(self._wait_for(table))

    async def _wait_for(self, table: Table) -> None:
        seq = None
        while seq != table.seq:
            seq = table.seq
            await asyncio.sleep(LATER)
        self._followed.discard(table.id)
        self._wake(table)

    # Presence

    def _hear_of(self, kind: str, place: str, owner: str) -> None:
        """Note that somebody is present in another room. A listed table is loaded, so that this room's lobby shows it, too."""
        until = self._background.time.now() + LOST
        at = self._events.in_memory(place) if kind == "event" else self._matches.in_memory(place)
        if at is None:
            if kind == "listed":
                self._background.spawn(self._know(place))
            return
        came = owner not in at.elsewhere
        at.elsewhere[owner] = until
        if came:
            self._changed(at)

    async def _know(self, match: str) -> None:
        await self._matches.find(match)

    def _changed(self, at: Table | LiveEvent) -> None:
        """Show who is there now."""
        self._background.spawn(insist(lambda: at.send(Elsewhere(frozenset(at.elsewhere)))))

    async def _beat(self) -> None:
        while True:
            self._forget_lost()
            for text in list(texts(self._here())):  # people come and go meanwhile
                await self._store.tell(text)
            await asyncio.sleep(BEAT)

    def _forget_lost(self) -> None:
        """Remove everybody whose presence in another room was told too long ago."""
        now = self._background.time.now()
        for at in (*self._matches, *self._events):
            for owner in [owner for owner, until in at.elsewhere.items() if until <= now]:
                del at.elsewhere[owner]
                self._changed(at)

    def _here(self) -> Iterator[str]:
        """Yield a line for each person who is present at an event, or at a table at which they have a seat."""
        for event in self._events:
            yield from (f"event {event.state.code} {owner}" for owner in event.state.present)
        for table in self._matches:
            if not table.seating.terms.event:
                kind = "listed" if table.seating.terms.listed else "table"
                yield from (f"{kind} {table.id} {owner}" for owner in table.state.present if table.state.seats_of(owner))


def texts(lines: Iterator[str]) -> Iterator[str]:
    """Join lines into as few texts as the store's message size allows."""
    text = ""
    for line in lines:
        if len(text) + len(line) >= LONGEST:
            yield text
            text = ""
        text += f"{line}\n"
    if text:
        yield text
