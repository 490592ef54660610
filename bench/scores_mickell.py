"""Measure players of Mickell and the best possible: scores over decks, one row each, on one core.

``uv run python bench/scores_mickell.py`` and behind it

- ``scores easy medium hard expert --decks 500`` plays each deck at each level; behind slashes stands what a manner
  has otherwise: ``expert/playouts=1000/chunks=1``. Players know what their level knows. With ``--kept FILE`` each deck is
  written down there as it is played, and a run that was broken off goes on behind it.
- ``hindsight --decks 100`` finds the best possible score of each deck, with a limit of CPU time.
- ``par expert --decks 50`` sets what a level scores beside the best possible on the same decks.

Decks are those that a seed deals; by default none of those that anything was tuned on. Intervals are 95 %, over decks.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from muckle import players
from muckle.engine.manner import Manner
from muckle.engine.position import Position
from muckle.games.mickell import GAME, hindsight
from muckle.games.mickell.state import DISCARD, END, PLACE
from muckle.match.header import find_word_list
from muckle.players.contest import play_actions

FRESH = 9_000_000
"""The first deck of a measurement; tuning kept below 10,000."""
MARKS = (20, 24, 28, 32, 36)
"""Scores whose shares are told."""


class Played(NamedTuple):
    """A deck that was played."""

    deck: int
    score: int
    decisions: int
    seconds: float
    """CPU time, in seconds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["scores", "hindsight", "par"])
    parser.add_argument("players", nargs="*", default=[])
    parser.add_argument("--decks", type=int, default=100)
    parser.add_argument("--first", type=int, default=FRESH)
    parser.add_argument("--seconds", type=float, default=10, help="of CPU time for the hindsight of a deck")
    parser.add_argument("--each", type=int, default=0, help="print a row after so many decks, too")
    parser.add_argument("--kept", type=Path, help="where the decks that were played stand, for `scores` of one player")
    given = parser.parse_args()
    if given.kept and (given.what != "scores" or len(given.players) != 1):
        parser.error("--kept is for the scores of one player")
    seeds = range(given.first, given.first + given.decks)
    if given.what == "scores":
        for player in given.players:
            measure(player, seeds, given.each, given.kept)
    elif given.what == "hindsight":
        prove(seeds, given.seconds, given.each)
    else:
        compare(given.players[0], seeds, given.seconds)


def table() -> tuple[Position, Any]:
    """Return a match with the recommended options, and its word list."""
    options = GAME.read_options()
    words = find_word_list(options)
    assert words is not None
    return Position(GAME, options, words.graph), words


def manner_of(text: str) -> tuple[Manner, str]:
    """Return the manner that a text such as ``expert/playouts=1000`` names, and its level."""
    level, *others = text.split("/")
    return GAME.levels[level]._replace(**{name: int(value) for name, value in (other.split("=") for other in others)}), level


def scored(position: Position, words: Any, text: str, seeds: Sequence[int]) -> Iterator[Played]:
    """Return the score of a player with each deck."""
    manner, level = manner_of(text)
    graph = players.find(level).graph(words)
    for _ in play_actions(position, [manner], FRESH - 1, [graph]):
        """Compiled, and the table worked out, before the clock starts."""
    for seed in seeds:
        began = time.process_time()
        decisions = sum(1 for _ in play_actions(position, [manner], seed, [graph]))
        yield Played(seed, position.scores()[0], decisions, time.process_time() - began)


def measure(text: str, seeds: Sequence[int], each: int, kept: Path | None) -> None:
    """Print the mean score of a player.

    Args:
        kept: decks that it has played stand there; the others are written behind them.
    """
    position, words = table()
    done = read(kept, text, seeds) if kept else []
    there = {one.deck for one in done}
    for one in scored(position, words, text, [seed for seed in seeds if seed not in there]):
        done.append(one)
        if kept:
            with kept.open("a") as file:
                file.write(f"{text} {one.deck} {one.score} {one.decisions} {one.seconds:.3f}\n")
        if each and len(done) % each == 0 and len(done) < len(seeds):
            tell(text, done)
    tell(text, done)


def read(kept: Path, text: str, seeds: Sequence[int]) -> list[Played]:
    """Return those of the wanted decks that stand in a file."""
    lines = [line.split() for line in kept.read_text().splitlines()] if kept.exists() else []
    found = [Played(int(deck), int(score), int(made), float(spent)) for who, deck, score, made, spent in lines if who == text]
    return [one for one in found if one.deck in seeds]


def tell(text: str, done: Sequence[Played]) -> None:
    """Print the mean score of a player over the decks it has played."""
    scores = np.array([one.score for one in done])
    shares = ", ".join(f"{np.mean(scores >= mark):.0%} >= {mark}" for mark in MARKS)
    took = 1000 * sum(one.seconds for one in done) / sum(one.decisions for one in done)
    print(f"{text}: {interval(scores)}; {shares}; {took:.2f} ms a decision", flush=True)


def interval(values: Sequence[float] | np.ndarray[Any, Any]) -> str:
    """``33.45 ± 0.23 (500 decks, sd 2.7)``."""
    error = 1.96 * np.std(values, ddof=1) / len(values) ** 0.5
    return f"{np.mean(values):.2f} ± {error:.2f} ({len(values)} decks, sd {np.std(values):.1f})"


def order_of(position: Position, seed: int) -> list[int]:
    """Return the order in which the cards of a seed's deck come, whatever is done."""
    position.deal(seed)
    order = position.drew()
    for action in [PLACE, END] + [DISCARD, END] * (position.setup.options.deck_size - 1):
        position.apply(action)
        order += position.drew() if action == END and len(order) < position.setup.options.deck_size else []
    return order


def prove(seeds: Sequence[int], limit: float, each: int) -> None:
    """Print how good the best possible scores are, and how many are proven in time."""
    position, _ = table()
    hindsight.best(position.setup, order_of(position, FRESH - 1))
    found, times = list[hindsight.BestLine](), list[float]()
    for seed in seeds:
        order, began = order_of(position, seed), time.process_time()
        found.append(hindsight.best(position.setup, order, lambda began=began: time.process_time() - began > limit))
        times.append(time.process_time() - began)
        if (each and len(found) % each == 0) or len(found) == len(seeds):
            proven = [one.score for one in found if one.proven]
            told = np.percentile(times, [50, 90, 100])
            print(
                f"hindsight: {interval(proven)}; {len(proven) / len(found):.0%} of {len(found)} proven within {limit:g} CPU s; "
            )
            print(f"    CPU s a deck: median {told[0]:.1f}, nine in ten {told[1]:.1f}, most {told[2]:.1f}", flush=True)


def compare(text: str, seeds: Sequence[int], limit: float) -> None:
    """Print for each deck what a player scores, and the best possible."""
    position, words = table()
    for seed, score, _, _ in scored(position, words, text, seeds):
        began = time.process_time()
        best = hindsight.best(position.setup, order_of(position, seed), lambda began=began: time.process_time() - began > limit)
        print(f"deck {seed}: {text} {score}, hindsight {'' if best.proven else 'at least '}{best.score}", flush=True)


if __name__ == "__main__":
    main()
