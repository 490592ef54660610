"""Find the prices of tiles in Grabble Road: ``uv run python bench/prices_grabble_road.py`` writes ``prices.csv`` anew.

The yardstick `beam`, which knows no prices, plays MATCHES matches of the recommended game against itself. For every turn that
begins with more than ENOUGH tiles in the bag, what its player scores in the next two turns of its own is explained, by ridge
regression, by the tiles that the turn left on the rack. A price is what a tile left there brings, less what tiles left there
bring on average, times SHARE.
"""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
from yardsticks.grabble_road import LONGEST, WORLDS, best_play, face_of

from muckle.engine.chance import stream
from muckle.engine.compile import compiled
from muckle.engine.contract import Setup, apply, deal, lent
from muckle.engine.position import Position
from muckle.games.grabble_road import GAME
from muckle.games.grabble_road.state import MAX_ACTIONS, MOST_SEATS, STATE
from muckle.kit.letter_tiles import BLANK, KINDS, text
from muckle.match.header import find_word_list

FIRST, MATCHES, MOST_TURNS = 10_000_000, 6000, 400_000
RIDGE, SHARE, ENOUGH = 200.0, 0.8, 30
FILE = Path(__file__).parents[1] / "src/muckle/games/grabble_road/prices.csv"


@compiled
def play(options, words, states, worlds, actions, seeds, racks, bags, futures):
    """Play a match for every seed until the bag is empty, and write down its turns; how many there are.

    Args:
        worlds, actions: scratch.
        racks: filled in, the tiles by kind that each turn left. bags: how many were in the bag before.
        futures: what the player scored in its next two turns.
    """
    setup, plan, turns = Setup(options[0], lent(words)), np.zeros(LONGEST, np.int64), 0
    for seed in seeds:
        state = states[0]
        deal(setup, state, stream(seed, 0))
        last, last_but_one = np.full(MOST_SEATS, -1), np.full(MOST_SEATS, -1)
        while state.bag_left > 0:
            seat, score = state.turn, state.seats[state.turn].score
            worlds[0], bags[turns] = state, state.bag_left
            length = best_play(setup, worlds, actions, plan)
            for number in range(length - 1):
                apply(setup, state, plan[number])
            left(state.seats[seat], plan[length - 1], racks[turns])
            apply(setup, state, plan[length - 1])
            for turn in (last[seat], last_but_one[seat]):
                if turn >= 0:
                    futures[turn] += state.seats[seat].score - score
            last_but_one[seat], last[seat] = last[seat], turns
            turns += 1
    return turns


@compiled
def left(player, last, rack):
    """Fill in the tiles that will be left on a rack after the last tile of a play."""
    for kind in range(KINDS):
        rack[kind] = player.tiles[kind]
    rack[min(face_of(last), BLANK)] -= 1


def prices(racks: np.ndarray, bags: np.ndarray, futures: np.ndarray) -> np.ndarray:
    """Return the value of a tile of each kind left on the rack, over that of any tile, by ridge regression."""
    known = np.column_stack([racks, bags, np.ones(len(racks))])
    ridge = np.diag([RIDGE] * KINDS + [0.0, 0.0])
    brings = np.linalg.solve(known.T @ known + ridge, known.T @ futures)[:KINDS]
    return SHARE * (brings - np.average(brings, weights=racks.sum(0)))


def main() -> None:
    """Play, fit, and write the table."""
    options = GAME.read_options()
    words = find_word_list(options)
    assert words is not None
    position = Position(GAME, options, words.graph)
    racks, bags, futures = np.zeros((MOST_TURNS, KINDS)), np.zeros(MOST_TURNS), np.zeros(MOST_TURNS)
    seeds = np.arange(FIRST, FIRST + MATCHES)
    turns = play(*position.arrays, np.zeros(WORLDS, STATE), np.zeros(MAX_ACTIONS, np.int64), seeds, racks, bags, futures)
    kept = np.flatnonzero(bags[:turns] > ENOUGH)
    found = prices(racks[kept], bags[kept], futures[kept])
    with FILE.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("tile", "price"))
        table.writerows((text(kind), f"{found[kind]:.2f}") for kind in range(KINDS))
    print(f"{turns} turns, {len(kept)} of them with enough tiles in the bag: {FILE}")


if __name__ == "__main__":
    main()
