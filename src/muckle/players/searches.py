"""Players as functions of arrays, as Python calls them."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from muckle.engine.compile import compiled
from muckle.engine.contract import Setup, knowledge, lent, taste, think
from muckle.engine.manner import FLAT, OWN, TREE, Knowledge
from muckle.players.choice import choose, veil
from muckle.players.flat import flat
from muckle.players.tree import tree


@compiled
def choose_quickly(options, words, own, states, worlds, minds, actions, manners):
    """Return the action of a player that does not search."""
    setup, known = Setup(options[0], words), Setup(options[0], own)
    return choose(manners[0], setup, known, states, worlds, minds[0], actions)


@compiled
def begin_thinking(setup, states, view, minds):
    """Make view[0] what the seat to act in states[0] may know of it; the rest is dealt anew."""
    veil(setup, states, view, minds[0])


@compiled
def likings(options, words, view, actions, liking, likes):
    """Fill in how much better somebody of a taste likes each action."""
    for k in range(len(actions)):
        likes[k] = taste(Setup(options[0], words), view[0], actions[k], liking)


@compiled
def recall(options, words, view):
    """Return what a game's own search works out once."""
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


CHUNKS = {FLAT: think_flat, TREE: think_tree, OWN: think_own}
"""The search of each method."""
