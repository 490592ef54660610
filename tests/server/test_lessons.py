"""Lessons over HTTP: the same for everybody, kept by browsers, and every wrong act is answered by why."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from muckle.match.lesson import lessons
from muckle.server.bots.bots import Bots
from muckle.server.door.hosts import Hosts
from muckle.server.door.identity import Passport
from muckle.server.door.rate_limits import Limits, RateLimits
from muckle.server.http.app import make_app
from muckle.server.room import Room
from muckle.store.sqlite import SqliteStore


class Learner:
    """Asks a room directly, without a network."""

    def __init__(self, transport: httpx.ASGITransport) -> None:
        self.transport = transport

    def get(self, path: str, **query: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(transport=self.transport, base_url="http://room") as client:
                return await client.get(path, params=query or None)

        return asyncio.run(ask())


@pytest.fixture
def learner(tmp_path: Path) -> Iterator[Learner]:
    store = SqliteStore(tmp_path / "room.db")
    app = make_app(Room(store, Bots()), Passport("key"), RateLimits(Limits()), Hosts("http://room"))
    yield Learner(httpx.ASGITransport(app, raise_app_exceptions=False))
    asyncio.run(store.close())


def test_the_catalogue_names_the_lessons(learner: Learner) -> None:
    assert learner.get("/api/games").json()["lessons"] == sorted(lessons())
    assert "mitch" in lessons()


@pytest.mark.parametrize("name", lessons())
def test_a_lesson_has_every_step_with_what_the_learner_sees(learner: Learner, name: str) -> None:
    answer = learner.get(f"/api/lessons/{name}")
    assert answer.status_code == 200 and answer.headers["cache-control"] == "private, max-age=600"
    lesson, file = answer.json(), lessons()[name].file
    assert (lesson["name"], lesson["title"], len(lesson["steps"])) == (name, lessons()[name].title, len(file.step) + 1)
    *steps, end = lesson["steps"]
    seen = 0
    for step, written in zip(steps, file.step, strict=True):
        scene, act = step["scene"], step["scene"]["acts"][step["act"]]
        assert (step["coach"], step["otherwise"], step.get("rule", "")) == (written.coach, written.otherwise, written.rule)
        assert step.get("lights", []) == [act[end] for end in ("on", "to") if end in act]
        assert bool(step.get("answer")) == ("ask" in act)
        assert not any(before["acts"] for before in step.get("before", []))
        assert scene["viewer"] == 0 and scene["advice"] is False and len(step.get("before", [])) <= len(written.before) + 1
        assert scene.get("seq", 0) > seen or not seen, "every step is later than the one before"
        seen = scene.get("seq", 0)
    assert end["act"] == "" and end["scene"]["result"] and end["coach"] == file.end.coach


def test_whoever_is_called_like_a_bird_has_its_face(learner: Learner) -> None:
    def seats(name: str) -> list[tuple[str, str, str]]:
        shown = learner.get(f"/api/lessons/{name}").json()["steps"][0]["scene"]["seats"]
        return [(seat["name"], seat.get("kind", "human"), seat.get("bird", "")) for seat in shown]

    assert seats("mitch") == [("Learner", "human", ""), ("Wren", "bot", "wren"), ("Dunnock", "bot", "dunnock")]
    assert seats("alphabetickell") == [("Learner", "human", ""), ("Maria", "human", ""), ("David", "human", "")]


def test_a_wrong_act_is_answered_by_the_rule_or_the_lesson(learner: Learner) -> None:
    def why(step: int, act: str) -> dict[str, str]:
        answer = learner.get("/api/lessons/mitch/why", step=step, act=act)
        assert answer.headers["cache-control"] == "private, max-age=600"
        return answer.json()

    assert why(0, "place AS")["rule"] == "Mitch 1c"
    assert "K♥ would never fit" in why(0, "place JH")["message"] and not why(0, "place JH").get("rule")
    assert why(0, "place KH")["message"] == "That is the way to go on."
    assert why(1, "place KH")["rule"] == "Mitch 4a", "it is gone from the hand by then"
    assert why(0, "x" * 5000)["code"] == "action.notation"


def test_what_is_no_lesson_or_step_is_not_found(learner: Learner) -> None:
    for path in ("/api/lessons/chess", "/api/lessons/mitch/why?step=8&act=x", "/api/lessons/mitch/why?step=-1&act=x"):
        assert learner.get(path).status_code == 404, path
