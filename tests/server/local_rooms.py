"""Rooms in this process, for people who need no socket: with bots that choose at once, and a clock that a test moves."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from muckle.server.background import Time
from muckle.server.bots.bots import Bots
from muckle.server.messages import Command, Join, NewMatch
from muckle.server.room import Room
from muckle.server.tables.table import Table
from muckle.store.sqlite import SqliteStore

PEOPLE = ("ann", "ben", "cat")
SALT = "0123456789abcdef" * 4


class FirstLegal(Bots):
    """Bots that choose the first legal action, without a worker."""

    async def choose(self, visitor: str, match_id: str, match: Any, level: str, **how: bool) -> str:
        return match.legal()[0]


class ManualClock(Time):
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.at = 1000.0
        self.waits: list[tuple[float, asyncio.Event]] = []

    def now(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        up = asyncio.Event()
        self.waits.append((self.at + seconds, up))
        await up.wait()

    async def pass_by(self, seconds: float) -> None:
        """Move the clock on once everybody waits, and wake whoever waited for that time."""
        await asyncio.sleep(0.05)
        self.at += seconds
        for at, up in self.waits:
            if at <= self.at:
                up.set()
        await asyncio.sleep(0)


@asynccontextmanager
async def rooms_at(
    path: Path, count: int = 1, *, bots: Bots | None = None, time: Time | None = None
) -> AsyncGenerator[list[Room]]:
    """Yield rooms on one store, whose bots do not pause and are never compiled."""
    store = SqliteStore(path / "room.db")
    rooms = [Room(store, bots or FirstLegal(), "off", grace=0, time=time) for _ in range(count)]
    try:
        yield rooms
    finally:
        for room in rooms:
            await room.background.close()
        await store.close()


@asynccontextmanager
async def room_at(path: Path, time: Time | None = None, bots: Bots | None = None) -> AsyncGenerator[Room]:
    """Yield a room on a store of its own, see `rooms_at`."""
    async with rooms_at(path, time=time, bots=bots) as [room]:
        yield room


async def begin(room: Room, *seats: str, people: int = 2, **terms: Any) -> Table:
    """Begin a match of Mitch. From its first Ace on nothing is drawn, so the last act can be taken back."""
    wish = NewMatch("mitch", options={"hands": 1, "ace_trigger": 1}, seats=seats or ("open",), name="Ann", **terms)
    match = (await room.open("ann", wish)).match
    for owner in PEOPLE[:people]:
        await room.join(owner, match, Join(name=owner.title(), salt=SALT))
    return await room.matches.find(match)


async def do(room: Room, table: Table, owner: str, verb: str = "") -> None:
    """Do the first act, in the game or about its table, whose name begins like this."""
    scene = await table.scene(table.state.acting_seat(owner))
    able = (name for name, act in scene.acts.items() if act.verb not in ("undo", "hint"))
    act = next(act for act in (*able, *scene.manage) if act.startswith(verb))
    await room.act(owner, table, Command(act, scene.seq, f"{owner} {scene.seq} {act}"))


def turn(table: Table) -> int:
    """Return the seat to act."""
    assert table.state.match
    return table.state.match.turn
