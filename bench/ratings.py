"""Rate the levels of a game on one scale: ``uv run --extra lab python bench/ratings.py mitch`` writes docs/ratings.md.

All pairs of levels meet at two seats, each deal from both of them, as in `muckle tournament`; experts, who take long, play
the first of these deals only. In Mickell, which is played alone, all levels play the same decks. Birds meet the level that
they play at. Nothing was tuned on these deals.

What was played is kept in a folder, so that a run that was stopped goes on. The results are stored in bench/ratings.json; the
page and its picture are written from that file. If no game is named, nothing is played and they are only written.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import ladder
import msgspec
import numpy as np
import pyarrow.parquet as pq
from msgspec import Struct
from strength import Contest, interval, play_deals

from muckle import simulate
from muckle.games import GAMES
from muckle.lab.plan import match_seed
from muckle.lab.tournament import rate
from muckle.players import BIRDS, LEVELS

DRAWS = 400
"""Number of bootstrap samples."""
SEED = 9_800_000
"""Seed of the tournaments, and the first deal of other matches."""
DEALS = {"alphabetickell": (100, 10), "grabble_road": (40, 3), "mickell": (60, 6), "mitch": (200, 40), "multzo": (100, 40)}
"""Number of deals in which each pair of levels meets, and of those in which one of the two is the expert."""
BIRD_DEALS = {"alphabetickell": 150, "grabble_road": 40, "mickell": 60, "mitch": 150, "multzo": 150}
"""Number of deals in which each bird meets its level."""
PART = 20
"""Deals that are played before they are kept; of experts, who take long, each one is kept."""
TIMED_DEALS = 2
"""Number of deals from which the time of a decision is taken."""
TASTES = [name for name, bird in BIRDS.items() if bird.taste]
"""Birds that do not play exactly as their level."""
HERE = Path(__file__).parent
STORED, PAGE, PICTURE = HERE / "ratings.json", HERE.parent / "docs" / "ratings.md", HERE.parent / "docs" / "ratings.svg"


class Standing(Struct, frozen=True):
    """The results of one level."""

    level: str
    rating: float
    """Rating in Elo points, the mean of all levels being 0; of a game played alone the mean score."""
    low: float
    """Lower end of the rating's 95 % confidence interval."""
    high: float
    """Upper end of the rating's 95 % confidence interval."""
    ahead: float | None
    """Share of games (played alone: of decks) in which it ended before the next lower level; a tie is half."""


class Ladder(Struct, frozen=True):
    """The results of all levels of a game, the best one first."""

    seats: int
    deals: tuple[int, int]
    """Number of deals that each pair of levels played, and with the expert."""
    standings: list[Standing]
    milliseconds: dict[str, float]
    """CPU time of a decision with a choice by level."""
    birds: dict[str, tuple[float, float]]
    """Share of comparisons that each bird wins against its own level, and half of its 95 % interval."""
    bird_deals: int
    """Number of deals that each bird played."""


def measure(game: str, folder: Path) -> Ladder:
    """Return the results of a game's levels and birds.

    Args:
        folder: keeps what was played.
    """
    seats, deals, bird_deals = min(2, GAMES[game].read_options().seats), DEALS[game], BIRD_DEALS[game]
    rated = rate_scores(game, deals, folder) if seats == 1 else rate_pairs(game, deals, folder)
    times = {level: decision_time(game, seats, level) for level in LEVELS}
    birds = {bird: bird_share(game, seats, bird, bird_deals) for bird in TASTES}
    return Ladder(seats, deals, [*rated], times, birds, bird_deals)


def rate_pairs(game: str, deals: tuple[int, int], folder: Path) -> Iterator[Standing]:
    """Yield the results of the levels of a game for two or more, the best level first."""
    before = np.zeros((max(deals), len(LEVELS), len(LEVELS)))
    for (a, lower), (b, higher) in itertools.combinations(enumerate(LEVELS), 2):
        shares = pair_shares(game, lower, higher, deals["expert" in (lower, higher)], folder)
        before[: len(shares), b, a], before[: len(shares), a, b] = 2 * shares, 2 * (1 - shares)
    together, ratings, (low, high), names = before.sum(0), rate(before.sum(0)), intervals(before, deals[1]), list(LEVELS)
    order = sorted(range(len(names)), key=lambda at: -ratings[at])
    for at, below in itertools.zip_longest(order, order[1:]):
        ahead = None if below is None else together[at, below] / (together[at, below] + together[below, at])
        rating, least, most = (round(float(of[at]), 1) for of in (ratings, low, high))
        yield Standing(names[at], rating, least, most, None if ahead is None else round(float(ahead), 4))


def intervals(before: np.ndarray[Any, Any], few: int) -> Any:
    """Return the ends of the 95 % intervals of ratings: bootstrap over deals, the first `few`, with experts, apart."""
    draw, parts = np.random.default_rng(0), [part for part in (before[:few], before[few:]) if len(part)]
    samples = (sum(part[draw.integers(0, len(part), len(part))].sum(0) for part in parts) for _ in range(DRAWS))
    return np.percentile([rate(sample) for sample in samples], [2.5, 97.5], axis=0)


def pair_shares(game: str, lower: str, higher: str, deals: int, folder: Path) -> np.ndarray[Any, Any]:
    """Return the share of the games of each deal in which the second player ends before the first one; a tie is half."""
    file = folder / f"{game}-{lower}-{higher}.json"
    shares = msgspec.json.decode(file.read_bytes(), type=list[float]) if file.exists() else []
    part = 1 if "expert" in (lower, higher) else PART
    for first in range(len(shares), deals, part):
        seeds = [match_seed(SEED, deal) for deal in range(first, min(first + part, deals))]
        shares += ladder.play_deals(ladder.Step(game, 2, lower, higher), seeds)[:, 0].tolist()
        folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(shares))
    return np.array(shares[:deals])


def rate_scores(game: str, deals: tuple[int, int], folder: Path) -> Iterator[Standing]:
    """Yield the results of the levels of a game that is played alone, the best level first."""
    scores = dict[str, np.ndarray[Any, Any]]()
    for level in LEVELS:
        out = folder / f"{game}-{level}"
        simulate(game, players=level, games=deals[level == "expert"], seed=SEED, cores=1, out=out)
        scores[level] = pq.read_table(out / "rows.parquet")["score_0"].to_numpy()
    ordered = sorted(scores, key=lambda level: -scores[level].mean())
    for level, below in itertools.zip_longest(ordered, ordered[1:]):
        (mean, reach), ahead = interval(scores[level]), None
        if below:
            both = min(len(scores[level]), len(scores[below]))
            ahead = round(float((1 + np.sign(scores[level][:both] - scores[below][:both])).mean() / 2), 4)
        yield Standing(level, round(mean, 2), round(mean - reach, 2), round(mean + reach, 2), ahead)


def decision_time(game: str, seats: int, level: str) -> float:
    """Return the CPU time of a level's decisions with a choice in milliseconds, beside a medium opponent."""
    contest = Contest(game, None, (("seats", str(seats)),), level, "medium")
    play_deals(contest, range(1))  # compiles
    played = play_deals(contest, range(SEED, SEED + TIMED_DEALS))
    return float(f"{1000 * played.seconds / played.choices:.2g}")


def bird_share(game: str, seats: int, bird: str, deals: int) -> tuple[float, float]:
    """Return the share of comparisons that a bird wins against its own level, and half of its 95 % interval."""
    step = ladder.Step(game, seats, BIRDS[bird].level, bird)
    share, reach = interval(ladder.play_deals(step, range(SEED, SEED + deals))[:, 0])
    return round(share, 4), round(reach, 4)


def page(ladders: dict[str, Ladder]) -> str:
    """Return the text of docs/ratings.md."""
    return "\n".join([OPENING, *(section(game, found) for game, found in ladders.items())])


OPENING = f"""\
# How strong the levels are

The levels of each game on one scale. 100 points of rating more mean being ahead in 64 % of the games, 200 points in 76 %, 400
points in 91 %. All pairs of levels meet at two seats, each deal from both of them, and a Bradley-Terry model is fitted to all
games. Intervals are 95 %, by bootstrap over deals. Only differences count; the mean of the levels of a game is 0. Mickell is
played alone, so its scale is the mean score over the same decks.

![Ratings of the levels of each game, with random at 0 and 95 % intervals](ratings.svg)

- *Ahead* is the share of games in which a level ends before the one below it in the table; a tie is half.
- Experts take long, so their games are few, in Grabble Road too few even for an interval: levels whose intervals overlap may
  change places with more games.
- If a level always wins, its games do not tell how far ahead it is; the model, which keeps ratings finite, sets the distance.
- *ms* is the CPU time of a decision with a choice in milliseconds, on one core of a busy machine.
- Birds that play exactly as their level are not listed: wren (easy), owl (hard) and rook (expert).

This page is written by `uv run --extra lab python bench/ratings.py {" ".join(GAMES)}`, from games
that nothing was tuned on (seed {SEED:,}). For one game, and for players of your own, `muckle tournament GAME --seats 2
--players {",".join(LEVELS)} --report page.html` makes such a table and plot ([how](laboratory.md#players-against-each-other)).
[More measurements](../bench/strength.md), also at more seats.
"""


def section(game: str, found: Ladder) -> str:
    """Return the part of the page about a game."""
    alone, (games, expert_games) = found.seats == 1, (found.seats * deals for deals in found.deals)
    if alone:
        played = f"{games:,} decks, the expert the first {expert_games}; *ahead* is the share of decks with a higher score."
    else:
        wide, wider = (98 / number**0.5 for number in (games, expert_games))
        played = (
            f"{games:,} games of each pair, {expert_games} with the expert: a share near half is right to within {wide:.0f} "
            f"points, with the expert {wider:.0f}."
        )
    lines = [f"## {GAMES[game].title}", "", played, ""]
    lines += [f"| level | {'mean score' if alone else 'rating'} | 95 % | ahead of the next below | ms |"]
    lines += ["|---|---:|---|---:|---:|"]
    lines += [row(one, ".1f" if alone else "+.0f", found.milliseconds[one.level]) for one in found.standings]
    birds = (f"{bird} {100 * share:.0f} ± {100 * reach:.0f} %" for bird, (share, reach) in found.birds.items())
    lines += ["", f"Birds against their own level, {found.bird_deals:,} deals: {', '.join(birds)}.", ""]
    return "\n".join(lines)


def row(one: Standing, form: str, milliseconds: float) -> str:
    """Return the line of a level; `form` is how its rating is written."""
    ahead = "" if one.ahead is None else f"{100 * one.ahead:.1f} %"
    return f"| {one.level} | {one.rating:{form}} | {one.low:{form}} to {one.high:{form}} | {ahead} | {milliseconds:g} |"


WIDTH, LEFT, LINE, HEAD = 430, 70, 24, 34
"""Width of the picture, which fits a phone, and of its names, and height of a level and of a game's title, in pixels."""
INK, SOFT, GREEN, PALE, GROUND = "#18201c", "#525c56", "#1d4d3b", "#d3d8d1", "#fafaf7"


def picture(ladders: dict[str, Ladder]) -> str:
    """Draw the ratings of all games that are played against others on one scale, `random` being 0."""
    shown = {game: found for game, found in ladders.items() if found.seats > 1}
    lowest = {game: next(one.rating for one in found.standings if one.level == "random") for game, found in shown.items()}
    least = min((one.low - lowest[game] for game, found in shown.items() for one in found.standings), default=0)
    most = max((one.high - lowest[game] for game, found in shown.items() for one in found.standings), default=1)
    parts, top = list[str](), 0
    for game, found in shown.items():
        parts.append(f'<text x="10" y="{top + 22}" font-weight="600">{escape(GAMES[game].title)}</text>')
        top += HEAD
        for one in found.standings:
            rating, low, high = (
                round(LEFT + (WIDTH - LEFT - 60) * (value - lowest[game] - least) / (most - least))
                for value in (one.rating, one.low, one.high)
            )
            parts.append(
                f'<line x1="{LEFT}" x2="{WIDTH - 10}" y1="{top + 12}" y2="{top + 12}" stroke="{PALE}"/>'
                f'<text x="10" y="{top + 16}">{one.level}</text>'
                f'<line x1="{low}" x2="{high}" y1="{top + 12}" y2="{top + 12}" stroke="{GREEN}" stroke-width="2"/>'
                f'<circle cx="{rating}" cy="{top + 12}" r="5" fill="{GREEN}"/>'
                f'<text x="{high + 8}" y="{top + 16}" fill="{SOFT}">{one.rating - lowest[game]:.0f}</text>'
            )
            top += LINE
    size, font = f'width="{WIDTH}" height="{top + 10}"', f'font-family="system-ui, sans-serif" font-size="13" fill="{INK}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {WIDTH} {top + 10}" {font}>'
    return "\n".join([opening, f'<rect {size} rx="10" fill="{GROUND}"/>', *parts, "</svg>\n"])


def files(stored: bytes) -> dict[Path, str]:
    """Return what stands in the page and in its picture, from what is stored."""
    ladders = msgspec.json.decode(stored, type=dict[str, Ladder])
    return {PAGE: page(ladders), PICTURE: picture(ladders)}


def main() -> None:
    """Measure the games that are named, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--kept", type=Path, default=Path("build", "ratings"), help="folder that keeps what was played")
    asked = parser.parse_args()
    stored = msgspec.json.decode(STORED.read_bytes(), type=dict[str, Ladder]) if STORED.exists() else {}
    for game in asked.games:
        stored[game] = measure(game, asked.kept)
        ordered = {name: stored[name] for name in GAMES if name in stored}
        STORED.write_bytes(msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n")
    for path, text in files(STORED.read_bytes()).items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
