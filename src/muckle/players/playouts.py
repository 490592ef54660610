"""Determinizations and rollouts: the parts of which searches are made."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

import numpy as np

from muckle.engine.chance import below, stream
from muckle.engine.compile import apart, compiled
from muckle.engine.contract import OVER, advance, any_thinkable, guess, leaf, legal, quick, stage
from muckle.engine.manner import LOOK_AHEAD, PLAIN, RANDOM
from muckle.players.choice import FINE, look_ahead


@compiled
def copy_state(target, source):
    """Copy the first state of an array onto that of another, all but `drew`.

    It stands last, searches never read it, and in Mitch it is more than half of a state.
    """
    to, numbers = target[:1].view(np.int64), source[:1].view(np.int64)
    for place in range(len(to) - len(source[0].drew)):
        to[place] = numbers[place]


@compiled
def imagine(own, view, worlds, mind):
    """Make worlds[0] another world that fits what the seat to act knows, with a future of its own."""
    copy_state(worlds, view)
    worlds[0].rng = stream(below(mind, FINE), 0)
    guess(own, worlds[0], view[0].turn)
    worlds[0].rng = stream(below(mind, FINE), 1)


@compiled
def play_on(own, worlds, mind, manner, actions, action, begun):
    """Play worlds[1] on from an action until the match or the stage is over, or the cut is reached.

    Args:
        actions: scratch. begun: the number of the stage.
    """
    left = manner.cut
    while True:
        advance(own, worlds[1], action)
        left -= 1
        if left == 0 or is_over(own, worlds[1], begun):
            break
        if manner.policy == RANDOM:
            action = any_thinkable(own, own, worlds[1], mind, actions)
        else:
            action = follow(own, worlds, mind, manner, actions)


@compiled
def is_over(own, state, begun):
    """Return whether the match is over, or the stage that had begun."""
    return state.turn == OVER or stage(own, state) != begun


@apart
def follow(own, worlds, mind, manner, actions):
    """Return the action with which a playout goes on in worlds[1], by LOOK_AHEAD or QUICK, the policy of a manner."""
    count = legal(own, worlds[1], actions)
    if manner.policy == LOOK_AHEAD:
        coming = worlds[1].rng
        worlds[1].rng = stream(below(mind, FINE), 2)  # who looks ahead must not see what will really come
        action = look_ahead(own, worlds[1:], mind, 0.0, PLAIN, 0.0, actions, count)
        worlds[1].rng = coming
        return action
    return quick(own, worlds[1], mind, actions, count)


@compiled
def end_worth(own, state, seat, lead):
    """Return the worth of the end of a playout to a seat (`Manner.lead`)."""
    mine, seats = leaf(own, state, seat), own.options.seats
    if lead == 0 or seats == 1:
        return mine
    others = 0.0
    for number in range(seats):
        if number != seat:
            others += leaf(own, state, number)
    return mine - others / (seats - 1)


@compiled
def add_result(tallies, k, result):
    """Add a result of action k to the tallies."""
    tallies[k, 0] += 1
    tallies[k, 1] += result
    tallies[k, 2] += result * result
