"""bench/peers.py counts decisions right, names who is missing and leaves them out of the table."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pyspiel
import pytest

import muckle
from muckle.envs import Batch
from muckle.envs.pettingzoo import TableEnv


@pytest.fixture
def peers(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bench")
    return importlib.import_module("peers")


def test_every_loop_counts_its_decisions(peers: ModuleType) -> None:
    hands = {"hands": 1, "seats": 3}
    assert 5 <= peers.states_played(pyspiel.load_game("tic_tac_toe"))(1) <= 9
    assert peers.states_played(pyspiel.load_game("kuhn_poker"))(20) <= 60  # two or three a game; draws are none
    assert peers.evaluated(pyspiel.load_game("kuhn_poker"))(20) == 20
    assert (
        peers.position_played(muckle.new_match("mitch", **hands).position)(2) >= 2 * 3 * 5
    )  # each hand is five cards at least
    assert peers.agents_played(TableEnv("mitch", **hands))(2) >= 2 * 3 * 5
    assert peers.batch_stepped(Batch("mitch", peers.BATCH, **hands))(3) == 3 * peers.BATCH
    assert peers.simulated("mitch", hands)(10) == muckle.simulate("mitch", games=10, **hands).decisions


def test_draws_fall_as_likely_as_they_are(peers: ModuleType) -> None:
    found = [peers.drawn([(7, 0.25), (8, 0.75)]) for _ in range(4000)]
    assert 900 < found.count(7) < 1100 and found.count(7) + found.count(8) == 4000


PRINTS = 'print(\'["one by one from Python", "muckle", "mitch, 3", 500000.0]\', flush=True); '


def test_a_library_has_its_rows_until_its_time_is_over_or_it_fails(peers: ModuleType) -> None:
    row = peers.Row(peers.ONE, "muckle", "mitch, 3", 5e5)
    for then, fault in (("", ""), ("import rl_cards", "ModuleNotFoundError: No module named 'rl_cards'")):
        assert peers.measured([sys.executable, "-c", PRINTS + then], 60) == ([row], fault)
    endless = PRINTS + "print('[\"one', end='', flush=True); import time; time.sleep(60)"
    assert peers.measured([sys.executable, "-c", endless], 3) == ([row], "its 3 seconds are over")


def test_all_libraries_together_end_within_six_minutes(peers: ModuleType) -> None:
    assert sum(seconds for _, seconds in peers.PEERS.values()) < 360


def test_who_is_missing_is_named_and_left_out(
    peers: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(command: list[str], seconds: float) -> tuple[list[object], str]:
        if command[-1] == "rlcard":
            return [], "ModuleNotFoundError: No module named 'rlcard'"
        return [peers.Row(peers.ONE, command[-1], "mitch, 3", 5e5)], ""

    monkeypatch.setattr(peers, "best", lambda work, count: 1e6)
    monkeypatch.setattr(peers, "measured", measured)
    monkeypatch.setattr(peers, "PEERS", {"muckle": (None, 1), "rlcard": (None, 1)})
    monkeypatch.setattr(sys, "argv", ["peers.py"])
    monkeypatch.setattr(peers.speed, "SECONDS", 1.0)  # to be restored
    peers.main()
    said, _, table = capsys.readouterr().out.partition("\n\n")
    missing = "rlcard is left out: ModuleNotFoundError: No module named 'rlcard'"
    assert said.startswith(f"{missing}\nPython ") and "rlcard" not in table
    assert "| one by one from Python | muckle | mitch, 3 | 500.0 k |" in table
