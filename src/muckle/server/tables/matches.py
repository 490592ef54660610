"""The matches in memory, and the lobby in which some of their tables stand."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice

from muckle import games
from muckle.server.errors import HttpError
from muckle.server.messages import OpenTable, OpenTables
from muckle.server.tables.state import TurnLimit
from muckle.server.tables.table import Services, Table
from muckle.store.matches import Seating

KEPT = 500
"""Number of matches kept in memory besides those that somebody watches."""
AT_ONCE = 2
"""Number of matches that are checked for idleness when one is added. With two, idle ones never come to outnumber the others."""
MOST_LISTED = 50
"""Maximum number of tables in the lobby."""


class Matches:
    """All matches of a store, by id. The most recently used stay in memory.

    Args:
        services: the parts that all tables share.
        limit: returns what an event has decided about one of its boards.
    """

    def __init__(self, services: Services, limit: Callable[[Seating], Awaitable[TurnLimit]]) -> None:
        self._services, self._limit = services, limit
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def in_memory(self, match: str) -> Table | None:
        """Return a match if it is in memory."""
        return self._tables.get(match)

    def __len__(self) -> int:
        return len(self._tables)

    async def find(self, match: str) -> Table:
        """Return a match by its id, read from the store if it is not in memory.

        Raises:
            HttpError: there is no such match.
        """
        if match not in self._tables:
            seating = await self._services.store.seating(match)
            if seating is None:
                raise HttpError(404, "there is no such match")
            self._forget_some()
            limit = await self._limit(seating) if seating.terms.event else None
            table = Table(seating, self._services, limit)
            self._tables.setdefault(match, table)
        self._tables.move_to_end(match)
        return self._tables[match]

    def open_tables(self) -> OpenTables:
        """Return the tables in the lobby: those that their host has listed, and at which somebody who sits there is present."""
        listed = [table for table in self if table.seating.terms.listed and not table.over and has_people(table)]
        listed.sort(key=lambda table: (free_seats(table) == 0, -table.seating.created))
        return OpenTables(tuple(map(described, listed[:MOST_LISTED])))

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


def has_people(table: Table) -> bool:
    """Return whether a person who has a seat is at the table now."""
    here = table.state.attending
    return any(sitter.owner and here.get(sitter.owner) for sitter in table.seating.sitters)


def free_seats(table: Table) -> int:
    """Return the number of seats that anybody may take."""
    return sum(sitter.open for sitter in table.seating.sitters)


def described(table: Table) -> OpenTable:
    """Return a table as the lobby shows it."""
    seating = table.seating
    names = tuple(sitter.name for sitter in seating.sitters if not sitter.open)
    game = games.find(seating.header.game)
    return OpenTable(match=table.id, game=game.name, title=game.title, names=names, free=free_seats(table), begun=seating.begun)
