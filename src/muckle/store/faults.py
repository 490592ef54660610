"""Faults in a database whose file is whole: matches that cannot be played again, and rows that cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from muckle.errors import DamageError, MuckleError, OptionsError
from muckle.match.ending import Ending
from muckle.match.secret import keeps
from muckle.scene.tell import count
from muckle.store.database import Readable
from muckle.store.encoding import from_json
from muckle.store.folding import fold
from muckle.store.gatherings import Gathering
from muckle.store.matches import Entry, Seating
from muckle.store.series import Series
from muckle.store.sql_gatherings import DEED
from muckle.store.sql_matches import read_ending, read_log, seating_of
from muckle.store.sql_series import RULING

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
    tables, entries = (database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("match", "entry"))
    findings = Findings(tables, entries, replay, {})
    for (match,) in database.execute("SELECT id FROM match ORDER BY created, id").fetchall():
        check_match(database, match, findings, replay=replay)
    logs: Iterable[tuple[str, Callable[[str], object], str, str]] = (
        ("events", lambda text: from_json(text, Gathering, "it"), "event", "SELECT code, body FROM gathering"),
        ("events", lambda text: from_json(text, DEED, "an entry of its log"), "event", "SELECT code, body FROM deed"),
        ("series", lambda text: from_json(text, Series, "it"), "series", "SELECT code, body FROM series"),
        ("series", lambda text: from_json(text, RULING, "an entry of its log"), "series", "SELECT series, body FROM ruling"),
    )
    for kind, read, name, query in logs:
        for code, body in database.execute(query).fetchall():
            try:
                read(body)
            except DamageError as error:
                findings.add(f"{kind} that cannot be read", f"{name} {code}: {error}")
    return findings


def check_match(database: Readable, match: str, findings: Findings, *, replay: bool) -> None:
    """Find the faults of a match."""
    try:
        seating = seating_of(database, match)
        if seating is None:  # deleted since
            return
        log = read_log(database, match)
        ended = read_ending(database, match)
    except DamageError as error:
        findings.add("matches that cannot be read", str(error))
        return
    if gap := next((number for number, entry in enumerate(log, 1) if entry.seq != number), 0):
        findings.add("logs with a gap", f"match {match} has {len(log)} of {log[-1].seq} entries, number {gap} is missing")
        return
    secret = (database.execute("SELECT value FROM secret WHERE match = ?", (match,)).fetchone() or ("",))[0]
    if seating.header.commitment and not secret:
        findings.add("secrets that are missing", f"match {match}")
    elif replay and seating.header.commitment and not keeps(secret, seating.header):
        findings.add("secrets that break the commitment", f"match {match}")
    elif replay and seating.begun:
        play_again(seating, log, secret, ended, findings)


def play_again(seating: Seating, log: list[Entry], secret: str, ended: Ending | None, findings: Findings) -> None:
    """Fold a match, and say what is wrong with it."""
    try:
        fold(seating, log, secret)
    except OptionsError as error:
        if ended is None:
            findings.add("matches under way that these rules cannot go on with", f"match {seating.match}: {error}")
    except MuckleError as error:
        findings.add("logs that the rules refuse", str(error))
    except Exception as error:  # whatever the rules make of it, nobody can play it
        findings.add("logs that the rules refuse", f"match {seating.match}: {type(error).__name__}: {error}")
