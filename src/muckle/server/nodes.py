"""Other rooms on the same database: what they write is shown here, and who is present there counts here.

No room owns a match or an event. The log takes each entry once, from whichever room. The room that wrote last goes on with bots
and calls. Every other room waits `LATER` longer before it does so: by then that room is lost, or has nothing more to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from muckle.server.background import Background, insist
from muckle.server.events.event import LATER, HostedEvent
from muckle.server.events.events import Events
from muckle.server.tables.hosted import Hosted
from muckle.store.contract import LONGEST, Notice, Store

BEAT = 1.0
"""Seconds between two messages to the other rooms about who is present here."""
LOST = 5.0
"""Seconds for which such a message is believed."""


class Nodes:
    """Listens to the other rooms, and tells them who is present here.

    Args:
        store: the database.
        events: the events in memory, and through them all matches.
        wake: makes the bots of a table act.
        look: makes a table's clocks and absences be watched.
        background: runs the resulting tasks.
    """

    def __init__(
        self,
        store: Store,
        events: Events,
        wake: Callable[[Hosted], object],
        look: Callable[[Hosted], object],
        background: Background,
    ) -> None:
        self._store, self._events, self._matches = store, events, events.matches
        self._wake, self._look, self._background = wake, look, background
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
            for hosted in self._matches:
                self._take_soon(Notice("match", hosted.id))
            for event in self._events:
                self._take_soon(Notice("event", event.code))

    def _take_soon(self, notice: Notice) -> None:
        """Schedule reading what another room wrote; notices that arrive before it starts are covered by the same reading."""
        if notice not in self._due:
            self._due.add(notice)
            self._background.spawn(insist(lambda: self._take(notice)))

    async def _take(self, notice: Notice) -> None:
        self._due.discard(notice)
        if notice.kind == "event":
            if event := self._events.held(notice.about):
                async with event.lock:
                    await event.catch_up()
            return
        board = self._events.held(notice.about.partition(".")[0])  # a board is loaded because it counts in its event
        hosted = await self._matches.find(notice.about) if board else self._matches.held(notice.about)
        if hosted:
            async with hosted.lock:
                await hosted.catch_up()
                await hosted.publish()
            self._look(hosted)
            self._follow(hosted)

    def _follow(self, hosted: Hosted) -> None:
        """Make the bots of a table act, or its cards be dealt, once the room where somebody acted sends nothing more."""
        bots = any(sitter.level for sitter in hosted.seating.sitters)
        if hosted.id not in self._followed and (bots or hosted.seating.sealed):
            self._followed.add(hosted.id)
            self._background.spawn(self._wait_for(hosted))

    async def _wait_for(self, hosted: Hosted) -> None:
        seq = None
        while seq != hosted.seq:
            seq = hosted.seq
            await asyncio.sleep(LATER)
        self._followed.discard(hosted.id)
        self._wake(hosted)

    # Presence

    def _hear_of(self, kind: str, place: str, owner: str) -> None:
        """Note that somebody is present in another room. A listed table is loaded, so that this room's lobby shows it, too."""
        until = self._background.time.now() + LOST
        at = self._events.held(place) if kind == "event" else self._matches.held(place)
        if at is None:
            if kind == "listed":
                self._background.spawn(self._know(place))
            return
        came = owner not in at.elsewhere
        at.elsewhere[owner] = until
        if came:
            self._changed(at, owner)

    async def _know(self, match: str) -> None:
        await self._matches.find(match)

    def _changed(self, at: Hosted | HostedEvent, owner: str) -> None:
        """Show who is present now at a table or an event."""
        if isinstance(at, Hosted):
            at.gone.pop(owner, None)
            self._take_soon(Notice("match", at.id))
        else:
            at.audience.touch()

    async def _beat(self) -> None:
        while True:
            self._forget_lost()
            for text in texts(self._here()):
                await self._store.tell(text)
            await asyncio.sleep(BEAT)

    def _forget_lost(self) -> None:
        """Remove everybody whose presence in another room was told too long ago."""
        now = self._background.time.now()
        for at in (*self._matches, *self._events):
            for owner in [owner for owner, until in at.elsewhere.items() if until <= now]:
                del at.elsewhere[owner]
                self._changed(at, owner)

    def _here(self) -> Iterator[str]:
        """Yield a line for each person who is present at an event, or at a table at which they have a seat."""
        for event in self._events:
            yield from (f"event {event.code} {owner}" for owner in event.present)
        for hosted in self._matches:
            if not hosted.seating.terms.event:
                kind = "listed" if hosted.seating.terms.listed else "table"
                yield from (f"{kind} {hosted.id} {owner}" for owner in hosted.present if hosted.seats_of(owner))


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
