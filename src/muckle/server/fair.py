"""Fair turns: addresses take turns with whatever is scarce, and so do the identities behind each address.

Every request and every message of a socket waits here until it may begin, and so does what is done in the one thread beside the
event loop. A flood from one address waits for itself; anyone else's act waits for one piece of its work.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial
from typing import NamedTuple, ParamSpec, TypeVar
from weakref import WeakValueDictionary

Answer = TypeVar("Answer")
Arguments = ParamSpec("Arguments")


class Client(NamedTuple):
    """The address and identity that something is done for."""

    address: str  # IPv6: of the /64
    identity: str


ROOM = Client("", "")  # the room itself
CLIENT: ContextVar[Client] = ContextVar("client", default=ROOM)  # tasks inherit the client of the task that begins them


class FairLock:
    """A lock per address that its identities hold in turn, each for one task at a time."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[object, asyncio.Lock] = WeakValueDictionary()  # while someone holds or waits

    @asynccontextmanager
    async def held(self) -> AsyncGenerator[None]:
        """Hold the lock of the present client's address."""
        client = CLIENT.get()
        identity = self._locks.setdefault(client, asyncio.Lock())
        address = self._locks.setdefault(client.address, asyncio.Lock())
        async with identity, address:
            yield


LOOP, THREAD = FairLock(), FairLock()
ONE_THREAD = ThreadPoolExecutor(1, "work")  # several would only wait for Python's lock, and hold up the event loop


async def turn() -> None:
    """Wait for a round of the event loop in which nothing else begins for the present client's address."""
    async with LOOP.held():
        await asyncio.sleep(0)


async def in_thread(work: Callable[Arguments, Answer], *args: Arguments.args, **more: Arguments.kwargs) -> Answer:
    """Do some work in the thread beside the event loop, one piece at a time, each address in turn; the room's own at once."""
    if CLIENT.get() == ROOM:
        return await asyncio.to_thread(work, *args, **more)
    async with THREAD.held():
        return await asyncio.get_running_loop().run_in_executor(ONE_THREAD, partial(work, *args, **more))
