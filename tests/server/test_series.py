"""Series of events: one table over days, members known by a personal code, and organisers whose corrections stay in sight."""

import asyncio
import csv
import io
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from muckle.errors import TurnError
from muckle.games.mickell.muckell import Worth
from muckle.server.background import Background
from muckle.server.events.events import next_title
from muckle.server.series import reduce
from muckle.server.series.series import ManySeries
from muckle.server.series.state import Played, state_of
from muckle.server.series.view import table
from muckle.store.log import Entry
from muckle.store.series import (
    Correct,
    Enter,
    LeaveOut,
    Member,
    Merge,
    OpenedEvent,
    Organiser,
    Rejoin,
    Ruling,
    Series,
    TakeIn,
    TakePart,
    Withdraw,
)
from muckle.store.sql_series import KeptSeries
from muckle.store.sqlite import SqliteStore
from server.people import GameRoom
from server.test_events import TINY, Guest

cids = itertools.count()
NAMES = ("Ann", "Ben", "Cat")


class Friend(Guest):
    """A person at a series."""

    def open_series(self, **wish: Any) -> str:
        return self.post("series", {"title": "The winter", "name": "Olga", **wish}, 201)["table"]["code"]

    def series(self, code: str) -> Any:
        return self.get(f"series/{code}")

    def enter(self, code: str, name: str, answer: int = 200) -> Any:
        return self.post(f"series/{code}/enter", {"name": name}, answer)

    def rule(self, code: str, decision: str, answer: int = 200, **more: Any) -> Any:
        message = {"decision": decision, "cid": f"r{next(cids)}", **more}
        return self.post(f"series/{code}/rule", message, answer)

    def evening(self, series: str, scores: dict[str, int], **wish: Any) -> str:
        """Play an event with real cards in a series to its end, type in the scores, and return its code."""
        wish = {"preset": "muckell", "options": TINY, "real_cards": True, **wish}
        code = self.post(f"series/{series}/events", wish, 201)["code"]
        self.call_to_end(code)
        for name, score in scores.items():
            self.post(f"events/{code}/score", {"score": score, "name": name})
        return code


Friends = Callable[..., list[Friend]]


@pytest.fixture
def friends(room: GameRoom, person: Callable[..., Any]) -> Friends:
    """Return a function that makes several people come to this room or another."""
    return lambda count, place=room: [person(place, Friend) for _ in range(count)]


def places(view: Any) -> list[tuple[int, str, int]]:
    """Return place, name and points of each row."""
    return [(line.get("place", 0), line["name"], line["points"]) for line in view["lines"]]


def kept(*rulings: Ruling, tie: str = "shared", pays: tuple[int, ...] = (), events: int = 2) -> KeptSeries:
    """Return a stored series of three members and some events."""
    three = tuple(Member(number, name) for number, name in enumerate(NAMES, 1))
    log = tuple(Entry(number, str(number), ruling, number) for number, ruling in enumerate(rulings))
    parts = tuple(OpenedEvent("XY"[number], number, 1, "") for number in range(events))
    return KeptSeries(Series("SERIES", "The winter", tie, pays, "word", "key"), three, (Organiser(1, "Olga"),), log, parts)


def correct(member: int, event: str, was: int | None, score: int | None, why: str) -> Correct:
    """Return an organiser's correction."""
    return Correct(member=member, event=event, was=was, score=score, by=1, why=why)


def standing(series: KeptSeries, *scores: tuple[int, ...], longest: int = 0) -> list[tuple[int, str, int]]:
    """Return the table's rows for each member's score at each event; -1 stands for absence."""
    played = {
        part.code: Played(part.code, 1, 1, {n: Worth(score, longest and n) for n, score in enumerate(own, 1) if score >= 0})
        for part, own in zip(series.parts, scores, strict=True)
    }
    return [(line.place, line.name, line.points) for line in table(state_of(series, played)).lines]


def test_muckell_6_scores_add_up_and_equal_ones_share_the_place() -> None:
    assert standing(kept(), (21, 25, 25), (4, 0, -1)) == [(1, "Ann", 25), (1, "Ben", 25), (1, "Cat", 25)]
    assert standing(kept(tie="longest_word"), (21, 25, 25), (4, 0, -1), longest=1)[0] == (1, "Cat", 25)


def test_places_pay_and_shared_ones_alike() -> None:
    assert standing(kept(pays=(8, 5, 3)), (21, 25, 25), (4, 0, -1)) == [(1, "Ben", 13), (2, "Ann", 11), (3, "Cat", 8)]
    assert standing(kept(pays=(8,)), (1, 2, 3), (1, 2, 3)) == [(1, "Cat", 16), (2, "Ann", 0), (2, "Ben", 0)]


def test_the_last_correction_counts_and_places_follow() -> None:
    first, last = correct(1, "X", 21, 30, "a word"), correct(1, "X", 30, 26, "the other word")
    assert standing(kept(first, last, pays=(8, 5, 3)), (21, 25, 25), (-1, -1, -1))[0] == (1, "Ann", 8)
    assert standing(kept(last, first), (21, 25, 25), (-1, -1, -1))[0] == (1, "Ann", 30)
    struck = correct(2, "X", 25, None, "was not there")
    assert standing(kept(struck, pays=(8, 5, 3)), (21, 25, 25), (-1, -1, -1))[1:] == [(2, "Ann", 5), (3, "Ben", 0)]


def test_who_withdraws_keeps_the_points_and_has_no_place() -> None:
    gone, back = Withdraw(member=3), Rejoin(member=3)
    assert standing(kept(gone), (1, 2, 3), (0, 0, 0)) == [(1, "Ben", 2), (2, "Ann", 1), (0, "Cat", 3)]
    assert standing(kept(gone, back), (1, 2, 3), (0, 0, 0))[0] == (1, "Cat", 3)


def test_an_event_that_is_left_out_counts_nothing() -> None:
    out = LeaveOut(event="X", by=1, why="a trial")
    assert standing(kept(out), (9, 0, 0), (0, 0, 1))[0] == (1, "Cat", 1)
    assert standing(kept(out, TakeIn(event="X", by=1)), (9, 0, 0), (0, 0, 1))[0] == (1, "Ann", 9)


def test_two_members_who_are_one_have_one_row() -> None:
    """Corrections of either before count, and one made later counts for both."""
    one = Merge(member=2, into=1, by=1)
    assert standing(kept(one), (21, -1, 25), (-1, 8, 0)) == [(1, "Ann", 29), (2, "Cat", 25)]
    assert standing(kept(one, pays=(8, 5)), (21, -1, 25), (-1, 8, 0)) == [(1, "Ann", 13), (1, "Cat", 13)]
    assert standing(kept(correct(2, "Y", 8, 9, "a word"), one), (21, -1, 25), (-1, 8, 0))[0] == (1, "Ann", 30)
    assert standing(kept(one, correct(1, "Y", 8, None, "none")), (21, -1, 25), (-1, 8, 0))[1] == (2, "Ann", 21)
    assert standing(kept(one, Merge(member=1, into=3, by=1)), (21, -1, -1), (-1, 8, -1)) == [(1, "Cat", 29)]


def test_a_result_that_was_struck_stays_struck_along_a_chain_of_mergers() -> None:
    """Ben turns out to be Ann, and Ann to be Cat. Break: a result that was struck before both were one is still nothing."""
    first, second = Merge(member=2, into=1, by=1), Merge(member=1, into=3, by=1)
    struck, changed = (correct(1, "Y", 8, score, "not there") for score in (None, 5))
    played = (21, -1, -1), (-1, 8, -1)
    assert standing(kept(first, struck, second), *played) == [(1, "Cat", 21)]
    assert standing(kept(first, changed, second), *played) == [(1, "Cat", 26)]
    assert standing(kept(first, changed, second, correct(3, "Y", 5, None, "nor here")), *played) == [(1, "Cat", 21)]
    assert standing(kept(correct(2, "Y", 8, None, "not there"), first, second), *played) == [(1, "Cat", 21)]
    empty = correct(1, "Y", None, None, "Ann was not there")
    assert standing(kept(empty, first, second), *played) == [(1, "Cat", 29)], "Ben was: that counts for whom he is"


def test_the_history_of_a_series_gives_the_reasons() -> None:
    rulings = (TakePart(member=1), Enter(member=2, by=1), correct(1, "X", None, 7, "came by bus"), Withdraw(member=2))
    said = table(state_of(kept(*rulings, events=1), {"X": Played("Moor", 1, 1, {})})).history
    assert [each.text for each in said] == [
        "Ben withdraws",
        "Olga corrects what Ann has at Moor from nothing to 7: came by bus",
        "Olga enters Ben",
        "Ann enters",
    ]


def test_a_series_over_two_evenings(friends: Friends) -> None:
    """Uses boards in the room one evening and real cards the other. Whoever joins an event joins the series."""
    host, ann, ben = friends(3)
    series = host.open_series()
    mine = ann.enter(series.lower(), "Ann")["you"]
    assert (mine["number"], mine["name"]) == (1, "Ann") and len(mine["code"]) == 11
    event = host.post(f"series/{series}/events", {"preset": "muckell", "options": TINY, "title": "Moor"}, 201)
    assert event["series"] == series and event["you"]["caller"]
    for guest, name in ((ann, "Annabel"), (ben, "Ben")):
        guest.join_event(event["code"], name)
    board = ann.get(f"events/{event['code']}")["you"]
    assert board["name"] == "Ann", "as in the series"
    host.call_to_end(event["code"])
    after = {place["name"]: place["score"] for place in host.get(f"events/{event['code']}/standings")["places"]}
    host.evening(series, {"ann": 8, "Cat": 7}, title="Heath")
    table = host.series(series)["table"]
    assert {name: points for _, name, points in places(table)} == {"Ann": after["Ann"] + 8, "Ben": after["Ben"], "Cat": 7}
    assert [(each["title"], each["rounds"], each["players"]) for each in table["events"]] == [("Moor", 1, 2), ("Heath", 1, 2)]
    assert [each["name"] for each in host.get(f"series/{series}/codes")["codes"]] == ["Cat"]
    ann.get(f"series/{series}/codes", 403)
    full = ann.get(f"series/{series}/table")
    assert full == table and mine["code"] not in str(full)
    rows = list(csv.reader(io.StringIO(ann.http.get(f"/api/series/{series}/table.csv").text)))
    assert rows[0][5:] == [f"{title} {what}" for title in ("Moor", "Heath") for what in ("score", "place", "points")]
    assert rows[1][:4] == [str(cell) for cell in ("1", "1", "Ann", after["Ann"] + 8)]


def test_the_next_evening_has_the_same_members(friends: Friends) -> None:
    host, helper, ann, ben = friends(4)
    series = host.open_series(tie="longest_word")
    wish = {"preset": "muckell", "options": TINY, "title": "Week 9"}
    first = host.post(f"series/{series}/events", wish, 201)
    for guest, name in ((ann, "Ann"), (ben, "Ben")):
        guest.join_event(first["code"], name)
    helper.post(f"events/{first['code']}/assist", {"word": first["you"]["word"]})
    host.call_to_end(first["code"])
    assert "only the organisers of this series" in helper.lead(first["code"], "again", answer=403)["message"]
    code = host.lead(first["code"], "again")["next"]
    assert host.lead(first["code"], "again")["next"] == code
    view = host.get(f"events/{code}")
    assert (view["title"], view["series"], view["longest"], view["after"]) == ("Week 10", series, True, True)
    assert [guest.join_event(code)["you"]["name"] for guest in (ben, ann)] == ["Ben", "Ann"]
    host.call_to_end(code)
    table = host.series(series)["table"]
    assert table["members"] == 2 and [each["players"] for each in table["events"]] == [2, 2]
    assert [next_title(title) for title in ("Moor", "Spring 2026", "")] == ["Moor 2", "Spring 2026 2", ""]
    assert len(next_title("m" * 40)) == 40


def test_a_personal_code_is_enough_on_another_device(friends: Friends) -> None:
    host, ann, phone = friends(3)
    series = host.open_series()
    code = ann.enter(series, "Ann")["you"]["code"]
    event = host.post(f"series/{series}/events", {"preset": "muckell", "options": TINY}, 201)["code"]
    ann.join_event(event)
    host.lead(event, "call")
    board = ann.get(f"events/{event}")["you"]["board"]
    assert ann.scene(board)["viewer"] == 0
    phone.post(f"series/{series}/claim", {"code": "AAAAA-AAAAA"}, 403)
    assert phone.post(f"series/{series}/claim", {"code": code.lower().replace("-", " ")})["you"]["name"] == "Ann"
    assert phone.get(f"events/{event}")["you"]["board"] == board and phone.scene(board)["viewer"] == 0
    phone.turn(board)
    assert not ann.get(f"events/{event}")["you"].get("number")
    ann.get(f"matches/{board}/scene", 403)
    ben = host.post(f"series/{series}/enter", {"name": "Ben"})["you"]
    assert "this device is Ben" in host.post(f"series/{series}/claim", {"code": code}, 409)["message"]
    host.rule(series, "renew", member=1)
    phone.get(f"matches/{board}/scene", 403)
    phone.post(f"series/{series}/claim", {"code": code}, 403)
    new = next(each["code"] for each in host.get(f"series/{series}/codes")["codes"])
    assert phone.post(f"series/{series}/claim", {"code": new})["you"]["code"] == new != ben["code"]


def test_organisers_correct_with_a_reason_that_all_can_read(friends: Friends) -> None:
    host, other, ann = friends(3)
    series = host.open_series()
    event = host.evening(series, {"Ann": 6, "Ben": 8})
    correct = {"member": 1, "event": event.lower(), "score": 15}
    assert "say why" in host.rule(series, "correct", 400, **correct)["message"]
    ann.rule(series, "correct", 403, **correct, why="I did better")
    other.post(f"series/{series}/organise", {"word": "please", "name": "Pat"}, 403)
    word = host.series(series)["you"]["word"]
    assert other.post(f"series/{series}/organise", {"word": word, "name": "Pat"})["you"]["organiser"] == "Pat"
    message = {"decision": "correct", "cid": "once", **correct, "why": "a word was overlooked"}
    for _ in range(2):
        view = other.post(f"series/{series}/rule", message)
    assert places(view["table"]) == [(1, "Ann", 15), (2, "Ben", 8)] and view["table"]["lines"][0]["results"][0]["corrected"]
    said = [each["text"] for each in ann.series(series)["table"]["history"]]
    assert said[0].startswith("Pat corrects what Ann has at") and said[0].endswith("from 6 to 15: a word was overlooked")
    assert sum("corrects" in each for each in said) == 1 and "Pat organises, too" in said
    view = host.rule(series, "leave_out", event=event, why="a trial")
    assert places(view["table"]) == [(1, "Ann", 0), (1, "Ben", 0)] and not view["table"]["events"][0]["counts"]
    assert places(host.rule(series, "take_in", event=event)["table"])[0] == (1, "Ann", 15)
    assert host.rule(series, "rename", member=2, name="Benny")["table"]["lines"][1]["name"] == "Benny"


def test_a_series_is_handed_over_once_by_a_link(friends: Friends) -> None:
    """Who led it stays as a helper until the one who leads it now lets nobody else organise."""
    host, helper, new, late = friends(4)
    series = host.open_series()
    you = host.series(series)["you"]
    organise = helper.post(f"series/{series}/organise", {"word": you["word"], "name": "Pat"})
    assert organise["you"]["organisers"] == ["Olga", "Pat"] and "handover" not in organise["you"]
    helper.rule(series, "relieve", 403)
    taken = new.post(f"series/{series}/organise", {"word": you["handover"], "name": "Nia"})["you"]
    assert taken["organisers"] == ["Nia", "Olga", "Pat"] and taken["handover"] not in ("", you["handover"])
    assert "it has been used" in late.post(f"series/{series}/organise", {"word": you["handover"]}, 403)["message"]
    host.rule(series, "relieve", 403)
    assert "handover" not in host.rule(series, "close")["you"], "who led it helps"
    assert host.post(f"series/{series}/organise", {"word": taken["handover"]})["you"]["organisers"][0] == "Olga"
    again = host.series(series)["you"]["handover"]
    new.post(f"series/{series}/organise", {"word": again})
    alone = new.rule(series, "relieve", why="the winter is over")["you"]
    assert alone["organisers"] == ["Nia"] and alone["word"] != you["word"]
    for former in (host, helper):
        former.rule(series, "reopen", 403)
        assert not former.series(series)["you"].get("word")
        former.post(f"series/{series}/organise", {"word": you["word"]}, 403)
    assert helper.post(f"series/{series}/organise", {"word": alone["word"]})["you"]["organisers"] == ["Nia", "Pat"]
    said = [each["text"] for each in late.series(series)["table"]["history"]]
    assert "Nia leads the series from now on" in said
    assert "Nia organises alone from now on: the winter is over" in said


def test_with_real_cards_players_pick_their_name_from_the_list(friends: Friends) -> None:
    """Break: a member who has a device, one who has withdrawn, and an event with boards in the room."""
    host, ann, thief = friends(3)
    series = host.open_series()
    for name in ("Ann", "Ben", "Cat"):
        host.rule(series, "enter", name=name)
    host.rule(series, "withdraw", member=3, why="moved away")
    wish = {"preset": "muckell", "options": TINY, "real_cards": True}
    code = host.post(f"series/{series}/events", wish, 201)["code"]

    def pick(guest: Friend, member: int, answer: int = 200) -> Any:
        return guest.post(f"events/{code}/join", {"member": member, "salt": "a0" * 32}, answer)

    assert [line.get("free") for line in host.series(series)["table"]["lines"]] == [True, True, True]
    assert pick(ann, 1)["you"]["name"] == "Ann" == pick(ann, 2)["you"]["name"]
    assert [line.get("free") for line in host.series(series)["table"]["lines"]] == [None, True, True]
    assert pick(thief, 1, 409)["message"].startswith("Ann came with another device: type in the personal code")
    assert "Cat has withdrawn" in pick(thief, 3, 409)["message"]
    pick(thief, 9, 404)
    thief.post(f"series/{series}/claim", {"member": 2}, 403)
    host.call_to_end(code)
    host.post(f"events/{code}/score", {"score": 4, "name": "Ben"})
    assert pick(thief, 2)["you"]["place"]["score"] == 4, "the score was typed in before"
    assert host.get(f"events/{code}")["players"] == 2
    boards = host.post(f"series/{series}/events", {"preset": "muckell", "options": TINY}, 201)["code"]
    host.rule(series, "enter", name="Dan")
    late = friends(1)[0]
    assert late.post(f"events/{boards}/join", {"name": "Eve", "member": 4, "salt": "a0" * 32})["you"]["name"] == "Eve"


def test_members_that_were_misspelt_are_merged(friends: Friends) -> None:
    """The second keeps the device of the first, and the misspelt name is theirs at the next evening. Break: two people."""
    host, moira = friends(2)
    series = host.open_series()
    host.evening(series, {"Moira": 6, "Ben": 8}, title="Week 1")
    code = host.post(f"series/{series}/events", {"preset": "muckell", "options": TINY}, 201)["code"]
    own = moira.join_event(code, "Moria")["you"]
    host.lead(code, "call")
    board = moira.get(f"events/{code}")["you"]["board"]
    refused = host.rule(series, "merge", 409, member=2, into=1)
    assert refused["message"] == "Ben and Moira both took part in Week 1, so they are two people"
    assert "two different" in host.rule(series, "merge", 409, member=1, into=1)["message"]
    host.rule(series, "merge", 404, member=1, into=9)
    moira.rule(series, "merge", 403, member=3, into=1)
    table = host.rule(series, "merge", member=3, into=1, why="misspelt")["table"]
    assert table["members"] == 2 and [line["name"] for line in table["lines"]] == ["Ben", "Moira"]
    assert table["history"][0]["text"] == "Olga makes Moria and Moira one row: misspelt"
    you = moira.series(series)["you"]
    assert (you["number"], you["name"]) == (1, "Moira") and own["number"]
    moira.turn(board)
    host.call_to_end(code, 1)
    score = {place["name"]: place["score"] for place in host.get(f"events/{code}/standings")["places"]}["Moria"]
    host.evening(series, {"Moria": 5}, title="Week 3")
    assert {name: points for _, name, points in places(host.series(series)["table"])} == {"Moira": 11 + score, "Ben": 8}
    host.rule(series, "rename", 404, member=3, name="Mo")
    assert [each["name"] for each in host.get(f"series/{series}/codes")["codes"]] == ["Ben"]


def test_an_abusive_name_is_not_in_the_table_before_an_organiser_has_written_it(friends: Friends) -> None:
    """Break: the organiser's own spelling stands there, and so does a harmless name."""
    host, ann, ben = friends(3)
    code = host.open_series()
    ann.enter(code, "Ann Hancock")
    own = ben.enter(code, "sh1t")["you"]["name"]
    view = host.series(code)
    assert [line["name"] for line in view["table"]["lines"]] == ["Ann Hancock", "Member 2"] and own == "sh1t"
    assert not any("sh1t" in said["text"] for said in view["table"]["history"])
    host.rule(code, "rename", member=2, name="\u0410nn Hancock", why="a name that can be read out")
    names = [line["name"] for line in host.series(code)["table"]["lines"]]
    assert names[1] != "Member 2" and names[1].endswith(" 2"), "a look-alike of another member's name gets a number"


def test_late_entries_withdrawals_and_closed_entries(friends: Friends) -> None:
    host, ann, ben, cat = friends(4)
    series = host.open_series()
    ann.enter(series, "Ann")
    host.evening(series, {"Ann": 6})
    assert ben.enter(series, "Ben")["you"]["line"] == {"place": 2, "number": 2, "name": "Ben", "points": 0}
    assert ann.rule(series, "withdraw", member=2)["you"]["withdrawn"], "oneself, whoever is named"
    event = host.post(f"series/{series}/events", {"options": TINY}, 201)["code"]
    assert "you have withdrawn" in ann.join_event(event, answer=409)["message"]
    view = ann.rule(series, "return")
    assert places(view["table"])[0] == (1, "Ann", 6) and ann.join_event(event)["you"]["name"] == "Ann"
    host.rule(series, "close")
    assert "entries of this series are closed" in cat.enter(series, "Cat", 409)["message"]
    cat.join_event(event, "Cat", 409)
    assert host.rule(series, "enter", name="Cat")["table"]["members"] == 3
    code = next(each["code"] for each in host.get(f"series/{series}/codes")["codes"] if each["name"] == "Cat")
    cat.post(f"series/{series}/claim", {"code": code})
    assert cat.join_event(event)["you"]["name"] == "Cat"
    host.rule(series, "withdraw", 400, member=2)
    assert host.rule(series, "withdraw", member=2, why="no sportsman")["table"]["members"] == 2


def test_impossible_series_and_rulings_are_refused(friends: Friends) -> None:
    host, ann = friends(2)
    for wish in ({"pays": [3, 5]}, {"pays": [1001]}, {"pays": [1] * 101}, {"pays": [-1]}, {"tie": "luck"}, {"code": "MINE"}):
        host.post("series", wish, 400)
    series = host.open_series(tie="longest_word", title="=1+1\u202e" * 20)
    assert host.series(series)["table"]["title"] == "=1+1" * 10, "as long as an event's"
    refused = host.post(f"series/{series}/events", {"options": {**TINY, "tie": "shared"}}, 400)
    assert "the longer word is ahead" in refused["message"] and refused["rule"] == "Muckell 6"
    ann.post(f"series/{series}/events", {"options": TINY}, 403)
    event = host.evening(series, {"=Ann": 3})
    assert "'=Ann" in host.http.get(f"/api/series/{series}/table.csv").text
    for wrong in ({"score": 1000}, {"score": -1}, {"longest": 49, "score": 1}):
        host.rule(series, "correct", 400, member=1, event=event, why="so", **wrong)
    host.rule(series, "correct", 404, member=99, event=event, why="so", score=1)
    host.rule(series, "correct", 404, member=1, event="QQQQQ", why="so", score=1)
    host.rule(series, "rename", 400, member=1, name="\u202e ")
    host.rule(series, "correct", 404, member=-1, event=event, why="so", score=1)
    host.post(f"series/{series}/rule", {"decision": "close", "cid": "c" * 65}, 400)
    host.post(f"series/{series}/rule", {"decision": "explode", "cid": "c"}, 400)
    for path in ("", "/table", "/table.csv"):
        assert host.http.get(f"/api/series/QQQQQQ{path}").status_code == 404


async def test_a_series_has_so_many_members(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Runs in this process, with a smaller limit; two rooms add members at once."""

    async def nothing(*_: Any) -> Any:
        return None

    monkeypatch.setattr(reduce, "MOST_MEMBERS", 2)
    store, background = SqliteStore(tmp_path / "room.db"), Background()
    await store.series.open(Series("SERIES", "The winter", "shared", (), "word", "key"), Organiser(1, "Olga", "olga"))
    rooms = [ManySeries(store, background, nothing, nothing) for _ in range(2)]
    members = await asyncio.gather(*(room.enter(name, "series", name) for room, name in zip(rooms, NAMES, strict=False)))
    assert {(member.number, member.name) for member in members} in ({(1, "Ann"), (2, "Ben")}, {(1, "Ben"), (2, "Ann")})
    with pytest.raises(TurnError, match="at most 2 members"):
        await rooms[0].enter("cat", "SERIES", "Cat")
    monkeypatch.setattr(reduce, "MOST_RULINGS", 2)
    assert (await rooms[0].enter("Ann", "SERIES", "")).name == "Ann", "who takes part already stays, even with a full log"
    await store.close()


def test_nobody_tries_many_codes(friends: Friends, rooms: Callable[..., GameRoom]) -> None:
    place = rooms("--limits", "tables=0.01 tables_burst=4")
    host, thief = friends(2, place)
    series = host.open_series()
    for _ in range(4):
        thief.post(f"series/{series}/claim", {"code": "AAAAA-AAAAA"}, 403)
    thief.post(f"series/{series}/claim", {"code": "AAAAA-AAAAA"}, 429)


def test_a_room_that_is_killed_has_the_same_table(friends: Friends, rooms: Callable[..., GameRoom]) -> None:
    first = rooms()
    host, ann = friends(2, first)
    series = host.open_series(pays=[8, 5])
    code = ann.enter(series, "Ann")["you"]["code"]
    event = host.evening(series, {"Ann": 6, "Ben": 8})
    host.rule(series, "correct", member=1, event=event, score=20, why="a word")
    before = host.series(series)
    first.kill()
    rooms(port=first.port)
    assert host.series(series) == before and places(before["table"]) == [(1, "Ann", 8), (2, "Ben", 5)]
    assert ann.series(series)["you"]["code"] == code


def test_forgotten_a_member_has_no_name_and_no_code(friends: Friends) -> None:
    host, ann = friends(2)
    series = host.open_series()
    code = ann.enter(series, "Annabel")["you"]["code"]
    event = host.evening(series, {"Annabel": 6})
    ann.post("me/forget")
    assert "Annabel" not in f"{host.series(series)} {host.get(f'events/{event}/standings')}"
    assert places(host.series(series)["table"]) == [(1, "Somebody", 6)]
    ann.post(f"series/{series}/claim", {"code": code}, 403)


def test_d9_forgotten_nothing_that_a_person_wrote_is_left_on_pages_or_in_the_file(
    rooms: Callable[..., GameRoom], person: Callable[..., Friend], tmp_path: Path
) -> None:
    """Names, titles, messages and reasons. Break: before the person is forgotten, each of these places has the name."""
    room = rooms("--workers=1")
    ann, ben = (person(room, Friend) for _ in range(2))
    series = ann.open_series(title="Annabel's winter", name="Annabel")
    ann.enter(series, "Annabel")
    ben.enter(series, "Ben")
    played = ann.evening(series, {"Annabel": 6, "Ben": 4}, title="Annabel's evening")
    corrected = {"event": played, "member": 2, "score": 5, "why": "Annabel misread"}
    ann.rule(series, "correct", **corrected)
    event = ann.open_event(title="Annabel's moor")["code"]
    for player, name in ((ann, "Annabel"), (ben, "Ben")):
        player.join_event(event, name)
    ann.lead(event, "call")
    ann.lead(event, "pause", 1, message="Annabel makes tea")
    shown = [f"/api/series/{series}{part}" for part in ("", "/table", "/table.csv")]
    shown += [f"/api/events/{played}/standings{part}" for part in ("", ".csv")]
    shown += [f"{start}/{code}" for code in (played, event) for start in ("/api/events", "/e")]

    def places() -> set[str]:
        files = {file.name for file in tmp_path.glob("room.db*") if b"Annabel" in file.read_bytes()}
        return files | {path for path in shown if "Annabel" in ben.http.get(path).text}

    missing = {*shown} - places()
    assert not missing
    ann.post("me/forget")
    assert not places()
    room.kill()
    rooms("--workers=1", port=room.port)
    assert not places()
