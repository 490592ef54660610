"""The stores that the conformance suite runs against. A new one joins by standing in STORES."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from muckle.store.contract import Store
from muckle.store.sqlite import SqliteStore

STORES: dict[str, Callable[[Path], Store]] = {"sqlite": lambda folder: SqliteStore(folder / "room.db")}


@pytest.fixture(params=STORES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], object]:
    """Opens the store; the second time it is the same database again."""

    @asynccontextmanager
    async def again() -> AsyncIterator[Store]:
        store = STORES[request.param](tmp_path)
        try:
            yield store
        finally:
            closing: Awaitable[None] = store.close()
            await closing

    return again
