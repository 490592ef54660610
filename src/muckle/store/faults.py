"""Faults in a database whose file is whole: matches that cannot be played again, and rows that cannot be read."""

from __future__ import annotations

import msgspec

from muckle.errors import DamageError, MuckleError, OptionsError
from muckle.match.ending import Ending
from muckle.match.secret import keeps
from muckle.scene.tell import count
from muckle.store import log
from muckle.store.database import Readable
from muckle.store.encoding import from_json
from muckle.store.events import EventSetup
from muckle.store.folding import fold
from muckle.store.log import Entry
from muckle.store.matches import Seating
from muckle.store.series import Series
from muckle.store.sql_matches import read_ending, seating_of

SHOWN = 3
"""Faults of a kind that are named in a message."""


class Findings(msgspec.Struct):
    """The findings of a check: how much there is, and the faults."""

    tables: int
    entries: int
    played_again: bool
    """Whether every match was played again."""
    faults: dict[str, list[str]]
    """The faults by kind; each names the match or event it is in."""

    def __str__(self) -> str:
        held = f"{count(self.tables, 'table')}, {self.entries} {'entry' if self.entries == 1 else 'entries'}"
        if not self.faults:
            return f"sound: {held}" + ("" if self.played_again else " (no match was played again)")
        return "\n".join(
            [f"faults in {held}:", *(f"  {len(found)} {kind}: {shown(found)}" for kind, found in self.faults.items())]
        )

    def add(self, kind: str, fault: str) -> None:
        """Count a fault."""
        self.faults.setdefault(kind, []).append(fault)


def shown(faults: list[str]) -> str:
    """Return the first few faults in a line."""
    more = len(faults) - SHOWN
    return "; ".join(faults[:SHOWN]) + (f"; and {more} more" if more > 0 else "")


def find_faults(database: Readable, *, replay: bool) -> Findings:
    """Read all rows of a database, and play every match again if `replay`."""
    [tables] = database.execute("SELECT count(*) FROM match").fetchone()
    [entries] = database.execute("SELECT count(*) FROM entry").fetchone()
    findings = Findings(tables, entries, replay, {})
    for (match,) in database.execute("SELECT id FROM match ORDER BY created, id").fetchall():
        check_match(database, match, findings, replay=replay)
    check_logs(database, "event", "event", EventSetup, findings)
    check_logs(database, "series", "series", Series, findings)
    return findings


def check_logs(database: Readable, kind: log.Kind, table: str, of: type[msgspec.Struct], findings: Findings) -> None:
    """Find events or series that cannot be read."""
    query = f"SELECT code FROM {table} UNION SELECT id FROM entry WHERE kind = ? ORDER BY code"
    for (code,) in database.execute(query, (kind,)).fetchall():
        try:
            log.read(database, kind, code, -1)
            [body] = database.execute(f"SELECT max(body) FROM {table} WHERE code = ?", (code,)).fetchone()
            from_json(body, of, "its first row")
        except DamageError as error:
            findings.add(f"{'events' if kind == 'event' else kind} that cannot be read", f"{kind} {code}: {error}")


def check_match(database: Readable, match: str, findings: Findings, *, replay: bool) -> None:
    """Find the faults of a match."""
    try:
        seating = seating_of(database, match)
        if seating is None:  # deleted since
            return
        entries = log.read(database, "match", match)
        ended = read_ending(database, match)
    except DamageError as error:
        findings.add("matches that cannot be read", str(error))
        return
    if gap := next((number for number, entry in enumerate(entries, 1) if entry.seq != number), 0):
        findings.add(
            "logs with a gap", f"match {match} has {len(entries)} of {entries[-1].seq} entries, number {gap} is missing"
        )
        return
    secret = (database.execute("SELECT value FROM secret WHERE match = ?", (match,)).fetchone() or ("",))[0]
    if seating.header.commitment and not secret:
        findings.add("secrets that are missing", f"match {match}")
    elif replay and seating.header.commitment and not keeps(secret, seating.header):
        findings.add("secrets that break the commitment", f"match {match}")
    elif replay and seating.begun:
        play_again(seating, entries, secret, ended, findings)


def play_again(seating: Seating, entries: list[Entry], secret: str, ended: Ending | None, findings: Findings) -> None:
    """Fold a match, and say what is wrong with it."""
    try:
        fold(seating, entries, secret)
    except OptionsError as error:
        if ended is None:
            findings.add("matches under way that these rules cannot go on with", f"match {seating.match}: {error}")
    except MuckleError as error:
        findings.add("logs that the rules refuse", str(error))
    except Exception as error:  # whatever the rules make of it, nobody can play it
        findings.add("logs that the rules refuse", f"match {seating.match}: {type(error).__name__}: {error}")
