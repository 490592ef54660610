"""Pieces: how much better the seats do that are dealt a piece than those that are not. `openings` asks it of first acts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from muckle.engine.position import Position
from muckle.errors import OptionsError, missing_extra
from muckle.games import find
from muckle.lab.answer import Answer, Table
from muckle.lab.charts import Cell, HeatMap
from muckle.lab.plan import Plan
from muckle.lab.record import Recorded
from muckle.lab.summary import CONFIDENCE, DIGITS
from muckle.players.match_row import SEED, STARTER, WINNERS
from muckle.scene.contract import Face
from muckle.scene.lint import contents
from muckle.scene.tell import counted

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


class Effects(Struct, frozen=True):
    """The effects of all pieces or acts."""

    effects: tuple[Effect, ...]
    """Effects on the score, the highest first."""
    rare: int
    """Number of pieces or acts that cannot be measured: they came up, or failed to, too seldom, or it was always the same seat
    in turn order that had them."""


class Wording(Struct, frozen=True):
    """The words for pieces, or for first acts."""

    caption: str
    brings: str
    """Beginning of the sentence about what is good."""
    costs: str
    """Beginning of the sentence about what is bad."""
    none: str
    """Beginning of the sentence if nothing is either."""


PIECES = Wording(
    "Seats that the first deal gives a piece, against those without:",
    "Dealt to a seat, these bring it points",
    "Dealt to a seat, these cost it points",
    "No piece",
)


def ask(played: Recorded, plan: Plan) -> Answer:
    """Return what each piece that the first deal gives a seat does to its score and wins."""
    faces, named = dict[str, Face](), dict[str, list[tuple[int, int]]]()
    for name, match, seat in dealt_pieces(plan, played.rows, faces):
        named.setdefault(name, []).append((match, seat))
    if not named:
        raise OptionsError(f"{plan.game}: the deal gives no seat a piece; the question openings measures first acts")
    return effects_answer(measure(plan, played.rows, named, faces), PIECES)


def effects_answer(found: Effects, wording: Wording) -> Answer:
    """Return which pieces or acts are stronger or weaker than luck explains, with the effect of each."""
    cells = [Cell(one.name, one.score.mean, one.score.is_clear, one.face) for one in found.effects]
    return Answer(
        figures=found,
        sentences=sentences(found.effects, wording),
        tables=[table(found.effects, wording)],
        notes=notes(found),
        charts=[HeatMap("Points that each brings (bold: more than luck)", cells)],
        looks=1,
    )


def dealt_pieces(plan: Plan, rows: Values, faces: dict[str, Face]) -> Iterator[tuple[str, int, int]]:
    """Yield each piece dealt in some matches, with the number of its match and the seat, each once.

    Args:
        faces: filled with the face of each piece.
    """
    game = find(plan.game)
    position, met = Position(game, plan.options, plan.graph), set[str]()
    for match, seed in enumerate(rows[:, SEED].tolist()):
        position.deal(seed)
        texts = [game.text.chance_text(position.plain_setup, code) for code in position.drew()]
        dealing = next((word for word in DEALING if any(text.startswith(word) for text in texts)), "nothing")
        given = {tuple(text.split(" ", 2)) for text in texts if text.startswith(dealing)}
        for _, seat, piece in sorted(given):
            if piece not in met:
                met.add(piece)
                faces.update(own_faces(position, int(seat)))
            yield piece, match, int(seat)


def own_faces(position: Position, seat: int) -> dict[str, Face]:
    """Return the faces of a seat's own pieces, as the seat sees them, by every text that may name one (`docs/notation.md`)."""
    names = [f"Seat {number + 1}" for number in range(position.options.seats)]
    scene = position.game.scene.build(position.plain_setup, position.plain_state, seat, names)
    own = (piece for zone in scene.zones.values() if zone.owner in (seat, None) for piece in contents(zone))
    found = (face for piece in own if (face := scene.pieces[piece].face) and face.kind != "coin")
    return {name or "?": face for face in found for name in (face.text + face.second, face.second + face.text)}


def measure(plan: Plan, rows: Values, named: Mapping[str, Sequence[tuple[int, int]]], faces: Mapping[str, Face]) -> Effects:
    """Return the effects of pieces or acts.

    Args:
        named: by the text of a piece or act: number of the match and seat, for each seat that had it.
        faces: faces of pieces by their texts.

    Raises:
        OptionsError: there are too few games.
        MuckleError: SciPy is not installed.
    """
    form = plan.layout
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
    return Effects(tuple(found), len(named) - len(common))


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


def table(effects: Sequence[Effect], wording: Wording) -> Table:
    """Return the table of effects, from the highest to the lowest."""
    alone = effects[0].wins is None
    headings = ("", "times", "score", "95 %", *(() if alone else ("wins", "95 %")))
    rows = [
        (one.name, f"{one.times:,}", *cells(one.score, 1, ""), *(() if one.wins is None else cells(one.wins, 100, "%")))
        for one in effects
    ]
    return Table(wording.caption, headings, rows)


def cells(one: Difference, times: int, unit: str) -> tuple[str, str]:
    """Return the cells of a difference: its mean, and its interval with a mark if 0 is not in it."""
    return f"{times * one.mean:+.2f}{unit}", f"± {times * (one.high - one.mean):.2f}{unit}{' *' if one.is_clear else '  '}"


def sentences(effects: Sequence[Effect], wording: Wording) -> list[str]:
    """Return which pieces or acts are stronger or weaker than luck explains."""
    good = [one for one in effects if one.score.is_clear and one.score.mean > 0]
    bad = [one for one in reversed(effects) if one.score.is_clear and one.score.mean < 0]
    if not good and not bad:
        farthest = max(effects, key=lambda one: abs(one.score.mean))
        return [f"{wording.none} is clearly stronger or weaker than the others. Farthest off: {effect_text(farthest)}."]
    both = (wording.brings, good), (wording.costs, bad)
    return [f"{said}: {', '.join(map(effect_text, ones))}." for said, ones in both if ones]


def effect_text(one: Effect) -> str:
    """Return an effect on the score with its interval: ``J +98.3 (95 % interval +62.9 to +133.7)``."""
    return f"{one.name} {one.score.mean:+.1f} (95 % interval {one.score.low:+.1f} to {one.score.high:+.1f})"


def notes(found: Effects) -> list[str]:
    """Return how the effects are to be read, and what was left out."""
    count = len(found.effects) * (1 if found.effects[0].wins is None else 2)
    marked = "one whose interval has no 0 in it is marked *"
    told = [f"The {counted(count, 'interval')} hold{' jointly' if count > 1 else 's'} with a probability of 95 %; {marked}."]
    if found.rare:
        told.append(
            f"{found.rare:,} more cannot be measured: they came up too seldom, or always to the same seat in turn order."
        )
    return told
