"""The game room: tables are opened, seats taken, actions done, bots woken. Everything that a client may ask for is here."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import msgspec

from muckle import games, players
from muckle.errors import ActionError, NotationError, OptionsError, StaleError, StoreError, TurnError
from muckle.match.begin import new_match
from muckle.match.match import UNDO, Match
from muckle.match.secret import commitment, new_secret
from muckle.server.bots import Bots, Unanswered
from muckle.server.live import Live
from muckle.server.messages import Act, Done, Hint, Join, Joined, Lines, NewMatch, Problem, Why, WordLists
from muckle.server.refusals import HttpError, problem
from muckle.store.contract import Sitter, Store, Table
from muckle.words import lists
from muckle.words.lookup import WordInfo, look_up
from muckle.words.shelf import shelf

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""What ids are made of: nothing that looks like something else."""
ID, NAME, CID = 10, 24, 64
"""The length of a match's id; the longest name, and command id."""
KEPT = 500
"""Matches kept in memory, beyond those that somebody looks at."""
OPEN = "open"
"""A seat for whoever has the link."""

log = logging.getLogger("muckle.room")


class Pace(NamedTuple):
    """How long things take that could take no time, in seconds."""

    least: float = 0.4
    """A bot's pause before its action: between this"""
    most: float = 0.9
    """and this."""
    grace: float = 5.0
    """Somebody whose last socket closed is here for so long; a page being reloaded is no departure."""


class Room:
    """All tables of a store.

    Args:
        store: where they are kept.
        bots: who fills seats.
        pace: pauses.
    """

    def __init__(self, store: Store, bots: Bots, pace: Pace | None = None) -> None:
        self.store, self.bots, self.pace = store, bots, pace or Pace()
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._making = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        bots.changed = lambda: self._spawn(self._tell_progress())

    def start(self) -> None:
        """Begin what goes on in the background: compiling, and reading the word lists."""
        self.bots.start()
        self._spawn(self._prepare())

    async def close(self) -> None:
        """End what goes on in the background, and close the store."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        await self.store.close()

    async def live(self, match: str) -> Live:
        """A match by its id.

        Raises:
            HttpError: there is none.
        """
        if match not in self._lives:
            table = await self.store.table(match)
            if table is None:
                raise HttpError(404, "there is no such match")
            self._forget_some()
            self._lives.setdefault(match, Live(table, self.store, self._progress))
        self._lives.move_to_end(match)
        return self._lives[match]

    async def open(self, owner: str, wish: NewMatch) -> Joined:
        """Open a table; who asks sits down on seat 0.

        Raises:
            OptionsError: no such game, preset, option or player, or values that do not fit.
        """
        if "seats" in wish.options:
            raise OptionsError("say who sits at the table; the number of seats follows from it")
        given: dict[str, Any] = {**wish.options, "seats": len(wish.seats) + 1}
        games.find(wish.game).read_options(wish.preset or None, given)
        sitters = seated(owner, wish)
        secret = new_secret()
        match = await self._make(new_match, wish.game, wish.preset or None, secret=secret, **given)
        return await self._open(owner, match.header, secret, sitters)

    async def again(self, owner: str, match: str) -> Joined:
        """Open the rematch of a match, or go to it: the same options, everybody one seat on, so that another begins.

        Raises:
            TurnError: the match is not over, or who asks did not play in it.
        """
        live = await self.live(match)
        async with live.lock:
            played = await live.load()
            if live.viewer(owner) is None:
                raise TurnError("only those who played may ask for a rematch")
            if not played.over:
                raise TurnError("the match is not over")
            sitters = live.table.sitters
            secret = new_secret()
            header = msgspec.structs.replace(
                live.table.header, commitment=commitment(secret), version=played.game.version, chance=()
            )
            new = await self._make(Match, header, secret=secret)
            joined = await self._open(owner, new.header, secret, (*sitters[1:], sitters[0]), after=match)
            if not live.table.rematch:
                await live.reseat()
                await live.publish()
            return joined

    async def join(self, owner: str, match: str, wish: Join) -> Joined:
        """Sit down at a table, if a seat is open; else watch.

        Raises:
            HttpError: the seat that was named is taken.
        """
        live = await self.live(match)
        async with live.lock:
            sitters = live.table.sitters
            seat = live.viewer(owner)
            if seat is None and wish.seat is not None:
                seat = wish.seat
                if not 0 <= seat < len(sitters) or not sitters[seat].open:
                    raise HttpError(409, f"seat {seat + 1} is not open")
            elif seat is None:
                seat = next((number for number, sitter in enumerate(sitters) if sitter.open), None)
            if seat is not None and sitters[seat].open:
                name = unlike(clean(wish.name) or f"Player {seat + 1}", [sitter.name for sitter in sitters])
                seat = await self.store.sit(match, owner, name, seat)
                await live.reseat()
                await live.publish()
        self._wake(live)
        return Joined(match, seat, f"/m/{match}")

    async def act(self, owner: str, live: Live, command: Act) -> Done:
        """Do what a person asks for.

        Raises:
            ActionError, StoreError: it is not done.
        """
        if not 0 < len(command.cid) <= CID:
            raise HttpError(400, f"a command id has 1 to {CID} characters, this one has {len(command.cid)}")
        seat = live.viewer(owner)
        if seat is None:
            raise TurnError("you are watching; only those who sit at the table may act")
        done = await self._do(live, seat, command)
        self._wake(live)
        return done

    async def hint(self, owner: str, match: str, wish: Hint) -> Lines:
        """What the game tells the seat to act that asks for a hint."""
        live = await self.live(match)
        async with live.lock:
            played, seat = await self._to_act(owner, live)
            hints = await asyncio.to_thread(played.hints, seat, wish.words)  # the first one builds a graph of its words
            return Lines(tuple(hints) or ("There is no hint for this.",))

    async def why(self, owner: str, match: str, wish: Why) -> Problem:
        """Why an action is refused to the seat to act; a problem without a code if it is not."""
        live = await self.live(match)
        async with live.lock:
            played, _ = await self._to_act(owner, live)
            refuse_unanswered(played, wish.act)
            refusal = played.explain(wish.act)
        return problem(refusal) if refusal else Problem("", "Nothing forbids that.")

    async def word(self, text: str, match: str | None) -> WordInfo:
        """What there is to know of a word, by a match's word list or by all lists.

        Raises:
            WordListError: it is no word. HttpError: there is no such match.
            ActionError: words may not be looked up in it now, see `Match.dictionary`.
        """
        word, words = lists.read_word(text), None
        if match is not None:
            live = await self.live(match)
            async with live.lock:
                words = (await live.load()).dictionary()
        return await asyncio.to_thread(look_up, word, words)

    async def word_lists(self) -> WordLists:
        """The lists a match can be judged by."""
        return WordLists(tuple(info for info in await asyncio.to_thread(shelf) if info.words))

    async def transcript(self, match: str) -> str:
        """A match that is over, in the public file format, with its secret.

        Raises:
            TurnError: it is not over.
            ActionError: its options keep the record from everybody.
        """
        live = await self.live(match)
        async with live.lock:
            played = await live.load()
            if not played.over:
                raise TurnError("the transcript is open to all once the match is over")
            if not played.open:
                raise ActionError("this match was set up with reveal_after_match=none: nobody gets its record", "General 11")
            return await asyncio.to_thread(played.transcript)

    @asynccontextmanager
    async def presence(self, owner: str, live: Live) -> AsyncGenerator[None]:
        """Somebody is here, and for a moment after."""
        await self._count(owner, live, 1)
        try:
            yield
        finally:
            self._spawn(self._leave(owner, live))

    async def visit(self, live: Live) -> None:
        """Somebody came to a match: fold it if need be, and have its bots go on."""
        async with live.lock:
            await live.load()
        self._wake(live)

    async def _prepare(self) -> None:
        """Read what the first match of each game would wait for: its rules and its word list; then the other lists."""
        for game in games.GAMES:
            await self._make(new_match, game)
        await asyncio.to_thread(shelf)

    async def _make(self, kind: Callable[..., Match], *details: Any, **more: Any) -> Match:
        """Deal a new match in a thread; one at a time, so that a word list is not read twice at once."""
        async with self._making:
            return await asyncio.to_thread(kind, *details, narrate=False, **more)

    async def _open(self, owner: str, header: Any, secret: str, sitters: tuple[Sitter, ...], after: str = "") -> Joined:
        id = "".join(secrets.choice(LETTERS) for _ in range(ID))
        table = await self.store.open_table(id, header, secret, sitters, after)
        live = await self.live(table.match)
        self._wake(live)
        return Joined(table.match, live.viewer(owner), f"/m/{table.match}")

    async def _do(self, live: Live, seat: int, command: Act) -> Done:
        """Carry out a command, once: sent again, it only gets the same answer."""
        cid = f"{seat}:{command.cid}"
        async with live.lock:
            match = await live.load()
            seq = live.done(cid)
            if seq is None:
                if not live.full:
                    raise TurnError("the match begins when every seat is taken")
                refuse_unanswered(match, command.act)
                if command.act == UNDO:
                    event = match.undo(seat, seq=command.seq)
                else:
                    event = match.apply(command.act, seat=seat, seq=command.seq)
                try:
                    seq = await live.commit(cid, event)
                except StaleError:
                    await live.publish()  # somebody else wrote to this match; it may even have been this command
                    if (seq := live.done(cid)) is None:
                        raise
                else:
                    await live.publish()
        return Done(command.cid, seq)

    async def _to_act(self, owner: str, live: Live) -> tuple[Match, int]:
        """The match and the seat to act, if that is who asks: nobody else is told what may be done (General 8)."""
        match = await live.load()
        seat = live.viewer(owner)
        if match.over:
            raise TurnError("the match is over")
        if seat is None or seat != match.turn:
            raise TurnError(f"it is {match.names[match.turn]}'s turn")
        return match, seat

    def _wake(self, live: Live) -> None:
        """Have the bots of a match act, if it is their turn and they are not at it already."""
        if live.full and (live.bots is None or live.bots.done()) and any(who.level for who in live.table.sitters):
            live.bots = self._spawn(self._let_bots_act(live))

    async def _let_bots_act(self, live: Live) -> None:
        """Act for every bot whose turn it is, until it is a person's."""
        while True:
            async with live.lock:
                match = await live.load()
                level = "" if match.over else live.table.sitters[match.turn].level
                seat, seq = match.turn, match.seq
            if not level:
                return
            await asyncio.sleep(random.uniform(self.pace.least, self.pace.most))
            try:
                action = await self.bots.choose(live.table.match, match, level)
            except Unanswered as reason:
                log.error("match %s: the timeout action is played for a bot: %s", live.table.match, reason)
                action = match.timeout()
            try:
                await self._do(live, seat, Act(action, seq, secrets.token_hex(8)))
            except StaleError:
                continue  # something was taken back meanwhile
            except StoreError as error:
                log.error("match %s: %s", live.table.match, error)
                await asyncio.sleep(5)

    async def _count(self, owner: str, live: Live, more: int) -> None:
        """So many more (or fewer) sockets and polls of somebody; a change from none or to none is told to all."""
        before = live.present[owner] > 0
        live.present[owner] += more
        live.present = +live.present
        if before != (live.present[owner] > 0) and live.viewer(owner) is not None:
            async with live.lock:
                await live.publish()

    async def _leave(self, owner: str, live: Live) -> None:
        await asyncio.sleep(self.pace.grace)
        await self._count(owner, live, -1)

    def _progress(self, table: Table) -> str:
        waits = any(sitter.level for sitter in table.sitters) and table.header.game not in self.bots.ready
        return self.bots.step if waits else ""

    async def _tell_progress(self) -> None:
        for live in list(self._lives.values()):
            if live.clients:
                async with live.lock:
                    await live.publish()

    def _forget_some(self) -> None:
        idle = [match for match, live in self._lives.items() if live.idle]
        for match in idle[: max(0, len(self._lives) - KEPT)]:
            del self._lives[match]

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background; what goes wrong is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("in the background: %s", error, exc_info=error)


def refuse_unanswered(match: Match, action: str) -> None:
    """An act that asks for something comes with the answer: whether there is one is for the player to know.

    Raises:
        NotationError: it comes without.
    """
    if match.unanswered(action):
        raise NotationError(f"{action!r} needs its answer behind it")


def seated(owner: str, wish: NewMatch) -> tuple[Sitter, ...]:
    """Who sits where at a new table.

    Raises:
        OptionsError: there is no such player.
    """
    sitters = [Sitter(clean(wish.name) or "Player 1", owner=owner)]
    for who in wish.seats:
        if who == OPEN:
            sitters.append(Sitter())
        else:
            player = players.find(who, games.find(wish.game))
            sitters.append(Sitter(unlike(player.title, [sitter.name for sitter in sitters]), level=player.name))
    return tuple(sitters)


def clean(name: str) -> str:
    """A name on one line, not too long, without characters that cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:NAME].strip()


def unlike(name: str, taken: list[str]) -> str:
    """The name, with a number behind it if somebody is called so already."""
    names = [name, *(f"{name} {number}" for number in range(2, len(taken) + 2))]
    return next(name for name in names if name not in taken)
