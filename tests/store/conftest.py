"""Stores for the conformance suite. A new kind of store is added to STORES."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from muckle.store.sql import Store
from muckle.store.urls import open_store
from store.postgres_server import PostgresServer, find_programs

STORES = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """Start a PostgreSQL server, if the machine has the program."""
    programs = find_programs()
    if not programs:
        missing = "no PostgreSQL on this machine; MUCKLE_TEST_POSTGRES=required makes that a failure"
        if os.environ.get("MUCKLE_TEST_POSTGRES") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    running = PostgresServer(programs)
    yield running
    running.close()


@pytest.fixture
def url(server: PostgresServer) -> str:
    """Return the URL of an empty database."""
    return server.new_database()


@pytest.fixture(params=STORES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], object]:
    """Return a function that opens the store; the second time it opens the same database again."""
    where = request.getfixturevalue("url") if request.param == "postgres" else str(tmp_path / "room.db")

    @asynccontextmanager
    async def again() -> AsyncIterator[Store]:
        store = open_store(where)
        try:
            yield store
        finally:
            closing: Awaitable[None] = store.close()
            await closing

    return again
