"""The game room: everything that a client may ask for, from opening a table to the record of a match."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from functools import partial
from time import perf_counter

from muckle.errors import ActionError, TurnError
from muckle.match.lesson import lessons
from muckle.players.advice import Advice
from muckle.server.background import Background, Time, insist
from muckle.server.bots.bots import Bots
from muckle.server.door.bans import Bans
from muckle.server.encoded import EncodedAnswers
from muckle.server.events.events import Events
from muckle.server.fair import in_thread
from muckle.server.messages import (
    SAME_GAME,
    Arrange,
    Command,
    Done,
    Evening,
    ForkFrom,
    Hint,
    HintLines,
    Join,
    Joined,
    NewMatch,
    NextGame,
    OpenTables,
    Pace,
    Problem,
    Rename,
    SetPace,
    TableSetup,
    Why,
    WordLists,
)
from muckle.server.nodes import Nodes
from muckle.server.people.daily import Dailies
from muckle.server.people.record import Records
from muckle.server.people.reminders import Reminders
from muckle.server.tables import advice, analysis, replaying, turns
from muckle.server.tables import steps as tables_steps
from muckle.server.tables.actions import MARK
from muckle.server.tables.evening import evening_of
from muckle.server.tables.forking import fork
from muckle.server.tables.pictures import START
from muckle.server.tables.presence import Presence
from muckle.server.tables.push import NO_SUCH_MATCH, POLICY_VIOLATION, Client
from muckle.server.tables.retention import tidy
from muckle.server.tables.steps import Attended, Touched
from muckle.server.tables.table import Services, Table
from muckle.server.tables.tables import Tables
from muckle.store.matches import Seating
from muckle.store.sql import Store
from muckle.words import lists
from muckle.words.lists import list_infos
from muckle.words.lookup import WordInfo, look_up


class Room:
    """All tables of a store.

    Args:
        store: where they are kept.
        bots: who fills seats.
        pace: of bots, where the host of a table has no wish.
        grace: seconds that somebody whose last socket closed is still here; a page being reloaded is no departure.
        time: by which clocks run.
        contact: where the operator can be reached by those who deliver reminders: an https address; empty: none are sent.
    """

    def __init__(
        self,
        store: Store,
        bots: Bots,
        pace: Pace = "normal",
        grace: float = 5.0,
        time: Time | None = None,
        keep: tuple[int, int] = (0, 0),
        contact: str = "",
    ) -> None:
        self.store, self.bots = store, bots
        self.keep = keep
        """Days after which tables that never began, and matches, are forgotten; 0: never."""
        self.took: Callable[[float], object] = lambda seconds: None
        """Called with the seconds from the arrival of each act until it was on disk."""
        self.background = Background(time)
        services = Services(
            store=store,
            background=self.background,
            progress=self._progress,
            choose=bots.choose,
            pace=pace,
            own_players=bots.own.names,
        )
        self.events = Events(services, bots.seek)
        self.matches = self.events.matches
        self._tables = Tables(services, self.matches)
        self.presence = Presence(grace, self.background)
        self.records = Records(store, self.matches, self.events, self._tables.proceed, self.background.time)
        self.reminders = Reminders(store, contact)
        services.remind = lambda owner, seating: self.reminders.remind(owner, seating)
        self.daily = Dailies(store, self.matches, self._tables, self.background)
        self._encoded = EncodedAnswers()
        self._nodes = Nodes(store, self.events, self._wake, self.background)
        self.bans = Bans(store, self._send_away)
        bots.changed = lambda: self.background.spawn(self._tell_progress())

    def start(self) -> None:
        """Begin what goes on in the background: compiling, and reading the word lists."""
        self.bots.start()
        self._nodes.start()
        self.background.spawn(self._prepare())
        if self.store.shared:
            self.background.spawn(self.bans.follow())
        self.background.spawn(tidy(self.store, self.matches, *self.keep))

    async def delete(self, match: str) -> None:
        """Delete a table with its match, and send away whoever is there.

        Raises:
            HttpError: there is none. TurnError: it is a board of an event.
        """
        table = await self.matches.find(match)
        if table.seating.terms.event:
            raise TurnError(f"match {match} is a board of event {table.seating.terms.event}; a board cannot go without it")

        async def delete() -> list[Client]:
            await self.store.delete(match)
            self.matches.drop(match)
            return table.abandon()

        for client in await table.do(delete):
            self.background.spawn(client.leave(NO_SUCH_MATCH))
        await self.store.compact()

    async def _send_away(self, owner: str) -> None:
        """Close all sockets of an identity."""
        audiences = [event.audience.clients for event in self.events]
        for clients in [*(table.clients for table in self.matches), *audiences]:
            for client in [client for client in clients if client.owner == owner]:
                self.background.spawn(client.leave(POLICY_VIOLATION))

    async def close(self) -> None:
        """Cancel the background tasks, end the bots and close the store."""
        await self.background.close()
        await self.bots.close()
        await self.store.close()

    async def open(self, owner: str, wish: NewMatch) -> Joined:
        """Open a table, see `Tables.open`."""
        return await self._tables.open(owner, wish)

    def bots_of(self, owner: str) -> int:
        """Return the number of bots at tables that a visitor opened, without tables that are over or that all have left."""
        tables = [table for table in self.matches if table.seating.host == owner and not table.over and not table.idle]
        return sum(bool(sitter.level) for table in tables for sitter in table.seating.sitters)

    async def join(self, owner: str, match: str, wish: Join) -> Joined:
        """Sit down at a table, see `Tables.join`."""
        return await self._tables.join(owner, match, wish)

    async def setup(self, owner: str, match: str) -> TableSetup:
        """Return the options of a table, and whether its game can be learned."""
        header = (await self.matches.find(match)).seating.header
        return TableSetup(dict(header.options), header.game in lessons())

    async def arrange(self, owner: str, match: str, wish: Arrange) -> Joined:
        """Change the seats and options of a table before the deal, see `Tables.arrange`."""
        return await self._tables.arrange(owner, match, wish)

    async def rename(self, owner: str, match: str, wish: Rename) -> Joined:
        """Give somebody another name at a table, see `Tables.rename`."""
        return await self._tables.rename(owner, match, wish)

    async def again(self, owner: str, match: str, wish: NextGame = SAME_GAME) -> Joined:
        """Open the next game of the people of a match, see `Tables.again`."""
        return await self._tables.again(owner, match, wish)

    async def evening(self, owner: str, match: str) -> Evening:
        """Return the games that the people of a match played one after the other, see `evening`.

        Raises:
            HttpError: there is no such match.
        """
        await self.matches.find(match)
        return evening_of(await self.store.evening(match), owner)

    async def fork(self, owner: str, match: str, wish: ForkFrom) -> Joined:
        """Go on from a position of a match that is over, see `forking`."""
        return await fork(owner, await self.matches.find(match), self._tables, wish.step)

    def open_tables(self) -> OpenTables:
        """Return the tables that the lobby shows."""
        return self.matches.open_tables()

    async def visit(self, match: str) -> Table:
        """Return a table that somebody has come to; its match is folded, and its bots go on.

        Raises:
            HttpError: there is none.
        """
        table = await self.matches.find(match)
        await table.send(Attended())
        if table.seating.full:
            self.background.spawn(self._tables.resume(table))
        return table

    async def act(self, owner: str, table: Table, command: Command, seat: int | None = None) -> Done:
        """Do what a person asks for, in the match (see `turns.act`) or about its table (see `Tables.start` and `turns.manage`).

        Args:
            seat: which of several seats of theirs it is done on.
        """
        if command.act == START:
            await self._tables.start(owner, table)
            return Done(command.cid, 0)
        if command.act.startswith(MARK):
            return await turns.manage(owner, table, command, seat)
        began = perf_counter()
        done = await turns.act(owner, table, command, seat)
        self.took(perf_counter() - began)
        return done

    async def hint(self, owner: str, match: str, wish: Hint) -> HintLines:
        """Return the game's hints for the seat to act that asks."""
        return await turns.hint(owner, await self.matches.find(match), wish)

    async def pace(self, owner: str, match: str, wish: SetPace) -> SetPace:
        """Return the pace of a table's bots; its host may change it."""
        table = await self.matches.find(match)
        await table.send(tables_steps.SetPace(owner, wish.pace))
        return SetPace(table.state.pace)

    async def advice(self, owner: str, match: str, wish: Hint) -> AsyncGenerator[Advice]:
        """Yield the best actions for the seat to act that asks, until the match goes on; see `tables.advice`."""
        return await advice.advice(owner, await self.matches.find(match), wish, self.bots)

    async def analysis(self, owner: str, match: str) -> AsyncGenerator[bytes]:
        """Return the lines that judge every decision of a match that is over, see `tables.analysis`."""
        table = await self.matches.find(match)
        judged = await analysis.analysis(owner, table, self.store, self.bots)
        return self._encoded.lines(("analysis", *table.edition), judged)

    async def replay(self, owner: str, match: str, seat: int | None, hands: bool) -> AsyncGenerator[bytes]:
        """Return the lines that show a match that is over, decision by decision, see `replaying`."""
        table = await self.matches.find(match)
        forks = partial(self.events.forks, table.id)
        return await replaying.replay(owner, table, self.store, self._encoded, seat, hands, forks)

    async def why(self, owner: str, match: str, wish: Why) -> Problem:
        """Return why an action is refused to the seat to act; a problem without a code if it is not."""
        return await turns.why(owner, await self.matches.find(match), wish)

    async def word(self, text: str, match: str | None) -> WordInfo:
        """Look a word up, in a match's word list or in all lists.

        Raises:
            WordListError: it is no word. HttpError: there is no such match.
            ActionError: words may not be looked up in it now, see `Match.dictionary`.
        """
        word, words = lists.read_word(text), None
        if match is not None:
            words = (await (await self.matches.find(match)).load()).dictionary()
        return await in_thread(look_up, word, words)

    async def word_lists(self) -> WordLists:
        """Return the word lists that a match can use."""
        return WordLists(tuple(info for info in await in_thread(list_infos) if info.words))

    async def transcript(self, match: str) -> bytes:
        """Return a match that is over in the public file format, with its secret.

        Raises:
            TurnError: it is not over.
            ActionError: its options keep the record from everybody.
        """
        table = await self.matches.find(match)
        if ended := await table.ended():
            return open_record(ended.record)
        played = await table.load()
        if not played.over:
            raise TurnError("the transcript is open to all once the match is over")
        key = "transcript", *table.edition
        if (kept := self._encoded.get(key)) is None:
            kept = open_record(await in_thread(played.transcript) if played.open else "")
            self._encoded.keep(key, kept)
        return kept

    async def _prepare(self) -> None:
        await self._tables.prepare()
        await in_thread(list_infos)

    def _wake(self, table: Table) -> None:
        """Let a table's bots act, and deal its cards if every seat is taken."""
        self.background.spawn(insist(lambda: table.send(Attended())))
        if table.seating.full:
            self.background.spawn(self._tables.resume(table))

    def _progress(self, seating: Seating) -> str:
        waits = any(sitter.level for sitter in seating.sitters) and seating.header.game not in self.bots.ready
        return self.bots.own.sentence(seating.match) or (self.bots.step if waits else "")

    async def _tell_progress(self) -> None:
        for table in self.matches:
            if table.clients:
                await table.send(Touched())


def open_record(text: str) -> bytes:
    """Return a record that is open to all, encoded.

    Raises:
        ActionError: there is none.
    """
    if not text:
        raise ActionError("this match keeps hidden what was hidden: nobody gets its record", "General 11")
    return text.encode()
