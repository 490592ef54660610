"""The store in an SQL database: the part that `sqlite` and `postgres` share.

A single thread does all the work. It takes what has piled up while it wrote, and commits it together: the disk is asked
once for many entries, so waiting until an entry is really on disk (WAL, synchronous=FULL) costs little. While several write
at once it gives others a moment to join them; who writes alone never waits for anybody.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from muckle.errors import DamageError, MuckleError, StaleError, StoreError
from muckle.match.ending import Ending
from muckle.match.log import Header, LogEntry
from muckle.store.database import Database
from muckle.store.encoding import pack_ending, to_json
from muckle.store.matches import DEFAULT_TERMS, Entry, Notice, Seating, Sitter, Terms
from muckle.store.sql_gatherings import Gatherings
from muckle.store.sql_matches import (
    delete_matches,
    forget_old,
    put_host,
    put_sitters,
    read_ending,
    read_evening,
    read_log,
    seat_for,
    seating_of,
)
from muckle.store.sql_people import FORGOTTEN, People
from muckle.store.sql_series import SeriesStore

MOST = 1000
"""Maximum number of jobs in one commit."""
GATHER = 0.02
"""Seconds for which jobs wait for others to join them, if the last commit was of several writes."""
WIPES = 50
"""Number of attempts to wipe deleted rows while another program reads the files."""
PAUSE = 0.02
"""Seconds between two steps of compaction, in which others can write."""
NEXT = """
    INSERT INTO entry SELECT ?, ?, ?, ?, ?
    WHERE (SELECT max(seq) FROM entry WHERE match = ?) = ? AND NOT EXISTS (SELECT 1 FROM entry WHERE match = ? AND cid = ?)
"""
"""Adds an entry if it is the next and its command is new: one statement, as each waits for Python's lock in a busy room."""

Answer = TypeVar("Answer")


class Job(NamedTuple):
    """A function to run on the database thread, and the future for its answer."""

    work: Callable[[Database], Any]
    answer: asyncio.Future[Any]
    """The future that the job's answer is put into, in the event loop of whoever waits."""
    kind: Literal["read", "write", "alone"]
    """Reads that wait together share a transaction, and so do writes; a job that is done alone is in none."""


class Store:
    """A place for matches. Whatever has returned is on disk; nothing after that loses it.

    A match is changed by appending to its log only. Every method raises StoreError when the database cannot be used; then
    nothing has changed.

    Args:
        clock: the time, in seconds since 1970.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database, self._clock = database, clock
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.gatherings = Gatherings(self._do, clock)
        """The events that matches may be boards of."""
        self.series = SeriesStore(self._do, clock)
        """The series that events may count in."""
        self.people = People(self._do)
        """Everything that belongs to an identity."""
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

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

        return await self._do(work, writes=True)

    async def seating(self, match: str) -> Seating | None:
        """Return the seating of a match, None if there is no such match."""
        return await self._do(lambda database: seating_of(database, match))

    async def evening(self, match: str) -> list[tuple[Seating, Ending | None]]:
        """Return the matches of the evening that a match belongs to, oldest first, with the endings of those that are over."""
        return await self._do(lambda database: read_evening(database, match))

    async def secret(self, match: str) -> str:
        """Return the secret of a match; nobody is told before the match is over."""
        found = await self._rows("SELECT value FROM secret WHERE match = ?", match)
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

        return await self._do(work, writes=True)

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

        return await self._do(work, writes=True)

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

        return await self._do(work, writes=True)

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
            database.execute("INSERT INTO entry VALUES (?, 0, '', ?, ?)", (match, now, to_json(header)))
            put_sitters(database, match, sitters)
            return msgspec.structs.replace(there, header=header, sitters=sitters, begun=True)

        return await self._do(work, writes=True)

    async def append(self, match: str, expect: int, cid: str, entry: LogEntry, first: Sequence[LogEntry] = ()) -> int:
        """Add an entry to a match's log behind number `expect`, after those of `first`, and return its own number.

        A command id that is stored already changes nothing and returns the number of its entry.

        Raises:
            StaleError: the log has more entries, or fewer.
        """

        def work(database: Database) -> int:
            now, last = self._clock(), expect + 1 + len(first)
            if database.execute(NEXT, (match, last, cid, now, to_json(entry), match, expect, match, cid)).rowcount:
                before = [(match, expect + n, f"before {cid} {n - 1}", now, to_json(each)) for n, each in enumerate(first, 1)]
                if before:
                    database.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", before)
                return last
            known = database.execute("SELECT seq FROM entry WHERE match = ? AND cid = ?", (match, cid)).fetchone()
            if known:
                return known[0]
            newest = database.execute("SELECT max(seq) FROM entry WHERE match = ?", (match,)).fetchone()[0]
            raise StaleError(f"the entry was to follow number {expect}; the match is at {newest}")

        return await self._do(work, writes=True)

    async def read(self, match: str, after: int = 0) -> list[Entry]:
        """Return the entries of a match's log behind number `after`, in order."""
        return await self._do(lambda database: read_log(database, match, after))

    async def end(self, match: str, ended: Ending) -> None:
        """Keep the ending of a match that is over; the first one counts."""
        body = await asyncio.to_thread(pack_ending, ended)
        await self._write("INSERT INTO ending VALUES (?, ?) ON CONFLICT DO NOTHING", match, body)

    async def ending(self, match: str) -> Ending | None:
        """Return the ending of a match that is over; None if nothing was kept."""
        return await self._do(lambda database: read_ending(database, match))

    async def first_attempt(self, game: str, day: str, owner: str, match: str) -> str:
        """Return an identity's first attempt at the daily of a game: this match, if there was none before."""
        await self._write("INSERT INTO daily VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", game, day, owner, match)
        return await self.attempt(game, day, owner)

    async def attempt(self, game: str, day: str, owner: str) -> str:
        """Return the match of an identity's first attempt at the daily of a game, an empty string if there is none."""
        query = "SELECT match FROM daily WHERE game = ? AND day = ? AND owner = ?"
        found = await self._rows(query, game, day, owner)
        return found[0][0] if found else ""

    async def attempts_of(self, game: str, owner: str) -> list[tuple[str, str]]:
        """Return all first attempts of an identity at the dailies of a game, as days and matches, the last day first."""
        query = "SELECT day, match FROM daily WHERE game = ? AND owner = ? ORDER BY day DESC"
        return [(day, match) for day, match in await self._rows(query, game, owner)]

    async def attempts(self, game: str, day: str) -> list[tuple[str, str]]:
        """Return all first attempts at the daily of a game on a day, as identities and matches."""
        query = "SELECT owner, match FROM daily WHERE game = ? AND day = ?"
        return [(owner, match) for owner, match in await self._rows(query, game, day)]

    async def keep_clock(self, match: str, clock: str) -> None:
        """Keep how the clocks of a match stand; the last counts."""
        query = "INSERT INTO clock VALUES (?, ?) ON CONFLICT (match) DO UPDATE SET body = excluded.body"
        await self._write(query, match, clock)

    async def clock(self, match: str) -> str:
        """Return the clocks of a match as they were last kept; an empty string if they never were."""
        found = await self._rows("SELECT body FROM clock WHERE match = ?", match)
        return found[0][0] if found else ""

    async def judge(self, match: str, version: int, number: int, judged: str) -> None:
        """Keep how a decision of a match was judged, by the judge of that version; the first judgement counts."""
        query = "INSERT INTO judged VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        await self._write(query, match, version, number, judged)

    async def judged(self, match: str, version: int) -> list[str]:
        """Return the judgements of the decisions of a match, from the first on, up to the first gap."""
        query = "SELECT number, body FROM judged WHERE match = ? AND version = ? ORDER BY number"
        rows = await self._rows(query, match, version)
        return [body for place, (number, body) in enumerate(rows, 1) if number == place]

    async def forget(self, unplayed: float, played: float, keep: frozenset[str]) -> int:
        """Delete tables that were opened before a time and never begun, and matches whose last entry is older than another.

        Args:
            unplayed, played: seconds since 1970. keep: matches that are in use.

        Returns: how many.
        """
        return await self._do(lambda database: forget_old(database, unplayed, played, keep), writes=True)

    async def compact(self, *, forgotten: bool = False) -> bool:
        """Give the space of deleted rows back to the disk and overwrite them; return whether that is done.

        While another program reads the file, such as one that copies it, some of them stay until the next time.

        Args:
            forgotten: whether a small database in which somebody was forgotten (`People.forget`) is written anew, so that no
                trace of a name is left. Then the answer is false as well if the database is too large for that.
        """
        while await self._queue(lambda database: database.give_back(), "alone"):
            await asyncio.sleep(PAUSE)
        traces = await self._rows("SELECT value FROM setting WHERE name = ?", FORGOTTEN) if forgotten else []
        rewritten = not traces or await self._queue(lambda database: database.rewrite(), "alone")
        for _ in range(WIPES):
            if await self._queue(lambda database: database.wipe(), "alone"):
                break
            await asyncio.sleep(PAUSE)
        else:
            return False
        if traces and rewritten:
            await self._write("DELETE FROM setting WHERE name = ? AND value = ?", FORGOTTEN, traces[0][0])
        return rewritten

    async def size(self) -> int:
        """Return the bytes that the database takes on disk, its log of recent writes included."""
        return await self._do(lambda database: database.size())

    async def delete(self, match: str) -> None:
        """Delete a table with its match."""

        def work(database: Database) -> None:
            delete_matches(database, [match])
            database.execute("UPDATE match SET rematch = '' WHERE rematch = ?", (match,))

        await self._do(work, writes=True)

    async def put_setting(self, name: str, value: str) -> None:
        """Keep a value under a name, in place of an older one."""
        query = "INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self._write(query, name, value)

    async def setting(self, name: str, default: str) -> str:
        """Return the value kept under a name; if there is none, keep the default from now on."""

        def work(database: Database) -> str:
            database.execute("INSERT INTO setting VALUES (?, ?) ON CONFLICT DO NOTHING", (name, default))
            return database.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()[0]

        return await self._do(work, writes=True)

    @property
    def shared(self) -> bool:
        """Whether other rooms may use the same database; a file is one room's."""
        return False

    def hear(self, heard: Callable[[Notice], object]) -> None:
        """Call `heard` in the running event loop for everything that other rooms write from now on."""
        pass

    async def tell(self, text: str) -> None:
        """Tell the other rooms something that is not stored, in at most `LONGEST` bytes."""
        pass

    async def close(self) -> None:
        """Finish the work that was begun, and close the database."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return await self._do(lambda database: database.execute(query, values).fetchall())

    async def _write(self, query: str, *values: object) -> None:
        await self._do(lambda database: database.execute(query, values) and None, writes=True)

    async def _do(self, work: Callable[[Database], Answer], *, writes: bool = False) -> Answer:
        """Have the thread do something. Work that writes says what is wrong (as a MuckleError) before its first write."""
        return await self._queue(work, "write" if writes else "read")

    async def _queue(self, work: Callable[[Database], Answer], kind: Literal["read", "write", "alone"]) -> Answer:
        if not self._thread.is_alive():
            raise StoreError(f"{self._database.name} is closed")
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(work, answer, kind))
        return await answer

    def _work(self) -> None:
        closing, crowded = False, False
        while not closing:
            jobs = [self._jobs.get()]
            if crowded:
                time.sleep(GATHER)
            while len(jobs) < MOST and not self._jobs.empty():
                jobs.append(self._jobs.get())
            closing = None in jobs
            waiting = [job for job in jobs if job and not job.answer.cancelled()]
            self._commit([job for job in waiting if job.kind == "read"], writes=False)
            writes = [job for job in waiting if job.kind == "write"]
            self._commit(writes, writes=True)
            crowded = len(writes) > 1
            for job in waiting:
                if job.kind == "alone":
                    self._do_alone(job)
        self._database.close()

    def _commit(self, jobs: list[Job], *, writes: bool) -> None:
        """Do these jobs, commit once, then answer each; if the database fails, nothing was written. A read fails alone."""
        if not jobs:
            return
        answers: list[Any]
        try:
            self._database.begin(writes=writes)
            answers = [attempt(job.work, self._database, MuckleError if writes else Exception) for job in jobs]
            self._database.commit()
        except Exception as error:
            self._database.rollback()
            answers = [error for _ in jobs]
        self._answer(jobs, answers)

    def _do_alone(self, job: Job) -> None:
        answer = attempt(job.work, self._database, Exception)
        if isinstance(answer, Exception):
            self._database.rollback()
        self._answer([job], [answer])

    def _answer(self, jobs: list[Job], answers: list[Any]) -> None:
        done = [(job.answer, self._explained(answer)) for job, answer in zip(jobs, answers, strict=True)]
        for loop in {job.answer.get_loop() for job in jobs}:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(settle, [each for each in done if each[0].get_loop() is loop])

    def _explained(self, answer: Any) -> Any:
        return self._database.explained(answer) if isinstance(answer, self._database.error) else answer


def settle(done: list[tuple[asyncio.Future[Any], Any]]) -> None:
    """Give everybody who still waits their answer, in the loop in which they do."""
    for future, answer in done:
        if future.cancelled():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def attempt(work: Callable[[Database], Any], database: Database, kind: type[Exception]) -> Any:
    """Return the answer of some work; an error of this kind is an answer like any other."""
    try:
        return work(database)
    except kind as error:
        return error
