"""A live thing stores before it shows, tries again, and goes by what other rooms wrote: with a list of numbers as its state."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from muckle.errors import ActionError, StaleError, StoreError
from muckle.server.background import Background
from muckle.server.live import RETRY, Live
from server.local_rooms import ManualClock

Effect = tuple[str, int]


class Numbers(Live[tuple[int, ...], int, Effect]):
    """The numbers that were sent; 0 is due 10 seconds after each. Negative numbers are refused."""

    def __init__(self, background: Background) -> None:
        super().__init__("numbers", (), background)
        self.stored: list[int] = []
        self.shown: list[tuple[int, ...]] = []
        self.fault: BaseException | None = None
        self.unreadable = False
        self.due: float | None = None

    def _reduce(self, message: int) -> tuple[tuple[int, ...], tuple[Effect, ...]]:
        if message < 0:
            raise ActionError(f"{message} is negative")
        return (*self.state, message), (("store", message), ("show", message))

    def _is_stored(self, effect: Effect) -> bool:
        return effect[0] == "store"

    async def _perform(self, effect: Effect) -> None:
        if not self._is_stored(effect):
            await self._publish()
        elif self.fault:
            fault, self.fault = self.fault, None
            raise fault
        else:
            await asyncio.sleep(0)  # a disk takes its time
            self.stored.append(effect[1])
            self.due = self._now() + 10 if effect[1] else None

    async def _prepare(self) -> None:
        if self.unreadable:
            self.unreadable = False
            raise StoreError("the disk cannot be read")
        if self._stale:
            self.state, self._stale = tuple(self.stored), False

    async def _publish(self) -> None:
        await self._prepare()
        assert list(self.state) == self.stored, "shown before it was stored"
        self.shown.append(self.state)

    def _next_deadline(self) -> float | None:
        return self.due

    async def _tick(self) -> None:
        await self._take(0)

    @property
    def _is_watched(self) -> bool:
        return False


class Hasty(Numbers):
    """Break: shows first, then stores."""

    def _reduce(self, message: int) -> tuple[tuple[int, ...], tuple[Effect, ...]]:
        after, (store, show) = super()._reduce(message)
        return after, (show, store)

    def _is_stored(self, effect: Effect) -> bool:
        return False

    async def _perform(self, effect: Effect) -> None:
        if effect[0] == "store":
            self.stored.append(effect[1])
        else:
            await self._publish()


@asynccontextmanager
async def numbers(kind: type[Numbers] = Numbers) -> AsyncGenerator[tuple[Numbers, ManualClock]]:
    background = Background(time := ManualClock())
    try:
        yield kind(background), time
    finally:
        await background.close()


async def test_messages_are_taken_one_after_the_other():
    async with numbers() as (live, _):
        await asyncio.gather(*map(live.send, range(1, 50)))
        assert live.stored == list(range(1, 50)) and live.shown[-1] == tuple(range(1, 50))


async def test_a_posted_message_is_taken_before_what_is_sent_later_and_wakes_nobody():
    async with numbers() as (live, _):
        live.post(1)
        await asyncio.sleep(0.01)
        assert live.state == ()
        await live.send(2)
        assert live.state == (1, 2)


async def test_a_state_is_stored_before_it_is_shown():
    async with numbers(Hasty) as (live, _):
        with pytest.raises(AssertionError, match="shown before it was stored"):
            await live.send(1)


async def test_a_refused_message_changes_nothing():
    async with numbers() as (live, _):
        await live.send(1)
        with pytest.raises(ActionError, match="negative"):
            await live.send(-1)
        assert live.state == (1,) and live.shown == [(1,)]


@pytest.mark.parametrize("fault", [StoreError("the disk is full"), asyncio.CancelledError()])
async def test_after_a_failed_write_the_log_is_read_again(fault: BaseException):
    async with numbers() as (live, _):
        await live.send(1)
        live.fault, live.stored = fault, [1, 7]  # another room wrote, or the write reached the disk after all
        with pytest.raises(type(fault)):
            await live.send(2)
        await live.send(3)
        assert live.state == (1, 7, 3)


async def test_when_another_room_was_quicker_its_entries_are_shown():
    async with numbers() as (live, _):
        live.fault, live.stored = StaleError("7 was first"), [7]
        with pytest.raises(StaleError):
            await live.send(1)
        assert live.shown == [(7,)]


@pytest.mark.parametrize("reading", [False, True])
async def test_what_is_due_is_done_and_tried_again_after_a_fault_of_the_store(reading: bool):
    async with numbers() as (live, time):
        await live.send(1)
        await time.pass_by(9)
        assert live.stored == [1]
        live.fault, live.unreadable = None if reading else StoreError("the disk is full"), reading
        await time.pass_by(1)
        await time.pass_by(RETRY - 1)
        assert live.stored == [1]
        await time.pass_by(1)
        await asyncio.sleep(0.05)
        assert live.stored == [1, 0]


async def test_work_may_send_messages_itself():
    async with numbers() as (live, _):

        async def twice() -> int:
            await live.send(1)
            await live.send(2)
            return len(live.state)

        assert await live.do(twice) == 2


async def test_the_task_ends_when_nothing_more_is_due():
    async with numbers() as (live, _):
        await live.send(0)
        await asyncio.sleep(0.01)
        assert live._task is None
        await live.send(0)
        assert live.state == (0, 0)
