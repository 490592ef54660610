"""Matches whose rules, or whose chance, are no longer those of this program: what is over is shown, the rest says why."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from muckle import games
from muckle.errors import OptionsError
from muckle.match.begin import new_match
from muckle.server.bots.bots import Bots
from muckle.server.messages import Command, Join, NewMatch
from muckle.server.room import Room
from muckle.server.tables.hosted import Hosted
from muckle.store.contract import Sitter
from muckle.store.sqlite import SqliteStore

SALT = "5a" * 16


@asynccontextmanager
async def a_room(path: Path) -> AsyncGenerator[Room]:
    store = SqliteStore(path / "room.db")
    yield Room(store, Bots(), "off", grace=0)
    await store.close()


async def play(room: Room, game: str, acts: int, **options: Any) -> str:
    """A match for one, so many acts of it or all."""
    match = (await room.open("ann", NewMatch(game, preset="tiny", options=options, name="Ann"))).match
    await room.join("ann", match, Join(salt=SALT))
    hosted, chance = await room.visit(match), random.Random(1)
    for number in range(acts):
        scene = await look(hosted, 0)
        able = [name for name, act in scene.acts.items() if act.ask is None and act.verb not in ("undo", "again")]
        if scene.result:
            break
        await room.act("ann", hosted, Command(chance.choice(able), scene.seq, f"c{number}"))
    return match


async def look(hosted: Hosted, viewer: int | None) -> Any:
    async with hosted.lock:
        return await hosted.scene(viewer)


@pytest.fixture
def new_rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Mickell's rules change."""
    game = games.find("mickell")

    def change() -> None:
        monkeypatch.setitem(games.GAMES, "mickell", replace(game, version=game.version + 1))  # pyright: ignore

    return change


def test_a_match_that_was_over_keeps_its_result_its_story_and_its_record(tmp_path: Path, new_rules: Any):
    async def story():
        async with a_room(tmp_path) as room:
            match = await play(room, "mickell", 500)
            hosted = await room.visit(match)
            before, record = await look(hosted, 0), await room.transcript(match)
            told = (await hosted.load()).story(0)
            assert before.result and told
        new_rules()
        async with a_room(tmp_path) as room:
            hosted = await room.visit(match)
            for viewer in (0, None):
                after = await look(hosted, viewer)
                assert (after.result, after.title, after.record) == (before.result, before.title, True)
                assert [seat.name for seat in after.seats] == ["Ann"] and not after.pieces
            assert list((await look(hosted, 0)).say) == told
            assert await room.transcript(match) == record
            again = await room.again("ann", match)
            assert again.match != match and again.seat == 0

    asyncio.run(story())


def test_a_match_that_was_not_over_says_what_can_be_done(tmp_path: Path, new_rules: Any):
    async def story():
        async with a_room(tmp_path) as room:
            match = await play(room, "mickell", 3)
        new_rules()
        async with a_room(tmp_path) as room:
            with pytest.raises(OptionsError, match="version"):
                await room.visit(match)

    asyncio.run(story())


@pytest.mark.parametrize("over", [True, False])
def test_a_match_of_the_first_version_whose_chance_was_bound_to_nothing(tmp_path: Path, over: bool):
    """It can be looked at when it is over, by the outcomes that are recorded."""
    played, chance = new_match("mickell", "tiny", seed=3), random.Random(2)
    while not played.over and (over or played.seq < 3):
        played.apply(chance.choice([text for text in played.legal() if not text.startswith("claim")]))
    header = msgspec.structs.replace(played.header, seed=None, commitment="cd" * 32)

    async def story():
        async with a_room(tmp_path) as room:
            sitters = (Sitter("Ann", owner="ann"),)
            await room.store.open_table("m1", header, "ab" * 32, sitters, "ann")
            await room.store.begin("m1", header, sitters)
            for number, entry in enumerate(played.log):
                await room.store.append("m1", number, f"c{number}", entry)
            if not over:
                with pytest.raises(OptionsError, match="earlier version of muckle"):
                    await room.visit("m1")
                return
            scene = await look(await room.visit("m1"), 0)
            assert scene.result and scene.seq == played.seq and scene.fairness is None
            assert len((await room.transcript("m1")).splitlines()) == played.seq + 2

    asyncio.run(story())
