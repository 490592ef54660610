"""The matches in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice

from muckle.server.errors import HttpError
from muckle.server.tables.table import Services, Table
from muckle.store.matches import Seating

KEPT = 500
"""Number of matches kept in memory besides those that somebody watches."""
AT_ONCE = 2
"""Number of matches that are checked for idleness when one is added. With two, idle ones never come to outnumber the others."""


class Matches:
    """All matches of a store, by id. The most recently used stay in memory.

    Args:
        services: what every table uses.
        board: makes the board of an event.
    """

    def __init__(self, services: Services, board: Callable[[Seating], Awaitable[Table]]) -> None:
        self._services, self._board = services, board
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def held(self, match: str) -> Table | None:
        """A match if it is in memory."""
        return self._tables.get(match)

    def __len__(self) -> int:
        return len(self._tables)

    async def find(self, match: str) -> Table:
        """A match by its id.

        Raises:
            HttpError: there is no such match.
        """
        if match not in self._tables:
            seating = await self._services.store.seating(match)
            if seating is None:
                raise HttpError(404, "there is no such match")
            self._forget_some()
            event = seating.terms.event
            table = await self._board(seating) if event else Table(seating, self._services)
            self._tables.setdefault(match, table)
        self._tables.move_to_end(match)
        return self._tables[match]

    def drop(self, match: str) -> None:
        """Let go of a match that has been deleted."""
        self._tables.pop(match, None)

    def _forget_some(self) -> None:
        """Forget those used longest ago; one that somebody looks at is in use, and asked again when its turn comes anew."""
        for match in [*islice(self._tables, min(AT_ONCE, max(0, len(self._tables) - KEPT)))]:
            if self._tables[match].idle:
                del self._tables[match]
            else:
                self._tables.move_to_end(match)
