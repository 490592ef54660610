"""Taking a move back if the table agrees (General 10). Rooms in this process."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from muckle.errors import TurnError
from muckle.match.log import Takeback
from muckle.match.match import check_transcript
from muckle.match.transcript import read_one
from muckle.server.messages import Command
from muckle.server.room import Room
from muckle.server.tables import petition
from muckle.server.tables.table import Table
from patience import until
from server.local_rooms import PEOPLE, FirstLegal, begin, do, room_at, turn


async def acted(room: Room, table: Table) -> str:
    """Let people discard until nothing was drawn by it, and return whoever did."""
    while True:
        owner = PEOPLE[turn(table)]
        await do(room, table, owner, "discard")
        if (await table.load()).retractable(PEOPLE.index(owner)):
            return owner


def verbs(scene: Any) -> set[str]:
    return {act.verb for act in scene.manage.values()} - {"resign", "abort"}


async def test_the_others_are_asked_and_with_their_consent_it_is_taken_back(tmp_path: Path):
    async with room_at(tmp_path) as room:
        table = await begin(room, "open", "open", people=3)
        asker = await acted(room, table)
        match, seat = await table.load(), PEOPLE.index(asker)
        hand, others = match.count, [number for number in range(3) if number != seat]
        await do(room, table, asker, "/takeback")
        assert verbs(await table.scene(seat)) == set()
        for other in others:
            seen = await table.scene(other)
            assert seen.request == f"{asker.title()} asks to take the last move back."
            assert verbs(seen) == {"allow", "refuse"}
            assert (await table.load()).count == hand, "nothing happens before all agreed"
            await do(room, table, PEOPLE[other], "/allow")
        match = await table.load()
        assert match.count == hand - 1 and match.turn == seat and match.log[-1] == Takeback(seat)
        assert (await table.scene(None)).request == f"{asker.title()} has taken the last move back."
        await do(room, table, asker, "discard")
        assert (await table.scene(None)).request == ""


async def test_one_who_does_not_agree_is_enough_and_nobody_asks_twice(tmp_path: Path):
    async with room_at(tmp_path) as room:
        table = await begin(room, "open", "open", people=3)
        asker = await acted(room, table)
        await do(room, table, asker, "/takeback")
        other = next(owner for owner in PEOPLE if owner != asker)
        await do(room, table, other, "/refuse")
        for viewer in range(3):
            seen = await table.scene(viewer)
            assert seen.request == f"{other.title()} did not agree: {asker.title()}'s move stands." and not verbs(seen)


async def test_an_act_of_the_next_seat_refuses_a_takeback(tmp_path: Path):
    async with room_at(tmp_path) as room:
        table = await begin(room, "open")
        asker = await acted(room, table)
        other = PEOPLE[1 - PEOPLE.index(asker)]
        await do(room, table, asker, "/takeback")
        late = next(act for act in (await table.scene(table.state.acting_seat(other))).manage if act.startswith("/allow"))
        await do(room, table, other, "discard")
        assert (await table.scene(None)).request == ""
        with pytest.raises(TurnError, match="not for you to do"):
            await room.act(other, table, Command(late, 0, "late"))
        assert "takeback" not in verbs(await table.scene(table.state.acting_seat(asker)))


async def test_bots_agree_at_once_and_wait_while_people_think_about_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    go = asyncio.Event()

    async def choose(bots: FirstLegal, visitor: str, match_id: str, match: Any, level: str, **how: bool) -> str:
        await go.wait()
        return next(action for action in match.legal() if action.startswith("discard"))

    async def until_it_is(seat: int) -> None:
        """Play until that seat is next and the last act can be taken back. The bot goes on only meanwhile."""
        while (match := await table.load()).turn != seat or not match.retractable((seat or 3) - 1):
            if match.turn == 2:
                go.set()
                await until(lambda: turn(table) != 2)
                go.clear()
            else:
                await do(room, table, PEOPLE[match.turn], "discard")

    monkeypatch.setattr(FirstLegal, "choose", choose)
    async with room_at(tmp_path) as room:
        table = await begin(room, "open", "random")
        await until_it_is(2)
        await until(lambda: table.state.move is not None)
        await do(room, table, "ben", "/takeback")
        go.set()
        await until(lambda: table.state.move is None)
        await asyncio.sleep(0.05)
        assert turn(table) == 2 and (await table.scene(0)).request.startswith("Ben asks")
        await do(room, table, "ann", "/allow")
        assert turn(table) == 1
        await do(room, table, "ben", "discard")
        await until(lambda: turn(table) == 0)


async def test_who_does_not_answer_has_not_agreed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(petition, "PATIENCE", 0.01)
    async with room_at(tmp_path) as room:
        table = await begin(room, "open")
        await do(room, table, await acted(room, table), "/takeback")
        await until(lambda: table.state.petition is not None and table.state.petition.state == "refused")
        assert (await table.scene(None)).request.startswith("Not everybody answered")


async def test_the_record_of_a_match_with_takebacks_is_valid(tmp_path: Path):
    async with room_at(tmp_path) as room:
        table = await begin(room, "open")
        asker = await acted(room, table)
        await do(room, table, asker, "/takeback")
        await do(room, table, PEOPLE[1 - PEOPLE.index(asker)], "/allow")
        while not (match := await table.load()).over:
            await do(room, table, PEOPLE[match.turn], "discard")
        assert check_transcript(read_one((await room.transcript(table.id)).decode())).over
