"""Some actions of a position tried alike: as often as each other, in the same imagined worlds, with the same chance."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

import numpy as np

from muckle.engine.compile import compiled
from muckle.engine.contract import Setup, leaf, lent, stage
from muckle.players.playouts import add, imagine, play_on


@compiled
def try_alike(options, words, view, worlds, minds, manners, actions, scratch, tallies):
    """Play on from each action in `manner.playouts` imagined worlds.

    Args:
        view: an array of one state, re-dealt for the seat to act. worlds: scratch, WORLDS states.
        minds, manners: the player's own stream and its manner, as arrays of one; manner.policy and manner.cut count.
        scratch: MAX_ACTIONS long.
        tallies: added to, a row for each of the actions: tries, sum of what came of it, sum of the squares.
    """
    own, mind, manner = Setup(options[0], lent(words)), minds[0], manners[0]
    begun, seat = stage(own, view[0]), view[0].turn
    for _ in range(manner.playouts):
        imagine(own, view, worlds, mind)
        future = mind.rng
        for k in range(len(actions)):
            mind.rng = future
            worlds[1] = worlds[0]
            play_on(own, worlds, mind, manner, scratch, actions[k], begun)
            add(tallies, k, leaf(own, worlds[1], seat))


@compiled
def worths(options, words, states, results):
    """Fill in what a position is worth to each seat, as its `leaf`."""
    for seat in range(np.int64(len(results))):
        results[seat] = leaf(Setup(options[0], words), states[0], seat)
