"""Events in the store in an SQL database."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import msgspec

from muckle.errors import DamageError
from muckle.store import log
from muckle.store.database import Database
from muckle.store.encoding import from_json, to_json
from muckle.store.events import (
    Assisted,
    EventEntry,
    EventPlayer,
    EventSetup,
    KeptEvent,
    Merged,
    NewBoard,
    Paused,
    Relieved,
    Renamed,
    Round,
)
from muckle.store.worker import Worker

PLAYER = "number, name, owner, level, salt, member"


class EventStore:
    """The part of a store that keeps events.

    Args:
        clock: the time, in seconds since 1970.
    """

    def __init__(self, worker: Worker, clock: Callable[[], float] = time.time) -> None:
        self._worker, self._clock = worker, clock

    async def open(self, setup: EventSetup, first: Round) -> None:
        """Keep a new event, and its first round."""
        now = self._clock()

        def work(database: Database) -> None:
            row = (setup.code, now, to_json(setup), setup.series)
            database.execute("INSERT INTO event VALUES (?, ?, ?, ?)", row)
            log.begin(database, "event", [(setup.code, first)], now)
            put_leader(database, setup.code, setup.host)

        await self._worker.do(work, writes=True)

    async def find(self, code: str) -> KeptEvent | None:
        """Return the event with a code, None if there is none."""

        def work(database: Database) -> KeptEvent | None:
            found = database.execute("SELECT body FROM event WHERE code = ?", (code,)).fetchone()
            if found is None:
                return None
            players = database.execute(f"SELECT {PLAYER} FROM player WHERE code = ? ORDER BY number", (code,))
            callers = database.execute("SELECT owner FROM leader WHERE code = ?", (code,))
            return KeptEvent(
                from_json(found[0], EventSetup, f"event {code}"),
                tuple(EventPlayer(*row) for row in players),
                frozenset(owner for (owner,) in callers),
                tuple(entry.body for entry in log.read(database, "event", code, -1)),
            )

        return await self._worker.do(work)

    async def enter(self, code: str, player: EventPlayer) -> EventPlayer:
        """Let somebody play along, with the next number; who plays along already stays as they came."""

        def work(database: Database) -> EventPlayer:
            query = f"SELECT {PLAYER} FROM player WHERE code = ? AND owner = ?"
            there = database.execute(query, (code, player.owner)).fetchone() if player.owner else None
            if there:
                return EventPlayer(*there)
            newest = database.execute("SELECT coalesce(max(number), 0) FROM player WHERE code = ?", (code,)).fetchone()[0]
            new = msgspec.structs.replace(player, number=newest + 1)
            database.execute("INSERT INTO player VALUES (?, ?, ?, ?, ?, ?, ?)", (code, *msgspec.structs.astuple(new)))
            return new

        return await self._worker.do(work, writes=True)

    async def append(self, code: str, expect: int, entry: EventEntry, boards: Sequence[NewBoard] = ()) -> None:
        """Add an entry behind `expect` others, and deal boards with it: all of it, or nothing.

        Raises:
            StaleError: the log has more entries, or fewer.
        """
        now = self._clock()

        def work(database: Database) -> None:
            log.append(database, "event", code, expect - 1, secrets.token_hex(8), [entry], now)
            put_boards(database, boards, now)
            match entry:
                case Assisted():
                    put_leader(database, code, entry.owner)
                case Relieved():
                    database.execute("DELETE FROM leader WHERE code = ? AND owner <> ?", (code, entry.owner))
                case Merged() if entry.owner:
                    hand_over(database, code, entry)
                case _:
                    pass

        await self._worker.do(work, writes=True)

    async def deal(self, boards: Sequence[NewBoard]) -> None:
        """Deal boards; those that are there already stay as they are."""
        now = self._clock()
        await self._worker.do(lambda database: put_boards(database, boards, now), writes=True)


def put_leader(database: Database, code: str, owner: str) -> None:
    """Let somebody lead an event."""
    database.execute("INSERT INTO leader VALUES (?, ?) ON CONFLICT DO NOTHING", (code, owner))


def hand_over(database: Database, code: str, entry: Merged) -> None:
    """Make an identity the owner of a player and of that player's boards."""
    database.execute("UPDATE player SET owner = '' WHERE code = ? AND owner = ?", (code, entry.owner))
    database.execute("UPDATE player SET owner = ? WHERE code = ? AND number = ?", (entry.owner, code, entry.into))
    rows = [(entry.owner, board) for board in entry.boards]
    database.executemany("UPDATE seat SET owner = ? WHERE match = ? AND seat = 0", rows)


def put_boards(database: Database, boards: Sequence[NewBoard], now: float) -> None:
    """Keep matches that have begun, as far as they are not there."""
    many = database.executemany
    many("INSERT INTO match (id, created) VALUES (?, ?) ON CONFLICT DO NOTHING", [(board.match, now) for board in boards])
    promises = [(board.match, "", to_json(board.header), to_json(board.terms)) for board in boards]
    many("INSERT INTO promise (match, host, body, terms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", promises)
    many("INSERT INTO secret VALUES (?, ?) ON CONFLICT DO NOTHING", [(board.match, board.secret) for board in boards])
    seats = [(board.match, board.sitter.name, board.sitter.level, board.sitter.owner, board.sitter.salt) for board in boards]
    many("INSERT INTO seat (match, seat, name, level, owner, salt) VALUES (?, 0, ?, ?, ?, ?) ON CONFLICT DO NOTHING", seats)
    log.begin(database, "match", [(board.match, board.header) for board in boards], now)


def setups(database: Database) -> Iterator[EventSetup]:
    """Yield all events that can be read, oldest first."""
    for code, body in database.execute("SELECT code, body FROM event ORDER BY created").fetchall():
        with suppress(DamageError):
            yield from_json(body, EventSetup, f"event {code}")


def put_setup(database: Database, setup: EventSetup) -> None:
    """Store how an event was opened in place of what was stored."""
    database.execute("UPDATE event SET body = ? WHERE code = ?", (to_json(setup), setup.code))


def forget_at_events(database: Database, owner: str, name: str) -> None:
    """Rename an identity's players, and empty titles and messages that are theirs or may be.

    A title is also that of the events in which the same people went on. Callers share the messages of a pause.
    """
    titled, led = set[str](), {code for (code,) in database.execute("SELECT code FROM leader WHERE owner = ?", (owner,))}
    for setup in setups(database):
        hosted = setup.host == owner
        if hosted or setup.after in titled:
            titled.add(setup.code)
            host = "" if hosted else setup.host
            put_setup(database, msgspec.structs.replace(setup, title="", host=host))
    own: dict[str, set[int]] = {code: set() for code in titled | led}
    for code, number in database.execute("SELECT code, number FROM player WHERE owner = ?", (owner,)).fetchall():
        own.setdefault(code, set()).add(number)
    for code, numbers in own.items():
        forget_in_log(database, code, numbers, name, messages=code in titled | led)
        rows = [(name, code, number) for number in numbers]
        database.executemany("UPDATE player SET name = ? WHERE code = ? AND number = ?", rows)


def forget_in_log(database: Database, code: str, numbers: set[int], name: str, *, messages: bool) -> None:
    """Rename players in an event's log, and add those who turned out to be one of them to their numbers."""
    for entry in reversed(log.read(database, "event", code, -1)):
        match body := entry.body:
            case Merged() if body.into in numbers:
                numbers.add(body.number)
            case Renamed() if body.number in numbers:
                log.rewrite(database, "event", code, entry.seq, msgspec.structs.replace(body, name=name))
            case Paused() if messages:
                log.rewrite(database, "event", code, entry.seq, msgspec.structs.replace(body, message=""))
            case _:
                pass
