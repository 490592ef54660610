"""The rows of matches, in SQL: who sits where, the log, the ending; and the deletion of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from muckle.errors import DamageError
from muckle.match.ending import Ending
from muckle.match.log import Header
from muckle.store.database import Database, Readable
from muckle.store.encoding import from_json, unpack_ending
from muckle.store.matches import Seating, Sitter, Terms
from muckle.store.schema import TABLES

HEADER, TERMS = msgspec.json.Decoder(Header), msgspec.json.Decoder(Terms)
MOST_GAMES = 60
"""Maximum number of games of an evening that are read; the newest are taken."""
BARRED: msgspec.json.Decoder[tuple[str, ...]] = msgspec.json.Decoder(tuple[str, ...])


def seating_of(database: Readable, match: str) -> Seating | None:
    """Return a match's seating as stored, None if there is no such match. Its header is entry 0 of its log, or the promise.

    Raises:
        DamageError: something of it cannot be read.
    """
    query = """
        SELECT entry.body, promise.body, coalesce(host, ''), created, rematch, coalesce(terms, '{}'), coalesce(barred, '[]'),
            evening
        FROM match LEFT JOIN promise ON promise.match = match.id
            LEFT JOIN entry ON kind = 'match' AND entry.id = match.id AND seq = 0
        WHERE match.id = ?
    """
    found = database.execute(query, (match,)).fetchone()
    if found is None:
        return None
    began, promised, host, created, rematch, terms, barred, evening = found
    seats = database.execute("SELECT name, level, owner, salt, seated, past FROM seat WHERE match = ? ORDER BY seat", (match,))
    header = from_json(began or promised, HEADER, f"the header of match {match}")
    return Seating(
        match=match,
        header=header,
        sitters=tuple(Sitter(*row[:4], seated=bool(row[4]), past=row[5]) for row in seats),
        created=created,
        host=host,
        begun=began is not None,
        rematch=rematch,
        evening=evening,
        terms=from_json(terms, TERMS, f"the terms of match {match}"),
        barred=from_json(barred, BARRED, f"the list of those barred from match {match}"),
    )


def read_evening(database: Readable, match: str) -> list[tuple[Seating, Ending | None]]:
    """Return the matches of the evening that a match belongs to, oldest first, with the endings of those that are over."""
    there = seating_of(database, match)
    if there is None:
        return []
    first = there.evening or match
    query = """
        SELECT id, created FROM match WHERE id = ? UNION SELECT id, created FROM match WHERE evening = ? AND evening <> ''
        ORDER BY created DESC LIMIT ?
    """
    found: list[tuple[Seating, Ending | None]] = []
    for each, _ in database.execute(query, (first, first, MOST_GAMES)).fetchall():
        with suppress(DamageError):  # such a match says so where it is opened
            seating = seating_of(database, each)
            assert seating
            found.append((seating, read_ending(database, each)))
    return found[::-1]


def seat_for(sitters: Sequence[Sitter], owner: str, wanted: int | None, begun: bool) -> int | None:
    """Return the seat that somebody has or may take, None if there is none."""
    own = [number for number, sitter in enumerate(sitters) if sitter.owner == owner]
    if own or begun:
        return wanted if wanted in own else next(iter(own), None)
    return next((number for number, sitter in enumerate(sitters) if sitter.open and wanted in (None, number)), None)


def put_sitters(database: Database, match: str, sitters: Sequence[Sitter]) -> None:
    """Store the occupants of all seats."""
    rows = [
        (match, seat, who.name, who.level, who.owner, who.salt, int(who.seated), who.past) for seat, who in enumerate(sitters)
    ]
    query = """
        INSERT INTO seat (match, seat, name, level, owner, salt, seated, past) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (match, seat) DO UPDATE SET name = excluded.name, level = excluded.level, owner = excluded.owner,
            salt = excluded.salt, seated = excluded.seated, past = excluded.past
    """
    database.executemany(query, rows)


def put_host(database: Database, match: str, host: str, barred: Sequence[str]) -> None:
    """Store the host of a table, and the identities that may not sit down at it."""
    row = (host, msgspec.json.encode(barred).decode(), match)
    database.execute("UPDATE promise SET host = ?, barred = ? WHERE match = ?", row)


def read_ending(database: Readable, match: str) -> Ending | None:
    """Return the ending of a match that is over, None if nothing was stored.

    Raises:
        DamageError: it cannot be read.
    """
    row = database.execute("SELECT body FROM ending WHERE match = ?", (match,)).fetchone()
    return unpack_ending(row[0], f"the ending of match {match}") if row else None


def forget_old(database: Database, unplayed: float, played: float, keep: frozenset[str]) -> int:
    """Delete tables opened before a time and never begun, and matches whose last entry is older than another; return how many.

    Args:
        unplayed, played: seconds since 1970. keep: matches that are in use.
    """
    old = """
        SELECT id FROM match WHERE created < ? AND NOT EXISTS (SELECT 1 FROM entry WHERE kind = 'match' AND entry.id = match.id)
        UNION SELECT id FROM entry WHERE kind = 'match' GROUP BY id HAVING max(at) < ?
    """
    gone = [match for (match,) in database.execute(old, (unplayed, played)) if match not in keep]
    delete_matches(database, gone)
    return len(gone)


def delete_matches(database: Database, matches: Sequence[str]) -> None:
    """Delete every row of some matches."""
    for where in ("match WHERE id", "entry WHERE kind = 'match' AND id", *(f"{table} WHERE match" for table in TABLES)):
        database.executemany(f"DELETE FROM {where} = ?", [(match,) for match in matches])
