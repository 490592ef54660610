"""The matches that are in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice

from muckle.server.background import Time
from muckle.server.errors import HttpError
from muckle.server.tables.hosted import Hosted
from muckle.store.contract import Seating, Store

KEPT = 500
"""Matches kept in memory, beyond those that somebody looks at."""
AT_ONCE = 2
"""Matches that are asked whether they are idle when one comes: with two there are never more idle ones than others."""


class Matches:
    """Every match of a store, by its id; those used last stay in memory.

    Args:
        store: where they are kept.
        progress: what the room is still getting ready for a table.
        board: makes the board of an event.
        time: the room's.
    """

    def __init__(
        self,
        store: Store,
        progress: Callable[[Seating], str],
        board: Callable[[Seating], Awaitable[Hosted]],
        time: Time,
    ) -> None:
        self._store, self._progress, self._board, self._time = store, progress, board, time
        self._hosted: OrderedDict[str, Hosted] = OrderedDict()

    def __iter__(self) -> Iterator[Hosted]:
        return iter(list(self._hosted.values()))

    def held(self, match: str) -> Hosted | None:
        """A match if it is in memory."""
        return self._hosted.get(match)

    def __len__(self) -> int:
        return len(self._hosted)

    async def find(self, match: str) -> Hosted:
        """A match by its id.

        Raises:
            HttpError: there is none.
        """
        if match not in self._hosted:
            seating = await self._store.seating(match)
            if seating is None:
                raise HttpError(404, "there is no such match")
            self._forget_some()
            event = seating.terms.event
            hosted = await self._board(seating) if event else Hosted(seating, self._store, self._progress, self._time)
            self._hosted.setdefault(match, hosted)
        self._hosted.move_to_end(match)
        return self._hosted[match]

    def drop(self, match: str) -> None:
        """Let go of a match that has been deleted."""
        self._hosted.pop(match, None)

    def _forget_some(self) -> None:
        """Forget those used longest ago; one that somebody looks at is in use, and asked again when its turn comes anew."""
        for match in [*islice(self._hosted, min(AT_ONCE, max(0, len(self._hosted) - KEPT)))]:
            if self._hosted[match].idle:
                del self._hosted[match]
            else:
                self._hosted.move_to_end(match)
