"""The tables of the store and their versions, as SQLite has them; `postgres.DIALECT` says them to PostgreSQL."""

from __future__ import annotations

VERSION = 9
"""Of the tables below, kept with them; `UPGRADES` leads from each older one to the next."""
APPLICATION = 0x6D75636B
"""Marks a database as ours ("muck"), so that no other program's is written to."""
UPGRADES: tuple[str, ...] = (
    """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE match (id TEXT PRIMARY KEY, created REAL NOT NULL, rematch TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
    CREATE TABLE event (  -- seq 0 is the header
        match TEXT NOT NULL, seq INTEGER NOT NULL, cid TEXT NOT NULL, at REAL NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (match, seq), UNIQUE (match, cid)
    ) WITHOUT ROWID;
    CREATE TABLE secret (match TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE seat (
        match TEXT NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, level TEXT NOT NULL, owner TEXT NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE seat ADD COLUMN salt TEXT NOT NULL DEFAULT '';
    CREATE TABLE promise (  -- a table as it was opened; its match has begun once there is an event 0
        match TEXT PRIMARY KEY, host TEXT NOT NULL, body TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE ending (match TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
    """,
    """
    CREATE TABLE judged (  -- the decisions of matches that are over, from number 1
        match TEXT NOT NULL, version INTEGER NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (match, version, number)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE promise ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';
    ALTER TABLE promise ADD COLUMN barred TEXT NOT NULL DEFAULT '[]';
    """,
    """
    CREATE TABLE gathering (code TEXT PRIMARY KEY, created REAL NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE deed (  -- what callers of an event did, from number 0
        code TEXT NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (code, seq)
    ) WITHOUT ROWID;
    CREATE TABLE player (  -- who plays along at an event
        code TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL, level TEXT NOT NULL,
        salt TEXT NOT NULL, PRIMARY KEY (code, number)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX player_owner ON player (code, owner) WHERE owner <> '';
    """,
    """
    CREATE TABLE clock (match TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;  -- as it stood last
    CREATE TABLE daily (  -- the match that was somebody's first attempt at the deck of a day
        day TEXT NOT NULL, owner TEXT NOT NULL, match TEXT NOT NULL, PRIMARY KEY (day, owner)
    ) WITHOUT ROWID;
    CREATE INDEX seat_owner ON seat (owner) WHERE owner <> '';
    """,
    """
    CREATE TABLE leader (  -- who may call at an event
        code TEXT NOT NULL, owner TEXT NOT NULL, PRIMARY KEY (code, owner)
    ) WITHOUT ROWID;
    CREATE INDEX leader_owner ON leader (owner);
    INSERT INTO leader SELECT code, json_extract(body, '$.host') FROM gathering;
    INSERT INTO leader SELECT code, json_extract(body, '$.owner') FROM deed WHERE body LIKE '{"type":"assisted"%'
        ON CONFLICT DO NOTHING;
    """,
    """
    CREATE TABLE series (code TEXT PRIMARY KEY, created REAL NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE member (  -- who takes part in a series
        series TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL, code TEXT NOT NULL,
        PRIMARY KEY (series, number)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX member_owner ON member (owner, series) WHERE owner <> '';
    CREATE TABLE organiser (
        series TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL, PRIMARY KEY (series, number)
    ) WITHOUT ROWID;
    CREATE INDEX organiser_owner ON organiser (owner) WHERE owner <> '';
    CREATE TABLE ruling (  -- what befell a series, from number 0
        series TEXT NOT NULL, seq INTEGER NOT NULL, cid TEXT NOT NULL, at REAL NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (series, seq), UNIQUE (series, cid)
    ) WITHOUT ROWID;
    ALTER TABLE gathering ADD COLUMN series TEXT NOT NULL DEFAULT '';
    CREATE INDEX gathering_series ON gathering (series) WHERE series <> '';
    ALTER TABLE player ADD COLUMN member INTEGER NOT NULL DEFAULT 0;
    """,
    """
    CREATE TABLE code (  -- the personal codes of identities, as SHA-256
        owner TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE
    ) WITHOUT ROWID;
    """,
)
TABLES = ("match", "promise", "secret", "seat", "event", "ending", "clock", "judged", "daily")
"""Those with rows of a match, the match's own first."""
