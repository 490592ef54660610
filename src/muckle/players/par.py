"""Two yardsticks for a match played alone: par, what a player makes of it fairly, and the best that could have been made of it.

They are for games whose chance comes in the same order whatever is done, as the cards of Mickell do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from muckle.engine.chance import stream
from muckle.errors import OptionsError
from muckle.match.match import Match
from muckle.players import choose, find


class Par(Struct, frozen=True):
    """The score that a level or bird reaches on the deal of a match."""

    score: int
    level: str
    actions: tuple[str, ...]
    """All it did, as it is written: "place 2"."""


class Hindsight(Struct, frozen=True):
    """The best that can be made of a match by somebody who knows what will come."""

    score: int
    proven: bool
    """Whether no line of play scores more; else it is what can be reached at least."""
    actions: tuple[str, ...]
    """A line of play that reaches the score."""


def par(match: Match, *, level: str = "expert", seed: int = 0) -> Par:
    """Return the score that a level or bird reaches on the deal of a match, without seeing the cards to come.

    Args:
        match: at any moment; only its deal counts, not what was done. For the deal of a seed: `muckle.new_match`.
        level: who plays. seed: of that player's own chance; same seed, same score.

    Raises:
        OptionsError: its game is not played alone, or the chance of the match cannot be told here; or there is no such level.

    >>> from muckle.match.match import new_match
    >>> par(new_match("mickell", "tiny", seed=7), level="greedy").score >= 0
    True
    """
    player, again = find(level, match.game), _again(match)
    while not again.over:
        again.apply(choose(player.name, again, int(stream(seed, again.count))))
    return Par(again.scores[0], player.name, tuple(decision.action for decision in again.decisions))


def hindsight(match: Match, *, stop: Callable[[], bool] = lambda: False) -> Hindsight:
    """Return the best score that the deal of a match allows when all that comes is known, and a line of play that reaches it.

    Args:
        match: as for `par`.
        stop: asked every tenth of a second or so; once it says yes, the score is what was found so far ("at least").

    Raises:
        OptionsError: nobody has worked this out for the game, or the chance of the match cannot be told here.

    >>> from muckle.match.match import new_match
    >>> hindsight(new_match("mickell", "tiny", seed=7)).proven
    True
    """
    best = match.game.hindsight
    if best is None:
        raise OptionsError(f"the best possible score is not known for {match.game.title}")
    again = _again(match)
    found = best(again.position.setup, outcome_order(match), stop)
    for action in found.actions:
        again.apply(again.game.text.action_text(again.position.plain_setup, again.position.plain_state, action))
    assert again.over and again.scores == [found.score], "a line of play that does not reach its score"
    return Hindsight(found.score, found.proven, tuple(decision.action for decision in again.decisions))


def play_line(match: Match, actions: Sequence[str]) -> Match:
    """Return a match with the deal of another one, in which these actions were done.

    Args:
        match: as for `par`.
        actions: texts such as those of `Hindsight.actions`.

    Raises:
        OptionsError: as for `par`. ActionError: an action is not legal.
    """
    again = _again(match)
    for action in actions:
        again.apply(action)
    return again


def outcome_order(match: Match) -> list[int]:
    """Return what chance brings to the deal of a match, in order, which is alike whatever is done.

    Raises:
        OptionsError: as for `par`.
    """
    again = _again(match)
    drawn = again.position.drew()
    while not again.over:
        again.apply(again.legal()[-1])
        drawn += again.position.drew()
    return drawn


def _again(match: Match) -> Match:
    """Return a new match with the deal of another one, before anything was done.

    Raises:
        OptionsError: it cannot be played again.
    """
    if match.options.seats > 1:
        raise OptionsError(f"par and hindsight are for matches of one seat, this one of {match.game.title} has more")
    if match.only_a_record:
        raise OptionsError("what will come in this match is told by its secret, which is known when the match is over")
    return Match(match.header, secret=match.secret, narrate=False)
