"""Tables and who sits at them, in SQL."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from muckle.match.log import Header
from muckle.store.contract import Seating, Sitter, Terms
from muckle.store.database import Database
from muckle.store.rows import from_text

HEADER, TERMS = msgspec.json.Decoder(Header), msgspec.json.Decoder(Terms)
BARRED: msgspec.json.Decoder[tuple[str, ...]] = msgspec.json.Decoder(tuple[str, ...])


def seating_of(database: Database, match: str) -> Seating | None:
    """Return a match's seating as stored, None if there is no such match. Its header is entry 0 of its log, or the promise.

    Raises:
        DamageError: something of it cannot be read.
    """
    query = """
        SELECT event.body, promise.body, coalesce(host, ''), created, rematch, coalesce(terms, '{}'), coalesce(barred, '[]')
        FROM match LEFT JOIN promise ON promise.match = id LEFT JOIN event ON event.match = id AND seq = 0 WHERE id = ?
    """
    found = database.execute(query, (match,)).fetchone()
    if found is None:
        return None
    began, promised, host, created, rematch, terms, barred = found
    seats = database.execute("SELECT name, level, owner, salt, seal FROM seat WHERE match = ? ORDER BY seat", (match,))
    header = from_text(began or promised, HEADER, f"the header of match {match}")
    return Seating(
        match,
        header,
        tuple(Sitter(*row) for row in seats),
        created,
        host,
        began is not None,
        rematch,
        from_text(terms, TERMS, f"the terms of match {match}"),
        from_text(barred, BARRED, f"the list of those barred from match {match}"),
    )


def seat_for(sitters: Sequence[Sitter], owner: str, wanted: int | None, begun: bool) -> int | None:
    """Return the seat that somebody has or may take, None if there is none."""
    own = [number for number, sitter in enumerate(sitters) if sitter.owner == owner]
    if own or begun:
        return wanted if wanted in own else next(iter(own), None)
    return next((number for number, sitter in enumerate(sitters) if sitter.open and wanted in (None, number)), None)


def put_sitters(database: Database, match: str, sitters: Sequence[Sitter]) -> None:
    """Store the occupants of all seats."""
    rows = [(match, seat, who.name, who.level, who.owner, who.salt, who.seal) for seat, who in enumerate(sitters)]
    query = """
        INSERT INTO seat (match, seat, name, level, owner, salt, seal) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match, seat)
        DO UPDATE SET name = excluded.name, level = excluded.level, owner = excluded.owner, salt = excluded.salt,
            seal = excluded.seal
    """
    database.executemany(query, rows)


def put_host(database: Database, match: str, host: str, barred: Sequence[str]) -> None:
    """Store the host of a table, and the identities that may not sit down at it."""
    row = (host, msgspec.json.encode(barred).decode(), match)
    database.execute("UPDATE promise SET host = ?, barred = ? WHERE match = ?", row)
