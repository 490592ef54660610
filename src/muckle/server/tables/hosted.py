"""A match in memory: its fold, its scenes, and who is looking at it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

import msgspec

from muckle.errors import DamageError, OptionsError, StaleError, TurnError
from muckle.match.ending import Ending, ending, last_scene
from muckle.match.log import Header, LogEntry
from muckle.match.match import Match
from muckle.scene.contract import Act, Scene
from muckle.server.background import Time
from muckle.server.messages import Fork, Pace
from muckle.server.tables import clock
from muckle.server.tables.away import kept, unrevealed
from muckle.server.tables.clock import Clock
from muckle.server.tables.manage import ways
from muckle.server.tables.petition import Petition, told
from muckle.server.tables.pictures import dressed, waiting
from muckle.server.tables.push import Client, change
from muckle.server.turnstile import in_thread
from muckle.store.contract import Seating, Sitter, Store, Timing
from muckle.store.folding import fold

SLICE = 256
"""Pushes between two chances for others to be heard."""


class Asked(NamedTuple):
    """What a bot is thinking about."""

    seq: int
    answer: asyncio.Task[str]
    """Cancelled when nobody needs it any more."""


class Hosted:
    """A match that somebody waits for, plays or watches.

    Whoever uses the match holds `lock`. While it is free, memory and disk hold the same; scenes never show more than that.

    Args:
        seating: as stored.
        progress: what the room is still getting ready for this table.
        time: the room's.
    """

    def __init__(self, seating: Seating, store: Store, progress: Callable[[Seating], str], time: Time) -> None:
        self.seating = seating
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        """Set at the next change, for those who poll; then there is a new one."""
        self.clients: set[Client] = set()
        self.present: Counter[str] = Counter()
        """How many sockets and polls each owner has here, or had a moment ago."""
        self.elsewhere: dict[str, float] = {}
        """Who is at this table in another room on the same database, and until when that is believed, see `nodes`."""
        self.gone: dict[str, float] = {}
        """Since when people with a seat have been away, by the loop's clock, as far as anybody knows."""
        self.shown: dict[str, float] = {}
        """Since when each seal has been shown to everybody, by the loop's clock: from then on its salt is waited for."""
        self.absence: asyncio.Task[None] | None = None
        """At it as long as a bot may have to stand in for somebody, see `absence`."""
        self.counting: asyncio.Task[None] | None = None
        """About to tell how many watch."""
        self.bots: asyncio.Task[None] | None = None
        """At it as long as it is a bot's turn."""
        self.asked: Asked | None = None
        self.petition: Petition | None = None
        """The last that was asked of this table, see `petition.standing`."""
        self.said: dict[int, str] = {}
        """What is shown at a seat for a moment, see `reactions`."""
        self.pace: Pace | None = None
        """Of its bots, as the host wishes; kept by the host's browser, not here."""
        self.exact = False
        """Whether its bots wait until they can think in full; else somebody stands in for them while they are compiled."""
        self.clock: Clock | None = None
        """Of a table that has clocks, once the match is in memory."""
        self.timer: asyncio.Task[None] | None = None
        """At it as long as a clock runs, see `clocks`."""
        self._store, self._progress, self._time = store, progress, time
        self._match: Match | None = None
        self._ended: Ending | None = None
        """What is left of a match that was played by rules which are not these."""
        self._done: dict[str, int] = {}
        self._built: dict[int | None, Scene] = {}
        """The match's own scenes of the present position; the room has added nothing yet."""
        self._scenes: dict[int | None, Scene] = {}

    @property
    def id(self) -> str:
        """The id of the match."""
        return self.seating.match

    @property
    def seq(self) -> int | None:
        """How many events the match in memory has; None if it is not there."""
        return self._match.seq if self._match else None

    @property
    def edition(self) -> tuple[Hashable, ...]:
        """What the record of the match depends on: it is another one when somebody is called otherwise, for example."""
        return self.id, self.seq, self.seating.sitters

    @property
    def over(self) -> bool:
        """Whether the match has ended, as far as is known in memory."""
        return self._ended is not None or (self._match is not None and self._match.over)

    @property
    def idle(self) -> bool:
        """Whether nobody needs it in memory."""
        tasks = [task for task in (self.bots, self.timer) if task and not task.done()]
        return not self.clients and not self.present and not self.lock.locked() and not tasks

    @property
    def attending(self) -> Counter[str]:
        """Who is here, or at this table in another room."""
        return self.present | Counter(self.elsewhere.keys()) if self.elsewhere else self.present

    @property
    def kept(self) -> dict[int, float]:
        """The seats that bots will take, and when, see `away.kept`."""
        return {} if self.over else kept(self.seating, self.attending, self.gone, self.shown)

    @property
    def deadlines(self) -> dict[int, float]:
        """The seats that bots will take if nothing comes from their people, with the time; `kept` and what all need not see."""
        return {**self.kept, **unrevealed(self.seating, self.attending, self.shown)}

    @property
    def waits(self) -> str:
        """Why the seat to act may not act yet; usually nothing."""
        return "the clocks are paused" if self.clock and self.clock.paused else ""

    @property
    def time_left(self) -> float | None:
        """Seconds until the running clock is at zero; None if none runs."""
        return None if self._match is None else clock.until_zero(self.clock, self._time.now())

    def seats_of(self, owner: str) -> list[int]:
        """The seats of somebody; several where people hand one device from one to the next."""
        return [seat for seat, sitter in enumerate(self.seating.sitters) if sitter.owner == owner]

    def viewer(self, owner: str, seat: int | None = None) -> int | None:
        """The seat somebody acts on, None for spectators: the one that is named, else of several the one to act."""
        own = self.seats_of(owner)
        turn = self._match.turn if self._match else None
        return next((wanted for wanted in (seat, turn) if wanted in own), own[0] if own else None)

    def awaits(self, owner: str) -> bool:
        """Whether the match in memory waits for somebody."""
        return self._match is not None and self._match.turn in self.seats_of(owner)

    def sight(self, owner: str, seat: int | None = None) -> int | None:
        """Whose view somebody gets: on a device that is handed on nobody's, unless the seat is named."""
        own = self.seats_of(owner)
        return self.viewer(owner) if len(own) < 2 else seat if seat in own else None

    def done(self, cid: str) -> int | None:
        """The number of the event that a command led to, if it has been carried out."""
        return self._done.get(cid)

    def ways(self, viewer: int | None) -> dict[str, Act]:
        """What a viewer may do about the table now, by id; the match is in memory if it has begun."""
        paused = self.clock and self.clock.paused
        return ways(self.seating, self._match, self.petition, viewer, paused)

    async def load(self) -> Match:
        """The match, folded from the log if it is not in memory.

        Raises:
            TurnError: it has not begun.
        """
        if not self.seating.begun:
            raise TurnError("the match begins when every seat is taken")
        if self._match is None:
            entries, secret = await asyncio.gather(self._store.read(self.id), self._store.secret(self.id))
            self._match, self._done = await in_thread(fold, self.seating, entries, secret)
            self._built = {}
            if self._match.over:
                await self.keep()
            await self._wind(self._match)
        return self._match

    async def keep(self) -> None:
        """Write down what stays of the match in memory when the rules change: it is over."""
        assert self._match
        if await self._store.ending(self.id) is None:
            await self._store.end(self.id, await in_thread(ending, self._match))

    def field(self, match: Match) -> Iterable[Fork]:
        """What others did in the same places; of matches of their own there are none."""
        return ()

    async def ended(self) -> Ending | None:
        """What is left of the match, if it is over and these are no longer its rules."""
        await self.ready()
        return self._ended

    async def reseat(self) -> None:
        """Read again who sits here."""
        seating = await self._store.seating(self.id)
        assert seating
        if seating.begun and not self.seating.begun:
            self._match = None  # another room process has dealt
        self.seating, self._built = seating, {}

    async def catch_up(self) -> None:
        """Take what another room has written about this match, under the lock. Nothing is written here for it."""
        was = [sitter.name for sitter in self.seating.sitters]
        await self.reseat()
        if self.clock and (kept := await self._store.clock(self.id)):
            self.clock = clock.found(kept, self._time.now())
        if self._match and [sitter.name for sitter in self.seating.sitters] == was:
            entries, match, self._match = await self._store.read(self.id, self._match.seq), self._match, None
            for entry in entries:
                match.fold(entry.event)
                self._done[entry.cid] = entry.seq
            self._match = match
        else:
            self._match = None

    async def reread(self) -> None:
        """Read all of the match again, under the lock: somebody is called otherwise."""
        await self.reseat()
        self._match = None

    async def put(self, seat: int, now: Sitter, *, bar: bool = False) -> None:
        """Put somebody else on a seat, under the lock, see `Store.reseat`."""
        try:
            self.seating = await self._store.reseat(self.id, seat, self.seating.sitters[seat], now, bar)
        except StaleError:
            await self.reseat()
            raise
        self._built = {}
        if self._match:
            await self._wind(self._match)

    async def rearrange(self, sitters: tuple[Sitter, ...], header: Header | None = None) -> None:
        """Put others on the seats of a table that has not begun, under the lock, see `Store.rearrange`."""
        try:
            self.seating = await self._store.rearrange(self.id, self.seating.sitters, sitters, header or self.seating.header)
        except StaleError:
            await self.reseat()
            raise
        self._built = {}

    def abandon(self) -> list[Client]:
        """Stop everything that goes on at a table that has been deleted, and return the clients to be sent away."""
        tasks = (self.bots, self.timer, self.absence, self.counting, self.asked and self.asked.answer)
        for task in tasks:
            if task:
                task.cancel()
        self.present.clear()
        self.gone.clear()
        return list(self.clients)

    async def pause(self, paused: bool) -> None:
        """Stop the clocks, and with them the match, or let them go on."""
        assert self.clock
        self.clock = msgspec.structs.replace(clock.read(self.clock, self._time.now()), paused=paused)
        await self._store.keep_clock(self.id, clock.kept(self.clock))

    async def begin(self, match: Match, seating: Seating) -> None:
        """Deal the cards: the match, and the seating it begins with."""
        self.seating = await self._store.begin(self.id, match.header, seating.sitters)
        self._match, self._done, self._built = match if self.seating.header == match.header else None, {}, {}
        await self._wind(match)

    async def commit(self, cid: str, *events: LogEntry) -> int:
        """Write down what the match in memory has just taken; the number of the last. If that fails, it has not taken it."""
        return await self.write_down(cid, *events)

    async def write_down(self, cid: str, *events: LogEntry) -> int:
        """The same; `events` are all that are not written yet, oldest first."""
        assert self._match
        self._built = {}
        *first, last = events
        try:
            seq = await self._store.append(self.id, self._match.seq - len(events), cid, last, first)
            if seq != self._match.seq:
                raise StaleError(f"command {cid} was carried out as event {seq}")
        except BaseException:
            self._match = None
            raise
        self._done[cid] = seq
        await self._wind(self._match)
        return seq

    async def scene(self, viewer: int | None) -> Scene:
        """What a viewer sees, under the lock; its clocks show the present time."""
        if self.time_left is not None or self.kept:
            self._scenes.pop(viewer, None)
        if viewer not in self._scenes:
            await self.ready()
        return self._scene(viewer)

    async def watch(self, client: Client) -> None:
        """Let a client have every scene from now on, under the lock."""
        await self.scene(self.sight(client.owner, client.seat))
        self.clients.add(client)

    def newest(self, client: Client) -> Scene:
        """The newest scene for a client that watches."""
        return self._scene(self.sight(client.owner, client.seat))

    async def publish(self) -> None:
        """Make new scenes for those who look on, and send everybody what changed, under the lock."""
        await self.ready()
        self._scenes = {}
        texts: dict[tuple[int, int | None], str] = {}
        viewers = [(client, self.sight(client.owner, client.seat)) for client in self.clients]
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

    async def ready(self) -> None:
        """Fold the match, if it has begun and is not in memory; then scenes can be made.

        Raises:
            OptionsError: it cannot be played by these rules, and was not over by its own.
            DamageError: what is stored of it is damaged, its ending too if it is over.
        """
        if not self.seating.begun or self._ended:
            return
        try:
            await self.load()
        except (OptionsError, DamageError):
            self._ended = await self._store.ending(self.id)
            if self._ended is None:
                raise

    async def _wind(self, match: Match) -> None:
        """Bring the clocks, if there are any, to where the match is, and write down how they stand."""
        timing, now = self.seating.terms.timing, self._time.now()
        if timing == Timing():
            return
        if self.clock is None:
            kept = await self._store.clock(self.id)
            self.clock = clock.found(kept, now) if kept else clock.new(timing, match.options.seats)
            if kept and self.clock.running == match.turn:
                return
        self.clock = clock.moved(self.clock, timing, match, self.seating.sitters, now)
        await self._store.keep_clock(self.id, clock.kept(self.clock))

    def _scene(self, viewer: int | None) -> Scene:
        """From what is in memory: a scene has been made ready before, or is made now."""
        if viewer not in self._scenes:
            if viewer not in self._built:
                self._built[viewer] = self._build(viewer)
            now = clock.read(self.clock, self._time.now()) if self.clock else None
            scene = dressed(self._built[viewer], self.seating, self.attending, now, self.kept, self.said)
            self._scenes[viewer] = msgspec.structs.replace(
                scene,
                manage=self.ways(viewer),
                request=self._request(),
                progress=self._progress(self.seating),
            )
        return self._scenes[viewer]

    def _request(self) -> str:
        """What is asked of the table, or else what holds it up or has come of its clocks."""
        if self._match is None:
            return ""
        return told(self.petition, self._match) or clock.news(self.clock, self._match)

    def _build(self, viewer: int | None) -> Scene:
        if self._ended:
            return last_scene(self.seating.header, self._ended, viewer)
        return self._match.scene(viewer) if self._match else waiting(self.seating, viewer)
