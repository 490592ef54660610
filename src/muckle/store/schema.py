"""The tables of the store in SQLite's dialect, and the changes that bring older databases up to them.

`postgres.DIALECT` translates them for PostgreSQL.
"""

from __future__ import annotations

from typing import NamedTuple

APPLICATION = 0x6D75636B
"""The mark ("muck") of an SQLite file that holds these tables, and the key of PostgreSQL's lock on them."""
TABLES = ("promise", "secret", "seat", "ending", "clock", "judged", "daily")
"""The tables that hold the rows of a match, besides `match` itself and its log."""


class Schema(NamedTuple):
    """The tables as they are made today, and how those of older versions become the same."""

    tables: str
    """The SQL that makes all tables in an empty database."""
    changes: tuple[str, ...] = ()
    """The SQL that leads from version 1 to 2, from 2 to 3, and so on. Every step ends with what `tables` makes."""

    @property
    def version(self) -> int:
        """The number of the newest version, stored with the tables."""
        return 1 + len(self.changes)

    def steps(self, version: int) -> str:
        """Return the SQL that brings a database of an older version up; 0 is an empty database."""
        return ";".join(self.changes[version - 1 :]) if version else self.tables


SCHEMA = Schema(
    """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE match (
        id TEXT PRIMARY KEY, created REAL NOT NULL, rematch TEXT NOT NULL DEFAULT '',
        evening TEXT NOT NULL DEFAULT ''  -- the first of the games that the same people play one after the other
    ) WITHOUT ROWID;
    CREATE INDEX match_evening ON match (evening) WHERE evening <> '';
    CREATE TABLE promise (  -- a table as it was opened; its match has begun once there is an entry 0
        match TEXT PRIMARY KEY, host TEXT NOT NULL, body TEXT NOT NULL, terms TEXT NOT NULL,
        barred TEXT NOT NULL DEFAULT '[]'
    ) WITHOUT ROWID;
    CREATE TABLE entry (  -- the logs of matches, events and series; number 0 says how each began
        kind TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, cid TEXT NOT NULL, at REAL NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (kind, id, seq), UNIQUE (kind, id, cid)
    ) WITHOUT ROWID;
    CREATE TABLE secret (match TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE seat (
        match TEXT NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, level TEXT NOT NULL, owner TEXT NOT NULL,
        salt TEXT NOT NULL, seated INTEGER NOT NULL DEFAULT 0, past TEXT NOT NULL DEFAULT '', PRIMARY KEY (match, seat)
    ) WITHOUT ROWID;
    CREATE INDEX seat_owner ON seat (owner) WHERE owner <> '';
    CREATE TABLE ending (match TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;  -- compressed, see `encoding`
    CREATE TABLE judged (  -- the judgement of each decision of a match that is over, from number 1
        match TEXT NOT NULL, version INTEGER NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (match, version, number)
    ) WITHOUT ROWID;
    CREATE TABLE clock (match TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE daily (  -- everybody's first attempt at the daily of a game
        game TEXT NOT NULL, day TEXT NOT NULL, owner TEXT NOT NULL, match TEXT NOT NULL, PRIMARY KEY (game, day, owner)
    ) WITHOUT ROWID;
    CREATE INDEX daily_owner ON daily (owner);
    CREATE TABLE code (  -- the personal codes of identities, as SHA-256
        owner TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE
    ) WITHOUT ROWID;
    CREATE TABLE device (  -- where a device is told that it is its owner's turn, as its push service has it
        endpoint TEXT PRIMARY KEY, owner TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX device_owner ON device (owner);
    CREATE TABLE ban (owner TEXT PRIMARY KEY, reason TEXT NOT NULL) WITHOUT ROWID;  -- whom the operator lets in no more
    CREATE TABLE event (  -- an event at which many play the same deck
        code TEXT PRIMARY KEY, created REAL NOT NULL, body TEXT NOT NULL, series TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX event_series ON event (series) WHERE series <> '';
    CREATE TABLE player (  -- the players of an event
        code TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL, level TEXT NOT NULL,
        salt TEXT NOT NULL, member INTEGER NOT NULL, PRIMARY KEY (code, number)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX player_owner ON player (code, owner) WHERE owner <> '';
    CREATE TABLE leader (  -- the identities that may call at an event
        code TEXT NOT NULL, owner TEXT NOT NULL, PRIMARY KEY (code, owner)
    ) WITHOUT ROWID;
    CREATE INDEX leader_owner ON leader (owner);
    CREATE TABLE series (code TEXT PRIMARY KEY, created REAL NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE member (  -- the members of a series
        series TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL, code TEXT NOT NULL,
        PRIMARY KEY (series, number)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX member_owner ON member (owner, series) WHERE owner <> '';
    CREATE TABLE organiser (
        series TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL, PRIMARY KEY (series, number)
    ) WITHOUT ROWID;
    CREATE INDEX organiser_owner ON organiser (owner) WHERE owner <> '';
    """
)
