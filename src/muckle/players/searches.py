"""Compiled entry points of players and searches: functions of arrays that Python calls."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

import numpy as np

from muckle.engine.compile import compiled
from muckle.engine.contract import Setup, knowledge, leaf, lent, stage, taste, think
from muckle.engine.manner import FLAT, OWN, TREE, Knowledge
from muckle.players.choice import choose, redeal
from muckle.players.flat import flat
from muckle.players.playouts import add_result, imagine, play_on
from muckle.players.tree import tree


@compiled
def choose_quickly(options, words, own, states, worlds, minds, actions, manners):
    """Return the action of a player that does not search."""
    setup, known = Setup(options[0], words), Setup(options[0], own)
    return choose(manners[0], setup, known, states, worlds, minds[0], actions)


@compiled
def deal_view(setup, states, view, minds):
    """Make view[0] what the seat to act in states[0] may know of it; the rest is dealt anew."""
    redeal(setup, states, view, minds[0])


@compiled
def taste_bonuses(options, words, view, actions, liking, likes):
    """Fill in the bonus that a taste adds to the value of each action."""
    for k in range(len(actions)):
        likes[k] = taste(Setup(options[0], words), view[0], actions[k], liking)


@compiled
def search_knowledge(options, words, view):
    """Return the knowledge that a game's own search computes once."""
    return knowledge(Setup(options[0], words), view)


@compiled
def think_flat(options, words, view, worlds, minds, manners, numbers, weights, actions, count, tallies):
    """Think a chunk by flat Monte Carlo."""
    own = Setup(options[0], lent(words))
    flat(own, lent(view), lent(worlds), minds[0], manners[0], lent(actions), count, lent(tallies))


@compiled
def think_tree(options, words, view, worlds, minds, manners, numbers, weights, actions, count, tallies):
    """Think a chunk by tree search."""
    own = Setup(options[0], lent(words))
    tree(own, lent(view), lent(worlds), minds[0], manners[0], lent(actions), count, lent(tallies))


@compiled
def think_own(options, words, view, worlds, minds, manners, numbers, weights, actions, count, tallies):
    """Think a chunk by the game's own search."""
    own, known = Setup(options[0], lent(words)), Knowledge(lent(numbers), lent(weights))
    think(own, lent(view), lent(worlds), minds[0], manners[0], known, lent(actions), count, lent(tallies))


@compiled
def compare_actions(options, words, view, worlds, minds, manners, actions, scratch, tallies):
    """Try each action in the same `manner.playouts` determinizations, with the same chance.

    Args:
        view: an array of one state, re-dealt for the seat to act. worlds: scratch, WORLDS states.
        minds, manners: the player's own stream and its manner, as arrays of one; manner.policy and manner.cut count.
        scratch: MAX_ACTIONS long.
        tallies: a row for each action, to which are added: tries, sum of results, sum of squared results.
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
            add_result(tallies, k, leaf(own, worlds[1], seat))


@compiled
def leaf_values(options, words, states, results):
    """Fill in the worth of a position to each seat, by the game's `leaf`."""
    for seat in range(np.int64(len(results))):
        results[seat] = leaf(Setup(options[0], words), states[0], seat)


CHUNKS = {FLAT: think_flat, TREE: think_tree, OWN: think_own}
"""The search of each method."""
