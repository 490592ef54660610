"""The tables in the lobby: those that their host has listed and where somebody is present."""

from __future__ import annotations

from collections.abc import Iterable

from muckle import games
from muckle.server.messages import OpenTable, OpenTables
from muckle.server.tables.hosted import Hosted

MOST = 50
"""Maximum number of tables in the lobby."""


def open_tables(matches: Iterable[Hosted]) -> OpenTables:
    """Return the listed tables at which somebody is present. Such a table is always in memory."""
    listed = [hosted for hosted in matches if hosted.seating.terms.listed and not hosted.over and attended(hosted)]
    listed.sort(key=lambda hosted: (free(hosted) == 0, -hosted.seating.created))
    return OpenTables(tuple(map(described, listed[:MOST])))


def attended(hosted: Hosted) -> bool:
    """Return whether a person with a seat is present."""
    here = hosted.attending
    return any(sitter.owner and here[sitter.owner] for sitter in hosted.seating.sitters)


def free(hosted: Hosted) -> int:
    """Return the number of free seats."""
    return sum(sitter.open for sitter in hosted.seating.sitters)


def described(hosted: Hosted) -> OpenTable:
    """Return a table as the lobby shows it."""
    seating = hosted.seating
    names = tuple(sitter.name for sitter in seating.sitters if not sitter.open)
    title = games.find(seating.header.game).title
    return OpenTable(hosted.id, seating.header.game, title, names, free(hosted), seating.begun)
