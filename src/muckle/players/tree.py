"""Tree search over information sets: statistics belong to what the seat to act knows, across all determinizations.

So no seat in the search plays differently in two worlds that it could not tell apart: multiple-observer ISMCTS with
availability counts (Cowling, Powley, Whitehouse 2012).
"""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

import math
from typing import Any

import numpy as np

from muckle.engine.chance import LOW, MULTIPLIER, below
from muckle.engine.compile import apart, compiled
from muckle.engine.contract import advance, legal, lent, resample, stage, thinkable
from muckle.engine.record import INT
from muckle.players.playouts import add_result, copy_state, end_worth, imagine, is_over, play_on

EDGE = np.dtype(
    (np.record, np.dtype([(name, INT) for name in ("action", "sibling", "visits", "offered")] + [("total", float)]))
)
"""Record of an action at an information set: index of the next action there (0: none), number of visits, number of times it was
available, and the sum of the results for the seat that took it."""
SLOT = np.dtype((np.record, np.dtype([("key", INT), ("first", INT)])))
"""Record of an information set in the hash table: its hash (0: the slot is free) and the index of its first edge (0: none).
Both lie side by side, so that the processor waits for its memory once."""
SPARE = 4
"""Slots of the hash table for each playout, at least: few enough are used that collisions are rare."""
DEEP = 1000
"""Maximum depth of an iteration, in decisions."""
MOST = (1 << 62) - 1
EAGER = 0.7
"""Exploration constant of UCB1, as a fraction of the range of results so far."""
LEAST = 1e-6
"""Range of results that is assumed while all playouts had the same result, so that equal actions are tried equally often."""


@compiled
def tree(own, view, worlds, mind, manner, actions, count, tallies):
    """Think a chunk by tree search: tally `manner.playouts` iterations of a tree of its own."""
    edges: Any = np.zeros(manner.playouts + 1, EDGE)
    slots: Any = np.zeros(table_size(len(edges)), SLOT)
    logs = logarithms(len(edges))
    path, takers = np.zeros(DEEP, INT), np.zeros(DEEP, INT)
    scratch, rewards, low, high = np.zeros_like(actions), np.zeros(own.options.seats), np.inf, -np.inf
    begun, seat, world = stage(own, view[0]), view[0].turn, lent(worlds[1:])
    world[0] = view[0]
    root = find(slots, knowledge_hash(own, world))
    for new in range(1, manner.playouts + 1):
        imagine(own, view, world, mind)
        edge, length = 0, 0
        while edge < new and length < DEEP and not is_over(own, world[0], begun):
            number = legal(own, world[0], scratch)
            known = find(slots, knowledge_hash(own, world)) if length else root
            eager = EAGER * max(high - low, LEAST)
            edge = descend(own, world[0], edges, slots[known], new, mind, scratch, number, eager, logs)
            path[length], takers[length] = edge, world[0].turn
            length += 1
            if edge < new:
                advance(own, world[0], edges[edge].action)
        if edge == new:
            play_on(own, worlds, mind, manner, scratch, edges[edge].action, begun)
        for number in range(own.options.seats):
            rewards[number] = end_worth(own, world[0], number, manner.lead)
        for at in range(length):
            edges[path[at]].visits += 1
            edges[path[at]].total += rewards[takers[at]]
        low, high = min(low, rewards.min()), max(high, rewards.max())
        add_result(tallies, np.searchsorted(actions[:count], edges[path[0]].action), rewards[seat])


@compiled
def table_size(edges):
    """Return the number of slots of the hash table, a power of two, for a number of edges."""
    slots = 1
    while slots < SPARE * edges:
        slots *= 2
    return slots


@compiled
def logarithms(count):
    """Return the natural logarithm of each number from 1 to `count`, with nothing at 0: they are looked up often."""
    logs = np.zeros(count + 1)
    for number in range(1, count + 1):
        logs[number] = math.log(number)
    return logs


@apart
def knowledge_hash(own, worlds):
    """Return a hash of what the seat to act in worlds[0] knows: the hash of the state after a re-deal from a fixed stream.

    Args:
        worlds: the last is scratch.
    """
    copy_state(worlds[-1:], worlds)
    worlds[-1].rng = 1
    resample(own, worlds[-1], worlds[0].turn)
    worlds[-1].rng = worlds[-1].draws = 0
    result = 1
    for number in worlds[-1:].view(np.int64)[: -len(worlds[-1].drew)]:  # `drew` stands last, and is empty after a re-deal
        if number == 0:
            result += 1
        else:
            result = (result ^ number) & MOST
            result = (result & LOW) * MULTIPLIER + (result >> 32)
    return result


@compiled
def find(slots, key):
    """Return the place of an information set in the table; a free one if it is not there."""
    place = (key ^ key >> 32) & len(slots) - 1
    while slots[place].key != key and slots[place].key != 0:
        place = place + 1 & len(slots) - 1
    slots[place].key = key
    return place


@apart
def descend(own, state, edges, slot, new, mind, actions, count, eager, logs):
    """Return the edge to take at an information set; if an action was never tried there, a new edge, number `new`.

    Args:
        slot: the information set.
        actions: the legal actions in this world, the first `count` entries.
        eager: the exploration constant, in the unit of results.
        logs: the logarithms of whole numbers.
    """
    best, chosen, untried, fresh = 0.0, -1, -1, 0
    for k in range(count):
        if not thinkable(own, state, actions[k]):
            continue
        edge = slot.first
        while edge != 0 and edges[edge].action != actions[k]:
            edge = edges[edge].sibling
        if edge == 0:
            fresh += 1
            if below(mind, fresh) == 0:  # each untried one as likely
                untried = actions[k]
            continue
        edges[edge].offered += 1
        visits = edges[edge].visits
        hope = edges[edge].total / visits + eager * math.sqrt(logs[edges[edge].offered] / visits)
        if chosen < 0 or hope > best:
            best, chosen = hope, edge
    if untried < 0:
        return chosen
    edges[new].action, edges[new].offered, edges[new].sibling = untried, 1, slot.first
    slot.first = new
    return new
