"""The store in PostgreSQL. All rooms that share a database write one after the other; what stands there holds for each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, LiteralString, cast
from urllib.parse import urlsplit

import psycopg

from muckle.errors import StoreError
from muckle.store.contract import Notice
from muckle.store.database import Database
from muckle.store.postgres_notices import Listener, triggers
from muckle.store.schema import APPLICATION, UPGRADES, VERSION
from muckle.store.sql import SqlStore

OPTIONS = "-c synchronous_commit=on -c statement_timeout=10000 -c lock_timeout=10000"
"""Whatever the server's defaults: what was committed is on disk, and nobody waits for ever."""
PATIENCE = 5
"""Seconds to wait for a connection."""
DIALECT = {
    " WITHOUT ROWID": "",
    " REAL ": " DOUBLE PRECISION ",
    " INTEGER ": " BIGINT ",
    "json_extract(body, '$.": "(body::json ->> '",
}
"""How PostgreSQL says what SQLite's tables say."""


class PostgresDatabase:
    """A `muckle.store.database.Database`; a connection that was lost is opened again at the next transaction."""

    error: type[Exception] = psycopg.Error

    def __init__(self, url: str) -> None:
        found = urlsplit(url)
        self.name = f"{found.hostname or 'PostgreSQL'}{found.path}"
        self._url = url
        self._connection = self.connect()
        try:
            self._bring_up()
        except BaseException as error:
            self.close()
            raise (self.explained(error) if isinstance(error, psycopg.Error) else error) from None

    def execute(self, query: str, values: Sequence[object] = ()) -> Any:
        return self._connection.execute(spoken(query), values or None)

    def executemany(self, query: str, rows: Iterable[Sequence[object]]) -> Any:
        self._connection.cursor().executemany(spoken(query), rows)

    def begin(self, *, writes: bool) -> None:
        if self._connection.closed:
            self._connection = self.connect()
        if writes:
            self.execute("BEGIN")
            self.execute("SELECT pg_advisory_xact_lock(?)", (APPLICATION,))
        else:
            self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def commit(self) -> None:
        self.execute("COMMIT")

    def rollback(self) -> None:
        try:
            self._connection.rollback()
        except psycopg.Error:  # it is gone, and with it what had begun
            self._connection.close()

    def explained(self, error: Exception) -> StoreError:
        return StoreError(f"{self.name} cannot be used ({str(error).strip()})")

    def close(self) -> None:
        self._connection.close()

    @property
    def number(self) -> int:
        """Of this connection, as the server counts them; 0 while there is none."""
        return 0 if self._connection.closed else self._connection.info.backend_pid

    def connect(self) -> psycopg.Connection[Any]:
        """Another connection."""
        try:
            return psycopg.connect(self._url, autocommit=True, connect_timeout=PATIENCE, options=OPTIONS)
        except psycopg.Error as error:
            raise self.explained(error) from None

    def _bring_up(self) -> None:
        """Make the tables, or bring them up to this version."""
        self.begin(writes=True)
        self.execute("CREATE TABLE IF NOT EXISTS muckle (version BIGINT NOT NULL)")
        [version] = self.execute("SELECT coalesce(max(version), 0) FROM muckle").fetchone()
        if version > VERSION:
            raise StoreError(
                f"{self.name} was made by a newer muckle: its version is {version}, this one reads up to {VERSION}"
            )
        for upgrade in UPGRADES[version:]:
            self.execute(translated(upgrade))
        if not self.execute("SELECT 1 FROM pg_proc WHERE oid = to_regproc('muckle_tell')").fetchone():
            self.execute(triggers())
        self.execute("DELETE FROM muckle")
        self.execute("INSERT INTO muckle VALUES (?)", (VERSION,))
        self.commit()


class PostgresStore(SqlStore):
    """A `muckle.store.contract.Store` in a PostgreSQL database.

    Args:
        url: postgresql://user:password@host/name and whatever else libpq reads.

    Raises:
        StoreError: the database cannot be used, or is of a newer version.
    """

    def __init__(self, url: str) -> None:
        self._server = PostgresDatabase(url)
        self._listener: Listener | None = None
        super().__init__(self._server)

    @property
    def shared(self) -> bool:
        return True

    def hear(self, heard: Callable[[Notice], object]) -> None:
        loop = asyncio.get_running_loop()

        def in_loop(notice: Notice) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(heard, notice)

        self._listener = Listener(self._server.connect, lambda: self._server.number, in_loop)

    async def tell(self, text: str) -> None:
        def work(database: Database) -> None:
            database.execute("SELECT pg_notify('muckle', ?)", (f"here {text}",))

        await self._do(work)

    async def close(self) -> None:
        if self._listener:
            await asyncio.to_thread(self._listener.close)
        await super().close()


def translated(tables: str) -> str:
    """What SQLite is told of tables, as PostgreSQL is told it."""
    for there, here in DIALECT.items():
        tables = tables.replace(there, here)
    return tables


def spoken(query: str) -> LiteralString:
    """A query as the driver wants it. It is one of our own texts: values never stand in it."""
    return cast("LiteralString", query.replace("?", "%s"))
