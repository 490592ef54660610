"""Advice for the seat to act: at most three actions, with how far each is behind the best and why, by what that seat may know.

What cannot be told apart is called equal. No expected result of a single action is given: it lies within a wide interval, as
worlds differ, while actions are compared in the same worlds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from muckle.engine.contract import Setup
from muckle.engine.position import NO_WORDS
from muckle.errors import ActionError, OptionsError, TurnError
from muckle.players.weighing import LIKELY, ROUNDS, Weighed, Weigher, Weighing
from muckle.words.vocabulary import EVERY, known_words, read_vocabulary

if TYPE_CHECKING:
    from muckle.engine.game import Game
    from muckle.engine.position import Position
    from muckle.match.match import Match
    from muckle.scene.contract import Act

Unit = Literal["points", "chance"]
"""Unit of results: points of the game, or the chance to win from 0 to 1."""


class Suggestion(Struct, frozen=True):
    """An action that is advised."""

    action: str
    """As it is written: "place KH"."""
    act: str
    """Id of the act in the seat's scene that does it: "place KH"; an act that asks something, such as "claim 1", does it
    with the answer. Empty if the scene offers none.
    """
    claim: str
    """Why, in the game's terms, in at most `CLAIM` characters (`muckle.scene.tell`): "Keeps Hearts: lead by 2"; often empty."""
    loss: float | None
    """Expected loss against the first one, in the unit; None if that is not known yet, or not at all."""
    margin: float | None
    """Half the width of the interval round the loss; about 99 % of such intervals hold it. None as long as nothing is known."""
    equal: bool
    """Whether it may be as good as the first one, as far as is known: the loss is within its margin."""


class Advice(Struct, frozen=True):
    """The suggestions for a position, as good as the thinking done so far makes them."""

    unit: Unit
    suggestions: tuple[Suggestion, ...]
    """The best first."""
    share: float
    """Fraction of the thinking that is done, up to 1."""
    forced: bool = False
    """Whether the seat has nothing else to do. If not, a single suggestion is the only one that could be judged."""


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
    weigher, position = Weigher(match.position, graph, effort=effort), match.position
    acts = match.game.scene.build(position.plain_setup, position.plain_state, match.turn, match.names).acts
    return (_advice(position, graph, acts, weighing) for weighing in weigher.weigh(position, seed))


def best_advice(match: Match, seed: int = 0, *, words: str = EVERY, effort: float = 1.0) -> Advice:
    """Return up to three actions of the seat to act, the best first, with how far each is behind the first and why.

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


def _advice(position: Position, graph: object, acts: Mapping[str, Act], weighing: Weighing) -> Advice:
    view = position.view(position.turn, graph)
    ranked = [each for each in weighing.ranked if not math.isnan(each.loss)][:LIKELY]
    suggestions = tuple(_suggestion(position, view, acts, each) for each in ranked)
    return Advice(unit_of(position.game), suggestions, weighing.done / ROUNDS, len(position.legal()) == 1)


def _suggestion(position: Position, view: Position, acts: Mapping[str, Act], held: Weighed) -> Suggestion:
    text, own = position.game.text, Setup(position.plain_setup.options, view.plain_setup.words)
    action = text.completions(own, view.plain_state, held.action)[0]
    is_compared = math.isfinite(held.margin)
    return Suggestion(
        action=text.action_text(position.plain_setup, position.plain_state, action),
        act=act_of(position, acts, action),
        claim=text.merit(own, view.plain_state, action),
        loss=held.loss if is_compared else None,
        margin=held.margin if is_compared else None,
        equal=held.equal,
    )


def act_of(position: Position, acts: Mapping[str, Act], action: int) -> str:
    """Return the id of the act that does an action of a position, if need be with an answer; empty if there is none."""
    setup, state, text = position.plain_setup, position.plain_state, position.game.text
    written = text.action_text(setup, state, action)
    if written in acts:
        return written
    asking = {name: act.ask for name, act in acts.items() if act.ask}
    for name, ask in asking.items():
        answers = ascii_uppercase if ask.kind == "letter" else ask.choices
        if written.startswith(f"{name} ") or any(_is_action(position, f"{name} {answer}", action) for answer in answers):
            return name
    return ""


def _is_action(position: Position, written: str, action: int) -> bool:
    try:
        return position.game.text.read_action(position.plain_setup, position.plain_state, written) == action
    except ActionError:
        return False
