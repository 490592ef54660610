"""Analysis in the room: finished and open matches only, one decision at a time, each computed once."""

import json
from collections.abc import Callable
from typing import Any

from server.people import GameRoom, Person
from server.test_forking import finish


def played(person: Person, **details: Any) -> str:
    """Play a match of a person against a bot to its end and return its id."""
    match = person.open("mitch", "random", preset="tiny", **details)["match"]
    finish(person, match)
    return match


def analysed(person: Person, match: str) -> list[dict[str, Any]]:
    with person.http.stream("GET", f"/api/matches/{match}/analysis", timeout=300) as answer:
        assert answer.status_code == 200
        return list(map(json.loads, answer.iter_lines()))


def test_every_decision_is_judged_once_and_kept(rooms: Callable[..., GameRoom]) -> None:
    room = rooms()
    ann = Person(room.address)
    match = played(ann)
    head, *judged, last = analysed(ann, match)
    assert last["turned"] in (None, *(each["judged"]["number"] for each in judged if each["judged"]["mistake"]))
    assert head["unit"] in ("points", "chance") and len(head["ends"]) == 2
    assert [each["judged"]["number"] for each in judged] == list(range(1, head["decisions"] + 1))
    assert all(each["judged"]["loss"] is not None for each in judged)
    for each in judged:
        for shown, action in (("played", "action"), ("better", "best")):
            assert (shown in each) == each["judged"]["mistake"], "a mistake is shown as pieces"
            if shown in each:
                assert each["judged"][action].split()[-1] == each[shown]["piece"] and each[shown]["place"].startswith("z:")
    assert all(label.startswith(("Discard the", "Place the")) for each in judged for label in each["labels"].values())
    room.close()
    ann.http.base_url = rooms().address
    assert analysed(ann, match) == [head, *judged, last], "another room process, and nothing is compiled in it yet"
    ann.http.close()


def test_a_match_that_is_not_over_or_not_open_is_not_judged(ann: Person, ben: Person) -> None:
    running = ann.open("mitch", "random")["match"]
    assert "over" in ann.get(f"matches/{running}/analysis", code=409)["message"]
    closed = played(ann, options={"reveal_after_match": "none"})
    assert ann.get(f"matches/{closed}/analysis", code=409)["rule"] == "General 11"
    assert "only those who played" in ben.get(f"matches/{played(ann)}/analysis", code=409)["message"]
