"""Everything that is stored by identity, such as what somebody has played. An identity can be renamed and forgotten."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from muckle.errors import DamageError
from muckle.match.ending import Ending
from muckle.store.database import Database
from muckle.store.encoding import pack_ending, unpack_ending
from muckle.store.matches import Seating
from muckle.store.sql_events import forget_at_events, put_setup, setups
from muckle.store.sql_matches import seating_of
from muckle.store.sql_series import forget_at_series
from muckle.store.worker import Worker

FORGOTTEN = "forgotten"
"""The setting that is there while traces of a forgotten person may stand in the file; every time it has another value."""
OWNED = (
    ("seat", "owner"),
    ("seat", "past"),
    ("promise", "host"),
    ("player", "owner"),
    ("daily", "owner"),
    ("leader", "owner"),
    ("member", "owner"),
    ("organiser", "owner"),
    ("ban", "owner"),
)
"""The tables and columns in which an identity stands."""
PLACES = {
    "seat": "SELECT name, created FROM seat JOIN match ON match.id = seat.match WHERE owner = ?",
    "player": "SELECT name, created FROM player JOIN event ON event.code = player.code WHERE owner = ?",
    "member": "SELECT name, created FROM member JOIN series ON series.code = member.series WHERE owner = ?",
    "organiser": "SELECT name, created FROM organiser JOIN series ON series.code = organiser.series WHERE owner = ?",
}
"""Queries for a person's names with the time of opening, by the table in which the names stand."""
MOST = 500
"""Maximum number of matches in the record of one person; the newest are taken."""
ALL = 2**31


class Summary(NamedTuple):
    """A summary of an identity."""

    names: tuple[str, ...]
    """All names that the identity has somewhere, A to Z."""
    tables: int
    """Number of tables at which the identity has a seat."""
    newest: str
    """The id of the newest of these tables; empty without one."""
    seen: float
    """Time at which the newest table, event or series of the identity was opened, in seconds since 1970."""


class Device(NamedTuple):
    """A device that wants to be told when it is its owner's turn: a subscription of Web Push (RFC 8030, 8291)."""

    endpoint: str
    """The address at the device's push service. Whoever has it can send to the device, if they also sign as this room."""
    p256dh: str
    """The device's public key, for which messages are encrypted, in base64url."""
    auth: str
    """The secret that the encryption shares with the device, in base64url."""


class People:
    """The part of a store that is about persons."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker

    async def played(self, owner: str, most: int = MOST) -> list[tuple[Seating, Ending | None]]:
        """Return the tables at which somebody has a seat, newest first, with the endings of matches that are over."""
        query = """
            SELECT DISTINCT id, ending.body, created
            FROM match JOIN seat ON seat.match = id LEFT JOIN ending ON ending.match = id
            WHERE owner = ? AND owner <> '' ORDER BY created DESC LIMIT ?
        """

        def work(database: Database) -> list[tuple[Seating, Ending | None]]:
            found: list[tuple[Seating, Ending | None]] = []
            for match, body, _ in database.execute(query, (owner, most)).fetchall():
                with suppress(DamageError):  # such a match says so where it is opened
                    seating = seating_of(database, match)
                    assert seating
                    found.append((seating, unpack_ending(body, f"the ending of match {match}") if body else None))
            return found

        return await self._worker.do(work)

    async def going(self, owner: str, most: int) -> list[Seating]:
        """Return the tables at which somebody has a seat and whose match is not over, newest first."""
        query = """
            SELECT DISTINCT id, created FROM match JOIN seat ON seat.match = id
            WHERE owner = ? AND owner <> '' AND NOT EXISTS (SELECT 1 FROM ending WHERE ending.match = id)
            ORDER BY created DESC LIMIT ?
        """

        def work(database: Database) -> list[Seating]:
            rows = database.execute(query, (owner, most)).fetchall()
            found: list[Seating] = []
            for match, _ in rows:
                with suppress(DamageError):
                    seating = seating_of(database, match)
                    assert seating
                    found.append(seating)
            return found

        return await self._worker.do(work)

    async def rename(self, owner: str, new: str) -> None:
        """Move everything of an identity to a new one: seats, tables, places at events and their lead, first attempts.

        The personal code of the old identity stops working, and its devices are not told of turns any more.
        """

        def work(database: Database) -> None:
            for table, column in OWNED:
                database.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (new, owner))
            for table in ("code", "device"):
                database.execute(f"DELETE FROM {table} WHERE owner = ?", (owner,))
            for setup in setups(database):
                if setup.host == owner:
                    put_setup(database, replace(setup, host=new))

        await self._worker.do(work, writes=True)

    async def forget(self, owner: str, name: str) -> None:
        """Forget an identity: its seats and places are renamed `name` and belong to nobody, and its personal codes are void.

        Titles, messages and reasons that it gave are emptied.
        """

        def work(database: Database) -> None:
            forget_at_events(database, owner, name)
            forget_at_series(database, owner, name)
            database.execute("UPDATE ban SET reason = '' WHERE owner = ?", (owner,))
            for table in PLACES:
                database.execute(f"UPDATE {table} SET name = ?, owner = '' WHERE owner = ?", (name, owner))
            database.execute("UPDATE seat SET name = ?, past = '' WHERE past = ?", (name, owner))
            database.execute("UPDATE promise SET host = '' WHERE host = ?", (owner,))
            for table in ("daily", "leader", "code", "device"):
                database.execute(f"DELETE FROM {table} WHERE owner = ?", (owner,))
            row = (FORGOTTEN, secrets.token_hex(8))
            database.execute("INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", row)

        await self._worker.do(work, writes=True)

    async def first_attempt(self, game: str, day: str, owner: str, match: str) -> str:
        """Return an identity's first attempt at the daily of a game: this match, if there was none before."""
        await self._worker.write("INSERT INTO daily VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", game, day, owner, match)
        return await self.attempt(game, day, owner)

    async def attempt(self, game: str, day: str, owner: str) -> str:
        """Return the match of an identity's first attempt at the daily of a game, an empty string if there is none."""
        query = "SELECT match FROM daily WHERE game = ? AND day = ? AND owner = ?"
        found = await self._worker.rows(query, game, day, owner)
        return found[0][0] if found else ""

    async def attempts_of(self, game: str, owner: str) -> list[tuple[str, str]]:
        """Return all first attempts of an identity at the dailies of a game, as days and matches, the last day first."""
        query = "SELECT day, match FROM daily WHERE game = ? AND owner = ? ORDER BY day DESC"
        return [(day, match) for day, match in await self._worker.rows(query, game, owner)]

    async def attempts(self, game: str, day: str) -> list[tuple[str, str]]:
        """Return all first attempts at the daily of a game on a day, as identities and matches."""
        query = "SELECT owner, match FROM daily WHERE game = ? AND day = ?"
        return [(owner, match) for owner, match in await self._worker.rows(query, game, day)]

    async def keep_code(self, owner: str, digest: str) -> None:
        """Store the digest of an identity's personal code, in place of an older one."""
        query = "INSERT INTO code VALUES (?, ?) ON CONFLICT (owner) DO UPDATE SET digest = excluded.digest"
        await self._worker.write(query, owner, digest)

    async def owner_of_code(self, digest: str) -> str:
        """Return the identity whose personal code has this digest, or an empty string."""
        query = "SELECT owner FROM code WHERE digest = ?"
        rows = await self._worker.rows(query, digest)
        return rows[0][0] if rows else ""

    async def devices(self, owner: str) -> list[Device]:
        """Return the devices that want to be told of an identity's turns."""
        query = "SELECT endpoint, p256dh, auth FROM device WHERE owner = ? ORDER BY endpoint"
        rows = await self._worker.rows(query, owner)
        return [Device(*row) for row in rows]

    async def keep_device(self, owner: str, device: Device) -> None:
        """Store a device of an identity. If it was another identity's, it no longer is."""
        query = """
            INSERT INTO device VALUES (?, ?, ?, ?) ON CONFLICT (endpoint)
            DO UPDATE SET owner = excluded.owner, p256dh = excluded.p256dh, auth = excluded.auth
        """
        await self._worker.write(query, device.endpoint, owner, device.p256dh, device.auth)

    async def drop_device(self, endpoint: str) -> None:
        """Forget a device."""
        await self._worker.write("DELETE FROM device WHERE endpoint = ?", endpoint)

    async def named(self, text: str) -> list[str]:
        """Return the identities that have a name with this text in it, whatever its case."""
        wanted = text.casefold()

        def work(database: Database) -> list[str]:
            found: set[str] = set()
            for table in PLACES:
                rows = database.execute(f"SELECT DISTINCT owner, name FROM {table} WHERE owner <> ''")
                found.update(owner for owner, name in rows if wanted in name.casefold())
            return sorted(found)

        return await self._worker.do(work)

    async def beginning_with(self, text: str) -> list[str]:
        """Return the identities that begin with a text."""

        def work(database: Database) -> list[str]:
            found: set[str] = set()
            for table, column in OWNED:
                query = f"SELECT DISTINCT {column} FROM {table} WHERE substr({column}, 1, {len(text)}) = ?"
                found.update(owner for (owner,) in database.execute(query, (text,)))
            return sorted(found)

        return await self._worker.do(work)

    async def summary(self, owner: str) -> Summary:
        """Return what is known of an identity."""
        newest = "SELECT match FROM seat JOIN match ON match.id = seat.match WHERE owner = ? ORDER BY created DESC LIMIT 1"

        def work(database: Database) -> Summary:
            rows = {table: database.execute(query, (owner,)).fetchall() for table, query in PLACES.items()}
            last = database.execute(newest, (owner,)).fetchone()
            every = [row for found in rows.values() for row in found]
            names = tuple(sorted({name for name, _ in every}))
            return Summary(names, len(rows["seat"]), last[0] if last else "", max((at for _, at in every), default=0.0))

        return await self._worker.do(work)

    async def call(self, owner: str, name: str) -> None:
        """Give an identity another name at all tables, events and series."""

        def work(database: Database) -> None:
            for table in PLACES:
                database.execute(f"UPDATE {table} SET name = ? WHERE owner = ?", (name, owner))

        await self._worker.do(work, writes=True)

    async def ban(self, owner: str, reason: str) -> None:
        """Ban an identity, or give a ban another reason."""
        query = "INSERT INTO ban VALUES (?, ?) ON CONFLICT (owner) DO UPDATE SET reason = excluded.reason"
        await self._worker.write(query, owner, reason)

    async def unban(self, owner: str) -> None:
        """Lift the ban of an identity."""
        await self._worker.write("DELETE FROM ban WHERE owner = ?", owner)

    async def bans(self) -> dict[str, str]:
        """Return the reason of each ban by identity."""
        rows = await self._worker.rows("SELECT owner, reason FROM ban")
        return dict(rows)

    async def retell(self, match: str, ended: Ending) -> None:
        """Replace the ending of a match that is over."""
        await self._worker.write(
            "UPDATE ending SET body = ? WHERE match = ?", await asyncio.to_thread(pack_ending, ended), match
        )
