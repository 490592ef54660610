"""`bench/learn_network.py` fits networks rightly and goes on where it was broken off; none learned from measured deals."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from muckle.engine.network import read_network


@pytest.fixture
def learner(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "bench")
    import learn_network

    return learn_network


def drawn(learner: Any, weights: Any, positions: int) -> Any:
    """Return positions of three seats whose chances are those that some weights foresee."""
    inputs = np.random.default_rng(positions).standard_normal((positions, 3, len(weights.inputs))).astype(np.float32)
    return learner.Samples(inputs, learner.units_and_chances(weights, inputs)[1])


def test_slopes_are_those_of_the_cost(learner: Any):
    weights, samples = learner.new_weights(4, 1), drawn(learner, learner.new_weights(4, 2), 50)
    exact = learner.Weights(*(w.astype(float) for w in weights))
    for at, place in ((0, (2, 5)), (1, (5,)), (2, (5,))):
        ends = []
        for step in (1e-5, -1e-5):
            moved = [w.copy() for w in exact]
            moved[at][place] += step
            ends.append(learner.cost(learner.Weights(*moved), samples))
        assert learner.slopes(exact, samples)[at][place] == pytest.approx((ends[0] - ends[1]) / 2e-5, rel=1e-3, abs=1e-9)


def test_a_fit_foresees_positions_that_it_has_not_seen_and_is_the_same_for_the_same_seed(learner: Any):
    samples, others = (drawn(learner, learner.new_weights(4, 2), number) for number in (20_000, 500))
    start = learner.new_weights(4, 1)
    fitted = learner.fit(start, [samples], 20, 3)
    least = float(-(others.chances * np.log(others.chances)).sum(1).mean())
    assert learner.cost(fitted, others) - least < 0.3 * (learner.cost(start, others) - least)
    assert learner.text_of(fitted, {}) == learner.text_of(learner.fit(start, [samples], 20, 3), {})


def test_a_run_that_was_broken_off_goes_on_behind_the_last_whole_generation(
    learner: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    out, started = tmp_path / "network.json", list[int]()

    class Process:
        exitcode = 0

        def __init__(self, target: Any, args: Any) -> None:
            self.number, self.kept = args[1], args[-1]

        def start(self) -> None:
            started.append(self.number)
            self.kept.write_text(f"generation {self.number}", encoding="utf-8")

        def join(self) -> None: ...

    monkeypatch.setattr(learner, "network_file", lambda name: out)
    monkeypatch.setattr(learner, "get_context", lambda method: type("Context", (), {"Process": Process}))
    how = (10, 20, 10_000_000, 1, 2, tmp_path)
    learner.learn("alphabetickell", 2, *how)
    learner.learn("alphabetickell", 3, *how)
    assert started == [0, 1, 2] and out.read_text(encoding="utf-8") == "generation 2"


def test_networks_fit_their_games_and_say_what_they_learned_from(learner: Any):
    for game in learner.COURSES:
        module = import_module(f"muckle.games.{game}.network")
        inputs, biases, outputs = read_network(f"muckle.games.{game}", "network.json")
        assert inputs.shape == (module.INPUTS, len(biases)) and outputs.shape == biases.shape
        record = json.loads(learner.network_file(game).read_text(encoding="utf-8"))["record"]
        assert record["generations"] >= 1 and record.get("first", 10_000_000) >= 10_000_000, (
            "no deal that strength is measured on"
        )
