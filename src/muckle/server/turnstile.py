"""The turnstile: how visitors share the one thread that serves all of them, and the one that works beside it.

Every request and every message of a socket waits here for its turn, in a queue that is fair by address, then by identity. While
the room has little to do, nobody waits. Each time the event loop comes round, what waits gets one turn, so somebody else's act
waits for one piece of work and never for a row of them. What a visitor's work costs is measured step by step, and
decides about their next turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextvars import ContextVar
from time import perf_counter, thread_time
from typing import Any, ParamSpec, TypeVar

from muckle.server.fair_queue import FairQueue, Payer

Answer = TypeVar("Answer")
Arguments = ParamSpec("Arguments")

SLICE = 0.002
"""Seconds of visitors' work in one round of the event loop before further work has to wait for the next round."""
IDLE = 0.0005
"""Seconds without visitors' work after which the event loop must have come round."""
SMALL = 0.0005
"""Seconds that a request may owe before it pays: paying for every step would cost an act a fiftieth of its time."""
ROOM = Payer("", "")
"""Payer of the room's own work."""


class Turnstile:
    """Shares the event loop, and one thread beside it, among visitors.

    Args:
        clock: measures how long the event loop is busy, in seconds. Reading a CPU clock instead costs an act 4 % of its time.
        bill: told who has used how many seconds.
        cpu_clock: CPU time of the calling thread, in seconds; measures work in the thread beside the event loop.
    """

    def __init__(
        self,
        clock: Callable[[], float] = perf_counter,
        bill: Callable[[Payer, float], object] = lambda payer, seconds: None,
        cpu_clock: Callable[[], float] = thread_time,
    ) -> None:
        self._clock, self._bill, self._cpu_clock = clock, bill, cpu_clock
        self._loop_queue: FairQueue[asyncio.Future[None]] = FairQueue()
        self._thread = FairLock()
        self._spent = 0.0
        """Seconds of visitors' work in this round of the event loop, and in those before that nobody waited for."""
        self._last = 0.0
        """Time of the clock when visitors' work was last paid for."""
        self._next_round: asyncio.Handle | None = None

    @property
    def waiting(self) -> int:
        """Number of requests and messages that wait for their turn."""
        return len(self._loop_queue)

    async def turn(self, payer: Payer) -> None:
        """Wait until it is a payer's turn to use the event loop."""
        if not self._loop_queue:
            if self._clock() - self._last > IDLE:
                self._spent = 0.0
            if self._spent < SLICE:
                self._loop_queue.pass_by(payer)
                return
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._loop_queue.put(payer, ticket)
        self._watch_round()
        try:
            await ticket
        finally:
            self._loop_queue.remove(payer, ticket)

    async def run(self, payer: Payer, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Do some work in its turn, and have its payer pay for all that it costs the event loop."""
        try:
            await self.turn(payer)
        except BaseException:
            work.close()
            raise
        token = ACCOUNT.set((self, payer))
        try:
            return await Metered(self, payer, work)
        finally:
            ACCOUNT.reset(token)

    async def in_thread(self, payer: Payer, work: Callable[[], Answer]) -> Answer:
        """Do some work in the thread beside the event loop, and return its answer.

        One piece of work runs at a time: Python runs only one thread at a time anyway, and several that wait for its lock would
        hold up the event loop.
        """
        await self._thread.acquire(payer)
        spent: list[float] = []
        doing = asyncio.ensure_future(asyncio.to_thread(self._measured, work, spent))
        doing.add_done_callback(lambda done: self._thread_done(payer, done, sum(spent)))
        return await asyncio.shield(doing)

    def spend(self, payer: Payer, seconds: float) -> None:
        """Charge a payer for time on the event loop, in seconds."""
        self._spent += seconds
        self._last = self._clock()
        self._loop_queue.charge(payer, seconds)
        self._bill(payer, seconds)

    def now(self) -> float:
        """Return the time of the clock that measures the event loop, in seconds."""
        return self._clock()

    def _watch_round(self) -> None:
        """Notice when the event loop comes round again."""
        if self._next_round is None:
            self._next_round = asyncio.get_running_loop().call_soon(self._round)

    def _round(self) -> None:
        """Begin a round of the event loop: give the turn to the next ticket in the queue."""
        self._next_round, self._spent = None, 0.0
        if (ticket := self._loop_queue.take(waits)) is not None:
            ticket.set_result(None)
            self._watch_round()

    def _measured(self, work: Callable[[], Answer], spent: list[float]) -> Answer:
        began = self._cpu_clock()
        try:
            return work()
        finally:
            spent.append(self._cpu_clock() - began)

    def _thread_done(self, payer: Payer, done: asyncio.Future[Any], seconds: float) -> None:
        if not done.cancelled():
            done.exception()  # whoever waited for it may have gone
        self._loop_queue.charge(payer, seconds)
        self._bill(payer, seconds)
        self._thread.release(payer, seconds)


class FairLock:
    """A lock that visitors get in a fair order, used as ``async with``, by whoever pays for what is being done."""

    def __init__(self) -> None:
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue()
        self._held = False

    async def __aenter__(self) -> None:
        await self.acquire(payer_now())

    async def __aexit__(self, *reason: object) -> None:
        self.release(payer_now())

    async def acquire(self, payer: Payer) -> None:
        """Acquire the lock, waiting for the payer's turn if it is taken."""
        if not self._held:
            self._held = True
            self._queue.pass_by(payer)
            return
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(payer, ticket)
        try:
            await ticket
        except asyncio.CancelledError:
            self._queue.remove(payer, ticket)
            if not ticket.cancelled():  # it had the lock already, and does not take it
                self.release(payer)
            raise

    def release(self, payer: Payer, service: float = 0.0) -> None:
        """Hand the lock to whoever is next, and charge who had it."""
        self._queue.charge(payer, service)
        ticket = self._queue.take(waits)
        self._held = ticket is not None
        if ticket:
            ticket.set_result(None)


def waits(ticket: asyncio.Future[None]) -> bool:
    """Return whether a ticket is still waited for."""
    return not ticket.done()


class Metered(Awaitable[Answer]):
    """A coroutine whose time on the event loop is measured whenever it runs.

    Args:
        payer: who pays for it.
    """

    def __init__(self, turnstile: Turnstile, payer: Payer, work: Coroutine[Any, Any, Answer]) -> None:
        self._turnstile, self._payer, self._work = turnstile, payer, work
        self._unpaid = 0.0

    def __await__(self) -> Generator[Any, None, Answer]:
        thrown: BaseException | None = None
        try:
            while True:
                began = self._turnstile.now()
                try:
                    waits_for = self._work.send(None) if thrown is None else self._work.throw(thrown)
                except StopIteration as end:
                    return end.value
                finally:
                    self._unpaid += self._turnstile.now() - began
                    if self._unpaid > SMALL:
                        self._pay()
                try:
                    yield waits_for
                    thrown = None
                except GeneratorExit:
                    self._work.close()
                    raise
                except BaseException as error:
                    thrown = error
        finally:
            self._pay()

    def _pay(self) -> None:
        unpaid, self._unpaid = self._unpaid, 0.0
        if unpaid:
            self._turnstile.spend(self._payer, unpaid)


Account = tuple[Turnstile, Payer]
"""The payer of the current task, and the turnstile that charges them."""
ACCOUNT: ContextVar[Account | None] = ContextVar("account", default=None)
"""The turnstile, and who pays, for the task that is running; tasks that it begins pay the same way."""


def payer_now() -> Payer:
    """Return who pays for what is being done."""
    account = ACCOUNT.get()
    return account[1] if account else ROOM


async def take_turn() -> None:
    """Wait for the next turn of whoever pays for what is being done."""
    if account := ACCOUNT.get():
        await account[0].turn(account[1])


async def run_in_turn(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Do some work, in a task that is not measured yet, in the turn of whoever pays for it."""
    if account := ACCOUNT.get():
        return await account[0].run(account[1], work)
    return await work


async def on_account_of(account: Account | None, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Do some work whose turn it is, and have somebody pay for it; None: the room."""
    token = ACCOUNT.set(account)
    try:
        return await (Metered(*account, work) if account else work)
    finally:
        ACCOUNT.reset(token)


async def in_thread(work: Callable[Arguments, Answer], *args: Arguments.args, **more: Arguments.kwargs) -> Answer:
    """Do some work in a thread, when it is the turn of whoever pays for what is being done."""

    def call() -> Answer:
        return work(*args, **more)

    if account := ACCOUNT.get():
        return await account[0].in_thread(account[1], call)
    return await asyncio.to_thread(call)
