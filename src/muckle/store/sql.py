"""The store in an SQL database: the part that `sqlite` and `postgres` share."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

import msgspec

from muckle.errors import DamageError, StaleError, StoreError
from muckle.match.ending import Ending
from muckle.match.log import Header
from muckle.store import log
from muckle.store.database import Database
from muckle.store.encoding import pack_ending, to_json
from muckle.store.matches import DEFAULT_TERMS, Notice, Seating, Sitter, Terms
from muckle.store.sql_events import EventStore
from muckle.store.sql_matches import (
    delete_matches,
    forget_old,
    put_host,
    put_sitters,
    read_ending,
    read_evening,
    seat_for,
    seating_of,
)
from muckle.store.sql_people import FORGOTTEN, People
from muckle.store.sql_series import SeriesStore
from muckle.store.worker import Worker

WIPES = 50
"""Number of attempts to wipe deleted rows while another program reads the files."""
PAUSE = 0.02
"""Seconds between two steps of compaction, in which others can write."""


class Store:
    """A place for matches. Whatever has returned is on disk; nothing after that loses it.

    A match that has begun is changed by appending to its log only. Every method raises StoreError when the database cannot be
    used; then nothing has changed.

    Args:
        clock: the time, in seconds since 1970.
    """

    shared = False
    """Whether other rooms may use the same database; a file is one room's."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._worker, self._clock = Worker(database), clock
        self.log = log.Log(self._worker, clock)
        """What happened in matches, at events and in series."""
        self.events = EventStore(self._worker, clock)
        """The events that matches may be boards of."""
        self.series = SeriesStore(self._worker, clock)
        """The series that events may count in."""
        self.people = People(self._worker)
        """Everything that belongs to an identity."""

    async def open_table(
        self,
        match: str,
        header: Header,
        secret: str,
        sitters: tuple[Sitter, ...],
        host: str,
        after: str = "",
        terms: Terms = DEFAULT_TERMS,
    ) -> Seating:
        """Open a table whose match has not begun.

        Args:
            after: the match after which the same people play this one, in the same evening. If another follows that match
                already, the other one is returned instead.
        """
        now = self._clock()

        def work(database: Database) -> Seating:
            before = seating_of(database, after) if after else None
            if before and before.rematch:
                there = seating_of(database, before.rematch)
                assert there
                return there
            evening = (before.evening or after) if before else ""
            database.execute("INSERT INTO match (id, created, evening) VALUES (?, ?, ?)", (match, now, evening))
            database.execute("INSERT INTO promise VALUES (?, ?, ?, ?, '[]')", (match, host, to_json(header), to_json(terms)))
            database.execute("INSERT INTO secret VALUES (?, ?)", (match, secret))
            put_sitters(database, match, sitters)
            database.execute("UPDATE match SET rematch = ? WHERE id = ?", (match, after))
            return Seating(match, header, sitters, now, host, begun=False, evening=evening, terms=terms)

        return await self._worker.do(work, writes=True)

    async def seating(self, match: str) -> Seating | None:
        """Return the seating of a match, None if there is no such match."""
        return await self._worker.do(lambda database: seating_of(database, match))

    async def evening(self, match: str) -> list[tuple[Seating, Ending | None]]:
        """Return the matches of the evening that a match belongs to, oldest first, with the endings of those that are over."""
        return await self._worker.do(lambda database: read_evening(database, match))

    async def secret(self, match: str) -> str:
        """Return the secret of a match; nobody is told before the match is over."""
        found = await self._worker.rows("SELECT value FROM secret WHERE match = ?", match)
        if not found:
            raise DamageError(f"the secret of match {match} is missing")
        return found[0][0]

    async def sit(self, match: str, sitter: Sitter, seat: int | None = None) -> int | None:
        """Let a person take the open seat (None: the first of them) and return its number.

        Returns None if the seat is not open, play has begun, or the person is barred. At a table without a host the person
        becomes its host. Whose seat is kept takes that one, whatever is asked for; of several kept seats the one that is named.
        Nothing changes for a person who has sat down already: the first name and the first salt count.
        """

        def work(database: Database) -> int | None:
            there = seating_of(database, match)
            if there is None or sitter.owner in there.barred:
                return None
            sitters = list(there.sitters)
            number = seat_for(sitters, sitter.owner, seat, there.begun)
            if number is None or there.begun or sitters[number].ready:
                return number
            sitters[number] = sitter
            put_sitters(database, match, sitters)
            if not there.host:
                put_host(database, match, sitter.owner, there.barred)
            return number

        return await self._worker.do(work, writes=True)

    async def rearrange(self, match: str, was: Sequence[Sitter], now: Sequence[Sitter], header: Header) -> Seating:
        """Replace all sitters and the header of a table that has not begun; there may be more or fewer seats than before.

        Raises:
            StaleError: the match has begun, or its sitters are not those of `was` any more.
        """

        def work(database: Database) -> Seating:
            there = seating_of(database, match)
            if there is None or there.begun or there.sitters != tuple(was):
                raise StaleError("somebody else sits there by now")
            database.execute("DELETE FROM seat WHERE match = ? AND seat >= ?", (match, len(now)))
            put_sitters(database, match, now)
            database.execute("UPDATE promise SET body = ? WHERE match = ?", (to_json(header), match))
            return msgspec.structs.replace(there, sitters=tuple(now), header=header)

        return await self._worker.do(work, writes=True)

    async def reseat(self, match: str, seat: int, was: Sitter, now: Sitter, bar: bool = False) -> Seating:
        """Put somebody else on a seat, or nobody.

        When the host leaves a table before the start, the first person who sat down becomes its host.

        Args:
            was: the person on the seat as far as the caller knows.
            bar: whether that person may not sit down again.

        Raises:
            StaleError: another sits there by now.
        """

        def work(database: Database) -> Seating:
            there = seating_of(database, match)
            if there is None or there.sitters[seat] != was:
                raise StaleError("somebody else sits there by now")
            sitters = (*there.sitters[:seat], now, *there.sitters[seat + 1 :])
            put_sitters(database, match, sitters)
            host, barred = there.host, (*there.barred, was.owner) if bar else there.barred
            if not there.begun and was.owner == host != now.owner:
                host = next((sitter.owner for sitter in sitters if sitter.owner and sitter.seated), "")
            put_host(database, match, host, barred)
            return msgspec.structs.replace(there, sitters=sitters, host=host, barred=barred)

        return await self._worker.do(work, writes=True)

    async def begin(self, match: str, header: Header, sitters: tuple[Sitter, ...]) -> Seating:
        """Begin a match: entry 0 is the header, with the salts and the deal; from now on these are its sitters.

        A match that has begun already is returned as it began.

        Raises:
            StaleError: somebody has sat down who is not among the sitters, or the host has changed the options.
        """
        now = self._clock()

        def work(database: Database) -> Seating:
            there = seating_of(database, match)
            if there is None:
                raise StoreError(f"there is no table {match} to begin")
            if there.begun:
                return there
            if any(was.ready and was != given for was, given in zip(there.sitters, sitters, strict=True)):
                raise StaleError("somebody has sat down meanwhile")
            if (there.header.options, there.header.seats) != (header.options, header.seats):
                raise StaleError("the host has changed the table meanwhile")
            log.begin(database, "match", [(match, header)], now)
            put_sitters(database, match, sitters)
            return msgspec.structs.replace(there, header=header, sitters=sitters, begun=True)

        return await self._worker.do(work, writes=True)

    async def end(self, match: str, ended: Ending) -> None:
        """Keep the ending of a match that is over; the first one counts."""
        body = await asyncio.to_thread(pack_ending, ended)
        await self._worker.write("INSERT INTO ending VALUES (?, ?) ON CONFLICT DO NOTHING", match, body)

    async def ending(self, match: str) -> Ending | None:
        """Return the ending of a match that is over; None if nothing was kept."""
        return await self._worker.do(lambda database: read_ending(database, match))

    async def keep_clock(self, match: str, clock: str) -> None:
        """Keep how the clocks of a match stand; the last counts."""
        query = "INSERT INTO clock VALUES (?, ?) ON CONFLICT (match) DO UPDATE SET body = excluded.body"
        await self._worker.write(query, match, clock)

    async def clock(self, match: str) -> str:
        """Return the clocks of a match as they were last kept; an empty string if they never were."""
        found = await self._worker.rows("SELECT body FROM clock WHERE match = ?", match)
        return found[0][0] if found else ""

    async def judge(self, match: str, version: int, number: int, judged: str) -> None:
        """Keep how a decision of a match was judged, by the judge of that version; the first judgement counts."""
        query = "INSERT INTO judged VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        await self._worker.write(query, match, version, number, judged)

    async def judged(self, match: str, version: int) -> list[str]:
        """Return the judgements of the decisions of a match, from the first on, up to the first gap."""
        query = "SELECT number, body FROM judged WHERE match = ? AND version = ? ORDER BY number"
        rows = await self._worker.rows(query, match, version)
        return [body for place, (number, body) in enumerate(rows, 1) if number == place]

    async def forget(self, unplayed: float, played: float, keep: frozenset[str]) -> int:
        """Delete tables that were opened before a time and never begun, and matches whose last entry is older than another.

        Args:
            unplayed, played: seconds since 1970. keep: matches that are in use.

        Returns: how many.
        """
        return await self._worker.do(lambda database: forget_old(database, unplayed, played, keep), writes=True)

    async def compact(self, *, forgotten: bool = False) -> bool:
        """Give the space of deleted rows back to the disk and overwrite them; return whether that is done.

        While another program reads the file, such as one that copies it, some of them stay until the next time.

        Args:
            forgotten: whether a small database in which somebody was forgotten (`People.forget`) is written anew, so that no
                trace of a name is left. Then the answer is false as well if the database is too large for that.
        """
        while await self._worker.alone(lambda database: database.give_back()):
            await asyncio.sleep(PAUSE)
        traces = await self._worker.rows("SELECT value FROM setting WHERE name = ?", FORGOTTEN) if forgotten else []
        rewritten = not traces or await self._worker.alone(lambda database: database.rewrite())
        for _ in range(WIPES):
            if await self._worker.alone(lambda database: database.wipe()):
                break
            await asyncio.sleep(PAUSE)
        else:
            return False
        if traces and rewritten:
            await self._worker.write("DELETE FROM setting WHERE name = ? AND value = ?", FORGOTTEN, traces[0][0])
        return rewritten

    async def size(self) -> int:
        """Return the bytes that the database takes on disk, its log of recent writes included."""
        return await self._worker.do(lambda database: database.size())

    async def delete(self, match: str) -> None:
        """Delete a table with its match."""

        def work(database: Database) -> None:
            delete_matches(database, [match])
            database.execute("UPDATE match SET rematch = '' WHERE rematch = ?", (match,))

        await self._worker.do(work, writes=True)

    async def put_setting(self, name: str, value: str) -> None:
        """Keep a value under a name, in place of an older one."""
        query = "INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self._worker.write(query, name, value)

    async def setting(self, name: str, default: str) -> str:
        """Return the value kept under a name; if there is none, keep the default from now on."""

        def work(database: Database) -> str:
            database.execute("INSERT INTO setting VALUES (?, ?) ON CONFLICT DO NOTHING", (name, default))
            return database.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()[0]

        return await self._worker.do(work, writes=True)

    def hear(self, heard: Callable[[Notice], object]) -> None:
        """Call `heard` in the running event loop for everything that other rooms write from now on."""
        pass

    async def tell(self, text: str) -> None:
        """Tell the other rooms something that is not stored, in at most `LONGEST` bytes."""
        pass

    async def close(self) -> None:
        """Finish the work that was begun, and close the database."""
        await self._worker.close()
