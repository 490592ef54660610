"""Measure whether the levels are in their stated order: ``uv run python bench/ladder.py`` prints a row for each step.

One player of the higher level sits among players of the lower one; each deal is played once from every seat. The share is that
of comparisons between the higher player and one of the lower ones in which the higher player finishes ahead (General 12), where
ties count half: 50 % is even at every number of seats. Alone (Mickell) both levels play the same decks: the share is that of
decks on which the higher level scores more, ties half, and the margin is the mean difference of the scores. Intervals are 95 %,
over deals.

Players are written as in `bench/strength.py`: ``--steps hard:expert/playouts=200`` measures a pair that is not in the ladder.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
from strength import FRESH, interval, manner_of

from muckle import players
from muckle.engine.options import GameOptions
from muckle.engine.position import NO_WORDS
from muckle.games import GAMES
from muckle.match.header import find_word_list
from muckle.players.contest import play_rows
from muckle.players.match_row import layout

DEALS = {"alphabetickell": (500, 150), "grabble_road": (75, 20), "mickell": (100, 40), "mitch": (500, 30), "multzo": (500, 120)}
"""Number of deals of a step in each game, and of a step whose higher level is the expert, who takes long."""
DEFAULT_DEALS = 100, 20
"""Deals of a step, and of one with the expert, in games from outside the house."""
PART = 4
"""Deals that are played in one piece of work."""


class Step(NamedTuple):
    """Two players who are compared, and the table at which they are."""

    game: str
    seats: int
    lower: str
    higher: str

    @property
    def options(self) -> GameOptions:
        """The recommended options at this number of seats."""
        return GAMES[self.game].read_options(None, {"seats": str(self.seats)})


def play_deals(step: Step, deals: Sequence[int]) -> np.ndarray[Any, Any]:
    """Return a row for each deal: the higher player's share of comparisons, and how many points more it scores on average."""
    game, options = GAMES[step.game], step.options
    words, form = find_word_list(options), layout(GAMES[step.game], options.seats)
    pair = [manner_of(game, name) for name in (step.lower, step.higher)]
    graphs = [players.find(level).graph(words) for _, level in pair]

    def rows(seats: Sequence[int]) -> np.ndarray[Any, Any]:
        """Play the deals with the lower (0) or higher (1) player in each seat."""
        manners, known = [pair[number][0] for number in seats], [graphs[number] for number in seats]
        return play_rows(game, options, manners, deals, NO_WORDS if words is None else words.graph, known)

    if options.seats == 1:
        margins = np.subtract(*(form.scores(rows([level]))[:, 0] for level in (1, 0)))
        return np.stack([(1 + np.sign(margins)) / 2, margins], axis=1)
    results = []
    for seat in range(options.seats):
        played = rows([int(other == seat) for other in range(options.seats)])
        behind = np.delete(form.places(played) - form.places(played)[:, [seat]], seat, axis=1)
        margins = form.scores(played)[:, [seat]] - np.delete(form.scores(played), seat, axis=1)
        results.append(np.stack([(1 + np.sign(behind)).mean(axis=1) / 2, margins.mean(axis=1)], axis=1))
    return np.mean(results, axis=0)


def steps(game: str, pairs: Sequence[str]) -> Iterator[Step]:
    """Yield the steps of a game: at two seats and at its usual number, or alone.

    Args:
        pairs: lower and higher player of each, with a colon between them; the ladder if there is none.
    """
    usual = GAMES[game].read_options().seats
    for seats in sorted({min(2, usual), usual}):
        for lower, higher in (pair.split(":") for pair in pairs) if pairs else itertools.pairwise(players.LADDER):
            yield Step(game, seats, lower, higher)


def measure(step: Step, deals: range, pool: ProcessPoolExecutor) -> str:
    """Return the row of a step for the table."""
    began = time.monotonic()
    parts = [deals[at : at + PART] for at in range(0, len(deals), PART)]
    results = np.concatenate(list(pool.map(functools.partial(play_deals, step), parts)))
    share, margin = interval(results[:, 0]), interval(results[:, 1])
    return (
        f"| {step.game} | {step.seats} | {step.higher} : {step.lower} | {deals[0]:,} | {len(deals) * step.seats} "
        f"| {100 * share[0]:.1f} ± {100 * share[1]:.1f} | {margin[0]:+.1f} ± {margin[1]:.1f} | {time.monotonic() - began:.0f} |"
    )


def main() -> None:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--steps", default="", metavar="LOWER:HIGHER,…", help="pairs in place of the ladder")
    parser.add_argument("--deals", type=int, help="deals of each step, each played once from every seat")
    parser.add_argument("--seats", type=int, help="at this number of seats alone")
    parser.add_argument("--first", type=int, default=FRESH, help="the first deal")
    parser.add_argument("--cores", type=int, default=1)
    asked = parser.parse_args()
    print("| game | seats | players | first deal | matches | ahead % | margin | seconds |\n|---|---|---|---|---|---|---|---|")
    with ProcessPoolExecutor(asked.cores, get_context("spawn")) as pool:
        for game in asked.games:
            for step in steps(game, asked.steps.split(",") if asked.steps else ()):
                if asked.seats in (None, step.seats):
                    count = asked.deals or DEALS.get(game, DEFAULT_DEALS)[step.higher.startswith("expert")]
                    print(measure(step, range(asked.first, asked.first + count), pool), flush=True)


if __name__ == "__main__":
    main()
