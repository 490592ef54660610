"""Measure hints and analyses: ``uv run python bench/verdicts.py mitch --matches 4`` prints a row of their times and verdicts.

In matches of `good` players, every decision with a choice is advised on and judged as a room does it. Some of them, drawn at
random, are judged again with other chance and ten times the thinking. A verdict is whether the choice is called a mistake.
Times are CPU time of one core.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import NamedTuple

import numpy as np

from muckle import players
from muckle.games import GAMES, find
from muckle.match.match import Match, new_match
from muckle.players.advice import advise
from muckle.players.analysis import Judge
from muckle.server.bots.worker import JUDGING

FIRST = 9_300_000
"""The first deal; nothing was tuned on it."""


class Found(NamedTuple):
    """What was found at the decisions with a choice."""

    hints: list[float]
    """Seconds of each hint."""
    analyses: list[float]
    """Seconds to judge all decisions of each match."""
    verdicts: list[tuple[bool, bool]]
    """Whether a choice was called a mistake, then with ten times the thinking."""


def walk(game: str, deal: int, level: str, share: float, found: Found) -> None:
    """Play a match; advise on each of its decisions and judge it.

    Args:
        level: of all players. share: of the decisions that are judged twice.
    """
    match, chance, spent = new_match(game, seed=deal), random.Random(deal), 0.0
    while not match.over:
        chosen = players.choose(level, match, chance.getrandbits(60))
        if len(match.position.legal()) > 1:
            began = time.process_time()
            for _ in advise(match, deal):
                pass
            advised = time.process_time()
            found.hints.append(advised - began)
            mistake = judged(match, chosen, deal, 1)
            spent += time.process_time() - advised
            if chance.random() < share:
                found.verdicts.append((mistake, judged(match, chosen, deal + 1, 10)))
        match.apply(chosen)
    found.analyses.append(spent)


def judged(match: Match, chosen: str, seed: int, times: int) -> bool:
    """Return whether a choice is called a mistake, with so many times the thinking of a room."""
    return Judge(match, effort=times * JUDGING, seed=seed).decision(match, chosen, match.count + 1, 1).mistake


def row(game: str, found: Found) -> str:
    """Return a line of the table."""
    hints = 1000 * np.array(found.hints)
    now, then = np.array(found.verdicts, bool).reshape(-1, 2).T
    shares = [f"{100 * each.mean():.1f}" if len(now) else "" for each in (now, now & ~then, then & ~now)]
    middle, high = np.percentile(hints, [50, 95])
    return (
        f"| {find(game).title} | {len(found.analyses)} | {len(hints)} | {middle:.0f} | {high:.0f} "
        f"| {max(found.analyses):.1f} | {len(now)} | {' | '.join(shares)} |"
    )


def main() -> None:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--level", default="good")
    parser.add_argument("--share", type=float, default=0.3, help="of the decisions that are judged twice")
    asked = parser.parse_args()
    print("| game | matches | decisions | hint p50, ms | p95 | analysis, s | judged twice | mistakes, % | taken back | new |")
    print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
    for game in asked.games:
        walk(game, FIRST - 1, "random", 0, Found([], [], []))  # what must be compiled is
        found = Found([], [], [])
        for deal in range(FIRST, FIRST + asked.matches):
            walk(game, deal, asked.level, asked.share, found)
        print(row(game, found), flush=True)


if __name__ == "__main__":
    main()
