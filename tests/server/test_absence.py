"""A bot plays for somebody who is away while others wait, and gives the seat back (S9). Rooms in this process."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from muckle import players
from muckle.errors import OptionsError
from patience import until
from server.local_rooms import begin, room_at


async def test_s9_a_match_goes_on_without_somebody_and_they_find_it_so(tmp_path: Path):
    async with room_at(tmp_path) as room:
        table = await begin(room, away=1)
        async with room.presence.of("ann", table):
            assert "Who is away for 1 second while others wait" in (await table.scene(None)).terms[0]
            await until(lambda: table.seating.sitters[1].stood_in)
            seat = (await table.scene(0)).seats[1]
            assert (seat.kind, seat.here, seat.stand_in) == ("human", False, players.DEFAULT_LEVEL.title())
            await until(lambda: table.state.awaits("ann"))
            assert (await table.load()).turn == 0
            async with room.presence.of("ben", table):
                await until(lambda: not table.seating.sitters[1].stood_in)
                seat = (await table.scene(1)).seats[1]
                assert (seat.here, seat.stand_in) == (True, "") and seat.you
        assert table.seating.sitters[1].owner == "ben"


async def test_all_are_told_how_long_a_seat_is_kept(tmp_path: Path):
    """Counts whole seconds, told anew with each scene, but only for absent people for whom somebody waits."""
    async with room_at(tmp_path) as room:
        table, patient = await begin(room, away=90), await begin(room, away=0)
        async with room.presence.of("ann", table), room.presence.of("ann", patient):
            ann, ben = (await table.scene(None)).seats
            assert (ann.due, ben.due) == (None, 90)
            table.state = replace(table.state, away_since={"ben": table.state.away_since["ben"] - 29.5})
            assert (await table.scene(None)).seats[1].due == 61
            assert (await patient.scene(None)).seats[1].due is None
            async with room.presence.of("ben", table):
                assert (await table.scene(None)).seats[1].due is None
        await until(lambda: not table.state.present)
        assert all(seat.due is None for seat in (await table.scene(None)).seats)


async def test_nobody_plays_for_others_where_nobody_waits_or_where_it_was_not_agreed(tmp_path: Path):
    async with room_at(tmp_path) as room:
        deserted, patient = await begin(room, away=1), await begin(room, away=0)
        async with room.presence.of("watcher", deserted), room.presence.of("ann", patient):
            await asyncio.sleep(1.3)
            for table in (deserted, patient):
                assert not any(sitter.stood_in for sitter in table.seating.sitters)
            assert (await patient.scene(0)).terms == ()


async def test_a_seat_is_kept_over_a_restart_and_given_back(tmp_path: Path):
    async with room_at(tmp_path) as room:
        table = await begin(room, away=1)
        async with room.presence.of("ann", table):
            await until(lambda: table.seating.sitters[1].stood_in)
    async with room_at(tmp_path) as room:
        table = await room.matches.find(table.id)
        assert table.seating.sitters[1].stood_in
        async with room.presence.of("ben", table):
            assert not table.seating.sitters[1].stood_in


@pytest.mark.parametrize("away", [-1, 86_401])
async def test_a_time_out_of_range_is_refused(tmp_path: Path, away: int):
    async with room_at(tmp_path) as room:
        with pytest.raises(OptionsError, match="a bot stands in after 0 "):
            await begin(room, away=away)
