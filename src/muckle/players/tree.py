"""Tree search over information sets: one tree for all imagined worlds, so nobody in it knows which of them is the real one.

Single-observer ISMCTS with availability counts (Cowling, Powley, Whitehouse 2012). A node is the actions that led to it;
what chance brought between them differs from world to world, so an action there is judged over all of it.
"""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

import math
from typing import Any

import numpy as np

from muckle.engine.chance import below
from muckle.engine.compiler import apart, compiled
from muckle.engine.record import INT
from muckle.engine.rules import apply, leaf, legal, stage, thinkable
from muckle.players.playouts import add, ended, imagine, play_on

FIELDS = ("action", "seat", "child", "sibling", "visits", "offered")
NODE = np.dtype((np.record, np.dtype([*((name, INT) for name in FIELDS), ("total", float)])))
"""A node: the action that leads to it and who takes it, its first child, its next sibling (0: none), how often it was
visited and how often it could have been, and the sum of what came of it for who takes it."""
EAGER = 1.0
"""How much is ventured on what was seldom tried, in standard deviations of what comes of playouts."""


@compiled
def tree(own, view, worlds, mind, manner, actions, count, tallies):
    """A chunk of thinking, as `think` of a game's strategy: `manner.playouts` iterations of a tree of its own."""
    nodes: Any = np.zeros(manner.playouts + 1, NODE)
    path = np.zeros(manner.playouts + 1, INT)
    scratch, seats = np.zeros_like(actions), own.options.seats
    rewards, spread, begun = np.zeros(seats), np.zeros(3), stage(own, view[0])
    used = 1
    for _ in range(manner.playouts):
        imagine(own, view, worlds, mind)
        worlds[1] = worlds[0]
        length, node = 0, 0
        while node < used and not ended(own, worlds[1], begun):
            number = legal(own, worlds[1], scratch)
            node = descend(own, worlds[1], nodes, node, used, mind, scratch, number, deviation(spread))
            path[length] = node
            length += 1
            if node < used:
                apply(own, worlds[1], nodes[node].action)
        if node == used:
            used += 1
            play_on(own, worlds, mind, manner, scratch, nodes[node].action, begun)
        for seat in range(seats):
            rewards[seat] = leaf(own, worlds[1], seat)
        add(spread.reshape(1, 3), 0, rewards[view[0].turn])
        for at in range(length):
            nodes[path[at]].visits += 1
            nodes[path[at]].total += rewards[nodes[path[at]].seat]
        add(tallies, place(actions, count, nodes[path[0]].action), rewards[view[0].turn])


@apart
def descend(own, state, nodes, parent, used, mind, actions, count, scale):
    """Which child of a node comes next; a new one, number `used`, if an action was never tried there.

    Args:
        actions, count: what is legal in this world. scale: what the venturing is measured in.
    """
    best, chosen, untried, fresh = 0.0, -1, -1, 0
    for k in range(count):
        if not thinkable(own, state, actions[k]):
            continue
        child = nodes[parent].child
        while child != 0 and nodes[child].action != actions[k]:
            child = nodes[child].sibling
        if child == 0:
            fresh += 1
            if below(mind, fresh) == 0:  # each untried one as likely
                untried = actions[k]
            continue
        nodes[child].offered += 1
        visits = nodes[child].visits
        worth = nodes[child].total / visits + EAGER * scale * math.sqrt(math.log(nodes[child].offered) / visits)
        if chosen < 0 or worth > best:
            best, chosen = worth, child
    if untried < 0:
        return chosen
    nodes[used].action, nodes[used].seat, nodes[used].offered = untried, state.turn, 1
    nodes[used].sibling = nodes[parent].child
    nodes[parent].child = used
    return used


@compiled
def deviation(tally):
    """The standard deviation of what was added up."""
    if tally[0] == 0:
        return 0.0
    mean = tally[1] / tally[0]
    return math.sqrt(max(0.0, tally[2] / tally[0] - mean * mean))


@compiled
def place(actions, count, action):
    """Where an action stands among those that are legal."""
    for k in range(count):
        if actions[k] == action:
            return k
    return -1
