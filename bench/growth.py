"""Measure the bytes that a match adds to a room's database, by game, in the file's pages.

``uv run python bench/growth.py [GAME …]`` plays MATCHES matches of each game at random to their end, writes them to an
SQLite file as a room does, and divides the pages of each table by their number. An analysis that was asked for comes on top.
"""

from __future__ import annotations

import os
import sys

os.environ["NUMBA_DISABLE_JIT"] = "1"

import asyncio
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from muckle import games
from muckle.match.ending import ending
from muckle.match.match import new_match
from muckle.match.secret import new_secret
from muckle.store.matches import Sitter
from muckle.store.sqlite import SqliteStore

MATCHES = 30
SEATS = {"mickell": 1}
"""The usual number of seats is 3."""
SALT = "5a" * 32


async def fill(path: Path, game: str) -> int:
    """Store the matches; return the entries of their logs."""
    store, entries = SqliteStore(path), 0
    for number in range(MATCHES):
        secret, chance, seats = new_secret(), random.Random(number), SEATS.get(game, 3)
        names, salts = [f"Player {seat}" for seat in range(seats)], [SALT] * seats
        options: dict[str, Any] = {} if seats == 1 else {"seats": seats}
        match = new_match(game, match=f"{game}{number}", secret=secret, salts=salts, names=names, **options)
        sitters = tuple(Sitter(name, owner=f"{name} {number}", salt=SALT, seated=True) for name in names)
        await store.open_table(f"{game}{number}", replace(match.header, salts=None, chance=()), secret, sitters, names[0])
        await store.begin(f"{game}{number}", match.header, sitters)
        while not match.over:
            seq, decision = match.seq, match.apply(chance.choice(match.legal()))
            await store.log.append("match", f"{game}{number}", seq, f"{number:024}{seq}", [decision])
        await store.end(f"{game}{number}", ending(match))
        entries += match.seq
    await store.close()
    return entries


def pages(path: Path) -> dict[str, int]:
    """Return the bytes of each table's pages, its indexes included."""
    query = "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_schema AS part USING (name) GROUP BY tbl_name"
    with closing(sqlite3.connect(path)) as database:
        return dict(database.execute(query))


def main() -> None:
    for game in sys.argv[1:] or list(games.GAMES):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "room.db"
            entries = asyncio.run(fill(path, game)) / MATCHES
            sizes = pages(path)
        most = sorted(((size / MATCHES / 1000, table) for table, size in sizes.items()), reverse=True)[:3]
        total = sum(sizes.values()) / MATCHES / 1000
        print(
            f"{game}: {total:.0f} kB a match of {entries:.0f} entries: " + ", ".join(f"{table} {kb:.0f}" for kb, table in most)
        )


if __name__ == "__main__":
    main()
