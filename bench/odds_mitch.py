"""Find what others in Mitch probably hold: ``uv run python bench/odds_mitch.py`` prints the weights of `games/mitch/hidden.py`.

`hard` and players without a slip play hands against each other. At some decisions, for each other player, suit, and whether
cards fit there, it counts the cards that the seat to act has not seen, and how many of them the other player holds. Logistic
regression explains the share by `hidden.signs`, beside the share by chance. A tenth of the rows is held back. No hand is dealt
from a seed that strength is measured on; a minute on one core. The same command gives the same weights.
"""

# pyright: basic
# (compiled functions carry no annotations)

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from muckle.engine.bits import size
from muckle.engine.chance import PICKER, below, stream
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, Setup, advance, deal, lent
from muckle.engine.manner import LOOK_AHEAD, MANNER, Manner
from muckle.engine.position import NO_WORDS, Position
from muckle.engine.record import INT, new
from muckle.games.mitch import GAME
from muckle.games.mitch.estimate import hidden_cards
from muckle.games.mitch.hidden import RANKS, signs
from muckle.games.mitch.state import MAX_ACTIONS, MOST_SEATS, STATE
from muckle.kit.playing_cards import LANE
from muckle.players.choice import WORLDS, choose

FIRST = 50_000_000
"""Seed of the first hand."""
SLIPS = 0, 2
SEATS = {3: 10, 4: 5, 2: 3, 5: 3}
"""Seats at the table, and how many hands there are of them, in parts."""
KEEP = 6
"""One decision of so many is looked at."""
ROOM = 120
"""Rows that there is room for from a hand."""
HELD_BACK = 10
"""One row of so many, the last ones, is held back."""
NAMES = "MISFIT", "FITS", "GIVEN_UP", "LEAD", "ROOM", "EMPTY"


@compiled
def watch(options, words, states, worlds, minds, actions, manners, seeds, who, rows):
    """Play hands and write rows: whether cards fit, `signs`, their number, held ones, all held, hidden; return how many."""
    setup, mind, written = Setup(options[0], lent(words)), minds[0], 0
    states, worlds, actions, manners = lent(states), lent(worlds), lent(actions), lent(manners)
    for seed in seeds:
        deal(setup, states[0], stream(seed, 0))
        mind.rng = stream(seed, 1)
        for seat in range(setup.options.seats):
            who[seat] = below(mind, len(manners))
        while states[0].turn != OVER:
            if below(mind, KEEP) == 0:
                written = write_rows(setup, states[0], rows, written)
            manner = manners[who[states[0].turn]]
            advance(setup, states[0], choose(manner, setup, setup, states, worlds, mind, actions))
    return written


@compiled
def write_rows(setup, state, rows, written):
    """Write the rows of a decision behind those that are written; return how many there are."""
    unseen, hidden = hidden_cards(setup, state, state.turn)
    for number in range(setup.options.seats):
        other = state.seats[number]
        if number == state.turn or other.holds == 0:
            continue
        for suit in range(setup.options.suits):
            lane = RANKS << suit * LANE
            given_up, lead, room, empty = signs(setup, state, number, suit)
            for fits in range(2):
                cards = unseen & lane & (other.room if fits else ~other.room)
                if cards and written < len(rows):
                    row = rows[written]
                    row[0], row[1], row[2], row[3], row[4] = fits, given_up, lead, room, empty
                    row[5], row[6], row[7], row[8] = size(cards), size(cards & other.hand), other.holds, hidden
                    written += 1
    return written


def play(seats: int, seeds: range) -> np.ndarray[Any, Any]:
    """Return the rows of some hands."""
    position = Position(GAME, GAME.read_options(None, {"seats": str(seats), "hands": "1"}), NO_WORDS)
    manners = np.array([tuple(Manner(LOOK_AHEAD, slip=slip)) for slip in SLIPS], MANNER)
    scratch = np.zeros(1, STATE), np.zeros(WORLDS, STATE), new(PICKER), np.zeros(MAX_ACTIONS, INT), manners
    rows = np.zeros((len(seeds) * ROOM, 9), INT)
    return rows[: watch(*position.arrays[:2], *scratch, np.array(seeds), np.zeros(MOST_SEATS, INT), rows)]


def known(rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return what the weights stand for, in the order of NAMES."""
    fits = rows[:, :1]
    return np.hstack([1 - fits, fits, fits * rows[:, 1:5]]).astype(float)


def chances(rows: np.ndarray[Any, Any], weights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return how likely each card of the rows is held, by some weights."""
    _, _, holds, hidden = rows[:, 5:].T
    return 1 / (1 + np.maximum(hidden - holds, 0.5) / holds * np.exp(-known(rows) @ weights))


def nats(rows: np.ndarray[Any, Any], weights: np.ndarray[Any, Any]) -> float:
    """Return how badly weights foresee who holds a card: the cross-entropy of a card."""
    likely, cards, held = chances(rows, weights), rows[:, 5], rows[:, 6]
    return float(-(held * np.log(likely) + (cards - held) * np.log1p(-likely)).sum() / cards.sum())


def fit(rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the weights that foresee best, by Newton's method."""
    inputs, weights, cards, held = known(rows), np.zeros(len(NAMES)), rows[:, 5], rows[:, 6]
    for _ in range(15):
        likely = chances(rows, weights)
        slope = inputs.T @ (held - cards * likely)
        bend = (inputs * (cards * likely * (1 - likely))[:, None]).T @ inputs
        weights = weights + np.linalg.solve(bend + np.eye(len(NAMES)), slope)
    return weights


def main() -> None:
    """Print the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=10_500)
    parser.add_argument("--first", type=int, default=FIRST, help="the seed of the first hand")
    given = parser.parse_args()
    learned, held_back, first = list[Any](), list[Any](), given.first
    for seats, parts in SEATS.items():
        seeds = range(first, first + given.hands * parts // sum(SEATS.values()))
        rows, first = play(seats, seeds), seeds.stop
        at = len(rows) - len(rows) // HELD_BACK
        learned.append(rows[:at])
        held_back.append(rows[at:])
    weights, others = fit(np.concatenate(learned)), np.concatenate(held_back)
    print(", ".join(f"{name} {weight:.3f}" for name, weight in zip(NAMES, weights, strict=True)))
    print(f"{nats(others, weights):.4f} nats a card; all alike {nats(others, 0 * weights):.4f}")


if __name__ == "__main__":
    main()
