"""Players that do not search: compiled functions for every game. `muckle.players.thinking` has those that search."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

import math

from muckle.engine.chance import below, stream
from muckle.engine.compile import compiled
from muckle.engine.contract import advance, any_thinkable, legal, quick, resample, taste, thinkable, value
from muckle.engine.manner import PLAIN, QUICK, RANDOM, UNIT

WORLDS = 3
"""States a player needs as scratch: a re-dealt one, one to play on with, and one to try an action on."""
FINE = 1 << 30


@compiled
def choose(manner, setup, own, states, worlds, mind, actions):
    """Return an action for the seat to act in states[0]. A claim lacks its word: the player means the first that it knows.

    Args:
        manner: a record of MANNER; its method is RANDOM, LOOK_AHEAD or QUICK.
        setup: of the match. own: the same with the words the player knows, all of which the match's list holds.
        states: the true state, as an array of one; only re-dealt copies of it reach a player that looks at more than words.
        worlds: scratch, WORLDS states. actions: scratch, MAX_ACTIONS long.
        mind: the player's own stream of chance.
    """
    if manner.method == RANDOM:
        return any_thinkable(setup, own, states[0], mind, actions)
    count = legal(setup, states[0], actions)
    redeal(own, states, worlds, mind)
    if manner.method == QUICK:
        return quick(own, worlds[0], mind, actions, count)
    return look_ahead(own, worlds, mind, manner.slip / UNIT, manner.taste, manner.liking / UNIT, actions, count)


@compiled
def redeal(own, states, worlds, mind):
    """Make worlds[0] a world that fits what the seat to act in states[0] knows."""
    worlds[0] = states[0]
    worlds[0].rng = stream(below(mind, FINE), 0)
    resample(own, worlds[0], states[0].turn)


@compiled
def look_ahead(own, worlds, mind, slip, kind, liking, actions, count):
    """Return the action after which the game's own value is highest; the first of equals. Chance falls alike for all.

    Args:
        worlds: the first is where it looks ahead, the last is scratch.
        slip: how wrong its opinions are (`gumbel`). kind: its taste. liking: what the bonus of the taste is multiplied by.
    """
    seat, best, chosen = worlds[0].turn, 0.0, -1
    for k in range(count):
        if thinkable(own, worlds[0], actions[k]):
            worlds[-1] = worlds[0]
            advance(own, worlds[-1], actions[k])
            worth = value(own, worlds[-1], seat)
            if slip > 0:
                worth += slip * gumbel(mind)
            if kind != PLAIN:
                worth += liking * taste(own, worlds[0], actions[k], kind)
            if chosen < 0 or worth > best:
                best, chosen = worth, actions[k]
    return chosen


@compiled
def gumbel(mind):
    """Draw a number from Gumbel's distribution: added to each opinion, it has an opinion x win as often as exp(x) says."""
    return -math.log(-math.log((below(mind, FINE) + 0.5) / FINE))
