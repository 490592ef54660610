"""Custom players at a table: they see what their seat may know, and whatever they do, a sentence says it and a bot plays on."""

from __future__ import annotations

import base64
import io
import pickle
import re
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from muckle.custom import bounded, child, players
from muckle.custom.bounded import BoundedPlayer, PlayerFault, fault_sentence, message, outside_environment
from muckle.engine.position import Position
from muckle.errors import OptionsError
from muckle.games import GAMES
from muckle.match.match import Match, new_match
from muckle.match.secret import new_secret
from muckle.terminal.play import play
from muckle.terminal.screen import Screen
from patience import PATIENCE

OWN = """
import os, sys, time

def first(position, seed):
    print("this belongs to nobody's answer")
    return position.legal()[0]

def late(position, seed):
    time.sleep(60)

def wrong(position, seed):
    return -1

def text(position, seed):
    return "place AS"

def failing(position, seed):
    return {}["the best move"]

def crashing(position, seed):
    os._exit(9)

def sipping(position, seed):
    kept = []
    while True:
        kept.append(bytearray(1 << 22))
        time.sleep(0.01)

def hungry(position, seed):
    kept = []
    while True:
        kept.append(bytearray(1 << 22))
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"action": json.loads(line)["legal"][0]}), flush=True)
"""


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the players into the current folder."""
    (tmp_path / "own_players.py").write_text(OWN)
    (tmp_path / "program.py").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def player() -> Iterator[Callable[..., BoundedPlayer]]:
    """Make players that are ended after the test."""
    made: list[BoundedPlayer] = []

    def make(name: str, **given: Any) -> BoundedPlayer:
        made.append(BoundedPlayer(name, **given))
        return made[-1]

    yield make
    for one in made:
        one.close()


def sent(match: Match, change: Callable[[Position], Position] = lambda position: position) -> Position:
    """Return the position that a function's process is sent for a match."""
    return pickle.loads(base64.b64decode(message(change(match.position), 5)["position"]))


@pytest.mark.parametrize("game", ["mitch", *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES if game != "mitch")])
def test_a_process_is_sent_the_same_in_all_worlds_that_its_seat_cannot_tell_apart(game: str) -> None:
    match = new_match(game, secret=new_secret())
    for _ in range(5):
        seat = match.turn
        worlds = [match.position, *match.position.beliefs(seat).sample(5, 1)]
        assert len({str(message(world, 5)) for world in worlds}) == 1
        if game in ("mitch", "multzo"):
            assert len({pickle.dumps(world) for world in worlds}) > 1, "the true positions would differ (the break)"
        assert sent(match).chance is None and sent(match).turn == seat
        match.apply(match.legal()[0])


def test_a_view_does_not_say_what_was_drawn_last() -> None:
    position = new_match("mitch", secret=new_secret()).position
    assert position.chance is not None and position.chance.laid, "the room's own position knows it (the break)"
    assert position.view(position.turn, position.setup.words, 5).chance is None


def test_words_travel_by_name() -> None:
    match = new_match("alphabetickell", secret=new_secret())
    assert len(message(match.position, 5)["position"]) < 10_000, "not with the whole word graph"


def test_a_players_process_does_not_see_the_rooms_settings() -> None:
    given = {
        "MUCKLE_DATABASE": "postgresql://room:secret@host/db",
        "MUCKLE_HOME": "/data",
        "PATH": "/bin",
        "NUMBA_DISABLE_JIT": "1",
    }
    assert outside_environment(given) == {"MUCKLE_HOME": "/data", "PATH": "/bin"}


def test_a_function_plays_a_match_and_its_own_output_spoils_nothing(player: Callable[..., BoundedPlayer]) -> None:
    match, first = new_match("mitch", "tiny", seed=1), player("own_players:first")
    assert first.title == "First"
    while not match.over:
        choice = first.choose(match.position, 1)
        assert choice == match.legal()[0]
        match.apply(choice)


def test_a_program_plays_the_same(player: Callable[..., BoundedPlayer]) -> None:
    match, first = new_match("mitch", "tiny", seed=1), player(f"program:{sys.executable} program.py")
    assert first.choose(match.position, 1) == match.legal()[0]


def fault_of(one: BoundedPlayer) -> PlayerFault:
    with pytest.raises(PlayerFault) as fault:
        one.choose(new_match("mitch", "tiny", seed=1).position, 1)
    assert one.lines is None, "its process has ended"
    return fault.value


@pytest.mark.parametrize(
    ("found", "sent"), [(np.int64(3), 3), (np.array(0.6), "array(0.6)"), (np.array([0, 1]), "array([0, 1])")]
)
def test_only_a_whole_number_is_sent_as_one(found: Any, sent: Any) -> None:
    position = new_match("mitch", "tiny", seed=1).position
    assert child.answer("own:policy", lambda position, seed: found, position, 1) == sent


def test_a_player_can_be_ended_while_it_is_deciding(
    player: Callable[..., BoundedPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "ENDING_SECONDS", 0.1)
    Path("slow.py").write_text("import time; time.sleep(99)")
    one, position = player(f"program:{sys.executable} slow.py", seconds=30), new_match("mitch", "tiny", seed=1).position
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(one.choose, position, 1)
        time.sleep(1)
        began = time.monotonic()
        one.close()
        assert time.monotonic() - began < 15, "it waits for the time limit of the decision"
        assert asked.exception() is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "brief", "why"),
    [
        ("late", "took longer than 1 seconds", "gave no line of JSON within 1 seconds"),
        ("text", "chose what the rules do not allow", "'place AS'.*, which is none of the legal actions"),
        ("failing", "stopped working", "own_players:failing failed: KeyError: 'the best move', .*own_players.py:"),
        ("crashing", "stopped working", "ended with code 9 instead of an answer"),
        pytest.param(
            "hungry",
            "ran out of memory",
            "own_players:hungry used more memory than the 2,048 MiB that it may",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process's data"),
        ),
    ],
)
def test_a_fault_is_told(name: str, brief: str, why: str, player: Callable[..., BoundedPlayer]) -> None:
    one = player(f"own_players:{name}", seconds=1 if name == "late" else 30, memory=2 << 30)
    fault = fault_of(one)
    assert re.search(why, str(fault)), fault
    assert fault_sentence(one.title, fault, "Magpie") == f"{name.title()} {brief}, so Magpie plays on for it."


@pytest.mark.slow
def test_a_hungry_player_is_stopped_by_the_limit_alone(
    player: Callable[..., BoundedPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The break: without the limit it eats until its time is over."""
    with monkeypatch.context() as without:
        without.setattr(bounded, "limit_memory", lambda most, pid: None)
        assert fault_of(player("own_players:sipping", seconds=1)).brief == "took longer than 1 seconds"
    assert fault_of(player("own_players:sipping", seconds=30, memory=600 << 20)).brief == "ran out of memory"


@pytest.mark.slow
def test_a_position_that_is_not_loaded_in_time_is_told_with_that_time(
    player: Callable[..., BoundedPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = player("own_players:first", seconds=30)
    one.load()
    monkeypatch.setattr(bounded, "PREPARING_SECONDS", 0.001)
    assert fault_of(one).brief == "took longer than 0.001 seconds"


@pytest.mark.slow
def test_what_a_program_started_ends_with_it(player: Callable[..., BoundedPlayer]) -> None:
    Path("parent.py").write_text(
        "import subprocess, sys\nchild = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)'])\n"
        "open('pid', 'w').write(str(child.pid))\nimport time; time.sleep(99)"
    )
    assert fault_of(player(f"program:{sys.executable} parent.py", seconds=2)).brief == "took longer than 2 seconds"
    deadline = time.monotonic() + PATIENCE
    while is_running(int(Path("pid").read_text())):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().split(") ")[1][0] != "Z"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("own_players:nobody", "the player own_players:nobody cannot be loaded: own_players has no function 'nobody'"),
        ("program:/no/such/bot", "program:/no/such/bot cannot be started: there is no program '/no/such/bot'"),
    ],
)
def test_a_player_that_is_not_there_is_refused_before_anybody_sits_down(name: str, message: str) -> None:
    with pytest.raises(OptionsError, match=re.escape(message)):
        play("mitch", "tiny", against=name, screen=Screen(io.StringIO(), io.StringIO(), spoken=True))


def test_at_a_keyboard_a_bot_plays_on() -> None:
    told = io.StringIO()
    play("mitch", "tiny", against="own_players:wrong", seed=3, screen=Screen(io.StringIO("1\n" * 30), told, spoken=True))
    sentence = (
        "Wrong chose what the rules do not allow, so Magpie plays on for it. What happened: own_players:wrong answered -1"
    )
    assert told.getvalue().count(sentence) == 1
    assert "The match is over" in told.getvalue() or "wins" in told.getvalue()
