"""The store in an SQL database: what `sqlite` and `postgres` have in common.

A single thread does all the work. It takes what has piled up while it wrote, and commits it together: the disk is asked
once for many events, so waiting until an event is really on disk (WAL, synchronous=FULL) costs little.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

import msgspec

from muckle.errors import MuckleError, StaleError, StoreError
from muckle.match.ending import Ending
from muckle.match.log import Header, LogEntry
from muckle.store.contract import USUAL, Entry, Notice, Seating, Sitter, Terms
from muckle.store.database import Database
from muckle.store.schema import TABLES
from muckle.store.sql_gatherings import SqlGatherings
from muckle.store.sql_people import SqlPeople
from muckle.store.sql_series import SqlSeries

MOST = 1000
"""Jobs in one commit."""
BODY: msgspec.json.Decoder[LogEntry] = msgspec.json.Decoder(LogEntry)  # pyright: ignore[reportArgumentType]  # a union

Answer = TypeVar("Answer")


class Job(NamedTuple):
    """Something to do with the database, and where the answer goes."""

    work: Callable[[Database], Any]
    answer: Future[Any]
    writes: bool


class SqlStore:
    """A `muckle.store.contract.Store` in a database.

    Args:
        clock: the time, in seconds since 1970.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database, self._clock = database, clock
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.gatherings = SqlGatherings(self._do, clock)
        self.series = SqlSeries(self._do, clock)
        self.people = SqlPeople(self._do, seating_of)
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
        terms: Terms = USUAL,
    ) -> Seating:
        now = self._clock()

        def work(database: Database) -> Seating:
            before = seating_of(database, after) if after else None
            if before and before.rematch:
                there = seating_of(database, before.rematch)
                assert there
                return there
            database.execute("INSERT INTO match (id, created) VALUES (?, ?)", (match, now))
            database.execute("INSERT INTO promise VALUES (?, ?, ?, ?, '[]')", (match, host, encoded(header), encoded(terms)))
            database.execute("INSERT INTO secret VALUES (?, ?)", (match, secret))
            put_sitters(database, match, sitters)
            database.execute("UPDATE match SET rematch = ? WHERE id = ?", (match, after))
            return Seating(match, header, sitters, now, host, begun=False, terms=terms)

        return await self._do(work, writes=True)

    async def seating(self, match: str) -> Seating | None:
        return await self._do(lambda database: seating_of(database, match))

    async def secret(self, match: str) -> str:
        return (await self._rows("SELECT value FROM secret WHERE match = ?", match))[0][0]

    async def sit(self, match: str, owner: str, name: str, salt: str, seat: int | None = None) -> int | None:
        def work(database: Database) -> int | None:
            there = seating_of(database, match)
            if there is None or owner in there.barred:
                return None
            sitters = list(there.sitters)
            number = seat_for(sitters, owner, seat, there.begun)
            if number is None or sitters[number].ready or there.begun:
                return number
            sitters[number] = Sitter(name, owner=owner, salt=salt)
            put_sitters(database, match, sitters)
            if not there.host:
                put_host(database, match, owner, there.barred)
            return number

        return await self._do(work, writes=True)

    async def reseat(self, match: str, seat: int, was: Sitter, now: Sitter, bar: bool = False) -> Seating:
        def work(database: Database) -> Seating:
            there = seating_of(database, match)
            if there is None or there.sitters[seat] != was:
                raise StaleError("somebody else sits there by now")
            sitters = (*there.sitters[:seat], now, *there.sitters[seat + 1 :])
            put_sitters(database, match, sitters)
            host, barred = there.host, (*there.barred, was.owner) if bar else there.barred
            if not there.begun and was.owner == host != now.owner:
                host = next((sitter.owner for sitter in sitters if sitter.owner and sitter.salt), "")
            put_host(database, match, host, barred)
            return msgspec.structs.replace(there, sitters=sitters, host=host, barred=barred)

        return await self._do(work, writes=True)

    async def begin(self, match: str, header: Header, sitters: tuple[Sitter, ...]) -> Seating:
        now = self._clock()

        def work(database: Database) -> Seating:
            there = seating_of(database, match)
            if there is None:
                raise StoreError(f"there is no table {match} to begin")
            if there.begun:
                return there
            if any(was.ready and was != given for was, given in zip(there.sitters, sitters, strict=True)):
                raise StaleError("somebody has sat down meanwhile")
            database.execute("INSERT INTO event VALUES (?, 0, '', ?, ?)", (match, now, encoded(header)))
            put_sitters(database, match, sitters)
            return msgspec.structs.replace(there, header=header, sitters=sitters, begun=True)

        return await self._do(work, writes=True)

    async def append(self, match: str, expect: int, cid: str, event: LogEntry, first: Sequence[LogEntry] = ()) -> int:
        def work(database: Database) -> int:
            known = database.execute("SELECT seq FROM event WHERE match = ? AND cid = ?", (match, cid)).fetchone()
            if known:
                return known[0]
            newest = database.execute("SELECT max(seq) FROM event WHERE match = ?", (match,)).fetchone()[0]
            if newest != expect:
                raise StaleError(f"the event was to follow number {expect}; the match is at {newest}")
            entries = [(f"before {cid} {number}", entry) for number, entry in enumerate(first)] + [(cid, event)]
            now = self._clock()
            rows = [(match, seq, own, now, encoded(entry)) for seq, (own, entry) in enumerate(entries, expect + 1)]
            database.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?)", rows)
            return expect + len(rows)

        return await self._do(work, writes=True)

    async def read(self, match: str, after: int = 0) -> list[Entry]:
        query = "SELECT seq, cid, body FROM event WHERE match = ? AND seq > ? ORDER BY seq"
        return [Entry(seq, cid, BODY.decode(body)) for seq, cid, body in await self._rows(query, match, max(after, 0))]

    async def end(self, match: str, ended: Ending) -> None:
        row = (match, encoded(ended))
        await self._do(
            lambda database: database.execute("INSERT INTO ending VALUES (?, ?) ON CONFLICT DO NOTHING", row) and None,
            writes=True,
        )

    async def ending(self, match: str) -> Ending | None:
        found = await self._rows("SELECT body FROM ending WHERE match = ?", match)
        return msgspec.json.decode(found[0][0], type=Ending) if found else None

    async def first_attempt(self, day: str, owner: str, match: str) -> str:
        row = (day, owner, match)
        await self._do(
            lambda database: database.execute("INSERT INTO daily VALUES (?, ?, ?) ON CONFLICT DO NOTHING", row) and None,
            writes=True,
        )
        return await self.attempt(day, owner)

    async def attempt(self, day: str, owner: str) -> str:
        found = await self._rows("SELECT match FROM daily WHERE day = ? AND owner = ?", day, owner)
        return found[0][0] if found else ""

    async def attempts(self, day: str) -> list[tuple[str, str]]:
        return [(owner, match) for owner, match in await self._rows("SELECT owner, match FROM daily WHERE day = ?", day)]

    async def keep_clock(self, match: str, clock: str) -> None:
        row = (match, clock)
        await self._do(
            lambda database: (
                database.execute("INSERT INTO clock VALUES (?, ?) ON CONFLICT (match) DO UPDATE SET body = excluded.body", row)
                and None
            ),
            writes=True,
        )

    async def clock(self, match: str) -> str:
        found = await self._rows("SELECT body FROM clock WHERE match = ?", match)
        return found[0][0] if found else ""

    async def judge(self, match: str, version: int, number: int, judged: str) -> None:
        row = (match, version, number, judged)
        await self._do(
            lambda database: database.execute("INSERT INTO judged VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", row) and None,
            writes=True,
        )

    async def judged(self, match: str, version: int) -> list[str]:
        query = "SELECT number, body FROM judged WHERE match = ? AND version = ? ORDER BY number"
        rows = await self._rows(query, match, version)
        return [body for place, (number, body) in enumerate(rows, 1) if number == place]

    async def forget(self, unplayed: float, played: float, keep: frozenset[str]) -> int:
        return await self._do(lambda database: forget_old(database, unplayed, played, keep), writes=True)

    async def setting(self, name: str, default: str) -> str:
        def work(database: Database) -> str:
            database.execute("INSERT INTO setting VALUES (?, ?) ON CONFLICT DO NOTHING", (name, default))
            return database.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()[0]

        return await self._do(work, writes=True)

    @property
    def shared(self) -> bool:
        return False

    def hear(self, heard: Callable[[Notice], object]) -> None:
        pass

    async def tell(self, text: str) -> None:
        pass

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return await self._do(lambda database: database.execute(query, values).fetchall())

    async def _do(self, work: Callable[[Database], Answer], *, writes: bool = False) -> Answer:
        """Have the thread do something. Work that writes says what is wrong (as a MuckleError) before its first write."""
        if not self._thread.is_alive():
            raise StoreError(f"{self._database.name} is closed")
        answer: Future[Answer] = Future()
        self._jobs.put(Job(work, answer, writes))
        return await asyncio.wrap_future(answer)

    def _work(self) -> None:
        closing = False
        while not closing:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST and not self._jobs.empty():
                jobs.append(self._jobs.get())
            closing = None in jobs
            waiting = [job for job in jobs if job and job.answer.set_running_or_notify_cancel()]
            for writes in (False, True):
                self._commit([job for job in waiting if job.writes == writes], writes=writes)
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
        for job, answer in zip(jobs, answers, strict=True):
            if isinstance(answer, self._database.error):
                job.answer.set_exception(self._database.explained(answer))
            elif isinstance(answer, Exception):
                job.answer.set_exception(answer)
            else:
                job.answer.set_result(answer)


def attempt(work: Callable[[Database], Any], database: Database, kind: type[Exception]) -> Any:
    """What the work comes to; an error of a kind is an answer like any other."""
    try:
        return work(database)
    except kind as error:
        return error


def seating_of(database: Database, match: str) -> Seating | None:
    """A match's seating as stored. The header stands in event 0, before that in the promise."""
    query = """
        SELECT event.body, promise.body, coalesce(host, ''), created, rematch, coalesce(terms, '{}'), coalesce(barred, '[]')
        FROM match LEFT JOIN promise ON promise.match = id LEFT JOIN event ON event.match = id AND seq = 0 WHERE id = ?
    """
    found = database.execute(query, (match,)).fetchone()
    if found is None:
        return None
    began, promised, host, created, rematch, terms, barred = found
    seats = database.execute("SELECT name, level, owner, salt FROM seat WHERE match = ? ORDER BY seat", (match,))
    header = msgspec.json.decode(began or promised, type=Header)
    return Seating(
        match,
        header,
        tuple(Sitter(*row) for row in seats),
        created,
        host,
        began is not None,
        rematch,
        msgspec.json.decode(terms, type=Terms),
        msgspec.json.decode(barred, type=tuple[str, ...]),
    )


def seat_for(sitters: Sequence[Sitter], owner: str, wanted: int | None, begun: bool) -> int | None:
    """The seat that somebody has, or gets."""
    own = [number for number, sitter in enumerate(sitters) if sitter.owner == owner]
    if own or begun:
        return wanted if wanted in own else next(iter(own), None)
    return next((number for number, sitter in enumerate(sitters) if sitter.open and wanted in (None, number)), None)


def put_sitters(database: Database, match: str, sitters: Sequence[Sitter]) -> None:
    """Keep who sits where."""
    rows = [(match, seat, who.name, who.level, who.owner, who.salt) for seat, who in enumerate(sitters)]
    query = """
        INSERT INTO seat (match, seat, name, level, owner, salt) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (match, seat)
        DO UPDATE SET name = excluded.name, level = excluded.level, owner = excluded.owner, salt = excluded.salt
    """
    database.executemany(query, rows)


def put_host(database: Database, match: str, host: str, barred: Sequence[str]) -> None:
    """Keep whose table it is, and who may not sit down at it."""
    row = (host, encoded(barred), match)
    database.execute("UPDATE promise SET host = ?, barred = ? WHERE match = ?", row)


def encoded(thing: Header | LogEntry | Ending | Terms | Sequence[str]) -> str:
    """As JSON text, so that any program can read the file."""
    return msgspec.json.encode(thing).decode()


def forget_old(database: Database, unplayed: float, played: float, keep: frozenset[str]) -> int:
    """Delete tables opened before a time and never begun, and matches whose last entry is older than another; how many.

    Args:
        unplayed, played: seconds since 1970. keep: matches that are in use.
    """
    old = """
        SELECT id FROM match WHERE created < ? AND NOT EXISTS (SELECT 1 FROM event WHERE match = id)
        UNION SELECT match FROM event GROUP BY match HAVING max(at) < ?
    """
    gone = [match for (match,) in database.execute(old, (unplayed, played)) if match not in keep]
    for table in TABLES:
        column = "id" if table == "match" else "match"
        database.executemany(f"DELETE FROM {table} WHERE {column} = ?", [(match,) for match in gone])
    return len(gone)
