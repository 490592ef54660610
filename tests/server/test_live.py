"""Memory and disk agree, whatever happens in between. Rooms in this process, on a real store."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from muckle.errors import StaleError, StoreError
from muckle.server.bots.bots import Bots
from muckle.server.messages import Command, Join, NewMatch
from muckle.server.room import Room
from muckle.server.tables import matches as matches_module
from muckle.server.tables.steps import Connected
from muckle.store.sqlite import SqliteStore


@asynccontextmanager
async def rooms(path: Path, count: int = 1) -> AsyncGenerator[list[Room]]:
    """Yield rooms on one store. Their workers are not started, so nothing is compiled."""
    store = SqliteStore(path / "room.db")
    yield [Room(store, Bots(), "off", grace=0) for _ in range(count)]
    await store.close()


async def two_at_a_table(room: Room) -> str:
    match = (await room.open("ann", NewMatch("mitch", options={"hands": 1}, seats=("open",)))).match
    for owner in ("ann", "ben"):
        await room.join(owner, match, Join(salt="0123456789abcdef" * 4))
    return match


async def choice(room: Room, match: str) -> tuple[str, Any, list[str]]:
    """Return whoever is to act, the match, and the acts there are."""
    hosted = await room.matches.find(match)
    owner = ("ann", "ben")[(await hosted.load()).turn]
    scene = await hosted.scene(hosted.viewer(owner))
    return owner, hosted, [act for act, how in scene.acts.items() if how.verb != "undo"]


async def test_matches_that_nobody_looks_at_leave_memory_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(matches_module, "KEPT", 3)
    async with rooms(tmp_path) as [room]:
        matches = [await two_at_a_table(room) for _ in range(8)]
        for match in matches:
            owner, hosted, acts = await choice(room, match)
            await room.act(owner, hosted, Command(acts[0], 0, "c1"))
        assert len(room.matches) <= 4
        for match in matches:
            _, hosted, _ = await choice(room, match)
            assert (await hosted.load()).seq == 1


async def test_matches_in_use_keep_no_others_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Matches in use were used longest ago, so they are the first that are checked for idleness."""
    monkeypatch.setattr(matches_module, "KEPT", 3)
    async with rooms(tmp_path) as [room]:
        used: list[Any] = []
        for _ in range(5):
            used.append(await room.matches.find(await two_at_a_table(room)))
            await used[-1].send(Connected("ann"))
        for _ in range(12):
            await two_at_a_table(room)
        held = [*room.matches]
        assert all(hosted in held for hosted in used) and len(held) <= 2 * len(used)


async def test_an_act_that_could_not_be_written_down_never_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with rooms(tmp_path) as [room]:
        match = await two_at_a_table(room)
        owner, hosted, acts = await choice(room, match)
        before = await hosted.scene(0), await hosted.scene(1), await hosted.scene(None)

        async def full(*_: object) -> int:
            raise StoreError("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(room.store, "append", full)
            with pytest.raises(StoreError, match="the disk is full"):
                await room.act(owner, hosted, Command(acts[0], 0, "c1"))
        assert (await hosted.load()).seq == 0
        assert (await hosted.scene(0), await hosted.scene(1), await hosted.scene(None)) == before
        assert (await room.act(owner, hosted, Command(acts[0], 0, "c1"))).seq == 1


async def test_two_processes_on_one_log_agree(tmp_path: Path):
    async with rooms(tmp_path, 2) as [first, second]:
        match = await two_at_a_table(first)
        owner, here, acts = await choice(first, match)
        _, there, _ = await choice(second, match)
        done = await first.act(owner, here, Command(acts[0], 0, "c1"))
        assert await second.act(owner, there, Command(acts[0], 0, "c1")) == done
        assert (await there.load()).seq == 1
        owner, here, acts = await choice(first, match)
        await first.act(owner, here, Command(acts[0], 1, "c2"))
        with pytest.raises(StaleError):
            await second.act(owner, there, Command(acts[-1], 1, "c3"))
        assert (await there.load()).log == (await here.load()).log
        assert (await there.scene(None)).seq == 2


async def test_many_commands_at_once_are_done_one_after_the_other(tmp_path: Path):
    async with rooms(tmp_path) as [room]:
        match = await two_at_a_table(room)
        owner, hosted, acts = await choice(room, match)
        asked = [room.act(owner, hosted, Command(acts[n % len(acts)], 0, f"c{n}")) for n in range(20)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [type(answers[0]), *[StaleError] * 19]
        assert len(await room.store.read(match)) == 1
