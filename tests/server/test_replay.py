"""Replay in the room: a finished match is stepped through, by those who may see it."""

import json
from typing import Any

import msgspec
import pytest

from muckle.errors import TurnError
from muckle.match.match import Match, new_match
from muckle.scene.diff import patch
from muckle.server.tables.replaying import Past, with_hands
from muckle.store.matches import Sitter
from server.people import Person, playable

SEEN = ("zones", "pieces", "status", "tables")
"""Fields that a live scene and the replay's have in common."""


def played(person: Person, game: str = "mitch", preset: str = "tiny", **options: Any) -> tuple[str, dict[int, Any]]:
    """Play a match against a bot to its end, and return its id and every scene on the way, by seq."""
    match = person.open(game, "random", preset=preset, options=options)["match"]
    seen: dict[int, Any] = {}
    with person.watch(match) as view:
        while not view.scene.get("result"):
            view.hear()
            seen[view.scene.get("seq", 0)] = view.scene
            if view.scene["seats"][0].get("turn") and not view.scene.get("result"):
                view.act(playable(view.scene)[0])
                seen[view.scene.get("seq", 0)] = view.scene
    return match, seen


def replayed(person: Person, match: str, **query: Any) -> tuple[Any, list[Any]]:
    """Return the head of a replay and the scene of every step."""
    answer = person.http.get(f"/api/matches/{match}/replay", params=query)
    assert answer.status_code == 200, answer.text
    head, first, *patches = map(json.loads, answer.text.splitlines())
    scenes = [first["scene"]]
    for each in patches:
        assert each["base"] == scenes[-1].get("seq", 0)
        scenes.append(patch(scenes[-1], each["changes"]))
    assert [scene.get("seq", 0) for scene in scenes] == list(range(head["steps"] + 1))
    assert not any(scene["acts"] for scene in scenes)
    return head, scenes


def common(scene: Any) -> list[Any]:
    return [scene.get(field) for field in SEEN]


def test_every_step_shows_what_its_viewer_saw_then(ann: Person) -> None:
    match, seen = played(ann)
    head, scenes = replayed(ann, match, hands=0)
    assert head == {"steps": max(seen), "seat": 0, "own": 0, "open": True, "judged": 0}
    for seq, scene in seen.items():
        assert common(scenes[seq]) == common(scene)
    assert scenes[-1]["result"] == seen[max(seen)]["result"]


def test_a_replay_is_compressed_where_it_hides_nothing(ann: Person, ben: Person) -> None:
    for reveal, coding in (("all", "gzip"), ("none", None)):
        match, _ = played(ann, reveal_after_match=reveal)
        path, plain = f"/api/matches/{match}/replay", {"accept-encoding": "identity"}
        packed = ann.http.get(path)
        assert packed.headers.get("content-encoding") == coding
        assert packed.text == ann.http.get(path, headers=plain).text and packed.text.endswith("\n")
        with ann.http.stream("GET", path) as stream:
            assert sum(map(len, stream.iter_raw())) < len(packed.text) / 2 or coding is None


def test_an_open_record_shows_every_hand_and_any_view(ann: Person, ben: Person) -> None:
    match, _ = played(ann)
    _, open_hands = replayed(ann, match)
    head, theirs = replayed(ben, match, seat=1, hands=0)
    assert (head["seat"], head["own"]) == (1, None), "whoever has the link may look on"
    for shown, bot in zip(open_hands, theirs, strict=True):
        faces = [shown["pieces"][id]["label"] for id in shown["zones"]["hand of seat 1"].get("items", ())]
        assert faces == [bot["pieces"][id]["label"] for id in bot["zones"]["hand"].get("items", ())]


@pytest.mark.parametrize("game", ["mitch", "multzo", "grabble_road", "alphabetickell"])
def test_hands_are_those_of_the_seats_wherever_they_lie(game: str) -> None:
    match = new_match(game, seats=3, seed=2)
    for _ in range(9):
        scene = with_hands(match, match.scene(0))
        for seat in (1, 2):
            own = match.scene(seat)
            held = [zone for zone in own.zones.values() if zone.kind == "fan" and zone.place == "me"]
            shown = [
                zone for zone in scene.zones.values() if zone.kind == "fan" and zone.owner == seat and zone.place == "others"
            ]
            assert faces(scene, shown) == faces(own, held)
        assert all(zone.parent in ("", *scene.zones) for zone in scene.zones.values())
        match.apply(match.legal()[0])


def faces(scene: Any, zones: list[Any]) -> list[Any]:
    return [[scene.pieces[id].face for id in zone.items] for zone in zones]


def test_general_11_a_closed_record_shows_what_was_seen_and_no_more(ann: Person, ben: Person) -> None:
    match, seen = played(ann, reveal_after_match="none")
    head, scenes = replayed(ann, match)
    assert not head["open"]
    for seq, scene in seen.items():
        assert common(scenes[seq]) == common(scene)
    assert ann.get(f"matches/{match}/replay", code=409, seat=1)["rule"] == "General 11"
    _, spectator = replayed(ben, match)
    assert all("hand" not in scene["zones"] for scene in spectator)


def test_what_was_taken_back_is_no_step() -> None:
    match = new_match("mickell", "tiny", seed=1)
    match.apply(match.legal()[0])
    match.undo()
    match.apply(match.legal()[-1])
    with pytest.raises(TurnError, match="no position after 2"):
        match.at(2)
    before, after = match.at(0), match.at(1)
    assert (before.count, after.count, after.seq) == (0, 1, 1)
    assert msgspec.json.encode(after.scene(0).zones) == msgspec.json.encode(match.scene(0).zones)
    assert after.decisions == match.decisions and Match(after.header, after.log).transcript() == after.transcript()


def test_a_match_that_was_given_up_is_over_at_its_last_step_only() -> None:
    match = new_match("mitch", "tiny", seed=1)
    match.apply(match.legal()[0])
    match.resign(1)
    past = Past(match, "m1", (Sitter("Ann", owner="a"), Sitter("Wren", level="wren")), hands=True)
    first, last = past.scene(0, 0), past.scene(1, 0)
    assert not match.at(0).over and match.at(1).log == match.log
    assert first.result is None and last.result and last.say[-1] == last.status


def test_a_match_that_is_not_over_or_a_seat_that_is_not_there_is_refused(ann: Person) -> None:
    running = ann.open("mitch", "random")["match"]
    assert "over" in ann.get(f"matches/{running}/replay", code=409)["message"]
    match, _ = played(ann)
    assert "seat 7" in ann.get(f"matches/{match}/replay", code=400, seat=7)["message"]
