"""Series of events in the store in an SQL database."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from muckle.errors import StaleError
from muckle.store import log
from muckle.store.database import Database
from muckle.store.encoding import from_json, to_json
from muckle.store.events import EventSetup
from muckle.store.series import (
    Entered,
    KeptSeries,
    MadeOne,
    Member,
    Noted,
    OpenedEvent,
    Organiser,
    OrganiserJoined,
    Ruling,
    Series,
)
from muckle.store.worker import Worker

MEMBER, ORGANISER = "number, name, owner, code", "number, name, owner"


class SeriesStore:
    """The part of a store that keeps series.

    Args:
        clock: the time, in seconds since 1970.
    """

    def __init__(self, worker: Worker, clock: Callable[[], float] = time.time) -> None:
        self._worker, self._clock = worker, clock

    async def open(self, series: Series, organiser: Organiser) -> None:
        """Keep a new series, and who organises it."""
        now = self._clock()

        def work(database: Database) -> None:
            database.execute("INSERT INTO series VALUES (?, ?, ?)", (series.code, now, to_json(series)))
            insert_row(database, "organiser", series.code, organiser)

        await self._worker.do(work, writes=True)

    async def find(self, code: str) -> KeptSeries | None:
        """Return the series with a code, None if there is none."""
        return await self._worker.do(lambda database: find_series(database, code))

    async def enter(self, code: str, member: Member, by: int = 0) -> Member:
        """Let somebody take part, with the next number; whose identity takes part already stays as they came."""
        now = self._clock()

        def work(database: Database) -> Member:
            there = find_row(database, MEMBER, "member", code, "owner", member.owner)
            if member.owner and there:
                return Member(*there)
            new = msgspec.structs.replace(member, number=last_number(database, "member", code) + 1)
            insert_row(database, "member", code, new)
            append_ruling(database, code, f"enter {new.number}", now, Entered(new.number, by))
            return new

        return await self._worker.do(work, writes=True)

    async def organise(self, code: str, organiser: Organiser, word: str = "") -> Organiser:
        """Let somebody organise it, too, with the next number; whoever did so before keeps theirs.

        Args:
            word: the word by which they come; the same one again changes nothing.
        """
        now = self._clock()

        def work(database: Database) -> Organiser:
            there = find_row(database, ORGANISER, "organiser", code, "owner", organiser.owner)
            new = msgspec.structs.replace(organiser, number=last_number(database, "organiser", code) + 1)
            if there:
                new = Organiser(*there)
            else:
                insert_row(database, "organiser", code, new)
            cid = f"join {new.number} {word}"
            if not is_known(database, code, cid):
                append_ruling(database, code, cid, now, OrganiserJoined(new.number))
            return new

        return await self._worker.do(work, writes=True)

    async def rule(self, code: str, cid: str, ruling: Ruling, changed: Sequence[Member] = ()) -> None:
        """Add an entry to the log, and put members as given in place of those with their numbers, one after the other.

        A command id that is stored already changes nothing. Boards and places at events that were the former identity's are the
        new one's; those of a member who turned out to be another one are that one's.
        """
        now = self._clock()

        def work(database: Database) -> None:
            if is_known(database, code, cid):
                return
            append_ruling(database, code, cid, now, ruling)
            for member in changed:
                update_member(database, code, member)
            if isinstance(ruling, MadeOne):
                give_places(database, code, ruling.member, changed[-1].owner)

        await self._worker.do(work, writes=True)

    async def claim(self, code: str, personal: str, owner: str) -> Member | None:
        """Give the member with a personal code, and all their places at events and boards, to another identity.

        Returns:
            The member as they were before; None if no member has this code.

        Raises:
            StaleError: that identity is another member already.
        """

        def work(database: Database) -> Member | None:
            found = find_row(database, MEMBER, "member", code, "code", personal) if personal else None
            if found is None:
                return None
            was, own = Member(*found), find_row(database, MEMBER, "member", code, "owner", owner)
            if own and own[0] != was.number:
                raise StaleError(f"this device is {own[1]} in this series")
            update_member(database, code, msgspec.structs.replace(was, owner=owner))
            return was

        return await self._worker.do(work, writes=True)


def find_series(database: Database, code: str) -> KeptSeries | None:
    """Return a series as stored, None if there is none."""
    found = database.execute("SELECT body FROM series WHERE code = ?", (code,)).fetchone()
    if found is None:
        return None
    members = database.execute(f"SELECT {MEMBER} FROM member WHERE series = ? ORDER BY number", (code,)).fetchall()
    organisers = database.execute(f"SELECT {ORGANISER} FROM organiser WHERE series = ? ORDER BY number", (code,)).fetchall()
    parts = """
        SELECT code, body, created, (SELECT count(*) FROM entry WHERE kind = 'event' AND id = code) FROM event
        WHERE series = ? ORDER BY created, code
    """
    rows = database.execute(parts, (code,)).fetchall()
    opened = [(event, from_json(body, EventSetup, f"event {event}").title, *rest) for event, body, *rest in rows]
    return KeptSeries(
        from_json(found[0], Series, f"series {code}"),
        tuple(Member(*row) for row in members),
        tuple(Organiser(*row) for row in organisers),
        tuple(Noted(entry.at, entry.body) for entry in log.read(database, "series", code, -1)),
        tuple(OpenedEvent(*each) for each in opened),
    )


def find_row(database: Database, columns: str, table: str, code: str, by: str, value: str) -> Sequence[Any] | None:
    """Return the row of a series in which a column has a value, None if there is none."""
    query = f"SELECT {columns} FROM {table} WHERE series = ? AND {by} = ?"
    return database.execute(query, (code, value)).fetchone()


def last_number(database: Database, table: str, code: str) -> int:
    """Return the highest number in a table of a series."""
    return database.execute(f"SELECT coalesce(max(number), 0) FROM {table} WHERE series = ?", (code,)).fetchone()[0]


def insert_row(database: Database, table: str, code: str, row: Member | Organiser) -> None:
    """Keep a new member or organiser."""
    values = (code, *msgspec.structs.astuple(row))
    database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)


def is_known(database: Database, code: str, cid: str) -> bool:
    """Return whether the entry of a command is in the log."""
    return (
        database.execute("SELECT 1 FROM entry WHERE kind = 'series' AND id = ? AND cid = ?", (code, cid)).fetchone() is not None
    )


def append_ruling(database: Database, code: str, cid: str, now: float, ruling: Ruling) -> None:
    """Add an entry to the log."""
    log.append(database, "series", code, log.newest(database, "series", code), cid, [ruling], now)


def update_member(database: Database, code: str, member: Member) -> None:
    """Store a member's present data, and give their places at events and their boards to the same identity."""
    row = (member.name, member.owner, member.code, code, member.number)
    database.execute("UPDATE member SET name = ?, owner = ?, code = ? WHERE series = ? AND number = ?", row)
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
    found = {
        table: database.execute(f"SELECT series, number FROM {table} WHERE owner = ?", (owner,)).fetchall()
        for table in ("member", "organiser")
    }
    for code in {code for rows in found.values() for code, _ in rows}:
        own, organising = ({number for series, number in found[table] if series == code} for table in ("member", "organiser"))
        if 1 in organising:
            [body] = database.execute("SELECT body FROM series WHERE code = ?", (code,)).fetchone()
            series = msgspec.structs.replace(from_json(body, Series, f"series {code}"), title="")
            database.execute("UPDATE series SET body = ? WHERE code = ?", (to_json(series), code))
        for entry in reversed(log.read(database, "series", code, -1)):
            ruling = entry.body
            if isinstance(ruling, MadeOne) and ruling.into in own:
                own.add(ruling.member)
            about = getattr(ruling, "by", 0) in organising or getattr(ruling, "member", 0) in own
            if about and getattr(ruling, "why", ""):
                log.rewrite(database, "series", code, entry.seq, msgspec.structs.replace(ruling, why=""))
        rows = [(name, code, number) for number in own]
        database.executemany("UPDATE member SET name = ?, code = '' WHERE series = ? AND number = ?", rows)
