"""Reactions: one of a fixed set, seen by all for a moment. Rooms in this process, with a time of their own."""

from pathlib import Path

import pytest

from muckle.errors import TurnError
from muckle.server.messages import Command
from muckle.server.room import Room
from muckle.server.tables.reduce import REACTIONS, SHOWN
from muckle.server.tables.table import Table
from patience import until
from server.local_rooms import ManualClock, begin, room_at


async def say(room: Room, table: Table, owner: str, what: str) -> None:
    await room.act(owner, table, Command(f"/react {what}", 0, what))


async def test_a_reaction_is_seen_by_all_for_a_moment(tmp_path: Path):
    async with room_at(tmp_path, time := ManualClock()) as room:
        table = await begin(room, "open")
        await say(room, table, "ben", "1")
        for viewer in (None, 0, 1):
            assert [seat.said for seat in (await table.scene(viewer)).seats] == ["", REACTIONS[0]]
        with pytest.raises(TurnError, match="one thing at a time"):
            await say(room, table, "ben", "2")
        await time.pass_by(SHOWN)
        await until(lambda: not table.state.reactions)
        assert (await table.scene(None)).seats[1].said == ""


@pytest.mark.parametrize("what", ["0", "7", "", "Rude words", "1 1"])
async def test_unknown_reactions_and_those_of_watchers_are_refused(tmp_path: Path, what: str):
    async with room_at(tmp_path, ManualClock()) as room:
        table = await begin(room, "open")
        with pytest.raises(TurnError, match="things to say"):
            await say(room, table, "ben", what)
        with pytest.raises(TurnError, match="only those who sit"):
            await say(room, table, "watcher", "1")


async def test_people_type_to_each_other_where_the_host_allows_it(tmp_path: Path):
    async with room_at(tmp_path, time := ManualClock()) as room:
        table = await begin(room, "open", talk=True)
        assert any("type to each other" in term for term in (await table.scene(0)).terms)
        await type_to_all(room, table, "ben", "  Good evening,\n dear Ann! " + "and so on " * 9)
        shown = [seat.said for seat in (await table.scene(None)).seats]
        assert shown == ["", ("Good evening, dear Ann! " + "and so on " * 9)[:60].strip()]
        with pytest.raises(TurnError, match="one thing at a time"):
            await type_to_all(room, table, "ben", "More")
        await time.pass_by(SHOWN)
        await until(lambda: not table.state.reactions)
        for said, why in (("f u c k", "shown to nobody"), (" \u200b ", "nothing to say")):
            with pytest.raises(TurnError, match=why):
                await type_to_all(room, table, "ann", said)
        with pytest.raises(TurnError, match="nobody may type"):
            await type_to_all(room, table, "watcher", "Hello")
        assert not table.state.reactions


async def test_nobody_types_where_the_host_has_not_allowed_it(tmp_path: Path):
    async with room_at(tmp_path, ManualClock()) as room:
        table = await begin(room, "open")
        assert not any(act.verb == "say" for act in (await table.scene(0)).manage.values())
        with pytest.raises(TurnError, match="nobody may type"):
            await type_to_all(room, table, "ben", "Hello")


async def test_things_are_said_in_the_waiting_room_too(tmp_path: Path):
    async with room_at(tmp_path, ManualClock()) as room:
        table = await begin(room, "open", "open", talk=True)
        assert not table.seating.begun
        await type_to_all(room, table, "ben", "Cat is coming")
        await say(room, table, "ann", "2")
        assert [seat.said for seat in (await table.scene(0)).seats] == [REACTIONS[1], "Cat is coming", ""]


async def type_to_all(room: Room, table: Table, owner: str, text: str) -> None:
    await room.act(owner, table, Command(f"/say {text}", 0, f"say {text[:9]}"))
