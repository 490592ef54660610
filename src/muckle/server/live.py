"""A match in memory: its fold, its scenes, and who is looking at it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from muckle.errors import StaleError
from muckle.match.log import LogEntry
from muckle.match.match import Match
from muckle.scene.contract import Act, Scene, Seat
from muckle.server.push import Client, change
from muckle.store.contract import Sitter, Store, Table

SLICE = 256
"""Pushes between two chances for others to be heard."""
AGAIN = "again"
"""The act of asking for, or going to, the rematch; it is answered over HTTP, with where to go."""


class Live:
    """A match that somebody plays or watches.

    Whoever uses `match` holds `lock`. While it is free, memory and disk hold the same; `scenes` never show more than that.

    Args:
        table: as stored.
        progress: what the room is still getting ready for this table.
    """

    def __init__(self, table: Table, store: Store, progress: Callable[[Table], str]) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        """Set at the next change, for those who poll; then there is a new one."""
        self.clients: set[Client] = set()
        self.present: Counter[str] = Counter()
        """How many sockets and polls each owner has here, or had a moment ago."""
        self.bots: asyncio.Task[None] | None = None
        self._store, self._progress = store, progress
        self._match: Match | None = None
        self._cids: dict[str, int] = {}
        self._scenes: dict[int | None, Scene] = {}

    @property
    def full(self) -> bool:
        """Whether every seat is taken, so that play can begin."""
        return not any(sitter.open for sitter in self.table.sitters)

    @property
    def idle(self) -> bool:
        """Whether nobody needs it in memory."""
        return not self.clients and not self.present and not self.lock.locked() and (self.bots is None or self.bots.done())

    def viewer(self, owner: str) -> int | None:
        """The seat of somebody, None for spectators."""
        return next((seat for seat, sitter in enumerate(self.table.sitters) if sitter.owner == owner), None)

    def done(self, cid: str) -> int | None:
        """The number of the event that a command led to, if it has been carried out."""
        return self._cids.get(cid)

    async def load(self) -> Match:
        """The match, folded from the log if it is not in memory."""
        if self._match is None:
            await self._fold(self.table)
        assert self._match
        return self._match

    async def reseat(self) -> None:
        """Read again who sits here; the story changes with the names."""
        table = await self._store.table(self.table.match)
        assert table
        await self._fold(table)

    async def commit(self, cid: str, event: LogEntry) -> int:
        """Write down the event that the match in memory has just taken; its number. If that fails, it has not taken it."""
        assert self._match
        try:
            seq = await self._store.append(self.table.match, self._match.seq - 1, cid, event)
            if seq != self._match.seq:
                raise StaleError(f"command {cid} was carried out as event {seq}")
        except BaseException:
            self._match = None
            raise
        self._cids[cid] = seq
        return seq

    async def scene(self, viewer: int | None) -> Scene:
        """What a viewer sees, under the lock."""
        if viewer not in self._scenes:
            await self.load()
        return self._scene(viewer)

    async def watch(self, client: Client) -> None:
        """Let a client have every scene from now on, under the lock."""
        await self.scene(self.viewer(client.owner))
        self.clients.add(client)

    def newest(self, client: Client) -> Scene:
        """The newest scene for a client that watches."""
        return self._scene(self.viewer(client.owner))

    async def publish(self) -> None:
        """Make new scenes and send everybody what changed, under the lock."""
        await self.load()
        self._scenes = {}
        texts: dict[tuple[int, int | None], str] = {}
        viewers = [(client, self.viewer(client.owner)) for client in self.clients]
        for _, viewer in viewers:
            self._scene(viewer)
        for number, (client, viewer) in enumerate(viewers, 1):
            new = self._scenes[viewer]
            if client.scene is not None:
                key = id(client.scene), viewer
                if key not in texts:
                    texts[key] = change(client.scene, new)
                if texts[key]:
                    client.push(texts[key], new)
            if number % SLICE == 0:
                await asyncio.sleep(0)
        self.changed.set()
        self.changed = asyncio.Event()

    async def _fold(self, table: Table) -> None:
        entries = await self._store.read(table.match)
        secret = await self._store.secret(table.match)
        names = [sitter.name or "Open seat" for sitter in table.sitters]
        events = [entry.event for entry in entries]
        match = await asyncio.to_thread(Match, table.header, events, secret=secret, names=names)
        self.table, self._match, self._cids = table, match, {entry.cid: entry.seq for entry in entries}

    def _scene(self, viewer: int | None) -> Scene:
        if viewer not in self._scenes:
            assert self._match
            self._scenes[viewer] = self._dress(self._match.scene(viewer), viewer)
        return self._scenes[viewer]

    def _dress(self, scene: Scene, viewer: int | None) -> Scene:
        """Add what only the room knows: who is here, who is missing, what comes after the end."""
        seats = tuple(self._seat(*both) for both in zip(scene.seats, self.table.sitters, strict=True))
        more: dict[str, Any] = {"match": self.table.match, "seats": seats, "progress": self._progress(self.table)}
        if not self.full:
            missing = sum(sitter.open for sitter in self.table.sitters)
            more |= {"status": f"Waiting for {missing} more {'player' if missing == 1 else 'players'}.", "acts": {}}
        elif scene.result is not None and viewer is not None:
            label = "Go to the rematch" if self.table.rematch else "Play again"
            more["acts"] = {**scene.acts, AGAIN: Act(label, AGAIN, main=True)}
        return msgspec.structs.replace(scene, **more)

    def _seat(self, seat: Seat, sitter: Sitter) -> Seat:
        if sitter.open:
            return msgspec.structs.replace(seat, kind="open", here=False, turn=False)
        if sitter.level:
            return msgspec.structs.replace(seat, kind="bot")
        return msgspec.structs.replace(seat, here=self.present[sitter.owner] > 0, turn=seat.turn and self.full)
