"""Judgements of the decisions of a recorded match: the loss against the best action, by what each seat knew then."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import accumulate

import numpy as np
from msgspec import Struct

from muckle.engine.chance import stream
from muckle.engine.manner import LEVELS, Manner
from muckle.engine.position import NO_WORDS, Position
from muckle.errors import OptionsError
from muckle.match.match import Match
from muckle.match.transcript import Transcript
from muckle.players import find
from muckle.players.advice import Unit
from muckle.players.searches import leaf_values
from muckle.players.thinking import SEARCHES
from muckle.players.weighing import Weighed, Weigher, Weighing
from muckle.words.vocabulary import EVERY, known_words

VERSION = 1
"""Version of the analysis, raised when the same match, seed and budget give another result; stored ones are then made anew."""
MOST = 5
"""Maximum number of decisions that are listed as those that mattered."""


class Alternative(Struct, frozen=True):
    """An action's worth at a decision."""

    action: str
    expected: float | None
    loss: float | None
    """Result of the best action less that of this one, in the same imagined worlds; None: it could not be compared."""
    margin: float | None
    """Half the width of the interval round the loss; about 99 % of such intervals hold it."""


class JudgedDecision(Struct, frozen=True):
    """A decision of a match, as judged by what its seat knew then."""

    number: int
    """Number of the decision in the match, from 1."""
    turn: int
    """Number of the turn that the decision belongs to, from 1."""
    seat: int
    action: str
    best: str
    claim: str
    """Reason for the best action in the game's terms; mostly given where it was not chosen."""
    expected: float | None
    """Expected result of the best action; None where there was nothing to choose."""
    error: float | None
    loss: float | None
    """Expected result that the choice cost; None: it could not be compared."""
    margin: float | None
    mistake: bool
    """Whether it surely cost something, and no trifle: the loss is beyond its margin and at least the game's `TRIFLE`."""
    lead: float
    """Least difference between the choice and the second best, if the choice was the best; else 0."""
    ranked: tuple[Alternative, ...]
    """Actions that were compared, the best first."""


class Analysis(Struct, frozen=True):
    """All decisions of a match, judged."""

    game: str
    unit: Unit
    level: str
    effort: float
    seed: int
    decisions: tuple[JudgedDecision, ...]
    ends: tuple[float, ...]
    """Worth of the last position to each seat, in the unit."""
    version: int = VERSION

    def mattered(self, most: int = MOST) -> list[JudgedDecision]:
        """Return the mistakes that cost most, in the order they were made."""
        mistakes = sorted((each for each in self.decisions if each.mistake), key=lambda each: -(each.loss or 0.0))
        return sorted(mistakes[:most], key=lambda each: each.number)


LEAST: dict[Unit, float] = {"points": 1.0, "chance": 0.05}
"""Least certain loss of a decision that turned a match, by unit."""


def turning_point(decisions: Sequence[JudgedDecision], ends: Sequence[float], unit: Unit) -> JudgedDecision | None:
    """Return the mistake that turned a match, or None unless one surely did.

    Its seat did not win, its loss is large even at the lower end of its interval, and its loss exceeds that of all others
    by more than chance explains.

    Args:
        ends: worth of the last position to each seat.
    """
    mistakes = [each for each in decisions if each.mistake and (len(ends) == 1 or ends[each.seat] < max(ends))]
    mistakes.sort(key=lambda each: -(each.loss or 0.0))
    if not mistakes:
        return None
    worst, *others = [(each.loss or 0.0, each.margin or 0.0) for each in mistakes]
    loss, margin = worst
    clear = all(loss - other > math.hypot(margin, other_margin) for other, other_margin in others)
    return mistakes[0] if clear and loss - margin >= LEAST[unit] else None


def turn_numbers(recorded: Transcript) -> list[int]:
    """Return the number of the turn that each decision of a match belongs to, from 1."""
    seats = [line.seat for line in recorded.lines]
    return [*accumulate(seat != last for seat, last in zip(seats, [-1, *seats], strict=False))]


def read_manner(recorded: Transcript, level: str) -> Manner:
    """Return the manner in which a judge of a level searches in a match.

    Raises:
        OptionsError: there is no such level, or it does not search.
    """
    from muckle import games

    game = games.find(recorded.header.game)
    manner = find(level, game).manner(game)
    if manner.method in SEARCHES:
        return manner
    if level == "expert":
        return LEVELS["expert"]
    raise OptionsError(f"{level} does not search in {game.title}, so it cannot judge; take expert")


class Judge:
    """Judges the decisions of one match.

    Args:
        match: it, at any moment. manner: how the judge searches; None: as the expert does.
        effort: how much it thinks, as a multiple of what its level takes for a decision.
        seed: of the judge's own chance; the same seed, manner and effort judge the same.
        stop: told after each round how many of ROUNDS a decision has had; whether it is enough.
    """

    def __init__(
        self,
        match: Match,
        manner: Manner | None = None,
        effort: float = 1.0,
        seed: int = 0,
        stop: Callable[[int], bool] = lambda done: False,
    ) -> None:
        self._graph = NO_WORDS if match.words is None else known_words(match.words, EVERY).graph
        self._weigher = Weigher(match.position, self._graph, manner, effort)
        self._seed, self._stop = seed, stop

    def decision(self, match: Match, action: str, number: int, turn: int) -> JudgedDecision:
        """Judge a decision by the position before it.

        Args:
            match: before the decision. number, turn: of the decision, from 1.
        """
        position, text = match.position, match.game.text
        chosen = _legal(position, text.read_action(position.plain_setup, position.plain_state, action))
        weighing = self._weigh(position, number, [] if chosen is None else [chosen])
        held = None if chosen is None else weighing.of(chosen)
        best, second = weighing.ranked[0], weighing.ranked[1] if len(weighing.ranked) > 1 else None
        mistake = held is not None and held.behind and held.loss >= match.game.trifle
        view = position.view(position.turn, self._graph)
        return JudgedDecision(
            number=number,
            turn=turn,
            seat=position.turn,
            action=action,
            best=_text(position, best.action),
            claim=text.merit(view.plain_setup, view.plain_state, best.action) if mistake else "",
            expected=_number(best.mean),
            error=_number(best.error),
            loss=_number(held.loss) if held else None,
            margin=_number(held.margin) if held else None,
            mistake=mistake,
            lead=second.loss if second and second.behind and held == best else 0.0,
            ranked=tuple(_alternative(position, each) for each in weighing.ranked),
        )

    def _weigh(self, position: Position, number: int, besides: list[int]) -> Weighing:
        last = None
        for last in self._weigher.weigh(position, int(stream(self._seed, number)), besides):
            if self._stop(last.done):
                break
        assert last
        return last


def ends_of(position: Position) -> tuple[float, ...]:
    """Return the worth of a position to each seat, in the unit of its game."""
    results = np.zeros(position.options.seats)
    leaf_values(*position.arrays, results)
    return tuple(results.tolist())


def _legal(position: Position, action: int) -> int | None:
    """Return the legal action that stands for one with an answer, such as a claim with its word; None if there is none."""
    setup, state, completions = position.plain_setup, position.plain_state, position.game.text.completions
    legal = position.legal()
    if action in legal:
        return action
    return next((each for each in legal if action in completions(setup, state, each)), None)


def _text(position: Position, action: int) -> str:
    return position.game.text.action_text(position.plain_setup, position.plain_state, action)


def _alternative(position: Position, held: Weighed) -> Alternative:
    return Alternative(_text(position, held.action), _number(held.mean), _number(held.loss), _number(held.margin))


def _number(value: float) -> float | None:
    """Return a number for a file, with None for an unknown one."""
    return value if math.isfinite(value) else None
