# pyright: basic
# Compiled functions carry no annotations.
"""What plays of Grabble Road lead to: imagined worlds in which the others answer, and one's own next turns follow.

All plays are tried in the same worlds, the better half of them in more (sequential halving).
"""

from __future__ import annotations

import numpy as np

from muckle.engine.chance import below, stream
from muckle.engine.compile import apart, compiled
from muckle.engine.contract import OVER
from muckle.engine.manner import UNIT
from muckle.games.grabble_road.hidden import resample
from muckle.games.grabble_road.prices import price
from muckle.games.grabble_road.search import find_plays, lay_play
from muckle.kit.letter_tiles import KINDS

REPLY_WIDTH = 3
"""The beam of turns in imagined worlds."""
OVERHEAD = 50
"""A playout itself takes about as long as weighing so many tiles."""
SEEDS = 1 << 30


@compiled
def compare(setup, view, worlds, search, mind, manner, plays, results):
    """Try some plays, best guess first, in imagined worlds.

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
            imagine(setup, view, worlds, mind)
            for k in order[:left]:
                worlds[1] = worlds[0]
                search.tried += OVERHEAD
                result = follow(setup, worlds[1], search, plays[k], manner.depth)
                results[k, 0] += 1
                results[k, 1] += result
                results[k, 2] += result * result
        best_first(order[:left], results)
        left = (left + 1) // 2


@apart
def imagine(setup, view, worlds, mind):
    """Make worlds[0] a world that fits what the seat to act knows, with a future of its own."""
    worlds[0] = view[0]
    worlds[0].rng = stream(below(mind, SEEDS), 0)
    resample(setup, worlds[0], view[0].turn)
    worlds[0].rng = stream(below(mind, SEEDS), 1)


@apart
def follow(setup, state, search, play, depth):
    """Lay a play and go on until its player has had `depth` more turns: what that came to (see `lead`)."""
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
    """What a seat has over the mean of the others."""
    others = 0.0
    for other in range(setup.options.seats):
        if other != seat:
            others += prospects(state, other)
    return prospects(state, seat) - others / (setup.options.seats - 1)


@compiled
def prospects(state, seat):
    """A seat's points, and the prices of the tiles on its rack as long as the match goes on."""
    player, worth = state.seats[seat], 0
    for kind in range(KINDS):
        if state.turn != OVER:
            worth += player.tiles[kind] * price(state, kind)
    return player.score + worth / UNIT


@compiled
def best_first(order, results):
    """Order plays by what came of them on average, the best first; equals keep their order."""
    for last in range(1, len(order)):
        k, place = order[last], last
        while place > 0 and mean(results, order[place - 1]) < mean(results, k):
            order[place] = order[place - 1]
            place -= 1
        order[place] = k


@compiled
def mean(results, k):
    """What came of a play on average."""
    return results[k, 1] / results[k, 0]
