"""The matches in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice

from muckle.server.background import Time
from muckle.server.errors import HttpError
from muckle.server.tables.hosted import Hosted
from muckle.store.contract import Seating, Store

KEPT = 500
"""Number of matches kept in memory besides those that somebody watches."""
AT_ONCE = 2
"""Number of matches that are checked for idleness when one is added. With two, idle ones never come to outnumber the others."""


class Matches:
    """All matches of a store, by id. The most recently used stay in memory.

    Args:
        store: the database.
        progress: returns what the room is still preparing for a table, as text.
        board: makes the board of an event.
        time: the room's clock.
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
        """Return a match if it is in memory."""
        return self._hosted.get(match)

    def __len__(self) -> int:
        return len(self._hosted)

    async def find(self, match: str) -> Hosted:
        """Return a match by its id.

        Raises:
            HttpError: there is no such match.
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
        """Remove a match that has been deleted."""
        self._hosted.pop(match, None)

    def _forget_some(self) -> None:
        """Remove the least recently used matches, unless they are in use; those are checked again later."""
        for match in [*islice(self._hosted, min(AT_ONCE, max(0, len(self._hosted) - KEPT)))]:
            if self._hosted[match].idle:
                del self._hosted[match]
            else:
                self._hosted.move_to_end(match)
