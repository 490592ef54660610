"""Rules compared: the same deals played with different options, and how far what comes of them differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from muckle.engine.compile import compiling
from muckle.errors import OptionsError, suggest
from muckle.lab.matches import MatchRows
from muckle.lab.measures import Samples, Values, measures
from muckle.lab.plan import Plan, make_plan
from muckle.lab.pool import Pool, open_pool
from muckle.lab.seat_test import BY_TURN, SeatTest, WinCounts, seats_compare
from muckle.lab.simulate import Interrupted, compile_players
from muckle.lab.summary import Summary

USUAL = ("score", "win_from_starter_0", "margin", "tie", "lead_changes", "decisions", "turns", "rounds")
"""What is compared if nobody says; of these what every variant has."""
FIRST_LOOK, LOOKS, LONGEST = 100, 1.25, 100_000
"""Differences are looked at after so many games, and whenever there are so many times as many; LONGEST is the most between."""
MOST_VARIANTS = 200


class Variant(Struct, frozen=True):
    """What the games came to with some options."""

    options: dict[str, int | str]
    """Those that vary."""
    measures: dict[str, Summary]
    differences: dict[str, Summary]
    """This variant less the first one, deal by deal; empty for the first."""
    turn_test: SeatTest | None
    """Do wins depend on the place in turn order? None where different players fill the seats."""


class Comparison(Struct, frozen=True):
    """What a comparison came to."""

    game: str
    version: int
    """Of the rules."""
    options: dict[str, int | str]
    """That all variants share."""
    players: tuple[str, ...]
    """As they were asked for."""
    seed: int
    games: int
    """That each variant played."""
    asked: int
    until: float | None
    """The first measure's differences were to be known so exactly: the half of their 95 % intervals."""
    settled: bool
    """Whether they are; without `until`, true."""
    variants: tuple[Variant, ...]


def compare(
    game: str,
    preset: str | None = None,
    *,
    vary: Mapping[str, Sequence[int | str]],
    games: int = 1000,
    players: Sequence[str] | str = "random",
    seed: int = 0,
    metrics: Sequence[str] = (),
    until: float | None = None,
    progress: Callable[[int], None] = lambda _: None,
    compiles: Callable[[str], None] = lambda _: None,
    cores: int | None = None,
    cluster: str | None = None,
    starter: int | None = None,
    out: Path | str | None = None,
    **options: int | str,
) -> Comparison:
    """Play the same deals with different options.

    Deals are the same as far as the rules draw alike: game number n has the same chance in every variant.

    Args:
        game, preset, options, players, seed, cores, cluster, starter: as for `muckle.simulate`.
        out: as there; a folder for each variant in it, such as ``hand_size=3/draw=stock``, as Polars and others read them.
        vary: the values of each option that varies; every combination is a variant, and others are compared with the first.
        games: how many of each variant, at most.
        metrics: names of measures (`docs/laboratory.md`); left out: those that designers mostly ask for.
        until: stop when the differences of the first metric are known so exactly: their 95 % intervals reach no further than
            this to either side. It is looked at after certain numbers of games, so the result does not depend on the cores.
        progress: is told how many games were finished since it was last told.

    Raises:
        OptionsError: no such game, option, player or metric, or values that do not fit.
        Interrupted: a KeyboardInterrupt with the comparison of the games that all variants had played.

    >>> from muckle import compare
    >>> [variant.options for variant in compare("mitch", games=10, vary={"hand_size": [4, 5]}).variants]
    [{'hand_size': 4}, {'hand_size': 5}]
    """
    pool, grid = open_pool(cores, cluster), variants(vary, options)
    with compiling(compiles):
        plans = [make_plan(game, preset, {**options, **values}, players, seed, games, starter) for values in grid]
        folders = [
            None if out is None else Path(out, *(f"{name}={value}" for name, value in _varied(plan, vary))) for plan in plans
        ]
        matches = [MatchRows(plan, folder) for plan, folder in zip(plans, folders, strict=True)]
        for plan in plans:
            compile_players(plan)
    if until is not None and not until > 0:
        raise OptionsError(f"until is how exactly differences shall be known, more than 0, got {until}")
    contest = _Contest(matches, read_metrics(matches, metrics))
    names = [players] if isinstance(players, str) else players
    try:
        for numbers in blocks(plans[0].games):
            contest.play(numbers, pool, progress)
            if until is not None and contest.reach <= until:
                break
    except KeyboardInterrupt:
        if not contest.games:
            raise
        raise Interrupted(contest.comparison([*vary], names, until)) from None
    for each in matches:
        each.finish()
    return contest.comparison([*vary], names, until)


def variants(vary: Mapping[str, Sequence[int | str]], options: Mapping[str, Any]) -> list[dict[str, int | str]]:
    """Every combination of the values, the last option varying fastest.

    Raises:
        OptionsError: there are none or too many, or an option has a value twice or is also given.
    """
    for name, values in vary.items():
        told = [str(value).strip() for value in values]
        if name in options:
            raise OptionsError(f"{name} varies, so it cannot also be {options[name]!r:.40}")
        if not told or len(set(told)) < len(told):
            raise OptionsError(f"{name} varies over different values, at least one, got {', '.join(told) or 'none'}")
    grid = [dict(zip(vary, values, strict=True)) for values in product(*vary.values())]
    if not 2 <= len(grid) <= MOST_VARIANTS:
        raise OptionsError(f"from 2 to {MOST_VARIANTS} variants are compared, got {len(grid)}; --vary hand_size=3,5 makes two")
    return grid


def read_metrics(matches: Sequence[MatchRows], wanted: Sequence[str]) -> list[str]:
    """The measures to compare.

    Raises:
        OptionsError: a variant has none of that name.
    """
    known = [[*measures(np.zeros((1, len(form.columns)), np.int64), form)] for form in (each.layout for each in matches)]
    there = [name for name in known[0] if all(name in other for other in known)]
    for name in wanted:
        if name not in there:
            raise OptionsError(f"no metric is called {name!r}, all variants have {', '.join(there)}{suggest(name, there)}")
    return [*dict.fromkeys(wanted)] or [name for name in USUAL if name in there]


def blocks(games: int) -> Iterator[range]:
    """The game numbers between one look at the differences and the next."""
    first, last = 0, min(FIRST_LOOK, games)
    while first < games:
        yield range(first, last)
        first, last = last, min(games, max(last + 1, int(last * LOOKS)), last + LONGEST)


class _Contest:
    """Variants that play the same deals, and what is known of them so far."""

    def __init__(self, matches: Sequence[MatchRows], metrics: Sequence[str]) -> None:
        self._matches, self._metrics = matches, metrics
        self._samples = [Samples() for _ in matches]
        self._differences = [Samples() for _ in matches]
        plans = [each.plan for each in matches]
        self._by_turn = [WinCounts(BY_TURN, len(plan.players)) if seats_compare(plan) else None for plan in plans]

    def play(self, numbers: range, pool: Pool, progress: Callable[[int], None]) -> None:
        """The games of these numbers, with every variant; they are counted when all have played them."""
        played = [np.concatenate([*_told(matches.rows(numbers, pool), progress)]) for matches in self._matches]
        measured = [measures(rows, matches.layout) for rows, matches in zip(played, self._matches, strict=True)]
        known = [{name: values[name].astype(float) for name in self._metrics} for values in measured]
        for own, samples, differences in zip(known, self._samples, self._differences, strict=True):
            samples.add(own)
            if own is not known[0]:
                differences.add({name: own[name] - known[0][name] for name in self._metrics})
        for values, by_turn in zip(measured, self._by_turn, strict=True):
            if by_turn:
                by_turn.add(values)

    @property
    def games(self) -> int:
        """How many each variant has played."""
        first = self._samples[0].get(self._metrics[0])
        return first.size if first else 0

    @property
    def reach(self) -> float:
        """How far the widest interval of a difference of the first metric reaches to either side."""
        return max(samples[self._metrics[0]].reach for samples in self._differences[1:])

    def comparison(self, varied: Sequence[str], players: Sequence[str], until: float | None) -> Comparison:
        """What they came to."""
        plan = self._matches[0].plan
        known = [
            Variant(
                dict(_varied(matches.plan, varied)),
                {name: sample.summary() for name, sample in samples.items()},
                {name: sample.summary() for name, sample in differences.items()},
                by_turn and by_turn.test(),
            )
            for matches, samples, differences, by_turn in zip(
                self._matches, self._samples, self._differences, self._by_turn, strict=True
            )
        ]
        return Comparison(
            plan.game,
            plan.header.version,
            {
                name: value
                for name, value in {"seats": plan.options.seats, **plan.options.public()}.items()
                if name not in varied
            },
            tuple(players),
            plan.seed,
            self.games,
            plan.games,
            until,
            until is None or self.reach <= until,
            tuple(known),
        )


def _varied(plan: Plan, names: Iterable[str]) -> Iterator[tuple[str, int | str]]:
    """The options that vary, with the values of one variant."""
    for name in names:
        yield name, getattr(plan.options, name)


def _told(parts: Iterable[Any], progress: Callable[[int], None]) -> Iterator[Values]:
    for part in parts:
        progress(len(part.rows))
        yield part.rows
