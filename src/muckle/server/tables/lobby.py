"""The tables in the lobby: those that their host has listed and where somebody is present."""

from __future__ import annotations

from collections.abc import Iterable

from muckle import games
from muckle.server.messages import OpenTable, OpenTables
from muckle.server.tables.table import Table

MOST = 50
"""Maximum number of tables in the lobby."""


def open_tables(matches: Iterable[Table]) -> OpenTables:
    """The tables among those in memory that anybody may come to; one at which somebody is, is in memory."""
    listed = [table for table in matches if table.seating.terms.listed and not table.over and attended(table)]
    listed.sort(key=lambda table: (free(table) == 0, -table.seating.created))
    return OpenTables(tuple(map(described, listed[:MOST])))


def attended(table: Table) -> bool:
    """Whether a person who has a seat is there now."""
    here = table.attending
    return any(sitter.owner and here.get(sitter.owner) for sitter in table.seating.sitters)


def free(table: Table) -> int:
    """How many seats there are for whoever comes."""
    return sum(sitter.open for sitter in table.seating.sitters)


def described(table: Table) -> OpenTable:
    """A table as the lobby shows it."""
    seating = table.seating
    names = tuple(sitter.name for sitter in seating.sitters if not sitter.open)
    title = games.find(seating.header.game).title
    return OpenTable(table.id, seating.header.game, title, names, free(table), seating.begun)
