"""Forks: going on from a step of a finished match, against bots, with the same cards."""

from typing import Any

import pytest

from server.people import Person, playable
from server.test_replay import replayed

SAME = ("zones", "pieces", "status")


def forked(person: Person, match: str, step: int) -> str:
    answer = person.http.post(f"/api/matches/{match}/fork", json={"step": step})
    assert answer.status_code == 200, answer.text
    return answer.json()["match"]


def refused(person: Person, match: str, step: int) -> tuple[int, str]:
    answer = person.http.post(f"/api/matches/{match}/fork", json={"step": step})
    return answer.status_code, answer.json()["message"]


def over(person: Person, game: str = "mitch", **options: Any) -> str:
    """Play a small match of a person against a bot to its end and return its id."""
    small = {"hands": 3} if game == "mitch" else {}
    match = person.open(game, "random", preset="tiny", options={**small, **options})["match"]
    finish(person, match)
    return match


def finish(person: Person, match: str) -> dict[str, Any]:
    """Play a match to its end and return the last scene."""
    with person.watch(match) as view:
        view.hear_until(bool)
        while not view.scene.get("result"):
            if view.scene["seats"][0].get("turn"):
                view.act(playable(view.scene)[0])
            else:
                view.hear()
        return view.scene


@pytest.mark.parametrize("game", ["mitch", "multzo"])
def test_a_match_goes_on_from_a_step_with_the_same_cards(ann: Person, game: str) -> None:
    match = first_with_choice(ann, game)
    _, scenes = replayed(ann, match, hands=0)
    step = next(number for number, scene in enumerate(scenes[:-1]) if number and scene["seats"][0].get("turn"))
    other = forked(ann, match, step)
    with ann.watch(other) as view:
        view.hear_until(lambda scene: scene.get("seq", 0) >= step)
        here = view.scene
    assert [here[field] for field in SAME] == [scenes[step][field] for field in SAME]
    assert "fairness" not in here and any("practice" in text for text in here["terms"])
    assert finish(ann, other)["seq"] > step
    records = [each["match"] for each in ann.http.get("/api/me").json()["played"]]
    assert match in records and other not in records, "practice counts in no record"
    assert ann.http.get(f"/api/matches/{other}/transcript").text.count("\n") > step


def first_with_choice(person: Person, game: str) -> str:
    """Play matches until one had something to decide after the first decision, and return its id."""
    for _ in range(20):
        match = over(person, game)
        _, scenes = replayed(person, match, hands=0)
        if any(scene["seats"][0].get("turn") for scene in scenes[1:-1]):
            return match
    raise AssertionError("every match was over at once")


def test_only_players_go_on_from_a_finished_match_and_not_from_its_end(ann: Person, ben: Person) -> None:
    match = ann.open("mitch", "random")["match"]
    assert "that is over" in refused(ann, match, 0)[1]
    match = over(ann)
    head, _ = replayed(ann, match, hands=0)
    assert "only those who played" in refused(ben, match, 0)[1]
    assert "nothing to go on with" in refused(ann, match, head["steps"])[1]
    assert refused(ann, match, head["steps"] + 1)[0] == 400
    closed = over(ann, reveal_after_match="none")
    assert "stays closed" in refused(ann, closed, 0)[1]
