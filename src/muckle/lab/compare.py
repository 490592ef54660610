"""Comparisons of rules: the same deals are played with different options, and differences are reported with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import combinations, product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
from msgspec import Struct

from muckle.engine.compile import compiling
from muckle.errors import OptionsError, suggest
from muckle.lab.cluster import open_pool
from muckle.lab.matches import MatchRows
from muckle.lab.measures import LENGTH, Samples, Values, measures, winner_sets
from muckle.lab.plan import Plan, make_plan
from muckle.lab.pool import Pool
from muckle.lab.seat_test import SeatTest, WinCounts, has_equal_players
from muckle.lab.simulate import Interrupted, compile_players
from muckle.lab.summary import CONFIDENCE, Summary

DEFAULT_METRICS = ("score", "win_from_starter_0", "margin", "tie", "lead_changes", "points_per_turn", *LENGTH)
"""Metrics that are compared by default, as far as every variant has them."""
FIRST_LOOK, GROWTH, MAX_BLOCK = 100, 1.25, 100_000
"""The stopping rule is tested after `FIRST_LOOK` games, and then each time their number has grown by the factor `GROWTH` or by
`MAX_BLOCK`, whichever comes first."""
PRESET, PLAYERS = "preset", "players"
"""Names that vary besides the options of the game: the preset, and the player that fills all seats."""
MAX_VARIANTS = 200
"""Maximum number of variants in a comparison."""


class Variant(Struct, frozen=True):
    """The results with one combination of options."""

    options: dict[str, int | str]
    """Values of the options that vary; `preset` and `players` are among them if they vary."""
    measures: dict[str, Summary]
    """Distribution of each metric."""
    differences: dict[str, Summary]
    """Distribution of each metric's difference to the first variant, deal by deal; empty for the first variant."""
    turn_test: SeatTest | None
    """Do wins depend on the place in turn order? None if different players fill the seats."""


class Pair(Struct, frozen=True):
    """The differences between two variants."""

    first: int
    """Number of the first variant, counted from 0."""
    second: int
    """Number of the second variant, greater than `first`."""
    differences: dict[str, Summary]
    """Distribution of each metric's difference, second less first, deal by deal. The intervals of the means of all pairs hold
    jointly with a probability of 95 % (Bonferroni)."""


class Comparison(Struct, frozen=True):
    """The results of a comparison."""

    game: str
    version: int
    """Version of the rules."""
    options: dict[str, int | str]
    """Options that all variants share."""
    players: tuple[str, ...]
    """Names of the players, as they were given; empty if they vary."""
    seed: int
    games: int
    """Number of games that each variant played."""
    asked: int
    """Maximum number of games per variant."""
    until: float | None
    """Half the width that the 95 % intervals of the first metric's differences were to reach."""
    settled: bool
    """Whether the confidence intervals are as narrow as `until` asks; True if `until` is None."""
    variants: tuple[Variant, ...]
    pairs: tuple[Pair, ...] = ()
    """All pairs of variants, if they were asked for."""


def compare(
    game: str,
    preset: str | None = None,
    *,
    vary: Mapping[str, Sequence[int | str]],
    games: int = 1000,
    players: Sequence[str] | str | None = None,
    seed: int = 0,
    metrics: Sequence[str] = (),
    until: float | None = None,
    pairs: bool = False,
    progress: Callable[[int], None] = lambda _: None,
    compiles: Callable[[str], None] = lambda _: None,
    cores: int | None = None,
    cluster: str | None = None,
    starter: int | None = None,
    out: Path | str | None = None,
    **options: int | str,
) -> Comparison:
    """Play the same deals with different options, and compare the results.

    Game number n has the same chance in every variant, so deals are equal as far as the rules draw in the same way.

    Args:
        game, preset, options, players, seed, cores, cluster, starter: as for `muckle.simulate`. Left out, players are random.
        out: as for `muckle.simulate`, with a folder per variant, such as ``hand_size=3/draw=stock``, as Polars reads them.
        vary: values of each option that varies. Every combination is a variant, and is compared with the first. ``preset``
            varies over names of presets, and ``players`` over players that fill all seats.
        games: maximum number of games per variant.
        metrics: names of measures (`docs/laboratory.md`); left out: a selection for designers.
        until: stop when the 95 % intervals of the first metric's differences reach at most this far to either side. This is
            tested after fixed numbers of games, so that the result does not depend on the cores.
        pairs: also compare all pairs of variants.
        progress: called with the number of games that were finished since the last call.

    Raises:
        OptionsError: there is no such game, option, player or metric, or values do not fit together.
        Interrupted: Ctrl-C was pressed; its `report` compares the games that all variants had played.

    >>> from muckle import compare
    >>> [variant.options for variant in compare("mitch", games=10, vary={"hand_size": [4, 5]}).variants]
    [{'hand_size': 4}, {'hand_size': 5}]
    """
    fixed = {name: value for name, value in ((PRESET, preset), (PLAYERS, players)) if value is not None}
    pool, grid = open_pool(cores, cluster), read_variants(vary, {**options, **fixed})
    with compiling(compiles):
        plans = [read_variant(game, {PLAYERS: "random", **fixed, **options, **values}, seed, games, starter) for values in grid]
        labels = [_label(values, plan) for values, plan in zip(grid, plans, strict=True)]
        folders = [
            None if out is None else Path(out, *(f"{name}={quote(str(value), safe='')}" for name, value in label.items()))
            for label in labels
        ]
        matches = [MatchRows(plan, folder) for plan, folder in zip(plans, folders, strict=True)]
        for plan in plans:
            compile_players(plan)
    if until is not None and not until > 0:
        raise OptionsError(f"until is how exactly differences shall be known, more than 0, got {until}")
    running = _Variants(matches, labels, read_metrics(matches, metrics), pairs)
    names = () if PLAYERS in vary else (players or "random",) if isinstance(players, str | None) else tuple(players)
    try:
        for numbers in blocks(plans[0].games):
            running.play(numbers, pool, progress)
            if until is not None and running.half_width <= until:
                break
    except KeyboardInterrupt:
        if not running.games:
            raise
        raise Interrupted(running.comparison(names, until)) from None
    for each in matches:
        each.finish()
    return running.comparison(names, until)


def read_variant(game: str, values: Mapping[str, Any], seed: int, games: int, starter: int | None) -> Plan:
    """Return the plan of one variant.

    Args:
        values: options of the game, `players`, and `preset` if one is named.

    Raises:
        OptionsError: there is no such game, option, preset or player, or values do not fit together.
    """
    options = dict(values)
    preset, players = options.pop(PRESET, None), options.pop(PLAYERS)
    return make_plan(game, preset, options, players, seed, games, starter)


def read_variants(vary: Mapping[str, Sequence[int | str]], options: Mapping[str, Any]) -> list[dict[str, int | str]]:
    """Return every combination of the values to compare; the last option varies fastest.

    Raises:
        OptionsError: there are too few or too many, an option has a value twice, or an option that varies is also fixed.
    """
    for name, values in vary.items():
        texts = [str(value).strip() for value in values]
        if name in options:
            raise OptionsError(f"{name} varies, so it cannot also be {options[name]!r:.40}")
        if not texts or len(set(texts)) < len(texts):
            raise OptionsError(f"{name} varies over different values, at least one, got {', '.join(texts) or 'none'}")
    grid = [dict(zip(vary, values, strict=True)) for values in product(*vary.values())]
    if not 2 <= len(grid) <= MAX_VARIANTS:
        raise OptionsError(f"from 2 to {MAX_VARIANTS} variants are compared, got {len(grid)}; --vary hand_size=3,5 makes two")
    return grid


def read_metrics(matches: Sequence[MatchRows], wanted: Sequence[str]) -> list[str]:
    """Return the names of the metrics to compare.

    Raises:
        OptionsError: a variant has no metric of that name.
    """
    known = [[*measures(np.zeros((1, len(form.columns)), np.int64), form)] for form in (each.layout for each in matches)]
    common = [name for name in known[0] if all(name in other for other in known)]
    for name in wanted:
        if name not in common:
            raise OptionsError(f"no metric is called {name!r}, all variants have {', '.join(common)}{suggest(name, common)}")
    return [*dict.fromkeys(wanted)] or [name for name in DEFAULT_METRICS if name in common]


def blocks(games: int) -> Iterator[range]:
    """Yield the ranges of game numbers between two tests of the stopping rule."""
    first, last = 0, min(FIRST_LOOK, games)
    while first < games:
        yield range(first, last)
        first, last = last, min(games, max(last + 1, int(last * GROWTH)), last + MAX_BLOCK)


class _Variants:
    """Variants that play the same deals, and their results so far."""

    def __init__(
        self, matches: Sequence[MatchRows], labels: Sequence[dict[str, int | str]], metrics: Sequence[str], pairs: bool
    ) -> None:
        self._matches, self._labels, self._metrics = matches, labels, metrics
        self._samples = [Samples() for _ in matches]
        self._pairs = [*combinations(range(len(matches)), 2)] if pairs else []
        from_first = [(0, other) for other in range(1, len(matches))]
        self._differences = {pair: Samples() for pair in [*from_first, *self._pairs]}
        plans = [each.plan for each in matches]
        self._by_turn = [WinCounts(len(plan.players)) if has_equal_players(plan) else None for plan in plans]

    def play(self, numbers: range, pool: Pool, progress: Callable[[int], None]) -> None:
        """Play the games of these numbers with every variant, and then add them to the results."""
        played = [_play(matches, numbers, pool, progress) for matches in self._matches]
        measured = [measures(rows, matches.layout) for rows, matches in zip(played, self._matches, strict=True)]
        known = [{name: values[name].astype(float) for name in self._metrics} for values in measured]
        for own, samples in zip(known, self._samples, strict=True):
            samples.add(own)
        for (first, second), differences in self._differences.items():
            differences.add({name: known[second][name] - known[first][name] for name in self._metrics})
        for rows, matches, by_turn in zip(played, self._matches, self._by_turn, strict=True):
            if by_turn:
                by_turn.add(winner_sets(rows, matches.layout)[1])

    @property
    def games(self) -> int:
        """Number of games that each variant has played."""
        first = self._samples[0].get(self._metrics[0])
        return first.size if first else 0

    @property
    def half_width(self) -> float:
        """Half the width of the widest interval of a difference of the first metric."""
        return max(self._differences[0, other][self._metrics[0]].half_width() for other in range(1, len(self._matches)))

    def comparison(self, players: tuple[str, ...], until: float | None) -> Comparison:
        """Return the results so far."""
        plan = self._matches[0].plan
        known = [
            Variant(
                label,
                {name: sample.summary() for name, sample in samples.items()},
                {name: sample.summary() for name, sample in self._differences[0, number].items()} if number else {},
                by_turn and by_turn.test(),
            )
            for number, (label, samples, by_turn) in enumerate(zip(self._labels, self._samples, self._by_turn, strict=True))
        ]
        confidence = 1 - (1 - CONFIDENCE) / max(1, len(self._pairs))
        pairs = [
            Pair(*pair, {name: sample.summary(confidence) for name, sample in self._differences[pair].items()})
            for pair in self._pairs
        ]
        return Comparison(
            plan.game,
            plan.header.version,
            _shared([each.plan for each in self._matches]),
            players,
            plan.seed,
            self.games,
            plan.games,
            until,
            until is None or self.half_width <= until,
            tuple(known),
            tuple(pairs),
        )


def _label(values: Mapping[str, int | str], plan: Plan) -> dict[str, int | str]:
    """Return what sets a variant apart: its values of all that varies, options as they were read."""
    return {
        name: str(value).strip() if name in (PRESET, PLAYERS) else getattr(plan.options, name) for name, value in values.items()
    }


def _shared(plans: Sequence[Plan]) -> dict[str, int | str]:
    """Return the options that have the same value in all variants."""
    first, *others = ({"seats": plan.options.seats, **plan.options.public()} for plan in plans)
    return {name: value for name, value in first.items() if all(other.get(name) == value for other in others)}


def _play(matches: MatchRows, numbers: range, pool: Pool, progress: Callable[[int], None]) -> Values:
    """Return the rows of the matches of these numbers, and report them while they are played."""
    rows = list[Values]()
    with closing(matches.rows(numbers, pool)) as parts:  # so that no thread of the pool is left after Ctrl-C
        for part in parts:
            progress(len(part.rows))
            rows.append(part.rows)
    return np.concatenate(rows)
