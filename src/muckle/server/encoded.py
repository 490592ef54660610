"""Encoded answers that are the same for everybody who may have them: each is made once and kept while there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncGenerator, Hashable
from typing import Any

from muckle.server.messages import encode

LARGEST = 0.25
"""Maximum size of one answer, as a fraction of the cache's size."""


class EncodedAnswers:
    """The encoded answers that were asked for last.

    Args:
        size: bytes that all of them may take.
    """

    def __init__(self, size: int = 32_000_000) -> None:
        self._size, self._used = size, 0
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """Return the answer that is kept, if there is one."""
        answer = self._answers.get(key)
        if answer is not None:
            self._answers.move_to_end(key)
        return answer

    def keep(self, key: Hashable, answer: bytes) -> None:
        """Keep an answer, unless it is very large. Those asked for longest ago make way."""
        if key in self._answers or len(answer) > self._size * LARGEST:
            return
        self._answers[key] = answer
        self._used += len(answer)
        while self._used > self._size:
            self._used -= len(self._answers.popitem(last=False)[1])

    async def lines(self, key: Hashable, messages: AsyncGenerator[Any]) -> AsyncGenerator[bytes]:
        """Yield what is kept, all at once; else each message, and keep all of them once the last one has come."""
        try:
            if (kept := self.get(key)) is not None:
                yield kept
                return
            made: list[bytes] = []
            async for line in encoded_lines(messages):
                made.append(line)
                yield line
            self.keep(key, b"".join(made))
        finally:
            await messages.aclose()


async def encoded_lines(messages: AsyncGenerator[Any]) -> AsyncGenerator[bytes]:
    """Yield each message as a line of JSON."""
    try:
        async for message in messages:
            yield encode(message) + b"\n"
    finally:
        await messages.aclose()
