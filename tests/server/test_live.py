"""Memory and disk agree, whatever happens in between. Rooms in this process, on a real store."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from match.test_history import positions_held
from muckle.errors import StaleError, StoreError
from muckle.server.messages import Command
from muckle.server.room import Room
from muckle.server.tables import matches as matches_module
from muckle.server.tables.push import Client
from muckle.server.tables.steps import Connected
from server.local_rooms import begin, rooms_at


async def choice(room: Room, match: str) -> tuple[str, Any, list[str]]:
    """Return whoever is to act, the match, and the acts there are."""
    table = await room.matches.find(match)
    owner = ("ann", "ben")[(await table.load()).turn]
    scene = await table.scene(table.state.acting_seat(owner))
    return owner, table, [act for act, how in scene.acts.items() if how.verb != "undo"]


async def test_matches_that_nobody_looks_at_leave_memory_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(matches_module, "KEPT", 3)
    async with rooms_at(tmp_path) as [room]:
        matches = [(await begin(room)).id for _ in range(8)]
        for match in matches:
            owner, table, acts = await choice(room, match)
            await room.act(owner, table, Command(acts[0], 0, "c1"))
        assert len(room.matches) <= 4
        for match in matches:
            _, table, _ = await choice(room, match)
            assert (await table.load()).seq == 1


class Nobody:
    """A socket that takes everything."""

    async def send_text(self, text: str) -> None:
        pass


async def test_a_match_holds_one_position_once_everybody_has_its_scene(tmp_path: Path):
    async with rooms_at(tmp_path) as [room]:
        table = await begin(room)
        socket: Any = Nobody()
        people = {owner: Client(socket, owner, table.newest) for owner in ("ann", "ben")}
        for client in people.values():
            await table.watch(client)
            await client.resend()
        for number in range(3):
            owner = ("ann", "ben")[(await table.load()).turn]
            scene = people[owner].scene
            assert scene
            act = next(act for act, how in scene.acts.items() if how.verb != "undo")
            await room.act(owner, table, Command(act, number, f"c{number}"))
        assert positions_held(await table.load()) == 1


async def test_matches_in_use_keep_no_others_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Matches in use were used longest ago, so they are the first that are checked for idleness."""
    monkeypatch.setattr(matches_module, "KEPT", 3)
    async with rooms_at(tmp_path) as [room]:
        used: list[Any] = []
        for _ in range(5):
            used.append(await begin(room))
            await used[-1].send(Connected("ann"))
        for _ in range(12):
            await begin(room)
        held = [*room.matches]
        assert all(table in held for table in used) and len(held) <= 2 * len(used)


async def test_an_act_that_could_not_be_written_down_never_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with rooms_at(tmp_path) as [room]:
        match = (await begin(room)).id
        owner, table, acts = await choice(room, match)
        before = await table.scene(0), await table.scene(1), await table.scene(None)

        async def full(*_: object) -> int:
            raise StoreError("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(room.store.log, "append", full)
            with pytest.raises(StoreError, match="the disk is full"):
                await room.act(owner, table, Command(acts[0], 0, "c1"))
        assert (await table.load()).seq == 0
        assert (await table.scene(0), await table.scene(1), await table.scene(None)) == before
        assert (await room.act(owner, table, Command(acts[0], 0, "c1"))).seq == 1


async def test_two_processes_on_one_log_agree(tmp_path: Path):
    async with rooms_at(tmp_path, 2) as [first, second]:
        match = (await begin(first)).id
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
    async with rooms_at(tmp_path) as [room]:
        match = (await begin(room)).id
        owner, table, acts = await choice(room, match)
        asked = [room.act(owner, table, Command(acts[n % len(acts)], 0, f"c{n}")) for n in range(20)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [type(answers[0]), *[StaleError] * 19]
        assert len(await room.store.log.read("match", match)) == 1
