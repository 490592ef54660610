"""Plays whole matches between players, mostly in compiled code, for simulations, tournaments and tests."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from muckle.engine.bits import from_start
from muckle.engine.chance import PICKER, stream
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, Setup, advance, any_thinkable, deal, lent, tiebreak
from muckle.engine.game import Game
from muckle.engine.kinds import ending, tables
from muckle.engine.manner import MANNER, RANDOM, Manner
from muckle.engine.position import NO_WORDS, Position, blank
from muckle.engine.record import new
from muckle.players.choice import WORLDS, choose
from muckle.players.chooser import Chooser
from muckle.players.match_row import DECISIONS, FIRST, TURNS, WINNERS, begin_row, end_row, follow, layout, row_of
from muckle.players.thinking import SEARCHES

if TYPE_CHECKING:
    from muckle.engine.options import GameOptions


Outside = Mapping[int, Callable[[Position, int], int]]
"""Seats filled by players from outside, each with a function of a position and a seed that returns the action to take."""
NOBODY: Outside = {}
Seeds = Sequence[int] | np.ndarray[Any, Any]


@compiled
def play_games(options, words, begins, states, worlds, minds, actions, manners, kinds, turns, seeds, scores, rows):
    """Play a match for every seed, seat s in the manner of manners[s].

    Args:
        options: array with the record of the options.
        words: the match's word graph, followed by those of players who know other words.
        begins: offset in `words` at which the graph of each seat's player begins; 0 if the player knows the match's words.
        states, minds: scratch, arrays of one record each.
        worlds, actions, scores: scratch arrays.
        manners: an array of MANNER. If None, everybody plays at random, and no player is compiled.
        kinds: kind of decision that each action counts as (`muckle.engine.kinds.tables`).
        turns: effect of each action on the turn. If None, turns are not counted here.
        seeds: seed of each match.
        rows: result, one row of `muckle.players.match_row` for each match, all zeros so far.
    """
    setup, mind = Setup(options[0], lent(words)), minds[0]
    states, worlds, actions, begins = lent(states), lent(worlds), lent(actions), lent(begins)
    kinds, scores, rows = lent(kinds), lent(scores), lent(rows)
    first = Setup(options[0], lent(words)[begins[0] :])  # what seat 0 knows; mostly, all seats know the same words
    for at in range(len(seeds)):
        row = rows[at]
        counts = row[FIRST + 2 * len(scores) :]
        deal(setup, states[0], stream(seeds[at], 0))
        mind.rng = stream(seeds[at], 1)
        begin_row(setup, states[0], seeds[at], row)
        while states[0].turn != OVER:
            seat = states[0].turn
            own = first if begins[seat] == begins[0] else Setup(options[0], lent(words)[begins[seat] :])
            if manners is None:
                action = any_thinkable(setup, own, states[0], mind, actions)
            else:
                action = choose(lent(manners)[seat], setup, own, states, worlds, mind, actions)
            counts[from_start(kinds[from_start(action)])] += 1  # now, so that the action need not be kept for afterwards
            advance(setup, states[0], action)
            follow(setup, states[0], seat, action, turns, scores, row)
        end_row(setup, states[0], scores, row)


class Tally(NamedTuple):
    """The sum of the results of a number of games."""

    games: int
    decisions: int
    scores: np.ndarray[Any, Any]
    """The sum of each seat's scores."""
    wins: np.ndarray[Any, Any]
    """The sum of each seat's shares of the win: 1 for a win alone, 1/2 for one shared by two."""


def play(
    game: Game,
    options: GameOptions,
    manners: Sequence[Manner],
    seeds: Seeds,
    words: Any = NO_WORDS,
    known: Sequence[Any] = (),
) -> Tally:
    """Play a match for each seed, as `play_rows` does, and return the sum of the results."""
    rows, form = play_rows(game, options, manners, seeds, words, known), layout(game, options.seats)
    won = form.places(rows) == 1
    shares = won / np.maximum(1, rows[:, WINNERS : WINNERS + 1])
    return Tally(len(rows), int(rows[:, DECISIONS].sum()), form.scores(rows).sum(0).astype(float), shares.sum(0))


def play_rows(
    game: Game,
    options: GameOptions,
    manners: Sequence[Manner],
    seeds: Seeds,
    words: Any = NO_WORDS,
    known: Sequence[Any] = (),
    outside: Outside = NOBODY,
) -> np.ndarray[Any, Any]:
    """Play a match for each seed, seat s in the manner of manners[s] (`muckle.players.Player.manner`); return their rows.

    The match of a seed is the match that `Position` deals from it. The GIL is released during play and search.

    Args:
        words: the word graph of the match.
        known: the word graph of each seat's player; if left out, all players know all words.
        outside: players from outside, for seats whose manner does not count.
    """
    graphs = known or [words] * options.seats
    if not outside and all(manner.method not in SEARCHES for manner in manners):
        return _play(game, options, manners, seeds, words, graphs)
    rows, position = _empty_rows(game, options, len(seeds)), Position(game, options, words)
    for seed, row in zip(seeds, rows, strict=True):
        _think(position, manners, int(seed), graphs, outside, row)
    return rows


def _empty_rows(game: Game, options: GameOptions, matches: int) -> Any:
    return np.zeros((matches, len(layout(game, options.seats).columns)), np.int64)


def _play(
    game: Game,
    options: GameOptions,
    manners: Sequence[Manner],
    seeds: Seeds,
    words: Any,
    known: Sequence[Any],
) -> np.ndarray[Any, Any]:
    """Play a match for each seed in compiled code and return their rows."""
    settings, _, states = blank(game, options, words)
    graphs, begins = concatenate_graphs(words, known)
    careless = all(manner.method == RANDOM for manner in manners)
    kinds, turns = kind_tables(game)
    ends = ending(game.text.kinds()) if game.has_stages or options.seats == 1 else None
    rows = _empty_rows(game, options, len(seeds))
    play_games(
        settings,
        graphs,
        begins,
        states,
        np.zeros(WORLDS, states.dtype),
        new(PICKER),
        np.zeros(game.state.MAX_ACTIONS, np.int64),
        None if careless else np.array([tuple(manner) for manner in manners], MANNER),
        kinds,
        turns if ends is None else None,
        np.asarray(seeds, np.int64),
        np.zeros(options.seats, np.int64),
        rows,
    )
    rows = np.asfortranarray(rows)  # written a row at a time, read a column at a time
    if ends is not None:
        rows[:, TURNS] = sum(rows[:, layout(game, options.seats).first_kind + kind] for kind in ends)
    return rows


def _think(position: Position, manners: Sequence[Manner], seed: int, known: Sequence[Any], outside: Outside, row: Any) -> None:
    """Play one match from Python, decision by decision; players that search or come from outside need that."""
    trail, taken = list[Any](), list[int]()
    for action in play_actions(position, manners, seed, known, outside=outside):
        taken.append(plain_action(position, action))
        trail.append(position.arrays[2].copy())
    trail.append(position.arrays[2].copy())
    write_row(position, np.concatenate(trail), np.array(taken, np.int64), seed, row)


def write_row(position: Position, trail: Any, taken: Any, seed: int, row: Any) -> None:
    """Fill in the row of a match from its recorded states and actions; see `match_row.row_of`."""
    options, words, _ = position.arrays
    scores = np.zeros(position.options.seats, np.int64)
    row_of(options, words, trail, taken, *kind_tables(position.game), seed, scores, row)


def kind_tables(game: Game) -> tuple[Any, Any]:
    """Return the kind of decision that each action of a game counts as, and its effect on the turn."""
    return tables(game.text.kinds(), game.state.ACTIONS)


def plain_action(position: Position, action: int) -> int:
    """Return the legal action of which an action is a completion (`TextFile.completions`)."""
    if action < position.game.state.ACTIONS:
        return action
    setup, state, text = position.plain_setup, position.plain_state, position.game.text
    return next(legal for legal in position.legal() if action in text.completions(setup, state, legal))


def play_actions(
    position: Position,
    manners: Sequence[Manner],
    seed: int,
    known: Sequence[Any],
    mind: int | None = None,
    outside: Outside = NOBODY,
) -> Iterator[int]:
    """Play one match, decision by decision, and yield each action before it is taken.

    Args:
        mind: seed of the players' own chance; None: the match's seed.
        outside: players from outside, as for `play_rows`.
    """
    own = seed if mind is None else mind
    position.deal(seed)
    chooser, asked = Chooser(position, own), stream(own, 5)
    while not position.over:
        seat = position.turn
        if seat in outside:
            asked = int(stream(asked, 3))
            action = outside[seat](position, asked)
        else:
            action = chooser.choose(manners[seat], position, known[seat])
        yield action
        position.apply(action)


def win_shares(position: Position) -> np.ndarray[Any, Any]:
    """Return each seat's share of the win of a match that is over (General 12)."""
    worth = [(score, int(tiebreak(position.setup, position.state, seat))) for seat, score in enumerate(position.scores())]
    won = np.array([own == max(worth) for own in worth], float)
    return won / won.sum()


def concatenate_graphs(graph: Any, known: Sequence[Any]) -> tuple[Any, Any]:
    """Concatenate the distinct word graphs of a match and its players; return the array and each player's offset in it."""
    parts, begins = [graph], {id(graph): 0}
    for other in known:
        if id(other) not in begins:
            begins[id(other)] = sum(map(len, parts))
            parts.append(other)
    return np.concatenate(parts), np.array([begins[id(other)] for other in known])
