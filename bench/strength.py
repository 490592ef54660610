"""Measure players: ``uv run python bench/strength.py mitch expert hard`` prints a row for each, beside its yardstick.

A hero sits among opponents who all play alike. Each deal is played once from every seat; deals are equal for all heroes, and
by default none of those that anything was tuned on. A shared win counts as its share. Intervals are 95 %, over deals.

A player is a level or `yardstick` (`bench/yardsticks`), and behind slashes what its manner has otherwise:
``expert/playouts=450/chunks=1``; `cheater:` before it tells it what is hidden. `bench/ladder.py` sets each level against the
next lower one. A chunk of thinking is worked off behind the other, on one core; matches are shared among processes.
"""

from __future__ import annotations

import argparse
import functools
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
from yardsticks import cheater, yardstick

from muckle import players
from muckle.engine.chance import PICKER, stream
from muckle.engine.compile import compiled, direct
from muckle.engine.contract import OVER, Setup, apply, legal
from muckle.engine.game import Game
from muckle.engine.manner import MANNER, Manner
from muckle.engine.options import GameOptions
from muckle.engine.position import NO_WORDS, Position
from muckle.engine.record import INT, new
from muckle.games import find
from muckle.match.header import find_word_list
from muckle.players.choice import WORLDS, choose
from muckle.players.contest import win_shares
from muckle.players.thinking import SEARCHES, Thinker

FRESH = 9_000_000
"""The first deal of a measurement; `bench/tune.py` keeps below."""
PART = 4
"""Deals that a process plays in one go."""


@compiled
def play_on(options, words, own, states, worlds, minds, actions, manners, seats):
    """Let a player who does not search act for a set of seats until another one is to act; how many choices it had.

    Args:
        words, own: the word graphs of the match and of the player. manners, minds: its manner and its stream.
        states: the true state. worlds, actions: scratch.
    """
    setup, known, choices = Setup(options[0], words), Setup(options[0], own), 0
    while states[0].turn != OVER and seats >> states[0].turn & 1:
        choices += legal(setup, states[0], actions) > 1
        apply(setup, states[0], choose(manners[0], setup, known, states, worlds, minds[0], actions))
    return choices


class Player:
    """A player at a table: of a game or of a twin of it.

    Args:
        words: the word graph of the match. level: whose words it knows.
    """

    def __init__(self, game: Game, manner: Manner, options: GameOptions, level: str) -> None:
        words = find_word_list(options)
        self.position = Position(game, options, NO_WORDS if words is None else words.graph)
        self.manner, self.own = manner, players.find(level).graph(words)
        self.thinker, self.minds = Thinker(self.position, self.own), new(PICKER)
        self.numbers = self.position.arrays[2].view(INT)
        self.choices, self.seconds = 0, 0.0
        """Decisions with a choice that it made, and the CPU time they took."""
        self._given = (
            *self.position.arrays[:2],
            self.own,
            self.position.arrays[2],
            np.zeros(WORLDS, game.state.STATE),
            self.minds,
            np.zeros(game.state.MAX_ACTIONS, INT),
            np.array([tuple(manner)], MANNER),
        )
        self._play_on = None if manner.method in SEARCHES else direct(play_on, *self._given, 1)

    def act(self, numbers: Any, seats: int) -> None:
        """Act in a state, for a set of seats, as long as it is their turn; who searches acts once.

        Args:
            numbers: the state as whole numbers, all that stand before its draws; nobody reads the draws of a step that is over.
        """
        self.numbers[: len(numbers)] = numbers
        began = time.process_time()
        if self._play_on:
            self.choices += self._play_on(*self._given, seats)
            self.seconds += time.process_time() - began
        else:
            self._think()
        numbers[:] = self.numbers[: len(numbers)]

    def _think(self) -> None:
        actions, began = self.position.legal(), time.process_time()
        action = actions[0]
        if len(actions) > 1:
            self.minds[0].rng = seed = int(stream(int(self.minds[0].rng), 2))
            action = self.thinker.choose(self.position, self.manner, seed)
            self.choices += 1
            self.seconds += time.process_time() - began
        self.position.apply(action)


class Contest(NamedTuple):
    """The players of a measurement, as they were asked for."""

    game: str
    preset: str | None
    given: tuple[tuple[str, str], ...]
    hero: str
    others: str


class Results(NamedTuple):
    """The results of some deals, one row per deal."""

    share: np.ndarray[Any, Any]
    """Share of the win, averaged over the hero's seats."""
    margin: np.ndarray[Any, Any]
    """The hero's score less the mean of the others'."""
    choices: int
    seconds: float


def named(game: Game, options: GameOptions, name: str) -> Player:
    """Return a player by the name it has here."""
    who, _, changes = name.partition("/")
    cheats, _, level = who.rpartition(":")
    if level == "yardstick":
        played, manner = yardstick(game)
        return Player(played, changed(manner, changes), options, "greedy")
    played, (manner, level) = (cheater(game) if cheats else game), manner_of(game, name.rpartition(":")[2])
    return Player(played, manner, options, level)


def manner_of(game: Game, name: str) -> tuple[Manner, str]:
    """Return the manner that a text such as ``expert/playouts=450`` names, and its level."""
    level, _, changes = name.partition("/")
    return changed(players.find(level).manner(game), changes), level


def changed(manner: Manner, changes: str) -> Manner:
    """Return a manner with the numbers that a text such as ``playouts=450/chunks=1`` gives."""
    pairs = (change.split("=") for change in changes.split("/") if change)
    return manner._replace(**{key: int(value) for key, value in pairs})


@functools.cache
def table(contest: Contest) -> tuple[Position, Player, Player]:
    """Return the true state of a contest, its hero and the others; it is made once per process."""
    game = find(contest.game)
    options = game.read_options(contest.preset, dict(contest.given))
    hero, others = (named(game, options, name) for name in (contest.hero, contest.others))
    return Position(game, options, hero.position.arrays[1]), hero, others


def play_deals(contest: Contest, deals: range) -> Results:
    """Play each deal once from every seat."""
    position, hero, others = table(contest)
    hero.choices, hero.seconds = 0, 0.0
    played = [[play(position, hero, others, deal, seat) for seat in range(position.options.seats)] for deal in deals]
    share, margin = np.array(played).mean(axis=1).T
    return Results(share, margin, hero.choices, hero.seconds)


def play(position: Position, hero: Player, others: Player, deal: int, seat: int) -> tuple[float, float]:
    """One match; the hero's share of the win and its margin."""
    seats, numbers = position.options.seats, position.arrays[2].view(INT)[: -len(position.state.drew)]
    position.deal(deal)
    for player in (hero, others):
        player.minds[0].rng = stream(deal, 1 + seat + seats * (player is others))
    while not position.over:
        if position.turn == seat:
            hero.act(numbers, 1 << seat)
        else:
            others.act(numbers, (1 << seats) - 1 & ~(1 << seat))
    scores = position.scores()
    return win_shares(position)[seat], scores[seat] - (sum(scores) - scores[seat]) / max(1, seats - 1)


def measure(contest: Contest, deals: range, run: Any = map) -> Iterator[Results]:
    """Yield the results of a contest, in the order of the deals, after each part that is played.

    Args:
        run: shares the work out, as an executor's `map` does.
    """
    parts = [deals[at : at + PART] for at in range(0, len(deals), PART)]
    found = list[Results]()
    for result in run(functools.partial(play_deals, contest), parts):
        found.append(result)
        share, margin = (np.concatenate([one[k] for one in found]) for k in range(2))
        yield Results(share, margin, sum(one.choices for one in found), sum(one.seconds for one in found))


def interval(values: np.ndarray[Any, Any]) -> tuple[float, float]:
    """Return the mean and half of its 95 % interval."""
    return float(values.mean()), float(1.96 * values.std(ddof=1) / len(values) ** 0.5)


def rows(contests: Sequence[Contest], deals: range, run: Any, each: int) -> Iterator[str]:
    """Print a line for each contest, and one after so many deals; gains are over the first contest, deal by deal."""
    first = None
    for contest in contests:
        for result in measure(contest, deals, run):
            played = len(result.share)
            if played == len(deals) or (each and played % each < PART):
                yield row(contest, result, result if first is None else first)
        first = result if first is None else first


def row(contest: Contest, result: Results, first: Results) -> str:
    """Return a line of the table."""
    gained = result.share - first.share[: len(result.share)]
    share, margin, gain = (interval(v) for v in (100 * result.share, result.margin, 100 * gained))
    return (
        f"| {contest.hero} : {contest.others} | {len(result.share) * seats(contest)} | {share[0]:.1f} ± {share[1]:.1f} "
        f"| {margin[0]:+.1f} ± {margin[1]:.1f} | {1000 * result.seconds / max(1, result.choices):.3f} "
        f"| {gain[0]:+.1f} ± {gain[1]:.1f} |"
    )


def seats(contest: Contest) -> int:
    """Players of a contest."""
    return find(contest.game).read_options(contest.preset, dict(contest.given)).seats


def main() -> None:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("heroes", nargs="*", default=["expert"])
    parser.add_argument("--others", default="yardstick")
    parser.add_argument("--games", type=int, default=300, help="matches a row, about")
    parser.add_argument("--first", type=int, default=FRESH, help="the first deal")
    parser.add_argument("--each", type=int, default=0, help="print a row after so many deals, too")
    parser.add_argument("--preset")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--cores", type=int, default=2)
    asked = parser.parse_args()
    given = tuple(tuple(pair.split("=", 1)) for pair in asked.set)
    contests = [Contest(asked.game, asked.preset, given, hero, asked.others) for hero in asked.heroes]
    deals = range(asked.first, asked.first + -(-asked.games // seats(contests[0])))
    print("| hero : others | matches | wins % | margin | ms | gain |\n|---|---|---|---|---|---|", flush=True)
    with ProcessPoolExecutor(asked.cores, get_context("spawn")) as pool:
        for line in rows(contests, deals, pool.map if asked.cores > 1 else map, asked.each):
            print(line, flush=True)


if __name__ == "__main__":
    main()
