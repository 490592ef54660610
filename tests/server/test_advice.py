"""Advice in the room: streamed from a worker, for the seat to act only, and no longer than anybody listens."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from muckle.match.match import new_match
from muckle.players import weighing
from muckle.server.bots import worker
from muckle.server.bots.protocol import Advise
from server.people import Person, playable


def advised(person: Person, match: str, **wish: str) -> Iterator[dict[str, Any]]:
    """Yield the advice line by line."""
    with person.http.stream("POST", f"/api/matches/{match}/advice", json=wish) as answer:
        assert answer.status_code == 200
        yield from map(json.loads, answer.iter_lines())


def own_turn(person: Person, match: str) -> Any:
    """Wait for the turn of the person in seat 0 and return the scene."""
    with person.watch(match) as view:
        return view.hear_until(lambda scene: scene["seats"][0].get("turn")).scene


@pytest.mark.parametrize("game", ["mitch", pytest.param("mickell", marks=pytest.mark.slow)])  # see order.LATE
def test_advice_comes_better_and_better(ann: Person, game: str) -> None:
    match = ann.open(game, *["random"] * (game == "mitch"))["match"]
    scene = own_turn(ann, match)
    told = list(advised(ann, match))
    assert [advice["share"] for advice in told] == sorted(advice["share"] for advice in told)
    assert all(1 <= len(advice["suggestions"]) <= 3 for advice in told)
    assert all(each["action"] in scene["acts"] for each in told[-1]["suggestions"])


def test_advice_ends_when_the_match_goes_on_and_whoever_hangs_up_is_forgotten(ann: Person, ben: Person) -> None:
    match = ann.open("mitch", "open")["match"]
    ben.join(match)
    scene = ann.scene(match)
    mover = ann if scene["seats"][0].get("turn") else ben
    told = advised(mover, match)
    assert next(told)["suggestions"]
    mover.act(match, playable(mover.scene(match))[0], scene.get("seq", 0), "1")
    assert len(list(told)) < 20, "what was thought before may still come"
    other = ben if mover is ann else ann
    hanging = advised(other, match)
    next(hanging)
    hanging.close()
    assert list(advised(other, match))[-1]["suggestions"], "the worker is free again"


def test_nobody_else_is_advised(ann: Person, ben: Person) -> None:
    match = ann.open("mitch", "random")["match"]
    told = ben.post(f"matches/{match}/advice", code=409)
    assert "turn" in told["message"]


def test_where_nothing_may_be_looked_up_nothing_is_advised(ann: Person) -> None:
    match = ann.open("mickell", preset="no_lookups")["match"]
    assert ann.post(f"matches/{match}/advice", code=409)["rule"] == "Mickell D9"
    assert ann.post(f"matches/{ann.open('mickell')['match']}/advice", {"words": "comon"}, code=400)["code"] == "options.bad"


def test_advice_stops_when_its_time_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("mitch", seed=3)

    def rounds() -> int:
        output = io.BytesIO()
        asked = Advise(id=1, match="m", after=0, header=None, secret="", log=(), seed=1, effort=1.0, words="")
        worker.Worker(output).advise(asked, match)
        return output.getvalue().count(b"suggestions")

    monkeypatch.setattr(worker, "ADVICE", 0.0)
    assert rounds() == 1, "something is thought in any case"
    monkeypatch.setattr(worker, "ADVICE", 1e9)
    assert rounds() == weighing.ROUNDS
