"""A live thing: a state that one task changes, message by message.

The task takes one message after the other from the inbox, makes the next state, stores what must be stored, and only then
performs the other effects. With an empty inbox it sleeps until the next deadline, and ends if there is none.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Generic, NamedTuple, TypeVar

from muckle.errors import MuckleError, StaleError
from muckle.server.background import Background
from muckle.server.fair import CLIENT, ROOM, Client

RETRY = 5.0
"""Seconds until a live thing repeats what the store could not take."""
State = TypeVar("State")
Message = TypeVar("Message")
Effect = TypeVar("Effect")
Answer = TypeVar("Answer")
Handler = TypeVar("Handler", bound=Callable[..., Any])
log = logging.getLogger("muckle.room")


class Handlers(dict[type[Any], Callable[..., Any]]):
    """The function that takes each class of message: ``@handles(SetPace)`` above a function registers it."""

    def __call__(self, message: type[Any]) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            self[message] = handler
            return handler

        return register


class Work(NamedTuple):
    """Work in the inbox."""

    run: Callable[[], Coroutine[Any, Any, Any]]
    answer: asyncio.Future[Any]
    client: Client  # whom the work is done for


class Live(ABC, Generic[State, Message, Effect]):
    """A state, the inbox of messages that change it, and the task that does so.

    Args:
        name: as the log of the room has it.
        state: the first state.
        background: runs the task, and has the clock.
    """

    def __init__(self, name: str, state: State, background: Background) -> None:
        self.name = name
        self.state = state
        self._background, self._now = background, background.time.now
        self._inbox: deque[Work] = deque()
        self._mail = asyncio.Event()  # set when something comes into the inbox
        self._task: asyncio.Task[None] | None = None
        self._retry_at: float | None = None
        self._stale = False  # whether the log must be read again: a write failed, or another room wrote
        self._deleted = False

    # What a use defines

    @abstractmethod
    def _reduce(self, message: Message) -> tuple[State, tuple[Effect, ...]]:
        """Return the state after a message and the effects that make it true, stored ones first.

        Raises:
            ActionError, HttpError: the message is refused.
        """

    @abstractmethod
    def _is_stored(self, effect: Effect) -> bool:
        """Return whether an effect is a write to the store, without which the new state does not hold."""

    @abstractmethod
    async def _perform(self, effect: Effect) -> None:
        """Make an effect true."""

    @abstractmethod
    async def _prepare(self) -> None:
        """Read what is stored, if it is not in memory."""

    # What a use defines if it is watched, or has deadlines

    async def _publish(self) -> None:
        """Send the present state to everyone who watches."""
        return

    def _next_deadline(self) -> float | None:
        """Return the time at which something is due, or None."""
        return None

    async def _tick(self) -> None:
        """Do what is due now."""
        return

    @property
    def _is_watched(self) -> bool:
        """Whether someone is here, so that the task goes on waiting without a deadline."""
        return False

    # The inbox

    async def send(self, message: Message) -> None:
        """Take a message, and return when all its effects are stored and performed.

        Raises:
            ActionError, HttpError: the message is refused. StoreError: the write may or may not be stored.
        """
        await self.do(lambda: self._take(message))

    async def do(self, work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        """Run some work between two messages, so that nothing else changes the state meanwhile."""
        if asyncio.current_task() is self._task:
            return await work()
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._inbox.append(Work(work, answer, CLIENT.get()))
        if self._task is None:
            self._task = self._background.spawn(self._run())
        else:
            self._mail.set()
        return await answer

    def post(self, message: Message) -> None:
        """Put a message that stores nothing in the inbox: it is taken before the next one that is sent, and wakes nobody."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._inbox.append(Work(lambda: self._apply(message), answer, ROOM))

    async def _run(self) -> None:
        try:
            while True:
                if self._inbox:
                    await _serve(self._inbox.popleft())
                elif (due := self._due()) is None:
                    if self._deleted or not self._is_watched:
                        return
                    self._mail.clear()
                    await self._mail.wait()
                elif due <= self._now():
                    await self._do_what_is_due()
                else:
                    self._mail.clear()
                    await _first(self._background.time.sleep(due - self._now()), self._mail.wait())
        finally:
            self._task = None
            while self._inbox:
                self._inbox.popleft().answer.cancel()

    def _due(self) -> float | None:
        if self._deleted:
            return None
        return self._next_deadline() if self._retry_at is None else self._retry_at

    async def _do_what_is_due(self) -> None:
        self._retry_at = None
        try:
            await self._tick()
        except StaleError:
            pass  # another room was quicker
        except MuckleError as error:
            log.error("%s: %s", self.name, error)
            self._retry_at = self._now() + RETRY

    # Messages

    async def _take(self, message: Message) -> None:
        await self._prepare()
        try:
            await self._apply(message)
        except StaleError:
            if self._stale:
                await self._publish()  # another room has written
            raise

    async def _apply(self, message: Message) -> tuple[Effect, ...]:
        """Change the state by a message, and return what was stored."""
        after, effects = self._reduce(message)
        writes = tuple(effect for effect in effects if self._is_stored(effect))
        try:
            for effect in writes:
                await self._perform(effect)
        except BaseException:
            if writes:
                self._stale, self._retry_at = True, self._now() + RETRY
            raise
        self.state = after
        for effect in effects[len(writes) :]:
            await self._perform(effect)
        return writes


async def _serve(work: Work) -> None:
    """Run some work and give its answer; the caller may have gone meanwhile."""
    try:
        CLIENT.set(work.client)
        answer = await work.run()
    except BaseException as error:
        task = asyncio.current_task()
        if isinstance(error, asyncio.CancelledError) and task and task.cancelling():
            work.answer.cancel()
            raise
        if not work.answer.done():
            work.answer.set_exception(error)
    else:
        if not work.answer.done():
            work.answer.set_result(answer)


async def _first(*waits: Coroutine[Any, Any, object]) -> None:
    """Wait until one of these has happened."""
    tasks = [asyncio.create_task(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
