"""The store in PostgreSQL. All rooms that share a database write one after the other; what stands there holds for each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, LiteralString, cast
from urllib.parse import urlsplit

import psycopg
import psycopg.errors
from psycopg.waiting import READY_NONE

from muckle.errors import StoreError
from muckle.store.database import Database
from muckle.store.matches import Notice
from muckle.store.postgres_notices import Listener, triggers
from muckle.store.schema import APPLICATION, SCHEMA, Schema
from muckle.store.sql import Store

PATIENCE = 5.0
"""Seconds without any answer after which the server counts as lost: while connecting, and to every question."""
PAUSE = 1.0
"""Seconds after a failure in which nothing else is tried: whoever waits is refused at once instead of one after the other."""
OPTIONS = " ".join(
    f"-c {name}={value}"
    for name, value in {
        "synchronous_commit": "on",  # whatever the server's default: what was committed is on disk
        "statement_timeout": 4500,  # nobody waits for ever, and a server that lives says so before we give up
        "lock_timeout": 4500,
        "idle_in_transaction_session_timeout": 5000,  # a room that was cut off holds up no other
        "tcp_keepalives_idle": 5,
        "tcp_keepalives_interval": 2,
        "tcp_keepalives_count": 3,
    }.items()
)
NETWORK: dict[str, Any] = {
    "connect_timeout": int(PATIENCE),
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": int(PATIENCE * 1000),
}
"""libpq's settings by which a network that was cut is noticed on a connection that only listens."""
DIALECT = {" WITHOUT ROWID": "", " REAL ": " DOUBLE PRECISION ", " INTEGER ": " BIGINT ", " BLOB ": " BYTEA "}
"""PostgreSQL's words for SQLite's, in the tables."""


class PatientConnection(psycopg.Connection[Any]):
    """A connection that gives up when the server is silent for too long.

    libpq waits for ever: a server that is stopped keeps its connections open, and its machine confirms every packet.
    """

    silent = False
    """Whether the connection was given up because nothing came."""

    def wait(self, gen: Any, *limits: Any, **named_limits: Any) -> Any:
        if limits or named_limits:  # listens for notices, and waits as long as it says
            return super().wait(gen, *limits, **named_limits)
        try:
            return super().wait(impatient(gen))
        except psycopg.errors.ConnectionTimeout:
            self.silent = True
            self.close()
            raise


def impatient(work: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Run psycopg's steps of a question, and raise ConnectionTimeout when nothing comes for too long."""
    heard = monotonic()
    try:
        wanted = next(work)
        while True:
            ready = yield wanted
            now = monotonic()
            if ready != READY_NONE:
                heard = now
            elif now > heard + PATIENCE:
                raise psycopg.errors.ConnectionTimeout(f"the server has not answered for {PATIENCE:g} seconds")
            wanted = work.send(ready)
    except StopIteration as end:
        return end.value


class PostgresDatabase:
    """A `muckle.store.database.Database`; a connection that was lost is opened again at the next transaction."""

    error: type[Exception] = psycopg.Error

    def __init__(self, url: str, schema: Schema) -> None:
        found = urlsplit(url)
        self.name = f"{found.hostname or 'PostgreSQL'}{found.path}"
        self._url, self._schema = url, schema
        self._again = 0.0
        """When a server that did not answer is asked again, see `PAUSE`."""
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
            if monotonic() < self._again:
                raise StoreError(f"{self.name} cannot be used (it does not answer)")
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
        if self._connection.silent:
            self._connection.silent, self._again = False, monotonic() + PAUSE

    def give_back(self) -> bool:
        return False  # the server's autovacuum does

    def wipe(self) -> bool:
        return True

    def rewrite(self) -> bool:
        return True

    def size(self) -> int:
        return self.execute("SELECT pg_database_size(current_database())").fetchone()[0]

    def explained(self, error: Exception) -> StoreError:
        return StoreError(f"{self.name} cannot be used ({str(error).strip()})")

    def close(self) -> None:
        self._connection.close()

    @property
    def number(self) -> int:
        """The number that the server has given this connection; 0 while there is none."""
        return 0 if self._connection.closed else self._connection.info.backend_pid

    def connect(self) -> PatientConnection:
        """Open another connection."""
        try:
            return PatientConnection.connect(self._url, autocommit=True, options=OPTIONS, **NETWORK)
        except psycopg.Error as error:
            if isinstance(error, psycopg.errors.ConnectionTimeout):
                self._again = monotonic() + PAUSE
            raise self.explained(error) from None

    def _bring_up(self) -> None:
        """Make the tables, or bring them up to this version."""
        self.begin(writes=True)
        self.execute("CREATE TABLE IF NOT EXISTS muckle (version BIGINT NOT NULL)")
        [version] = self.execute("SELECT coalesce(max(version), 0) FROM muckle").fetchone()
        newest = self._schema.version
        if version > newest:
            raise StoreError(f"{self.name} was made by a newer muckle: its version is {version}, this one reads up to {newest}")
        if version < newest:
            self.execute(translated(self._schema.steps(version)))
            self.execute("DELETE FROM muckle")
            self.execute("INSERT INTO muckle VALUES (?)", (newest,))
        if not self.execute("SELECT 1 FROM pg_proc WHERE oid = to_regproc('muckle_tell')").fetchone():
            self.execute(triggers())
        self.commit()


class PostgresStore(Store):
    """A store in a PostgreSQL database.

    Args:
        url: postgresql://user:password@host/name and whatever else libpq reads.

    Raises:
        StoreError: the database cannot be used, or is of a newer version.
    """

    shared = True

    def __init__(self, url: str, schema: Schema = SCHEMA) -> None:
        self._server = PostgresDatabase(url, schema)
        self._listener: Listener | None = None
        super().__init__(self._server)

    def hear(self, heard: Callable[[Notice], object]) -> None:
        loop = asyncio.get_running_loop()

        def in_loop(notice: Notice) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(heard, notice)

        self._listener = Listener(self._server.connect, lambda: self._server.number, in_loop)

    async def tell(self, text: str) -> None:
        def work(database: Database) -> None:
            database.execute("SELECT pg_notify('muckle', ?)", (f"here {text}",))

        await self._worker.do(work)

    async def close(self) -> None:
        if self._listener:
            await asyncio.to_thread(self._listener.close)
        await super().close()


def translated(tables: str) -> str:
    """Return the SQL that makes tables, in PostgreSQL's words."""
    for there, here in DIALECT.items():
        tables = tables.replace(there, here)
    return tables


def spoken(query: str) -> LiteralString:
    """Return a query as the driver wants it. It is one of our own texts: values never stand in it."""
    return cast("LiteralString", query.replace("?", "%s"))
