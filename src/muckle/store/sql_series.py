"""Series of events in the store in an SQL database."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import astuple, replace

from muckle.store import log
from muckle.store.database import Database
from muckle.store.encoding import from_json, to_json
from muckle.store.events import EventSetup
from muckle.store.log import Entry
from muckle.store.series import Member, Merge, OpenedEvent, Organiser, Ruling, Series
from muckle.store.worker import Worker


class KeptSeries(Struct, frozen=True):
    """Everything that is stored of a series itself."""

    series: Series
    members: tuple[Member, ...]
    organisers: tuple[Organiser, ...]
    log: tuple[Entry, ...]
    parts: tuple[OpenedEvent, ...]  # its events, in the order they were opened


class SeriesStore:
    """The part of a store that keeps series.

    Args:
        clock: the time, in seconds since 1970.
    """

    def __init__(self, worker: Worker, clock: Callable[[], float] = time.time) -> None:
        self._worker, self._clock = worker, clock

    async def open(self, series: Series, organiser: Organiser) -> None:
        """Keep a new series, and its first organiser."""
        now = self._clock()

        def work(database: Database) -> None:
            database.execute("INSERT INTO series VALUES (?, ?, ?)", (series.code, now, to_json(series)))
            put_organiser(database, series.code, organiser)

        await self._worker.do(work, writes=True)

    async def find(self, code: str) -> KeptSeries | None:
        """Return the series with a code, None if there is none."""
        return await self._worker.do(lambda database: find_series(database, code))

    async def append(
        self,
        code: str,
        expect: int,
        cid: str,
        entries: Sequence[Ruling],
        members: Sequence[Member] = (),
        organisers: Sequence[Organiser] = (),
    ) -> None:
        """Add entries to the log after number `expect`, and put members and organisers in place of those with their numbers.

        A command id that is stored already changes nothing. Boards and places at events go along with a member's identity.

        Raises:
            StaleError: the log has more entries, or fewer.
        """
        now = self._clock()

        def work(database: Database) -> None:
            newest = log.newest(database, "series", code)
            if log.append(database, "series", code, expect, cid, entries, now) <= newest:
                return
            for organiser in organisers:
                put_organiser(database, code, organiser)
            for member in members:
                put_member(database, code, member)
            for entry in entries:
                if isinstance(entry, Merge):
                    give_places(database, code, entry.member, members[-1].owner)

        await self._worker.do(work, writes=True)


def find_series(database: Database, code: str) -> KeptSeries | None:
    """Return a series as stored, None if there is none."""
    found = database.execute("SELECT body FROM series WHERE code = ?", (code,)).fetchone()
    if found is None:
        return None
    members = database.execute("SELECT number, name, owner, code FROM member WHERE series = ? ORDER BY number", (code,))
    members = tuple(Member(*row) for row in members.fetchall())
    organisers = database.execute("SELECT number, name, owner FROM organiser WHERE series = ? ORDER BY number", (code,))
    organisers = tuple(Organiser(*row) for row in organisers.fetchall())
    parts = """
        SELECT code, created, (SELECT count(*) FROM entry WHERE kind = 'event' AND id = event.code)
            + (SELECT count(*) FROM player WHERE player.code = event.code), body
        FROM event WHERE series = ? ORDER BY created, code
    """
    rows = database.execute(parts, (code,)).fetchall()
    return KeptSeries(
        from_json(found[0], Series, f"series {code}"),
        members,
        organisers,
        tuple(log.read(database, "series", code, -1)),
        tuple(OpenedEvent(event, at, n, from_json(body, EventSetup, f"event {event}").title) for event, at, n, body in rows),
    )


def put_organiser(database: Database, code: str, organiser: Organiser) -> None:
    """Store an organiser, unless their number is taken: whoever organised before keeps theirs."""
    query = "INSERT INTO organiser VALUES (?, ?, ?, ?) ON CONFLICT (series, number) DO NOTHING"
    database.execute(query, (code, *astuple(organiser)))


def put_member(database: Database, code: str, member: Member) -> None:
    """Store a member's present data, and give their places at events and their boards to the same identity."""
    query = """
        INSERT INTO member VALUES (?, ?, ?, ?, ?) ON CONFLICT (series, number)
        DO UPDATE SET name = excluded.name, owner = excluded.owner, code = excluded.code
    """
    database.execute(query, (code, *astuple(member)))
    give_places(database, code, member.number, member.owner)


def give_places(database: Database, code: str, member: int, owner: str) -> None:
    """Give a member's places at events and their boards to an identity."""
    query = """
        SELECT player.code, player.number, event.body FROM player JOIN event ON event.code = player.code
        WHERE series = ? AND member = ?
    """
    for event, number, body in database.execute(query, (code, member)).fetchall():
        rounds = range(1, from_json(body, EventSetup, f"event {event}").rounds + 1)
        database.execute("UPDATE player SET owner = ? WHERE code = ? AND number = ?", (owner, event, number))
        boards = [(owner, f"{event}.{each}.{number}") for each in rounds]
        database.executemany("UPDATE seat SET owner = ? WHERE match = ?", boards)


def forget_at_series(database: Database, owner: str, name: str) -> None:
    """Rename an identity's members, and empty the titles and reasons that it gave, and reasons for decisions about it."""
    query = "SELECT series FROM member WHERE owner = ? UNION SELECT series FROM organiser WHERE owner = ?"
    for (code,) in database.execute(query, (owner, owner)).fetchall():
        kept = find_series(database, code)
        assert kept
        own = {member.number for member in kept.members if member.owner == owner}
        organising = {organiser.number for organiser in kept.organisers if organiser.owner == owner}
        if 1 in organising:
            database.execute("UPDATE series SET body = ? WHERE code = ?", (to_json(replace(kept.series, title="")), code))
        for entry in reversed(kept.log):
            ruling: Ruling = entry.body
            if isinstance(ruling, Merge) and ruling.into in own:
                own.add(ruling.member)
            if ruling.why and (ruling.by in organising or getattr(ruling, "member", 0) in own):
                log.rewrite(database, "series", code, entry.seq, replace(ruling, why=""))
        rows = [(name, code, number) for number in own]
        database.executemany("UPDATE member SET name = ?, code = '' WHERE series = ? AND number = ?", rows)
