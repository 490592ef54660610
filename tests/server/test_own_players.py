"""Custom players in the room: only those it was opened with sit down; after a fault the table is told and a bot plays on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from muckle.custom.bounded import BoundedPlayer, PlayerFault
from muckle.errors import OptionsError
from muckle.games import GAMES
from muckle.match.match import new_match
from muckle.server.bots.own import FAULTS, OwnPlayers, read_names
from muckle.server.tables.seats import at_another_game
from muckle.store.matches import Sitter
from patience import PATIENCE
from server.people import GameRoom, Person, over, playable

OWN = """
def first(position, seed):
    return position.legal()[0]

def wrong(position, seed):
    return -1
"""


def test_names_are_read_from_one_setting() -> None:
    assert read_names(" own:first; program:./bot --fast;;own:first") == ("own:first", "program:./bot --fast")
    with pytest.raises(OptionsError, match=r"is called package.module:function or program:COMMAND, got 'owl:common'"):
        read_names("own:first; owl:common")


async def test_a_fault_is_told_at_its_table_and_three_in_a_row_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    fails, changes = True, list[str]()

    def choose(self: Any, position: Any, seed: int) -> str:
        if fails:
            raise PlayerFault("the details are for the log", "took longer than 20 seconds")
        return "discard 3S"

    monkeypatch.setattr(BoundedPlayer, "choose", choose)
    own, match = OwnPlayers(["own:first"], lambda: changes.append("changed")), new_match("mitch", "tiny", seed=1)
    for number in range(FAULTS - 1):
        assert own.plays(f"m{number}", "own:first")
        assert await own.choose(f"m{number}", match, "own:first") is None
        assert own.sentence(f"m{number}") == "First took longer than 20 seconds, so Magpie plays on for it."
        assert not own.plays(f"m{number}", "own:first"), "it is not asked again in this match"
    fails = False
    assert await own.choose("m7", match, "own:first") == "discard 3S" and own.sentence("m7") == ""
    fails = True
    for number in range(10, 10 + FAULTS):
        await own.choose(f"m{number}", match, "own:first")
    assert not own.plays("m20", "own:first")
    assert own.sentence("m20") == f"First has failed {FAULTS} times in a row, so Magpie plays on for it."
    assert not own.plays("m20", "own:gone") and "Gone is no player of this room any more" in own.sentence("m20")
    assert len(changes) == FAULTS - 1 + FAULTS + 2
    own.close()


def test_they_come_along_to_another_game() -> None:
    people = (Sitter("Ann", owner="ann"), Sitter("First", level="own:first"), Sitter("Owl", level="owl:common"))
    assert [sitter.level for sitter in at_another_game(people, GAMES["mitch"])] == ["", "own:first", "owl"]


def test_at_another_game_no_two_are_called_the_same() -> None:
    people = (Sitter("Owl 2", level="owl"), Sitter("Owl", owner="ann"), Sitter("Magpie", owner="ben"))
    assert [sitter.name for sitter in at_another_game(people, GAMES["mitch"])] == ["Owl 2", "Owl", "Magpie"]


def test_the_seat_of_somebody_who_was_forgotten_is_open_at_another_game() -> None:
    people = (Sitter("Ann", owner="ann"), Sitter("Somebody"))
    assert [sitter.open for sitter in at_another_game(people, GAMES["mitch"])] == [False, True]


@pytest.mark.slow
def test_people_play_against_them(rooms: Callable[..., GameRoom], person: Callable[..., Person], tmp_path: Path) -> None:
    (tmp_path / "own_players.py").write_text(OWN)
    room = rooms("--player=own_players:first; own_players:wrong", PYTHONPATH=f"{tmp_path}")
    ann = person(room)
    offered = ann.get("games")["own_players"]
    assert [(one["name"], one["title"], one["level"]) for one in offered] == [
        ("own_players:first", "First", "own"),
        ("own_players:wrong", "Wrong", "own"),
    ]
    refused = ann.open("mitch", "os:abort", code=400)
    assert "no player is called 'os:abort', there are own_players:first, own_players:wrong, random" in refused["message"]
    match = ann.open("mitch", "own_players:first", "own_players:wrong", preset="tiny")["match"]
    scene = play_on(ann, match)
    assert [seat["name"] for seat in scene["seats"][1:]] == ["First", "Wrong"]
    assert scene["progress"] == "Wrong chose what the rules do not allow, so Magpie plays on for it."
    room.wait_for_line("own_players:wrong answered -1, which is none of the legal actions")
    assert not [line for line in room.printed() if "timeout action" in line]


def play_on(person: Person, match: str) -> Any:
    """Play a match to its end, and return its last scene."""
    with person.watch(match) as view:
        while not over(view.hear_until(lambda scene: over(scene) or playable(scene)).scene):
            view.act(playable(view.scene)[0])
        return view.hear_until(lambda scene: scene.get("progress")).scene


def test_a_room_does_not_open_with_a_player_that_is_not_there(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "muckle.server", f"--database={tmp_path}/room.db", "--port=0", "--player=no_such:player"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 2
    assert ended.stderr == "muckle: the player no_such:player cannot be loaded: No module named 'no_such'\n"
    assert not (tmp_path / "room.db").exists()
