"""Salts: everybody who sits down may add one, and the cards are dealt with all of them, once."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from muckle.errors import TranscriptError
from muckle.match.match import load
from muckle.server.messages import Command, Join, NewMatch
from muckle.server.room import Room
from muckle.server.tables.tables import Tables
from patience import until
from server.local_rooms import rooms_at

ANN, BEN = "a1" * 32, "b2" * 32


async def sit_both(one: Room, two: Room, seat: str = "open") -> str:
    """Open a table, and have Ann and Ben sit down at it, each in a room."""
    match = (await one.open("ann", NewMatch("mitch", options={"hands": 1}, seats=(seat, "open")))).match
    await one.join("ann", match, Join(salt=ANN))
    await two.join("ben", match, Join(salt=BEN))
    return match


async def test_two_rooms_on_one_database_take_a_salt_each_and_deal_once(tmp_path: Path):
    async with rooms_at(tmp_path, 2) as [one, two]:
        match = await sit_both(one, two)
        await asyncio.gather(one.join("cat", match, Join()), two.join("dot", match, Join()))
        for room in (one, two):
            table = await room.matches.find(match)
            await table.catch_up(())
            assert table.seating.begun and table.seating.header.salts == (ANN, BEN, "")


async def test_the_next_room_deals_where_one_was_killed_before_it_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with rooms_at(tmp_path) as [room]:
        monkeypatch.setattr(Tables, "proceed", lambda self, table: asyncio.sleep(0))
        match = await sit_both(room, room, "here:Eve")
        table = await room.visit(match)
        assert table.seating.full and (await table.scene(0)).status == "The cards are dealt."
    monkeypatch.undo()
    async with rooms_at(tmp_path) as [room]:
        table = await room.visit(match)
        await until(lambda: table.seating.begun)
        assert table.seating.header.salts == (ANN, ANN, BEN), "one device with two seats"


async def test_a_rematch_has_other_salts_and_another_secret(tmp_path: Path):
    async with rooms_at(tmp_path) as [room]:
        table = await room.matches.find(await sit_both(room, room, "here:Eve"))
        await room.act("ann", table, Command("/abort", 0, "c1"), 0)
        again = await room.matches.find((await room.again("ann", table.id)).match)
        assert not any(sitter.salt or sitter.seated for sitter in again.seating.sitters)
        assert again.seating.header.commitment != table.seating.header.commitment


async def test_a_record_that_claims_another_salt_is_refused(tmp_path: Path):
    async with rooms_at(tmp_path) as [room]:
        table = await room.matches.find(await sit_both(room, room, "here:Eve"))
        await room.act("ann", table, Command("/abort", 0, "c1"), 0)
        header, *rest = (await room.transcript(table.id)).decode().splitlines()
        assert load("\n".join([header, *rest])).header.salts == (ANN, ANN, BEN)
        forged = {**msgspec.json.decode(header), "salts": [ANN, ANN, ANN]}
        with pytest.raises(TranscriptError, match="the deal is not what the seed or secret gives"):
            load("\n".join([msgspec.json.encode(forged).decode(), *rest]))
