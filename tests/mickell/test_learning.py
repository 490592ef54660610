"""`bench/learn.py mickell` learns the same from the same decks, goes on where it was broken off, and sees nothing hidden."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from muckle.engine.chance import PICKER
from muckle.engine.position import Position
from muckle.engine.record import new
from muckle.games.mickell import row_weights
from muckle.games.mickell.row_table import pack_table
from muckle.games.mickell.state import DISCARD, END, MAX_ACTIONS, PLACE

KEPT = Path(row_weights.__file__).with_name("row_weights.json").read_text(encoding="utf-8")
WEIGHTS = row_weights.read_weights(KEPT)


def test_the_file_fits_the_code():
    assert WEIGHTS.letters.shape == (26,)
    assert WEIGHTS.surplus.shape == (row_weights.WIDTH,)
    assert WEIGHTS.correction.shape == (row_weights.FEATURES, row_weights.POWERS)
    assert len(row_weights.LEARNED) == row_weights.PACKED
    assert json.loads(KEPT)["record"]["first"] >= 10_000_000, "no deck that strength is measured on"


def test_common_letters_cost_more_than_rare_ones():
    price = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", WEIGHTS.letters.tolist(), strict=True))
    assert min(price[letter] for letter in "EST") > max(price[letter] for letter in "JKQVXZ") > 0


def test_the_surplus_grows_with_the_gain_and_ends_as_a_straight_line():
    steps = np.diff(WEIGHTS.surplus)
    assert (np.diff(steps) >= -1e-3).all() and WEIGHTS.surplus[0] < 0.05
    assert WEIGHTS.surplus[-1] == pytest.approx((row_weights.WIDTH - 1) / row_weights.FINE - 1, abs=0.02)


@pytest.fixture
def learn(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "bench")
    import learn

    monkeypatch.setattr(learn, "BLOCK", 1)
    return learn


def trained(learn: Any, folder: Path, first: int) -> str:
    """Return the file that a training of four matches writes."""
    folder.mkdir(exist_ok=True)
    return str(learn.text_of(*learn.Learner(folder, first, 2).learn(rounds=2, sweeps=1)))


@pytest.mark.slow
def test_a_training_is_the_same_for_the_same_seed_and_goes_on_where_it_was_broken_off(learn: Any, tmp_path: Path):
    made = trained(learn, tmp_path / "one", 5)
    *_, last = sorted((tmp_path / "one").iterdir())
    last.unlink()
    assert trained(learn, tmp_path / "one", 5) == made
    assert trained(learn, tmp_path / "two", 5) == made
    assert trained(learn, tmp_path / "two", 6) != made


def seen(learn: Any, learner: Any, position: Position) -> list[bytes]:
    """Return everything that the learner writes down at a position: opinions, counts and sampled rows."""
    legal, mind = position.legal(), new(PICKER)
    tallies, counts, rows = np.zeros((len(legal), 3)), np.zeros((48, learn.BINS), np.int64), np.zeros(9, learn.ROW)
    actions = np.zeros(MAX_ACTIONS, np.int64)
    actions[: len(legal)] = legal
    knowledge = pack_table(position.setup, row_weights.LEARNED)
    given = *position.arrays, learner.desks, *knowledge, mind, learner.manners, actions, len(legal), tallies
    assert learn.watch(*given, counts, rows, 0) > 0
    return [tallies.tobytes(), counts.tobytes(), rows.tobytes()]


@pytest.mark.slow
def test_the_learner_sees_nothing_of_the_order_of_the_draw_pile(learn: Any, tmp_path: Path):
    learner = learn.Learner(tmp_path, 5, 1)
    position = learner.position
    position.deal(5)
    for action in (PLACE, END, PLACE, END):
        position.apply(action)
    other = position.copy()
    other.resample(0, 12345)
    assert seen(learn, learner, other) == seen(learn, learner, position)
    for made in (position, other):
        made.apply(DISCARD)
        made.apply(END)
    assert seen(learn, learner, other) != seen(learn, learner, position), "another card has come: that is seen"
