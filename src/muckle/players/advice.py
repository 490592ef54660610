"""Advice for the seat to act: at most three actions, with what each should come to and why, by what that seat may know."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from muckle.engine.contract import Setup
from muckle.engine.position import NO_WORDS
from muckle.errors import OptionsError, TurnError
from muckle.players.weighing import LIKELY, ROUNDS, Weighed, Weigher, Weighing
from muckle.words.vocabulary import EVERY, known_words, read_vocabulary

if TYPE_CHECKING:
    from muckle.engine.game import Game
    from muckle.engine.position import Position
    from muckle.match.match import Match

Unit = Literal["points", "chance"]
"""Unit of results: points of the game, or the chance to win from 0 to 1."""


class Suggestion(Struct, frozen=True):
    """An action that is advised."""

    action: str
    """As it is written: "place KH"."""
    claim: str
    """Why, in the game's terms, in at most `CLAIM` characters (`muckle.scene.tell`): "Keeps Hearts: lead by 2"."""
    result: float | None
    """Expected result of the action; None where it is the only legal one."""
    error: float | None
    """The standard error of the result, None if it is not known yet."""
    equal: bool
    """Whether it may be as good as the first one, as far as is known."""


class Advice(Struct, frozen=True):
    """The suggestions for a position, as good as the thinking done so far makes them."""

    unit: Unit
    suggestions: tuple[Suggestion, ...]
    """The best first."""
    share: float
    """Fraction of the thinking that is done, up to 1."""


def advise(match: Match, seed: int = 0, *, words: str = EVERY, effort: float = 1.0) -> Iterator[Advice]:
    """Yield advice for the seat to act, better and better; stop iterating to cancel the thinking.

    Args:
        seed: of the adviser's own chance; the same seed and position, the same advice.
        words: a vocabulary (`muckle.words.vocabulary`): it advises with these words only, and never with offensive ones.
        effort: how much it thinks, as a multiple of what the expert takes for a decision.

    Raises:
        TurnError: the match is over.
        OptionsError: there is no such vocabulary, or no words in this game.
        ActionError: words may not be looked up in this match, so none may be named (Mickell D9).
    """
    vocabulary = permitted(match, words)
    graph = NO_WORDS if match.words is None else known_words(match.words, vocabulary).graph
    weigher = Weigher(match.position, graph, effort=effort)
    return (_advice(match.game, match.position, graph, weighing) for weighing in weigher.weigh(match.position, seed))


def best_advice(match: Match, seed: int = 0, *, words: str = EVERY, effort: float = 1.0) -> Advice:
    """Return up to three actions of the seat to act, the best first, with what each should bring and why.

    It knows only what the seat may know. Arguments and errors are those of `advise`, whose last answer it returns.

    >>> from muckle.match.match import new_match
    >>> match = new_match("mitch", "tiny", seed=7)
    >>> best_advice(match, effort=0.02).suggestions[0].action in match.legal()
    True
    """
    *_, last = advise(match, seed, words=words, effort=effort)
    return last


def unit_of(game: Game) -> Unit:
    """Return the unit in which results of a game are counted."""
    return "chance" if game.counts_wins else "points"


def amount(value: float, unit: Unit) -> str:
    """Return a result or difference for people, without the word for points: ``12.4``, ``−0.8``, ``52 %``."""
    shown = f"{abs(value):.0%}".replace("%", " %") if unit == "chance" else f"{abs(value):.1f}"
    return f"−{shown}" if value < 0 and any(digit in shown for digit in "123456789") else shown


def amount_with_unit(value: float, unit: Unit) -> str:
    """Return a result or difference for people with its unit: ``0.8 points``, ``4 %``."""
    return amount(value, unit) + (" points" if unit == "points" else "")


def permitted(match: Match, words: str) -> str:
    """Return the vocabulary that advice may be given with; raises the errors of `advise`."""
    name = read_vocabulary(words)
    if match.over:
        raise TurnError("the match is over")
    if name and match.words is None:
        raise OptionsError(f"{match.game.name} has no words, so a hint there has no vocabulary, got {words!r}")
    if match.words is not None and (refusal := match.options.lookup_refusal()):
        raise refusal
    return name


def _advice(game: Game, position: Position, graph: object, weighing: Weighing) -> Advice:
    view = position.view(position.turn, graph)
    unit = unit_of(game)
    ranked = [each for each in weighing.ranked if not math.isnan(each.loss)][:LIKELY]
    suggestions = tuple(_suggestion(game, position, view, each, lead_of(ranked), unit) for each in ranked)
    return Advice(unit, suggestions, weighing.done / ROUNDS)


def lead_of(ranked: list[Weighed]) -> float:
    """Return by how much the first action is better than the second; 0 if they may be equal."""
    return ranked[1].loss if len(ranked) > 1 and not ranked[1].equal else 0.0


def _suggestion(game: Game, position: Position, view: Position, held: Weighed, lead: float, unit: Unit) -> Suggestion:
    own = Setup(position.plain_setup.options, view.plain_setup.words)
    action = game.text.completions(own, view.plain_state, held.action)[0]
    reason = game.text.merit(own, view.plain_state, action) or plain_claim(held, lead, unit)
    text = game.text.action_text(position.plain_setup, position.plain_state, action)
    known_error = None if math.isinf(held.error) else held.error
    return Suggestion(text, reason, None if math.isnan(held.mean) else held.mean, known_error, held.equal)


def plain_claim(held: Weighed, lead: float, unit: Unit) -> str:
    """Return a claim that names no reason: ``Best: about +2.3 points``."""
    if math.isnan(held.mean):
        return "The only thing to do"
    if held.loss == 0:
        return f"Best: about +{amount_with_unit(lead, unit)}" if lead > 0 else "As good as any"
    return "About as good" if held.equal else f"About {amount_with_unit(held.loss, unit)} less"
