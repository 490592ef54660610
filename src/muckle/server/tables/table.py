"""An open table: a live thing that stores a match, asks bots, and sends each client its scene."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Coroutine, Hashable, Iterable
from typing import Any

from msgspec.structs import replace

from muckle.errors import DamageError, MuckleError, OptionsError, StaleError, TurnError
from muckle.match.ending import Ending, ending
from muckle.match.log import Header
from muckle.match.match import Match
from muckle.scene.contract import Scene
from muckle.server.background import Background, insist
from muckle.server.bots.question import Unanswered
from muckle.server.errors import HttpError
from muckle.server.fair import CLIENT, ROOM, in_thread, turn
from muckle.server.live import Live
from muckle.server.messages import Done, Pace
from muckle.server.tables import clock as clocks
from muckle.server.tables.push import Client, change
from muckle.server.tables.reduce import named, next_deadline, reduce
from muckle.server.tables.scenes import Scenes
from muckle.server.tables.state import (
    PendingMove,
    TableState,
    TurnLimit,
)
from muckle.server.tables.steps import (
    Append,
    AskBot,
    BotMoved,
    CancelBot,
    Effect,
    Follow,
    KeepClock,
    KeepEnding,
    Loaded,
    Message,
    Proceed,
    Publish,
    PutSeat,
    Rearrange,
    Remind,
    Report,
    Seated,
    StoreMoved,
    Tick,
)
from muckle.store.folding import fold
from muckle.store.log import Entry
from muckle.store.matches import Seating, Sitter, Timing
from muckle.store.sql import Store

SLICE = 256
"""Clients that are sent a scene between two chances for others to be heard."""
log = logging.getLogger("muckle.room")


async def never(visitor: str, match_id: str, match: Match, level: str, **how: bool) -> str:
    """Choose nothing, for a room without bots."""
    return await asyncio.get_running_loop().create_future()


class Services:
    """The parts of a room that all its tables share.

    Args:
        store: where matches are kept.
        background: where tables do their work, and by whose time.
        progress: says what the room is still getting ready for a table, or which of its players failed.
        choose: has a bot choose, see `Bots.choose`.
        pace: of bots, where the host of a table has no wish.
        own_players: names of custom players that may fill seats.
    """

    def __init__(
        self,
        store: Store,
        background: Background,
        progress: Callable[[Seating], str] = lambda seating: "",
        choose: Callable[..., Awaitable[str]] = never,
        pace: Pace = "normal",
        own_players: Collection[str] = (),
    ) -> None:
        self.store, self.background, self.progress, self.choose = store, background, progress, choose
        self.own_players = own_players
        self.pace: Pace = pace
        self.proceed: Callable[[Table], Awaitable[None]] | None = None
        """Deals the cards of a table once every seat is taken, see `Tables.proceed`."""
        self.report: Callable[[Report], None] | None = None
        """Tells an event how far one of its boards has come, see `Events`."""
        self.remind: Callable[[str, Seating], Coroutine[Any, Any, None]] | None = None
        """Tells somebody on their devices that it is their turn, see `Reminders.remind`."""


class Table(Live[TableState, Message, Effect]):
    """A table that somebody waits at, plays at or watches.

    Args:
        seating: as stored.
        limit: what its event has decided about a board; None for every other table.
    """

    def __init__(self, seating: Seating, services: Services, limit: TurnLimit | None = None) -> None:
        pace: Pace = "off" if limit else services.pace  # a bot at an event has no time to lose
        state = TableState(named(seating, limit), limit=limit, pace=pace)
        super().__init__(f"match {seating.match}", state, services.background)
        self.changed = asyncio.Event()
        """Set at the next change, for those who poll; then there is a new event."""
        self.clients: set[Client] = set()
        self.elsewhere: dict[str, float] = {}
        """Identities that are present in another room, each with the time until which that is believed, see `nodes`."""
        self._services, self._store = services, services.store
        self._question: asyncio.Task[None] | None = None
        """Task that waits for the choice of a bot that is thinking."""
        self._bot_client = ROOM  # for whom the bot thinks that is to act
        self._ended: Ending | None = None
        """The ending of a match that was played by other rules; None for every other match."""
        self._refusal: MuckleError | None = None
        self._scenes = Scenes(services.progress)

    # What is known of it

    @property
    def id(self) -> str:
        """The id of the match."""
        return self.state.seating.match

    @property
    def seating(self) -> Seating:
        return self.state.seating

    @property
    def seq(self) -> int | None:
        """Number of entries of the match in memory; None if it is not there."""
        return self.state.match.seq if self.state.match else None

    @property
    def edition(self) -> tuple[Hashable, ...]:
        """Everything that the record of the match depends on: it is another one when somebody has a new name, for example."""
        return self.id, self.seq, self.seating.sitters

    @property
    def over(self) -> bool:
        """Whether the match has ended, as far as is known in memory."""
        return self._ended is not None or self.state.over

    @property
    def idle(self) -> bool:
        """Whether nobody needs the table in memory."""
        return not self.clients and not self.state.present and self._task is None and self.state.move is None

    # The inbox

    async def act(self, message: Message, cid: str) -> int:
        """Have the table take a message that writes to the log; return the number of its entry.

        A command that was carried out before is not carried out again.
        """

        async def take() -> int:
            try:
                await self._take(message)
            except StaleError:  # another room may even have carried out this command
                if cid not in self.state.commands:
                    raise
            return self.state.commands[cid]

        return await self.do(take)

    # What `Live` asks of it

    def _reduce(self, message: Message) -> tuple[TableState, tuple[Effect, ...]]:
        return reduce(self.state, message, self._now())

    def _is_stored(self, effect: Effect) -> bool:
        return isinstance(effect, Append | KeepClock)

    def _next_deadline(self) -> float | None:
        return next_deadline(self.state)

    @property
    def _is_watched(self) -> bool:
        return bool(self.clients or self.state.present)

    async def _tick(self) -> None:
        """Do what is due, for the client of a bot that has chosen."""
        CLIENT.set(self._bot_client if self.state.move else ROOM)
        await self._take(Tick())

    async def _perform(self, effect: Effect) -> None:
        match effect:
            case Append():
                seq = await self._store.log.append(
                    "match", self.id, effect.seq - len(effect.entries), effect.cid, effect.entries
                )
                if seq != effect.seq:
                    raise StaleError(f"command {effect.cid} was carried out as entry {seq}")
            case KeepClock():
                await self._store.keep_clock(self.id, clocks.to_stored(effect.clock))
            case Publish():
                await self._publish()
            case AskBot():
                self._bot_client = CLIENT.get()
                self._question = self._background.spawn(self._think(effect.move, self.state.visible))
            case CancelBot():
                if self._question:
                    self._question.cancel()
            case PutSeat():
                await self.put(effect.seat, effect.was, effect.sitter, effect.bar)
            case Rearrange():
                await self.rearrange(effect.sitters, effect.header)
            case Proceed():
                if self._services.proceed:
                    await self._services.proceed(self)
            case KeepEnding():
                await self.keep()
            case Report():
                if self._services.report:
                    self._services.report(effect)
            case Remind():
                if self._services.remind:
                    self._background.spawn(self._services.remind(effect.owner, self.seating))

    async def _think(self, move: PendingMove, match: Match) -> None:
        """Have a bot choose, and send its choice; nothing if it has none that is legal."""
        try:
            exact, alike = self.state.exact, bool(self.seating.terms.daily)
            action = await self._services.choose(self.seating.host, self.id, match, move.level, exact=exact, alike=alike)
            if refusal := match.explain(action):
                raise Unanswered(refusal.message)
        except (Unanswered, MuckleError) as error:
            if match.seq == move.seq:  # else the match went on meanwhile, as a board does when cards are called
                log.error("match %s: the timeout action is played for a bot: %s", self.id, error)
            action = ""
        await turn()
        choice = BotMoved(move.seat, move.seq, action, f"{move.seat}:{secrets.token_hex(8)}")
        await insist(lambda: self.send(choice))

    # The store

    async def load(self) -> Match:
        """Return the match, folded from its log if it is not in memory.

        Raises:
            TurnError: it has not begun. OptionsError, DamageError: it cannot be played by these rules.
        """
        return self._loaded() if self._current else await self.do(self._load_now)

    async def ready(self) -> None:
        """Fold the match, if it has begun and is not in memory; then scenes can be made.

        Raises:
            OptionsError: it cannot be played by these rules, and was not over by its own.
            DamageError: what is stored of it is damaged, its ending too if it is over.
        """
        if not self._current:
            await self.do(self._prepare)

    async def ended(self) -> Ending | None:
        """Return what is left of the match, if it is over and these are no longer its rules."""
        await self.ready()
        return self._ended

    @property
    def _current(self) -> bool:
        """Whether scenes can be made of what is in memory."""
        return self._has_log and not self._inbox and self.state.following

    @property
    def _has_log(self) -> bool:
        """Whether all that is stored of the match is in memory."""
        return not self._stale and (self.state.match is not None or not self.seating.begun or self._ended is not None)

    def _loaded(self) -> Match:
        if self._refusal:
            raise self._refusal
        if self.state.match is None:
            raise TurnError("the match begins when every seat is taken")
        return self.state.visible

    async def _load_now(self) -> Match:
        await self._prepare()
        return self._loaded()

    async def _prepare(self) -> None:
        if not self._has_log:
            await self._read_if_possible()
        if not self.state.following:
            await self._apply(Follow())
            if self.state.match is None:
                await self._prepare()

    async def _read_if_possible(self) -> None:
        try:
            await self._read()
        except (OptionsError, DamageError) as error:
            self._ended, self._refusal = await self._store.ending(self.id), error
            if self._ended is None:
                raise

    async def _read(self) -> None:
        """Fold the match from its log."""
        entries, secret = await asyncio.gather(self._store.log.read("match", self.id), self._store.secret(self.id))
        match, commands = await in_thread(fold, self.seating, entries, secret)
        self._stale, self._retry_at, self._refusal = False, None, None
        await self._apply(Loaded(match, commands, await self._stored_clock()))
        if match.over:
            await self.keep()

    async def _stored_clock(self) -> clocks.Clock | None:
        if self.seating.terms.timing == Timing():
            return None
        stored = await self._store.clock(self.id)
        return clocks.from_stored(stored, self._now()) if stored else None

    async def keep(self) -> None:
        """Write down what stays of the match in memory when the rules change: it is over.

        The boards of an event end all at once; so this waits until the results of the round are stored.
        """
        assert self.state.match
        if self.state.limit and not self.state.limit.over:
            return
        if await self._store.ending(self.id) is None:
            await self._store.end(self.id, await in_thread(ending, self.state.match))

    async def reread_seating(self) -> None:
        """Read again who sits here; part of some work, see `do`."""
        seating = await self._store.seating(self.id)
        assert seating
        await self._apply(Seated(seating))

    async def reread(self) -> None:
        """Read all of the table again and show it: somebody has a new name."""
        await self.reread_seating()
        self._stale = self.seating.begun and self._ended is None
        await self._publish()

    async def catch_up(self, entries: Iterable[Entry]) -> None:
        """Take what another room has written, and show it. Nothing is written here for it.

        Args:
            entries: read from the log, behind those that were in memory then.
        """
        seating, clock, match = await self._store.seating(self.id), await self._stored_clock(), self.state.match
        assert seating
        commands = dict(self.state.commands)
        names = [[sitter.name for sitter in each.sitters] for each in (seating, self.seating)]
        if match and seating.begun and names[0] == names[1] and not self.state.limit:
            match = match.copy()
            for entry in entries:
                if entry.seq == match.seq + 1:
                    match.fold(entry.body)
                    commands[entry.cid] = entry.seq
        else:
            match = None
        await self._apply(StoreMoved(seating, match, commands, clock))

    async def put(self, seat: int, was: Sitter, sitter: Sitter, bar: bool = False) -> None:
        """Put somebody else on a seat, see `Store.reseat`; part of some work, see `do`."""
        await self._seat(self._store.reseat(self.id, seat, was, sitter, bar))

    async def rearrange(self, sitters: tuple[Sitter, ...], header: Header | None = None) -> None:
        """Put others on the seats of a table that has not begun, see `Store.rearrange`; part of some work, see `do`."""
        before = self.seating
        await self._seat(self._store.rearrange(self.id, before.sitters, sitters, header or before.header))

    async def begin(self, match: Match, sitters: tuple[Sitter, ...]) -> None:
        """Deal the cards, see `Store.begin`; part of some work, see `do`."""
        seating = await self._seat(self._store.begin(self.id, match.header, sitters))
        if seating.header == match.header:
            await self._apply(Loaded(match, {}, None))

    async def _seat(self, storing: Awaitable[Seating]) -> Seating:
        """Seat people as they are stored, and return that; where others were stored meanwhile, those sit down."""
        try:
            seating = await storing
        except StaleError:
            await self.reread_seating()
            raise
        await self._apply(Seated(seating))
        return seating

    def abandon(self) -> list[Client]:
        """Stop everything that goes on at a table that has been deleted, and return the clients to be sent away."""
        self._deleted = True
        if self._question:
            self._question.cancel()
        self.state = replace(self.state, present={}, away_since={}, attended=False, move=None)
        return list(self.clients)

    # Scenes

    async def scene(self, viewer: int | None) -> Scene:
        """Return what a viewer sees; its clocks show the present time.

        Raises:
            HttpError: a board is shown to spectators when the round is over.
        """
        if self._inbox:
            await self.do(self._prepare)
        limit = self.state.limit
        if viewer is None and limit and not (limit.finished or limit.open):
            raise HttpError(403, "boards are shown when the round is over")
        await self.ready()
        return self._scenes.see(viewer, self.state, self._ended, self._now())

    async def watch(self, client: Client) -> None:
        """Let a client have every scene from now on."""
        await self.scene(self.state.sight(client.owner, client.seat))
        self.clients.add(client)

    def newest(self, client: Client) -> Scene:
        """Return the newest scene for a client that watches."""
        return self._scene(self.state.sight(client.owner, client.seat))

    async def _publish(self) -> None:
        """Make new scenes for those who look on, and send everybody what changed."""
        await self._prepare()
        self._scenes.forget()
        texts: dict[tuple[int, int | None], str] = {}
        viewers = [(client, self.state.sight(client.owner, client.seat)) for client in self.clients]
        scenes = {viewer: self._scene(viewer) for _, viewer in viewers}
        for number, (client, viewer) in enumerate(viewers, 1):
            new = scenes[viewer]
            if client.scene is not None:
                key = id(client.scene), viewer
                if key not in texts:
                    texts[key] = change(client.scene, new)
                if texts[key]:
                    client.push(texts[key], new, self._answer(client))
            if number % SLICE == 0:
                await asyncio.sleep(0)
        if self.state.match:
            self.state.match.rest()
        self.changed.set()
        self.changed = asyncio.Event()

    def _answer(self, client: Client) -> Done | None:
        """Return the answer that a client waits for; None if its command is not on disk."""
        seat = self.state.acting_seat(client.owner, client.seat)
        seq = self.state.commands.get(f"{seat}:{client.awaits}") if client.awaits else None
        return None if seq is None else Done(client.awaits, seq)

    def _scene(self, viewer: int | None) -> Scene:
        return self._scenes.get(viewer, self.state, self._ended, self._now())
