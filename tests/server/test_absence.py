"""A bot plays for somebody who is away while others wait, and gives the seat back (S9). Rooms in this process."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from muckle import players
from muckle.errors import OptionsError
from muckle.server.background import Time
from muckle.server.bots.bots import Bots
from muckle.server.messages import Join, NewMatch
from muckle.server.room import Room
from muckle.server.tables.table import Table
from muckle.store.sqlite import SqliteStore
from patience import until


class FirstLegal(Bots):
    """Bots that choose the first legal action, without a worker."""

    async def choose(self, visitor: str, match_id: str, match: Any, level: str, *, exact: bool = False) -> str:
        return match.legal()[0]


@asynccontextmanager
async def room_at(path: Path, time: Time | None = None) -> AsyncGenerator[Room]:
    """Yield a room in this process, with its own clock or another one."""
    store = SqliteStore(path / "room.db")
    room = Room(store, FirstLegal(), "off", grace=0, time=time)
    try:
        yield room
    finally:
        await room.background.close()
        await store.close()


async def match_of_two(room: Room, away: int = 1) -> Table:
    """Open a match of two people, neither of whom is here yet."""
    wish = NewMatch("mitch", options={"hands": 1}, seats=("open",), away=away)
    match = (await room.open("ann", wish)).match
    for owner in ("ann", "ben"):
        await room.join(owner, match, Join(salt="0123456789abcdef" * 4))
    return await room.matches.find(match)


async def scene(hosted: Table, viewer: int | None) -> Any:
    return await hosted.scene(viewer)


async def test_s9_a_match_goes_on_without_somebody_and_they_find_it_so(tmp_path: Path):
    async with room_at(tmp_path) as room:
        hosted = await match_of_two(room)
        async with room.presence.of("ann", hosted):
            assert "Who is away for 1 second while others wait" in (await scene(hosted, None)).terms[0]
            await until(lambda: hosted.seating.sitters[1].stood_in)
            seat = (await scene(hosted, 0)).seats[1]
            assert (seat.kind, seat.here, seat.stand_in) == ("human", False, players.USUAL.title())
            await until(lambda: hosted.awaits("ann"))
            assert (await hosted.load()).turn == 0
            async with room.presence.of("ben", hosted):
                await until(lambda: not hosted.seating.sitters[1].stood_in)
                seat = (await scene(hosted, 1)).seats[1]
                assert (seat.here, seat.stand_in) == (True, "") and seat.you
        assert hosted.seating.sitters[1].owner == "ben"


async def test_all_are_told_how_long_a_seat_is_kept(tmp_path: Path):
    """Counts whole seconds, told anew with each scene, but only for absent people for whom somebody waits."""
    async with room_at(tmp_path) as room:
        hosted, patient = await match_of_two(room, away=90), await match_of_two(room, away=0)
        async with room.presence.of("ann", hosted), room.presence.of("ann", patient):
            ann, ben = (await scene(hosted, None)).seats
            assert (ann.due, ben.due) == (None, 90)
            hosted.state = replace(hosted.state, away_since={"ben": hosted.state.away_since["ben"] - 29.5})
            assert (await scene(hosted, None)).seats[1].due == 61
            assert (await scene(patient, None)).seats[1].due is None
            async with room.presence.of("ben", hosted):
                assert (await scene(hosted, None)).seats[1].due is None
        await until(lambda: not hosted.state.present)
        assert all(seat.due is None for seat in (await scene(hosted, None)).seats)


async def test_nobody_plays_for_others_where_nobody_waits_or_where_it_was_not_agreed(tmp_path: Path):
    async with room_at(tmp_path) as room:
        deserted, patient = await match_of_two(room), await match_of_two(room, away=0)
        async with room.presence.of("watcher", deserted), room.presence.of("ann", patient):
            await asyncio.sleep(1.3)
            for hosted in (deserted, patient):
                assert not any(sitter.stood_in for sitter in hosted.seating.sitters)
            assert (await scene(patient, 0)).terms == ()


async def test_a_seat_is_kept_over_a_restart_and_given_back(tmp_path: Path):
    async with room_at(tmp_path) as room:
        hosted = await match_of_two(room)
        async with room.presence.of("ann", hosted):
            await until(lambda: hosted.seating.sitters[1].stood_in)
    async with room_at(tmp_path) as room:
        hosted = await room.matches.find(hosted.id)
        assert hosted.seating.sitters[1].stood_in
        async with room.presence.of("ben", hosted):
            assert not hosted.seating.sitters[1].stood_in


@pytest.mark.parametrize("away", [-1, 86_401])
async def test_a_time_out_of_range_is_refused(tmp_path: Path, away: int):
    async with room_at(tmp_path) as room:
        with pytest.raises(OptionsError, match="a bot stands in after 0 "):
            await match_of_two(room, away)
