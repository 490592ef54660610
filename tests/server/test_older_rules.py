"""Matches that cannot be replayed, because of other rules or damage: finished ones are shown, others say why."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from muckle import games
from muckle.errors import OptionsError
from muckle.server.errors import DAMAGED
from muckle.server.http.websocket import NO_SUCH_MATCH
from muckle.server.messages import Command, Join, NewMatch
from muckle.server.room import Room
from server.local_rooms import SALT, room_at
from server.people import GameRoom, Person, playable


async def play(room: Room, game: str, acts: int, **options: Any) -> str:
    """Play a match for one, up to a number of acts."""
    match = (await room.open("ann", NewMatch(game, preset="tiny", options=options, name="Ann"))).match
    await room.join("ann", match, Join(salt=SALT))
    table, chance = await room.visit(match), random.Random(1)
    for number in range(acts):
        scene = await table.scene(0)
        able = [name for name, act in scene.acts.items() if act.ask is None and act.verb not in ("undo", "again")]
        if scene.result:
            break
        await room.act("ann", table, Command(chance.choice(able), scene.seq, f"c{number}"))
    return match


@pytest.fixture
def new_rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that changes Mickell's rules."""
    game = games.find("mickell")

    def change() -> None:
        monkeypatch.setitem(games.GAMES, "mickell", replace(game, version=game.version + 1))  # pyright: ignore

    return change


async def test_a_match_that_was_over_keeps_its_result_its_story_and_its_record(tmp_path: Path, new_rules: Any):
    async with room_at(tmp_path) as room:
        match = await play(room, "mickell", 500)
        table = await room.visit(match)
        before, record = await table.scene(0), await room.transcript(match)
        told = (await table.load()).story(0)
        assert before.result and told
    new_rules()
    async with room_at(tmp_path) as room:
        table = await room.visit(match)
        for viewer in (0, None):
            after = await table.scene(viewer)
            assert (after.result, after.title, after.record) == (before.result, before.title, True)
            assert [seat.name for seat in after.seats] == ["Ann"] and not after.pieces
        assert list((await table.scene(0)).say) == told
        assert await room.transcript(match) == record
        again = await room.again("ann", match)
        assert again.match != match and again.seat == 0


async def test_a_match_that_was_not_over_says_what_can_be_done(tmp_path: Path, new_rules: Any):
    async with room_at(tmp_path) as room:
        match = await play(room, "mickell", 3)
    new_rules()
    async with room_at(tmp_path) as room:
        with pytest.raises(OptionsError, match="version"):
            await room.visit(match)


BREAK = "UPDATE entry SET body = '{broken' WHERE seq = 2"


async def test_x7_a_damaged_match_that_was_over_shows_how_it_ended(tmp_path: Path):
    async with room_at(tmp_path) as room:
        match = await play(room, "mickell", 500)
        before = await (await room.visit(match)).scene(0)
    with closing(sqlite3.connect(tmp_path / "room.db", isolation_level=None)) as database:
        database.execute(BREAK)
    async with room_at(tmp_path) as room:
        after = await (await room.visit(match)).scene(0)
        assert before.result and (after.result, after.title) == (before.result, before.title) and not after.pieces


LOST = "DELETE FROM secret"
EATEN = "UPDATE entry SET body = replace(body, 'place', 'eat') WHERE seq > 0"


@pytest.mark.parametrize(
    "harm", [BREAK, pytest.param(LOST, marks=pytest.mark.slow), pytest.param(EATEN, marks=pytest.mark.slow)]
)
def test_x7_a_damaged_match_under_way_tells_its_players_the_truth(
    harm: str, rooms: Callable[..., GameRoom], person: Callable[..., Person], tmp_path: Path
):
    """Players read a message that claims nothing about what is lost and names no card or file; other tables go on."""
    room = rooms("--workers=1")
    ann = person(room)
    match = ann.open("mickell")["match"]
    for number in range(3):
        scene = ann.scene(match)
        ann.act(match, playable(scene)[0], scene.get("seq", 0), f"c{number}")
    room.close()
    with closing(sqlite3.connect(tmp_path / "room.db", isolation_level=None)) as database:
        database.execute(harm)
    room = rooms("--workers=1")
    ann.http.base_url = httpx.URL(room.address)
    refused = ann.get(f"matches/{match}/scene", 500)
    assert refused["code"] == "store.damaged" and refused["message"] == DAMAGED and "lost" not in DAMAGED
    ann.act(match, "discard", 3, "later", 500)
    with pytest.raises(ConnectionClosed) as closed, ann.watch(match) as view:
        while True:
            view.hear()
    assert closed.value.rcvd and closed.value.rcvd.code == NO_SUCH_MATCH
    assert ann.get("me/tables") and ann.get("me")
    assert ann.scene(ann.open("mickell")["match"])["title"]
    assert room.wait_for_line(f"match {match}")
    assert not [line for line in room.printed() if "Traceback" in line]
