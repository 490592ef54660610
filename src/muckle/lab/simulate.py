"""Simulation: many games of one kind between given players, and what they came to."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np
from msgspec import Struct

from muckle import players
from muckle.engine.chance import stream
from muckle.engine.options import GameOptions
from muckle.engine.position import NO_WORDS
from muckle.errors import OptionsError
from muckle.games import find
from muckle.match.begin import new_match, read_number, read_seed
from muckle.match.words import words_of
from muckle.players.choice import Chooser
from muckle.players.contest import Tally, play

SEED_BITS = 53
"""Match seeds fit a JSON number."""


class Writable(Protocol):
    """What transcripts can be written to, such as a text file."""

    def write(self, text: str, /) -> int: ...


class Report(Struct, frozen=True):
    """What a simulation came to. Seats are in seat order; a shared win counts as its share."""

    game: str
    version: int
    options: dict[str, int | str]
    seats: int
    players: tuple[str, ...]
    seed: int
    games: int
    decisions: int
    cpu_seconds: float
    decisions_per_cpu_second: float
    mean_scores: tuple[float, ...]
    win_shares: tuple[float, ...]


def match_seed(seed: int, game: int) -> int:
    """The seed of match number `game` of a simulation: any match can be played again on its own."""
    return int(stream(seed, game)) & ((1 << SEED_BITS) - 1)


def simulate(
    game: str,
    preset: str | None = None,
    *,
    games: int = 1000,
    levels: Sequence[str] = ("random",),
    seed: int = 0,
    transcripts: Writable | None = None,
    progress: Callable[[int], None] = lambda _: None,
    threads: int | None = None,
    **options: int | str,
) -> Report:
    """Play many games and count.

    Args:
        game, preset, options: as for `muckle.new_match`.
        games: how many, at least 1.
        levels: a player for each seat, or one for all; its level, or level and vocabulary (`muckle.players`).
        seed: whole number from 0 to 2**62. Same seed, same result, whatever the number of threads.
        transcripts: where to write every match; slower, as every decision becomes text.
        progress: is told how many games were finished since it was last told.
        threads: how many games at once; None for one a core.

    Raises:
        OptionsError: no such game, option or player, or values that do not fit.

    >>> simulate("mitch", games=10, seats=3).games
    10
    """
    kind = find(game)
    checked = kind.read_options(preset, options)
    for problem in checked.bot_problems():
        raise problem
    games, seed = read_number(games, "the number of games", 1, 10**12, "10**12"), read_seed(seed)
    levels = [levels] if isinstance(levels, str) else levels
    if len(levels) not in (1, checked.seats):
        needed = "1" if checked.seats == 1 else f"1 or {checked.seats}"
        raise OptionsError(f"{kind.name}: expected {needed} for players, one for each seat or one for all, got {len(levels)}")
    seated = [players.find(name, kind) for name in levels] * (checked.seats if len(levels) == 1 else 1)
    kinds = [player.kind for player in seated]
    words = words_of(checked)
    graph = NO_WORDS if words is None else words.graph
    known = [player.graph(words) for player in seated]
    play(kind, checked, kinds, [], graph, known)  # compiled before the clock starts
    began = time.process_time()
    if transcripts is None:
        tally = _count(kind.name, checked, kinds, seed, games, graph, known, progress, threads or os.cpu_count() or 1)
    else:
        tally = _record(kind.name, preset, options, kinds, known, seed, games, transcripts, progress)
    spent = time.process_time() - began
    return Report(
        kind.name,
        kind.version,
        checked.public(),
        checked.seats,
        tuple(player.name for player in seated),
        seed,
        games,
        tally.decisions,
        round(spent, 6),
        round(tally.decisions / max(spent, 1e-9)),
        tuple(round(score / games, 6) for score in tally.scores.tolist()),
        tuple(round(share / games, 6) for share in tally.wins.tolist()),
    )


def _count(
    game: str,
    options: GameOptions,
    kinds: Sequence[int],
    seed: int,
    games: int,
    graph: Any,
    known: Sequence[Any],
    progress: Callable[[int], None],
    threads: int,
) -> Tally:
    """Compiled games, in chunks that end a few times a second, so that progress shows and Ctrl-C is heard."""
    kind, total = find(game), Tally(0, 0, np.zeros(options.seats), np.zeros(options.seats))
    chunk, first = 1, 0
    with ThreadPoolExecutor(threads) as pool:
        while first < games:
            began = time.monotonic()
            parts = [range(at, min(at + chunk, games)) for at in range(first, min(first + threads * chunk, games), chunk)]
            for tally in pool.map(
                lambda part: play(kind, options, kinds, [match_seed(seed, number) for number in part], graph, known), parts
            ):
                total += tally
                progress(tally.games)
            first = parts[-1].stop
            if time.monotonic() - began < 0.1:
                chunk *= 2
    return total


def _record(
    game: str,
    preset: str | None,
    options: Mapping[str, Any],
    kinds: Sequence[int],
    known: Sequence[Any],
    seed: int,
    games: int,
    transcripts: Writable,
    progress: Callable[[int], None],
) -> Tally:
    total: Tally | None = None
    for number in range(games):
        match = new_match(game, preset, seed=match_seed(seed, number), narrate=False, **options)
        chooser = Chooser(match.position, match_seed(seed, number))
        while not match.over:
            action = chooser.choose(kinds[match.turn], match.position, known[match.turn])
            match.apply(match.game.text.action_text(match.position.plain_setup, match.position.plain_state, action))
        transcripts.write(match.transcript())
        wins = np.bincount(match.winners, minlength=len(match.scores)) / len(match.winners)
        tally = Tally(1, len(match.decisions), np.array(match.scores, float), wins)
        total = tally if total is None else total + tally
        progress(1)
    assert total is not None
    return total
