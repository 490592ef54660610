"""The one log: the entries of every match, event and series, each with its number.

Entry 0 says how the thing began. State is the fold of the entries; nothing but `People.forget` ever changes one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from muckle.errors import StaleError
from muckle.match.log import LogEntry
from muckle.store.database import Database, Readable
from muckle.store.encoding import from_json, to_json
from muckle.store.events import EventEntry
from muckle.store.series import Ruling
from muckle.store.worker import Worker

Kind = Literal["match", "event", "series"]
BODIES: dict[Kind, msgspec.json.Decoder[Any]] = {
    "match": msgspec.json.Decoder(LogEntry),
    "event": msgspec.json.Decoder(EventEntry),
    "series": msgspec.json.Decoder(Ruling),
}
"""Decoder of the entries of each kind of log; entry 0 of a match is its `Header`."""
NEXT = """
    INSERT INTO entry SELECT ?, ?, ?, ?, ?, ?
    WHERE (SELECT coalesce(max(seq), -1) FROM entry WHERE kind = ? AND id = ?) = ?
        AND NOT EXISTS (SELECT 1 FROM entry WHERE kind = ? AND id = ? AND cid = ?)
"""
"""Adds an entry if it is the next and its command is new: one statement, as each waits for Python's lock in a busy room."""


class Entry(Struct, frozen=True):
    """An entry as stored."""

    seq: int
    """The state after the entry answers to this number."""
    cid: str
    """The id of the command that the entry came from."""
    body: Any
    """An instance of the union of its kind, see `BODIES`."""
    at: float = 0.0
    """Seconds since 1970."""


class Log:
    """The logs in a database.

    Args:
        clock: the time, in seconds since 1970.
    """

    def __init__(self, worker: Worker, clock: Callable[[], float] = time.time) -> None:
        self._worker, self._clock = worker, clock

    async def append(self, kind: Kind, id: str, expect: int, cid: str, entries: Sequence[Struct]) -> int:
        """Add entries after number `expect`, and return the number of the last.

        A command id that is stored already changes nothing and returns the number of its entry.

        Raises:
            StaleError: the log has more entries, or fewer.
        """
        return await self._worker.do(lambda db: append(db, kind, id, expect, cid, entries, self._clock()), writes=True)

    async def read(self, kind: Kind, id: str, after: int = 0) -> list[Entry]:
        """Return the entries after a number, in order.

        Raises:
            DamageError: one cannot be read.
        """
        return await self._worker.do(lambda db: read(db, kind, id, after))

    async def follow(self, since: Mapping[tuple[Kind, str], int]) -> dict[tuple[Kind, str], list[Entry]]:
        """Return the entries that other rooms have added to some logs, each after the number given."""
        return await self._worker.do(lambda db: {key: read(db, *key, after) for key, after in since.items()})


def append(database: Database, kind: Kind, id: str, expect: int, cid: str, entries: Sequence[Struct], now: float) -> int:
    """Add entries to a log as a part of some work, see `Log.append`."""
    *before, entry = entries
    last = expect + len(entries)
    row = (kind, id, last, cid, now, to_json(entry))
    if database.execute(NEXT, (*row, kind, id, expect, kind, id, cid)).rowcount:
        if before:
            rows = [(kind, id, expect + n, f"before {cid} {n - 1}", now, to_json(each)) for n, each in enumerate(before, 1)]
            database.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", rows)
        return last
    query = "SELECT seq FROM entry WHERE kind = ? AND id = ? AND cid = ?"
    if known := database.execute(query, (kind, id, cid)).fetchone():
        return known[0]
    raise StaleError(f"the entry was to follow number {expect}; the {kind} is at {newest(database, kind, id)}")


def begin(database: Database, kind: Kind, starts: Sequence[tuple[str, Struct]], now: float) -> None:
    """Add entry 0 to some logs, as far as they are empty."""
    rows = [(kind, id, now, to_json(entry)) for id, entry in starts]
    database.executemany("INSERT INTO entry VALUES (?, ?, 0, '', ?, ?) ON CONFLICT DO NOTHING", rows)


def newest(database: Readable, kind: Kind, id: str) -> int:
    """Return the number of the last entry, -1 if there is none."""
    query = "SELECT coalesce(max(seq), -1) FROM entry WHERE kind = ? AND id = ?"
    return database.execute(query, (kind, id)).fetchone()[0]


def read(database: Readable, kind: Kind, id: str, after: int = 0) -> list[Entry]:
    """Return the entries after a number, in order, see `Log.read`."""
    query = "SELECT seq, cid, at, body FROM entry WHERE kind = ? AND id = ? AND seq > ? ORDER BY seq"
    rows = database.execute(query, (kind, id, after)).fetchall()
    return [Entry(seq, cid, decoded(kind, id, seq, body), at) for seq, cid, at, body in rows]


def decoded(kind: Kind, id: str, seq: int, body: str) -> Any:
    """Return the body of an entry, or raise DamageError."""
    return from_json(body, BODIES[kind], f"entry {seq} of the log of {kind} {id}")


def rewrite(database: Database, kind: Kind, id: str, seq: int, entry: Struct) -> None:
    """Replace the body of an entry, in which somebody is forgotten."""
    database.execute("UPDATE entry SET body = ? WHERE kind = ? AND id = ? AND seq = ?", (to_json(entry), kind, id, seq))
