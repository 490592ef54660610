# pyright: basic
# Compiled functions carry no annotations.
"""Rollouts of plays: in determinizations the others answer a play, and its player's next turns follow.

All plays are tried in the same determinizations, the better half of them in more (sequential halving).
"""

from __future__ import annotations

import numpy as np

from muckle.engine.chance import below, stream
from muckle.engine.compile import apart, compiled
from muckle.engine.contract import OVER
from muckle.engine.manner import UNIT
from muckle.games.grabble_road.hidden import resample
from muckle.games.grabble_road.search import find_plays, lay_play, price
from muckle.kit.letter_tiles import KINDS

REPLY_WIDTH = 3
"""Width of the beam for turns in rollouts."""
OVERHEAD = 50
"""Cost of a rollout itself, in tiles weighed."""
SEEDS = 1 << 30


@compiled
def compare_plays(setup, view, worlds, search, mind, manner, plays, results):
    """Try some plays, best guess first, in shared determinizations.

    Args:
        view: the position before the play, as an array of one. worlds: scratch, two states.
        manner: its `playouts` are thousands of tiles that may be weighed, shared among the plays; its `depth` is how many own
            turns follow.
        results: filled in, a row for each play: how often it was tried, the sum of what came of it, the sum of the squares.
    """
    order, left, halvings = np.arange(len(plays)), len(plays), 1
    while 1 << halvings < left:
        halvings += 1
    for done in range(1, halvings + 1):
        while results[order[0], 0] == 0 or search.tried < manner.playouts * 1000 * done // halvings:
            determinize(setup, view, worlds, mind)
            for k in order[:left]:
                worlds[1] = worlds[0]
                search.tried += OVERHEAD
                result = play_out(setup, worlds[1], search, plays[k], manner.depth)
                results[k, 0] += 1
                results[k, 1] += result
                results[k, 2] += result * result
        sort_by_mean(order[:left], results)
        left = (left + 1) // 2


@apart
def determinize(setup, view, worlds, mind):
    """Make worlds[0] a determinization: a state that fits what the seat to act knows, with a future of its own."""
    worlds[0] = view[0]
    worlds[0].rng = stream(below(mind, SEEDS), 0)
    resample(setup, worlds[0], view[0].turn)
    worlds[0].rng = stream(below(mind, SEEDS), 1)


@apart
def play_out(setup, state, search, play, depth):
    """Lay a play, play on until its player has had `depth` more turns, and return that player's `lead`."""
    seat, seats = state.turn, setup.options.seats
    lay_play(setup, state, play)
    search.width, search.wanted = REPLY_WIDTH, 1
    for _ in range(depth * seats):
        if state.turn == OVER:
            break
        find_plays(setup, state, search)
        lay_play(setup, state, search.plays[0])
    return lead(setup, state, seat)


@compiled
def lead(setup, state, seat):
    """Return how far a seat's prospects exceed the mean of the others', in points."""
    others = 0.0
    for other in range(setup.options.seats):
        if other != seat:
            others += prospects(state, other)
    return prospects(state, seat) - others / (setup.options.seats - 1)


@compiled
def prospects(state, seat):
    """Return a seat's points plus, while the match goes on, the prices of the tiles on its rack."""
    player, worth = state.seats[seat], 0
    for kind in range(KINDS):
        if state.turn != OVER:
            worth += player.tiles[kind] * price(state, kind)
    return player.score + worth / UNIT


@compiled
def sort_by_mean(order, results):
    """Sort plays by the mean of their results, the best first; equal plays keep their order."""
    for last in range(1, len(order)):
        k, place = order[last], last
        while place > 0 and mean_result(results, order[place - 1]) < mean_result(results, k):
            order[place] = order[place - 1]
            place -= 1
        order[place] = k


@compiled
def mean_result(results, k):
    """Return the mean result of a play."""
    return results[k, 1] / results[k, 0]
