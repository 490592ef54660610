"""Whole games between players, inside compiled code: what simulations, tournaments and tests count."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from muckle.engine.chance import below, stream
from muckle.engine.compiler import compiled
from muckle.engine.game import Game
from muckle.engine.manner import MANNER, RANDOM, Manner
from muckle.engine.playout import PICKER, add_result
from muckle.engine.position import NO_WORDS, Position, blank
from muckle.engine.record import new
from muckle.engine.rules import OVER, Setup, apply, deal, legal, lent, returns, tiebreak
from muckle.players.choice import WORLDS, choose
from muckle.players.chooser import Chooser
from muckle.players.thinking import SEARCHES

if TYPE_CHECKING:
    from muckle.engine.options import GameOptions


@compiled
def play_games(options, words, begins, states, worlds, minds, actions, manners, seeds, scores, totals):
    """Play a match for every seed, seat s in the manner of manners[s]; returns the decisions made.

    Args:
        words: the match's word graph, and behind it those of players who know other words.
        begins: where in it the graph of each seat's player begins; 0: it knows the words of the match.
        options, states, minds: arrays of one record each; states and minds are scratch, as are worlds, actions, scores.
        manners: an array of MANNER. None: everybody plays at random and knows all words; then no player is compiled.
        totals: added to: the sum of each seat's scores, then the sum of its shares of the win.
    """
    setup, mind = Setup(options[0], lent(words)), minds[0]
    states, worlds, actions, begins = lent(states), lent(worlds), lent(actions), lent(begins)
    decisions = 0
    for seed in seeds:
        deal(setup, states[0], stream(seed, 0))
        mind.rng = stream(seed, 1)
        while states[0].turn != OVER:
            if manners is None:
                action = actions[below(mind, legal(setup, states[0], actions))]
            else:
                seat = states[0].turn
                own = Setup(options[0], lent(words)[begins[seat] :]) if begins[seat] else setup
                action = choose(lent(manners)[seat], setup, own, states, worlds, mind, actions)
            apply(setup, states[0], action)
            decisions += 1
        returns(setup, states[0], scores)
        add_result(setup, states[0], scores, totals)
    return decisions


class Tally(NamedTuple):
    """What a number of games came to."""

    games: int
    decisions: int
    scores: np.ndarray[Any, Any]
    """The sum of each seat's scores."""
    wins: np.ndarray[Any, Any]
    """The sum of each seat's shares of the win: 1 for a win alone, 1/2 for one shared by two."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.decisions + other.decisions,
            self.scores + other.scores,
            self.wins + other.wins,
        )


def play(
    game: Game,
    options: GameOptions,
    manners: Sequence[Manner],
    seeds: Sequence[int],
    words: Any = NO_WORDS,
    known: Sequence[Any] = (),
) -> Tally:
    """Play a match for every seed, seat s in the manner of manners[s] (`muckle.players.Player.manner`).

    The match of a seed is the match that `Position` deals from it. Releases the GIL while it plays, or thinks.

    Args:
        words: the word graph of the match. known: that of each seat's player; left out: all know all words.
    """
    if any(manner.method in SEARCHES for manner in manners):
        position = Position(game, options, words)
        return _think(position, manners, seeds, known or [words] * options.seats)
    return _play(game, options, manners, seeds, words, known or [words] * options.seats)


def _play(
    game: Game, options: GameOptions, manners: Sequence[Manner], seeds: Sequence[int], words: Any, known: Sequence[Any]
) -> Tally:
    settings, _, states = blank(game, options, words)
    graphs, begins = together(words, known)
    careless = all(manner.method == RANDOM for manner in manners) and not begins.any()
    totals = np.zeros(2 * options.seats)
    decisions = play_games(
        settings,
        graphs,
        begins,
        states,
        np.zeros(WORLDS, states.dtype),
        new(PICKER),
        np.zeros(game.state.MAX_ACTIONS, np.int64),
        None if careless else np.array([tuple(manner) for manner in manners], MANNER),
        np.asarray(seeds, np.int64),
        np.zeros(options.seats, np.int64),
        totals,
    )
    return Tally(len(seeds), int(decisions), totals[: options.seats], totals[options.seats :])


def _think(position: Position, manners: Sequence[Manner], seeds: Sequence[int], known: Sequence[Any]) -> Tally:
    """The same where somebody searches: then Python plays, decision by decision."""
    seats, decisions = len(manners), 0
    scores, wins = np.zeros(seats), np.zeros(seats)
    for seed in seeds:
        for _ in played(position, manners, seed, known):
            decisions += 1
        scores += position.scores()
        wins += shares(position)
    return Tally(len(seeds), decisions, scores, wins)


def played(
    position: Position, manners: Sequence[Manner], seed: int, known: Sequence[Any], mind: int | None = None
) -> Iterator[int]:
    """Play one match, decision by decision: each action comes before it is taken.

    Args:
        mind: the seed of the players' own chance, if that is not the match's.
    """
    position.deal(stream(seed, 0))
    chooser = Chooser(position, seed if mind is None else mind)
    while not position.over:
        action = chooser.choose(manners[position.turn], position, known[position.turn])
        yield action
        position.apply(action)


def shares(position: Position) -> np.ndarray[Any, Any]:
    """Each seat's share of the win of a match that is over (General 12)."""
    worth = [(score, int(tiebreak(position.setup, position.state, seat))) for seat, score in enumerate(position.scores())]
    won = np.array([own == max(worth) for own in worth], float)
    return won / won.sum()


def together(graph: Any, known: Sequence[Any]) -> tuple[Any, Any]:
    """The match's graph and the players', one behind the other and none twice; where each player's begins."""
    parts, begins = [graph], {id(graph): 0}
    for other in known:
        if id(other) not in begins:
            begins[id(other)] = sum(map(len, parts))
            parts.append(other)
    return np.concatenate(parts), np.array([begins[id(other)] for other in known])
