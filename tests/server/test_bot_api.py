"""The Bot API: a program is a person with a token, and plays as people do."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import httpx
import pytest

from patience import PATIENCE
from server.people import GameRoom, Person, over, playable

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot" / "bot.py"


@pytest.fixture(scope="module")
def bot() -> ModuleType:
    """Return the example of docs/bots.md."""
    spec = importlib.util.spec_from_file_location("bot", EXAMPLE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_token_is_somebody_and_brings_no_cookie(room: GameRoom, ann: Person) -> None:
    token = ann.post("me/token")["token"]
    match = ann.open("mitch", "open", preset="tiny")["match"]
    with httpx.Client(base_url=room.address, headers={"authorization": f"Bearer {token}"}) as program:
        answer = program.get(f"/api/matches/{match}/scene")
        assert answer.json()["viewer"] == 0 and "set-cookie" not in answer.headers
    with httpx.Client(base_url=room.address) as nobody:
        assert nobody.get(f"/api/matches/{match}/scene").json().get("viewer") is None, (
            "without it, it is somebody else (the break)"
        )


def test_a_wrong_token_is_refused_not_taken_for_a_stranger(room: GameRoom, ann: Person) -> None:
    token = ann.post("me/token")["token"]
    for wrong in ("abc", token[:-1], token[::-1]):
        answer = httpx.get(f"{room.address}/api/me", headers={"authorization": f"Bearer {wrong}"})
        assert answer.status_code == 401 and "set-cookie" not in answer.headers
        assert answer.json()["message"] == "this token is none of this room's; POST /api/me/token gives one"
    assert httpx.get(f"{room.address}/api/me", headers={"authorization": "Basic abc"}).status_code == 200, "a proxy's password"


def test_the_example_plays_a_match_against_a_person(room: GameRoom, ann: Person) -> None:
    match = ann.open("mitch", "open", preset="tiny")["match"]
    command = [sys.executable, str(EXAMPLE), f"{room.address}/m/{match}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program, ann.watch(match) as view:
        while not over(view.hear_until(lambda scene: over(scene) or playable(scene)).scene):
            view.act(playable(view.scene)[0])
        assert view.scene["seats"][1]["name"] == "Random bot"
        said, _ = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0 and said.startswith("token: ")
    assert said.splitlines()[1] == view.scene["result"]["title"]


def test_it_stays_the_same_player_with_its_token(room: GameRoom, person: Callable[..., Person], bot: ModuleType) -> None:
    first = bot.Room(room.address)
    match = person().open("mitch", "open", preset="tiny")["match"]
    first.post(f"matches/{match}/join", name="One", salt="0" * 64)
    assert bot.Room(room.address, first.token).get(f"matches/{match}/scene")["viewer"] == 1
    assert "viewer" not in bot.Room(room.address).get(f"matches/{match}/scene"), "another token is somebody else (the break)"


def test_the_example_is_short() -> None:
    assert len([line for line in EXAMPLE.read_text().splitlines() if line.strip()]) <= 60
