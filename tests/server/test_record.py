"""A person's record: found by the cookie, taken to another device, saved, signed out elsewhere, forgotten."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from muckle.match.match import load
from muckle.server.door.identity import Passport
from muckle.server.errors import HttpError
from server.people import GameRoom, Person, playable

People = Callable[..., Person]
Rooms = Callable[..., GameRoom]


def resigned(ann: Person, ben: Person, name: str = "Annabel") -> str:
    """Play a match of two that Ben gives up after one act, and return its id."""
    match = ann.open("mitch", "open", name=name, options={"hands": 1})["match"]
    ben.join(match, name="Ben")
    mover = ann if ann.scene(match)["acts"] else ben
    act = next(iter(mover.scene(match)["acts"]))
    mover.act(match, act, 0, "first")
    ben.act(match, "/resign", 1, "go")
    return match


def become(person: Person, code: str, status: int = 200) -> Any:
    return person.post("me/become", {"code": code}, status)


def test_a_record_tells_what_was_played_and_how_it_ended(ann: Person, ben: Person):
    match = resigned(ann, ben)
    hers, his = ann.get("me"), ben.get("me")
    assert [(each["match"], each["place"]) for each in hers["played"]] == [(match, 1)]
    assert (hers["games"][0]["game"], hers["games"][0]["matches"], hers["games"][0]["won"]) == ("mitch", 1, 1)
    assert (his["games"][0]["won"], his["played"][0]["others"]) == (0, ["Annabel"])
    saved = ann.get("me/save")
    assert load(saved["transcripts"][match]).over and saved["record"] == hers


def test_tables_that_go_on_are_told_and_those_that_wait_first(ann: Person, ben: Person):
    over = resigned(ann, ben)
    begun = ann.open("mitch", "open", name="Annabel")["match"]
    ben.join(begun, name="Ben")
    waiting = ann.open("multzo", "open", name="Annabel")["match"]
    ann.post("daily", {"name": "Annabel"})
    hers, his = ann.get("me/tables")["tables"], ben.get("me/tables")["tables"]
    assert {table["match"] for table in hers} == {begun, waiting} and over not in str(hers)
    assert [table["match"] for table in his] == [begun] and his[0]["names"] == ["Annabel"]
    mover, watcher = (hers, his) if ann.scene(begun)["acts"] else (his, hers)
    assert mover[0]["match"] == begun and mover[0]["waits"] and not any(table.get("waits") for table in watcher)
    assert next(table for table in hers if table["match"] == waiting)["free"] == 1


def test_a_code_makes_another_device_the_same_person(ann: Person, ben: Person, person: People):
    match, phone = resigned(ann, ben), person()
    become(phone, ann.post("me/code")["code"])
    assert phone.get("me") == ann.get("me") and phone.scene(match)["viewer"] == 0
    assert become(phone, "nonsense", 410)["message"].startswith("this code is none of this room's")


def test_a_link_for_another_device_is_too_old_one_day(monkeypatch: pytest.MonkeyPatch):
    passport = Passport("key")
    ticket, now = passport.ticket("ann"), time.time()
    assert passport.read(ticket).new, "it is no cookie"
    for apart in (0, -3500, 3500, 4100):  # the other room's clock differs by an hour
        monkeypatch.setattr(time, "time", lambda apart=apart: now + apart)
        assert passport.owner_of(ticket) == "ann"
    for apart in (-3700, 4300):
        monkeypatch.setattr(time, "time", lambda apart=apart: now + apart)
        with pytest.raises(HttpError, match="or too old: a link is good for ten minutes"):
            passport.owner_of(ticket)


def test_whose_device_is_gone_comes_back_by_their_personal_code(ann: Person, ben: Person, person: People):
    match = ann.open("mitch", "open", name="Annabel", options={"hands": 1})["match"]
    ben.join(match, name="Ben")
    older, code = ann.post("me/keep")["code"], ann.post("me/keep")["code"]
    hers, stranger, phone = ann.get("me"), person(), person()
    assert "http.410" in become(stranger, older, 410)["code"], "a newer code replaces the older one"
    become(phone, f" {code.lower().replace('-', ' ')} ")
    assert phone.get("me") == hers and phone.scene(match)["viewer"] == 0
    mover = next(who for who in (phone, ben) if who.scene(match).get("acts"))
    mover.act(match, next(iter(playable(mover.scene(match)))), 0, "c0")
    become(stranger, code)
    assert stranger.scene(match)["viewer"] == 0, "it is good more than once"


def test_signed_out_elsewhere_a_code_on_a_lost_device_is_good_no_more(ann: Person, person: People):
    code = ann.post("me/keep")["code"]
    ann.post("me/elsewhere")
    assert "check its 20 letters" in become(person(), code, 410)["message"]


def test_a_personal_code_outlives_the_key_of_the_cookies(rooms: Rooms, person: People, tmp_path: Path):
    """Whoever deletes the key ends all cookies; the codes that people wrote down stay theirs."""
    room = rooms("--workers=1")
    ann, ben = person(room), person(room)
    match = resigned(ann, ben)
    code, hers = ann.post("me/keep")["code"], ann.get("me")
    room.close()
    with closing(sqlite3.connect(tmp_path / "room.db")) as database:
        assert not database.execute("SELECT 1 FROM code WHERE digest LIKE ?", (f"%{code[:5]}%",)).fetchone()
        database.execute("DELETE FROM setting WHERE name = 'cookie key'")
        database.commit()
    again = rooms("--workers=1", port=room.port)
    assert ann.get("me")["played"] == []
    become(ann, code)
    assert ann.get("me") == hers and ann.scene(match)["viewer"] == 0
    again.close()


def test_signed_out_elsewhere_the_other_device_has_nothing(ann: Person, ben: Person, person: People):
    match, phone = resigned(ann, ben), person()
    become(phone, ann.post("me/code")["code"])
    before = ann.get("me")
    phone.post("me/elsewhere")
    assert phone.get("me") == before and phone.scene(match)["viewer"] == 0
    assert ann.get("me")["played"] == [] and ann.scene(match).get("viewer") is None


def test_forgotten_the_name_has_vanished_and_the_record_is_valid(ann: Person, ben: Person, room: GameRoom):
    match = resigned(ann, ben)
    assert "Annabel" in ben.http.get(f"/api/matches/{match}/scene").text
    record = ben.http.get(f"/api/matches/{match}/transcript").text
    ann.post("me/forget")
    for path in ("scene", "transcript", "replay"):
        assert "Annabel" not in ben.http.get(f"/api/matches/{match}/{path}").text, path
    assert "Somebody" in ben.http.get(f"/api/matches/{match}/scene").text
    assert ben.http.get(f"/api/matches/{match}/transcript").text == record and load(record).over
    assert ann.get("me")["played"] == [] and "Annabel" not in ben.http.get("/api/me").text


def test_d9_forgotten_the_name_stands_nowhere_in_the_bytes_of_the_database(rooms: Rooms, person: People, tmp_path: Path):
    room = rooms("--workers=1")
    ann, ben = person(room), person(room)
    resigned(ann, ben)
    ann.open("mitch", "open", name="Annabel")
    ben.join(ann.open("mitch", "open", name="Annabel")["match"], name="Ben")

    def stands(name: str) -> bool:
        return any(name.encode() in (tmp_path / file).read_bytes() for file in ("room.db", "room.db-wal"))

    assert stands("Annabel")
    ann.post("me/forget")
    assert not stands("Annabel") and stands("Ben")


def test_forgotten_in_a_match_that_goes_on_a_bot_plays(ann: Person, ben: Person):
    match = ann.open("mitch", "open", name="Annabel", options={"hands": 1})["match"]
    ben.join(match, name="Ben")
    ann.post("me/forget")
    seat = ben.scene(match)["seats"][0]
    assert (seat["name"], seat["kind"], seat["stand_in"]) == ("Somebody", "bot", "Magpie")


def test_forgotten_at_a_table_that_waits_the_seat_is_free_at_once(ann: Person, ben: Person):
    match = ann.open("mitch", "open", name="Annabel")["match"]
    assert "Annabel" in str(ben.scene(match)["seats"])
    ann.post("me/forget")
    assert "Annabel" not in str(ben.scene(match)["seats"])
