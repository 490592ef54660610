"""The operator's commands about people and tables, with and without a running room."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from muckle.server.bots.bots import Bots
from muckle.server.door.bans import Bans
from muckle.server.errors import HttpError
from muckle.server.operations.operate import contact
from muckle.server.operations.operator import Operator
from muckle.server.operations.orders import Ban, DeleteTable, Find, Forget, ListBans, Rename, sign
from muckle.server.room import Room
from muckle.store.sqlite import SqliteStore
from muckle.store.urls import open_store
from patience import PATIENCE
from server.people import GameRoom, Person
from server.test_record import resigned

People = Callable[..., Person]
Rooms = Callable[..., GameRoom]


def muckle(database: Path, *words: str, code: int = 0) -> str:
    """Return what a command of the operator prints."""
    environment = {**os.environ, "MUCKLE_DATABASE": str(database)}
    command = [sys.executable, "-m", "muckle", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environment)
    assert done.returncode == code and "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


def test_a_person_is_found_renamed_banned_and_forgotten_beside_a_running_room(rooms: Rooms, person: People, tmp_path: Path):
    database, room = tmp_path / "room.db", rooms("--workers=1")
    ann, ben = person(room), person(room)
    over, going = resigned(ann, ben), ann.open("mitch", "open", name="Annabel", options={"hands": 1})["match"]
    ben.join(going, name="Ben")

    found = muckle(database, "people", "find", "nnaBE")
    assert "Annabel  2 tables" in found and f"/m/{going}" in found and found.endswith("1 person found.\n")
    id = found.split()[0]
    assert "0 people found" in muckle(database, "people", "find", "Nobody")

    with ben.watch(going) as view:
        view.hear_until(lambda scene: "Annabel" in str(scene["seats"]))
        assert "is called Daisy now" in muckle(database, "people", "rename", id[:8], " Daisy\n")
        view.hear_until(lambda scene: "Daisy" in str(scene["seats"]) and "Annabel" not in str(scene["seats"]))
    for path in (f"matches/{over}/scene", f"matches/{over}/replay", "me"):
        text = ben.http.get(f"/api/{path}").text
        assert "Daisy" in text and "Annabel" not in text, path

    with ann.watch(going) as hers:
        hers.hear_until(bool)
        muckle(database, "people", "ban", id, "--reason", "Foul language")
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                hers.hear()
    assert closed.value.rcvd and closed.value.rcvd.code == 1008
    assert ann.get("me", 403)["message"] == "whoever runs this room has banned you: Foul language"
    assert ann.http.get("/you").status_code in (200, 503), "the page itself, which tells"
    assert "banned Foul language" in muckle(database, "people", "bans")
    room.kill()
    again = rooms("--workers=1", port=room.port)
    assert ann.post(f"matches/{going}/act", {"type": "act", "act": "x", "seq": 0, "cid": "c"}, 403)["code"] == "http.403"
    muckle(database, "people", "unban", id)
    assert len(ann.get("me")["played"]) == 2

    muckle(database, "people", "forget", id, "--yes")
    assert ann.get("me")["played"] == [] and "Daisy" not in ben.http.get("/api/me").text
    for file in tmp_path.glob("room.db*"):
        assert b"Daisy" not in file.read_bytes() and b"Annabel" not in file.read_bytes(), file.name
    again.close()


def test_a_table_is_deleted_and_who_is_there_is_sent_away(rooms: Rooms, person: People, tmp_path: Path):
    room = rooms("--workers=1")
    ann, ben = person(room), person(room)
    match = ann.open("mitch", "open", "easy", name="Annabel")["match"]
    ben.join(match)
    with ben.watch(match) as view:
        view.hear_until(bool)
        assert "is deleted" in muckle(tmp_path / "room.db", "tables", "delete", match, "--yes")
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                view.hear()
    assert closed.value.rcvd and closed.value.rcvd.code == 4404
    ann.get(f"matches/{match}/scene", 404)
    assert ann.get("me")["played"] == []
    assert "there is no such match" in muckle(tmp_path / "room.db", "tables", "delete", match, "--yes", code=2)
    assert "Aborted" in muckle(tmp_path / "room.db", "tables", "delete", match, code=1), "it is asked first"
    room.close()
    assert not [line for line in room.printed() if "Traceback" in line or "ERROR" in line]


def test_orders_are_carried_out_where_no_room_runs(rooms: Rooms, person: People, tmp_path: Path):
    room = rooms("--workers=1")
    ann, ben = person(room), person(room)
    resigned(ann, ben)
    assert room.close() in (0, 130)
    database = tmp_path / "room.db"
    id = muckle(database, "people", "find", "Annabel").split()[0]
    muckle(database, "people", "forget", id, "--yes")
    assert "0 people found" in muckle(database, "people", "find", "Annabel")
    assert b"Annabel" not in database.read_bytes()
    for words, said in (
        (("find", "x", "--database", str(tmp_path / "none.db")), "none.db: there is no such file"),
        (("ban", "abc"), "or by its first 6 characters or more"),
        (("ban", "zzzzzzzz"), "no ids begin with zzzzzzzz"),
    ):
        assert said in muckle(database, "people", *words, code=2)


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    return Operator(Room(SqliteStore(tmp_path / "room.db"), Bots(1)), "key")


def test_an_order_needs_the_key_and_is_good_once(rooms: Rooms, tmp_path: Path):
    room = rooms("--workers=1")
    url, (key, address) = f"{room.address}/api/operator", contact(str(tmp_path / "room.db"))
    assert address == room.address

    def give(key: str, nonce: str) -> int:
        return httpx.post(url, content=msgspec.json.encode(sign(key, nonce, ListBans())), timeout=PATIENCE).status_code

    nonce = httpx.get(url, timeout=PATIENCE).json()["nonce"]
    assert give("", nonce) == give("0" * 64, nonce) == 403
    assert [give(key, nonce), give(key, nonce), give(key, "made up")] == [200, 409, 409]
    assert httpx.post(url, content=b"{}", timeout=PATIENCE).status_code == 400


async def test_every_order_is_known_to_the_room(operator: Operator):
    try:
        for order in (Find("x"), ListBans()):
            assert (await operator.carry_out(order)).people == ()
        for order in (Rename("abcdef", "x"), Ban("abcdef"), Forget("abcdef")):
            with pytest.raises(Exception, match="no ids begin with abcdef"):
                await operator.carry_out(order)
        with pytest.raises(HttpError, match="no such match"):
            await operator.carry_out(DeleteTable("x"))
    finally:
        await operator._room.close()


@pytest.mark.parametrize("loaded", [True, False])
def test_a_ban_that_is_not_read_from_the_database_lets_everybody_in(tmp_path: Path, loaded: bool):
    """Break, as second case: without reading the bans, they do not survive a restart."""

    async def after_a_restart() -> bool:
        store = open_store(str(tmp_path / "room.db"))
        await store.people.ban("ann", "")
        await store.close()
        store = open_store(str(tmp_path / "room.db"))
        sent_away: list[str] = []

        async def send_away(owner: str) -> None:
            sent_away.append(owner)

        bans = Bans(store, send_away)
        try:
            if loaded:
                await bans.load()
                assert sent_away == ["ann"]
            bans.check("ben")
            bans.check("ann")
        except HttpError:
            return True
        finally:
            await store.close()
        return False

    assert asyncio.run(after_a_restart()) is loaded


def test_a_lost_desk_is_opened_again_by_whoever_runs_the_room(rooms: Rooms, person: People, tmp_path: Path) -> None:
    database, room = tmp_path / "room.db", rooms("--workers=1")
    host, other = person(room), person(room)
    code = host.post("events", {"title": "Moor"}, 201)["code"]
    told = muckle(database, "event", "desk", code.lower())
    link = next(word for word in told.split() if "?call=" in word)
    assert link.startswith(f"{room.address}/e/{code}?call=")
    assert other.post(f"events/{code}/assist", {"word": link.partition("?call=")[2]})["you"]["caller"]
    assert "no event with the code NONE" in muckle(database, "event", "desk", "NONE", code=2)
    room.kill()
    assert link in muckle(database, "event", "desk", code), "without a running room, too"
