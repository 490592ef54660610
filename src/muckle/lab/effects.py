"""Effects: how much better those do who are dealt a piece, or begin with an act, than those who are not and do not."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

import numpy as np
from msgspec import Struct

from muckle.engine.compile import compiling
from muckle.engine.position import Position
from muckle.errors import OptionsError, missing_extra
from muckle.games import find
from muckle.lab.cluster import open_pool
from muckle.lab.decisions import MATCH, SEAT
from muckle.lab.matches import PlayingWork
from muckle.lab.plan import Plan, make_plan
from muckle.lab.pool import Work
from muckle.lab.record import Recorded, RecordingWork
from muckle.lab.simulate import compile_players
from muckle.lab.summary import CONFIDENCE, DIGITS
from muckle.players.match_row import SEED, STARTER, WINNERS, layout
from muckle.scene.contract import Face
from muckle.scene.lint import contents

Source = Literal["deal", "first"]
"""Name of the pieces or acts that are compared: those of the first deal to a seat, or the first act of a seat."""
DEALING = ("deal ", "draw ")
"""First words of the random outcomes that give a seat a piece (`docs/notation.md`). Where pieces are dealt, a draw in the same
step belongs to the first turn; in a game without such words racks are filled by draws."""
FEWEST = 30
"""Number of times that a piece or act must have come up, and have been missing, so that an interval can be given."""
Values = np.ndarray[Any, Any]


class Difference(Struct, frozen=True):
    """The mean of a number over the seats that had a piece or act, less the mean over those that had not."""

    mean: float
    low: float
    """Lower end of the interval. The intervals of all effects hold jointly with a probability of 95 % (Bonferroni)."""
    high: float

    @property
    def is_clear(self) -> bool:
        """True if 0 is not in the interval."""
        return self.low > 0 or self.high < 0


class Effect(Struct, frozen=True):
    """The effect of one piece or act."""

    name: str
    """Text of the piece or act, as in transcripts."""
    times: int
    """Number of seats that had the piece or act, over all games."""
    score: Difference
    wins: Difference | None
    """Difference of win shares; None in a game for one player."""
    face: Face | None = None
    """Print on the piece; None for an act, and for a piece that its own seat does not see after the deal."""


class EffectReport(Struct, frozen=True):
    """The effects of all pieces or acts."""

    game: str
    version: int
    """Version of the rules."""
    options: dict[str, int | str]
    source: str
    """ "deal" or "first"."""
    players: tuple[str, ...]
    seed: int
    games: int
    effects: tuple[Effect, ...]
    """Effects on the score, the highest first."""
    rare: int
    """Number of pieces or acts that cannot be measured: they came up, or failed to, too seldom, or it was always the same seat
    in turn order that had them."""


def effects(
    game: str,
    preset: str | None = None,
    *,
    of: Source = "deal",
    games: int | None = None,
    players: Sequence[str] | str = "medium",
    seed: int = 0,
    progress: Callable[[int], None] = lambda _: None,
    compiles: Callable[[str], None] = lambda _: None,
    cores: int | None = None,
    cluster: str | None = None,
    starter: int | None = None,
    **options: int | str,
) -> EffectReport:
    """Play many games, and report the effect of each piece dealt, or of each first act, on scores and wins.

    Args:
        of: "deal": pieces that the first deal of a match gives a seat; "first": the first act of a seat.
        game, preset, options, games, players, seed, cores, cluster, starter, progress, compiles: as for `muckle.simulate`.

    Raises:
        OptionsError: there is no such game, option or player, values do not fit together, the deal gives seats no pieces, or
            there are too few games.
        MuckleError: SciPy is not installed.
    """
    pool = open_pool(cores, cluster)
    if of not in get_args(Source):
        raise OptionsError(f"effects are those of the deal or of the first act, got {of!r:.40}")
    with compiling(compiles):
        plan = make_plan(game, preset, options, players, seed, games, starter)
        compile_players(plan)
    work: Work = PlayingWork(plan) if of == "deal" else RecordingWork(plan, decisions=True)
    named, parts = dict[str, list[tuple[int, int]]](), list[Values]()
    faces = dict[str, Face]()
    had = dealt_pieces(plan, faces) if of == "deal" else first_acts
    for part in pool.in_order(work, range(plan.games)):
        for name, match, seat in had(part, sum(map(len, parts))):
            named.setdefault(name, []).append((match, seat))
        parts.append(part.rows)
        progress(len(part.rows))
    if not named:
        raise OptionsError(f"{game}: the deal gives no seat a piece; --of first measures first acts")
    return _report(plan, of, np.concatenate(parts), named, faces)


def dealt_pieces(plan: Plan, faces: dict[str, Face]) -> Callable[[Recorded, int], Iterator[tuple[str, int, int]]]:
    """Return a function that yields each piece dealt in some matches, with the number of its match and the seat, each once.

    The function takes the matches, and the number of the first one.

    Args:
        faces: filled with the face of each piece.
    """
    game = find(plan.game)
    position, met = Position(game, plan.options, plan.graph), set[str]()

    def dealt(part: Recorded, first: int) -> Iterator[tuple[str, int, int]]:
        for match, seed in enumerate(part.rows[:, SEED].tolist(), first):
            position.deal(seed)
            texts = [game.text.chance_text(position.plain_setup, code) for code in position.drew()]
            dealing = next((word for word in DEALING if any(text.startswith(word) for text in texts)), "nothing")
            given = {tuple(text.split(" ", 2)) for text in texts if text.startswith(dealing)}
            for _, seat, piece in sorted(given):
                if piece not in met:
                    met.add(piece)
                    faces.update(own_faces(position, int(seat)))
                yield piece, match, int(seat)

    return dealt


def own_faces(position: Position, seat: int) -> dict[str, Face]:
    """Return the faces of a seat's own pieces, as the seat sees them, by every text that may name one (`docs/notation.md`)."""
    names = [f"Seat {number + 1}" for number in range(position.options.seats)]
    scene = position.game.scene.build(position.plain_setup, position.plain_state, seat, names)
    own = (piece for zone in scene.zones.values() if zone.owner in (seat, None) for piece in contents(zone))
    found = (face for piece in own if (face := scene.pieces[piece].face) and face.kind != "coin")
    return {name or "?": face for face in found for name in (face.text + face.second, face.second + face.text)}


def first_acts(part: Recorded, _: int) -> Iterator[tuple[str, int, int]]:
    """Yield the first act of each seat in some matches, with the number of its match and the seat."""
    assert part.decisions
    numbers, actions = part.decisions
    seen = set[tuple[int, int]]()
    for match, seat, action in zip(numbers[:, MATCH].tolist(), numbers[:, SEAT].tolist(), actions, strict=True):
        if (match, seat) not in seen:
            seen.add((match, seat))
            yield action, match, seat


def _report(
    plan: Plan, source: str, rows: Values, named: Mapping[str, Sequence[tuple[int, int]]], faces: Mapping[str, Face]
) -> EffectReport:
    form = layout(find(plan.game), plan.options.seats)
    scores = level(form.scores(rows).astype(float), rows[:, STARTER])
    wins = level((form.places(rows) == 1) / np.maximum(1, rows[:, WINNERS : WINNERS + 1]), rows[:, STARTER])
    holders = {name: holding(scores.shape, at) for name, at in named.items()}
    common = {name: had for name, had in holders.items() if is_measurable(had, rows[:, STARTER])}
    if not common:
        raise OptionsError(
            f"nothing came up {FEWEST} times in {len(rows):,} games, and to several seats in turn order; play more games"
        )
    alone = form.seats == 1
    confidence = 1 - (1 - CONFIDENCE) / (len(common) * (1 if alone else 2))
    found: list[Effect] = []
    for name, had in common.items():
        wins_effect = None if alone else difference(wins, had, confidence)
        found.append(Effect(name, int(had.sum()), difference(scores, had, confidence), wins_effect, faces.get(name)))
    found.sort(key=lambda one: (-one.score.mean, one.name))
    return EffectReport(
        plan.game,
        plan.header.version,
        plan.options.public(),
        source,
        plan.players,
        plan.seed,
        len(rows),
        tuple(found),
        len(named) - len(common),
    )


def holding(shape: tuple[int, ...], at: Sequence[tuple[int, int]]) -> Values:
    """Return whether each seat (column) of each game (row) is among the pairs of game and seat."""
    had = np.zeros(shape, bool)
    had[tuple(np.array(at).T)] = True
    return had


def is_measurable(had: Values, starters: Values) -> bool:
    """Return whether a piece or act came up and failed to often enough, and somewhere did both at one place in turn order.

    Args:
        had: whether each seat (column) of each game (row) had the piece or act.
        starters: seat that began each game.
    """
    if not FEWEST <= had.sum() <= had.size - FEWEST:
        return False
    shares = np.concatenate([had[starters == starter].mean(0) for starter in np.unique(starters)])
    return bool(((shares > 0) & (shares < 1)).any())


def level(values: Values, starters: Values) -> Values:
    """Return values less the mean of their seat at its place in turn order, so that neither makes an effect.

    Args:
        values: one row per game and one column per seat.
        starters: seat that began each game.
    """
    known = values.copy()
    for starter in np.unique(starters):
        known[starters == starter] -= known[starters == starter].mean(0)
    return known


def difference(values: Values, had: Values, confidence: float) -> Difference:
    """Return the difference of two means with its interval. Games are clusters, as the seats of one game depend on each other.

    Args:
        values: one row per game and one column per seat.
        had: whether the seat had the piece or act, in the same shape.
        confidence: confidence level of the interval (Student's t).
    """
    try:
        from scipy.special import stdtrit
    except ModuleNotFoundError:
        raise missing_extra("intervals of effects need SciPy", "lab") from None
    games, mean, missing = len(values), values[had].mean(), values[~had].mean()
    share = ((values - mean) * had).sum(1) / had.sum() - ((values - missing) * ~had).sum(1) / (~had).sum()
    error = math.sqrt(float((share**2).sum()) * games / (games - 1))
    reach = float(stdtrit(games - 1, (1 + confidence) / 2)) * error
    found = float(mean - missing)
    return Difference(*(round(value, DIGITS) for value in (found, found - reach, found + reach)))
