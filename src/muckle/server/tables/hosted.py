"""A match in memory, with its scenes and the clients that watch it."""

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
"""Number of pushes after which other tasks get a chance to run."""


class Asked(NamedTuple):
    """A bot's move that is being computed."""

    seq: int
    answer: asyncio.Task[str]
    """Task that computes the move, cancelled when it is not needed any more."""


class Hosted:
    """A match in memory, between its store and its clients.

    Whoever uses the match must hold `lock`. While the lock is free, memory and store agree; scenes never show more than is
    stored.

    Args:
        seating: the seating as stored.
        progress: returns what the room is still preparing for this table, as text.
        time: the room's clock.
    """

    def __init__(self, seating: Seating, store: Store, progress: Callable[[Seating], str], time: Time) -> None:
        self.seating = seating
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        """Set at the next change and then replaced, for clients that poll."""
        self.clients: set[Client] = set()
        self.present: Counter[str] = Counter()
        """Number of sockets and polls that each identity has here, or had a moment ago."""
        self.elsewhere: dict[str, float] = {}
        """People at this table in another room on the same database, and the time until which that is believed, see `nodes`."""
        self.gone: dict[str, float] = {}
        """Time since which each person with a seat has been away, by the event loop's clock, if known."""
        self.shown: dict[str, float] = {}
        """Time since which each seal has been shown to everybody, by the event loop's clock. Its salt is waited for from then
        on."""
        self.absence: asyncio.Task[None] | None = None
        """Task that runs as long as a bot may have to stand in for somebody, see `absence`."""
        self.counting: asyncio.Task[None] | None = None
        """Task that is about to tell the number of watchers."""
        self.bots: asyncio.Task[None] | None = None
        """Task that runs as long as it is a bot's turn."""
        self.asked: Asked | None = None
        self.petition: Petition | None = None
        """The last petition at this table, see `petition.standing`."""
        self.said: dict[int, str] = {}
        """The reaction shown at a seat for a moment, by seat, see `reactions`."""
        self.pace: Pace | None = None
        """Pace of this table's bots as set by its host, whose browser remembers it."""
        self.exact = False
        """Whether its bots wait until they can think in full. Otherwise simpler ones stand in while players are compiled."""
        self.clock: Clock | None = None
        """The clocks of a table that has some, once the match is in memory."""
        self.timer: asyncio.Task[None] | None = None
        """Task that plays the timeout action when the running clock reaches zero, see `clocks`."""
        self._store, self._progress, self._time = store, progress, time
        self._match: Match | None = None
        self._ended: Ending | None = None
        """The stored ending of a match that was played by other rules than the present ones."""
        self._done: dict[str, int] = {}
        self._built: dict[int | None, Scene] = {}
        """Scenes of the present position by viewer, without the room's additions."""
        self._scenes: dict[int | None, Scene] = {}

    @property
    def id(self) -> str:
        """Id of the match."""
        return self.seating.match

    @property
    def seq(self) -> int | None:
        """Number of log entries of the match in memory; None if it is not in memory."""
        return self._match.seq if self._match else None

    @property
    def edition(self) -> tuple[Hashable, ...]:
        """Everything that the record of the match depends on, such as its length and the names at the table."""
        return self.id, self.seq, self.seating.sitters

    @property
    def over(self) -> bool:
        """Whether the match has ended, as far as is known in memory."""
        return self._ended is not None or (self._match is not None and self._match.over)

    @property
    def idle(self) -> bool:
        """Whether nobody needs the match in memory."""
        tasks = [task for task in (self.bots, self.timer) if task and not task.done()]
        return not self.clients and not self.present and not self.lock.locked() and not tasks

    @property
    def attending(self) -> Counter[str]:
        """The people at this table, in any room."""
        return self.present | Counter(self.elsewhere.keys()) if self.elsewhere else self.present

    @property
    def kept(self) -> dict[int, float]:
        """Seats that bots will take, with the time of each, see `away.kept`."""
        return {} if self.over else kept(self.seating, self.attending, self.gone, self.shown)

    @property
    def deadlines(self) -> dict[int, float]:
        """Seats that bots will take unless their people act, with the time of each: `kept`, and the salts that are awaited."""
        return {**self.kept, **unrevealed(self.seating, self.attending, self.shown)}

    @property
    def waits(self) -> str:
        """Reason why the seat to act may not act yet; usually empty."""
        return "the clocks are paused" if self.clock and self.clock.paused else ""

    @property
    def time_left(self) -> float | None:
        """Seconds until the running clock reaches zero; None if none runs."""
        return None if self._match is None else clock.until_zero(self.clock, self._time.now())

    def seats_of(self, owner: str) -> list[int]:
        """Return the seats of an identity: several if people share one device."""
        return [seat for seat, sitter in enumerate(self.seating.sitters) if sitter.owner == owner]

    def viewer(self, owner: str, seat: int | None = None) -> int | None:
        """Return the seat on which an identity acts, or None for a spectator.

        An identity with several seats acts on the seat it names, otherwise on the seat to act.
        """
        own = self.seats_of(owner)
        turn = self._match.turn if self._match else None
        return next((wanted for wanted in (seat, turn) if wanted in own), own[0] if own else None)

    def awaits(self, owner: str) -> bool:
        """Return whether the match in memory waits for an identity."""
        return self._match is not None and self._match.turn in self.seats_of(owner)

    def sight(self, owner: str, seat: int | None = None) -> int | None:
        """Return the viewer whose scene an identity is shown. A shared device gets a spectator's unless it names a seat."""
        own = self.seats_of(owner)
        return self.viewer(owner) if len(own) < 2 else seat if seat in own else None

    def done(self, cid: str) -> int | None:
        """Return the number of the log entry that a command led to, or None if it has not been carried out."""
        return self._done.get(cid)

    def ways(self, viewer: int | None) -> dict[str, Act]:
        """Return the acts on the table that a viewer has now, by id. If the match has begun, it must be in memory."""
        paused = self.clock and self.clock.paused
        return ways(self.seating, self._match, self.petition, viewer, paused)

    async def load(self) -> Match:
        """Return the match, folded from the log if it is not in memory.

        Raises:
            TurnError: the match has not begun.
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
        """Store the ending of the finished match in memory, unless it is stored already."""
        assert self._match
        if await self._store.ending(self.id) is None:
            await self._store.end(self.id, await in_thread(ending, self._match))

    def field(self, match: Match) -> Iterable[Fork]:
        """Return what others did at the same decisions. Only boards of events have any."""
        return ()

    async def ended(self) -> Ending | None:
        """Return the stored ending of a match that was played by other rules and is over; otherwise None."""
        await self.ready()
        return self._ended

    async def reseat(self) -> None:
        """Read again from the store who sits here."""
        seating = await self._store.seating(self.id)
        assert seating
        if seating.begun and not self.seating.begun:
            self._match = None  # another room process has dealt
        self.seating, self._built = seating, {}

    async def catch_up(self) -> None:
        """Apply what another room has stored about this match, without storing anything. The lock must be held."""
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
        """Forget the match and its sitters and read them again, because a name has changed. The lock must be held."""
        await self.reseat()
        self._match = None

    async def put(self, seat: int, now: Sitter, *, bar: bool = False) -> None:
        """Replace the sitter of a seat, see `Store.reseat`. The lock must be held."""
        try:
            self.seating = await self._store.reseat(self.id, seat, self.seating.sitters[seat], now, bar)
        except StaleError:
            await self.reseat()
            raise
        self._built = {}
        if self._match:
            await self._wind(self._match)

    async def rearrange(self, sitters: tuple[Sitter, ...], header: Header | None = None) -> None:
        """Replace the sitters of a table that has not begun, see `Store.rearrange`. The lock must be held."""
        try:
            self.seating = await self._store.rearrange(self.id, self.seating.sitters, sitters, header or self.seating.header)
        except StaleError:
            await self.reseat()
            raise
        self._built = {}

    def abandon(self) -> list[Client]:
        """Cancel all tasks of a deleted table, and return its clients, which must be disconnected."""
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
        """Store the start of a match with its final seating, and take the match into memory."""
        self.seating = await self._store.begin(self.id, match.header, seating.sitters)
        self._match, self._done, self._built = match if self.seating.header == match.header else None, {}, {}
        await self._wind(match)

    async def commit(self, cid: str, *events: LogEntry) -> int:
        """Store entries that the match in memory has applied; return the last number. On failure the match is dropped."""
        return await self.write_down(cid, *events)

    async def write_down(self, cid: str, *events: LogEntry) -> int:
        """Store entries that the match in memory has applied, and return the number of the last one.

        Args:
            events: all entries that are not stored yet, oldest first.
        """
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
        """Return the scene of a viewer with clocks of the present time. The lock must be held."""
        if self.time_left is not None or self.kept:
            self._scenes.pop(viewer, None)
        if viewer not in self._scenes:
            await self.ready()
        return self._scene(viewer)

    async def watch(self, client: Client) -> None:
        """Add a client that gets every scene from now on. The lock must be held."""
        await self.scene(self.sight(client.owner, client.seat))
        self.clients.add(client)

    def newest(self, client: Client) -> Scene:
        """Return the newest scene for a client that watches."""
        return self._scene(self.sight(client.owner, client.seat))

    async def publish(self) -> None:
        """Build new scenes for all clients, and send each what changed. The lock must be held."""
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
        """Fold the match if it has begun and is not in memory, so that scenes can be built.

        Raises:
            OptionsError: the match cannot be played by the present rules, and was not over by its own.
            DamageError: the stored match is damaged, and so is its ending if it is over.
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
        """Bring the clocks, if there are any, up to date with the match, and store them."""
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
        """Return the scene of a viewer, from memory if it has been built."""
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
        """Return the line above the table: the open petition, or else the news about the clocks."""
        if self._match is None:
            return ""
        return told(self.petition, self._match) or clock.news(self.clock, self._match)

    def _build(self, viewer: int | None) -> Scene:
        if self._ended:
            return last_scene(self.seating.header, self._ended, viewer)
        return self._match.scene(viewer) if self._match else waiting(self.seating, viewer)
