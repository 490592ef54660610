"""bench/peers.py counts decisions right, names who is missing and leaves them out of the table."""

import importlib
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


def test_who_is_missing_is_named_and_left_out(
    peers: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise ImportError("No module named 'rlcard'")

    monkeypatch.setattr(peers, "best", lambda work, count: 1e6)
    monkeypatch.setattr(
        peers, "PEERS", {"muckle": lambda: [peers.Row(peers.ONE, "muckle", "mitch, 3", 5e5)], "rlcard": missing}
    )
    peers.main()
    said, _, table = capsys.readouterr().out.partition("\n\n")
    assert said.startswith("rlcard is left out: No module named 'rlcard'\nPython ") and "rlcard" not in table
    assert "| one by one from Python | muckle | mitch, 3 | 500.0 k |" in table
