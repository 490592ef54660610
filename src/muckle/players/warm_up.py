"""Compilation of everything a game needs, ahead of its first use."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from muckle.engine.contract import rounds, tiebreak
from muckle.engine.game import Game
from muckle.errors import GameError
from muckle.match.match import Match, new_match
from muckle.players import BIRDS, LEVELS, choose, find
from muckle.players.advice import advise
from muckle.players.contest import play
from muckle.players.par import hindsight


def warm_up(game: Game, report: Callable[[str], None] = lambda _: None) -> None:
    """Compile everything that a game needs for play and simulation, or load it from the cache.

    Args:
        game: the game.
        report: called with a description of each step before it.
    """
    report(f"{game.title}: rules")
    match = match_with_choice(game)
    position = match.position
    position.scores()
    rounds(position.setup, position.state)
    tiebreak(position.setup, position.state, 0)
    position.observation(position.turn)
    position.view(position.turn, position.setup.words)
    position.outcomes(None)
    for name in LEVELS:
        report(f"{game.title}: the {name} player")
        choose(name, match, 0, effort=1e-9)
        play(game, match.options, [find(name).manner(game)] * match.options.seats, [], position.setup.words)
    for name in BIRDS:
        choose(name, match, 0, effort=1e-9)
    report(f"{game.title}: advice")
    list(advise(match, effort=1e-9))
    if game.hindsight:
        report(f"{game.title}: the best possible score")
        hindsight(match)


def match_with_choice(game: Game) -> Match:
    """Return a small match at a decision between several actions: searches are compiled only where there is a choice.

    Raises:
        GameError: no deal was found that leads to a choice.
    """
    for preset, seed in product(("tiny", None) if "tiny" in game.presets else (None,), range(10)):
        match = new_match(game.name, preset, seed=seed)
        match.apply(match.legal()[0])
        while not match.over:
            if len(match.legal()) > 1:
                return match
            match.apply(match.legal()[0])
    raise GameError(f"{game.name}: no choice between actions was found in 10 deals, so its players cannot be compiled")
