"""The tables that stand in the lobby: listed by their host, and with somebody at them now."""

from __future__ import annotations

from collections.abc import Iterable

from muckle import games
from muckle.server.messages import OpenTable, OpenTables
from muckle.server.tables.hosted import Hosted

MOST = 50
"""Tables that the lobby shows."""


def open_tables(matches: Iterable[Hosted]) -> OpenTables:
    """The tables among those in memory that anybody may come to; one at which somebody is, is in memory."""
    listed = [hosted for hosted in matches if hosted.seating.terms.listed and not hosted.over and attended(hosted)]
    listed.sort(key=lambda hosted: (free(hosted) == 0, -hosted.seating.created))
    return OpenTables(tuple(map(described, listed[:MOST])))


def attended(hosted: Hosted) -> bool:
    """Whether a person who has a seat is there now."""
    here = hosted.attending
    return any(sitter.owner and here[sitter.owner] for sitter in hosted.seating.sitters)


def free(hosted: Hosted) -> int:
    """How many seats there are for whoever comes."""
    return sum(sitter.open for sitter in hosted.seating.sitters)


def described(hosted: Hosted) -> OpenTable:
    """A table as the lobby shows it."""
    seating = hosted.seating
    names = tuple(sitter.name for sitter in seating.sitters if not sitter.open)
    title = games.find(seating.header.game).title
    return OpenTable(hosted.id, seating.header.game, title, names, free(hosted), seating.begun)
