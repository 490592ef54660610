"""Flat Monte Carlo with sequential halving: all actions are tried in the same determinizations, then the better half again."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

import numpy as np

from muckle.engine.compile import apart, compiled
from muckle.engine.contract import advance, stage, thinkable, value
from muckle.players.playouts import add_result, copy_state, end_worth, imagine, play_on


@compiled
def flat(own, view, worlds, mind, manner, actions, count, tallies):
    """Think a chunk by flat Monte Carlo: tally `manner.playouts` playouts over all actions."""
    kept = candidates(own, view, worlds, manner.candidates, actions, count)
    left, halvings = len(kept), 1
    while 1 << halvings < left:
        halvings += 1
    scratch, begun, seat = np.zeros_like(actions), stage(own, view[0]), view[0].turn
    for _ in range(halvings):
        for _ in range(max(1, manner.playouts // (halvings * left))):
            imagine(own, view, worlds, mind)
            future = mind.rng
            for k in kept[:left]:
                mind.rng = future  # the same chance for all
                copy_state(worlds[1:], worlds)
                play_on(own, worlds, mind, manner, scratch, actions[k], begun)
                add_result(tallies, k, end_worth(own, worlds[1], seat, manner.lead))
        best_first(kept[:left], tallies[:, 1] / np.maximum(tallies[:, 0], 1))
        left = (left + 1) // 2


@apart
def candidates(own, view, worlds, most, actions, count):
    """Return the indices of the actions to try: all that the player can think of, but at most the `most` best by value."""
    kept, worths, seat = np.zeros(count, np.int64), np.zeros(count), view[0].turn
    number = 0
    for k in range(count):
        if thinkable(own, view[0], actions[k]):
            kept[number] = k
            number += 1
            if most > 0:
                worlds[1] = view[0]
                advance(own, worlds[1], actions[k])
                worths[k] = value(own, worlds[1], seat)
    kept = kept[:number]
    if most == 0 or number <= most:
        return kept
    best_first(kept, worths)
    return kept[:most]


@compiled
def best_first(kept, worths):
    """Sort indices in place by their worth, the largest first; equal ones keep their order."""
    for last in range(1, len(kept)):
        k, at = kept[last], last
        while at > 0 and worths[kept[at - 1]] < worths[k]:
            kept[at] = kept[at - 1]
            at -= 1
        kept[at] = k
