# pyright: basic
"""Loops over whole trees and many deals, compiled as the rules are."""

from __future__ import annotations

from muckle.engine.chance import SCRIPTED, stream
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, Setup, apply, deal, legal
from muckle.engine.slots import slot
from muckle.games.multzo.rules import SHOWDOWN


@compiled
def count_ends(options, words, states, actions, counts, tried, order, ends):
    """Walk through every way to play the round in states[0], and count the ends by who won what.

    Args:
        states, actions, counts, tried: scratch for each depth: the position, its legal actions, how many, how many tried.
        order: the tiles of the stack from the last to the first.
        ends: added to, at the place of what seat 0 won (a set of categories) times 16, plus what seat 1 won.
    """
    setup, depth = Setup(options[0], words), 0
    counts[0], tried[0] = legal(setup, states[0], actions[0]), 0
    while depth >= 0:
        if tried[depth] == counts[depth]:
            depth -= 1
            continue
        action = actions[depth, tried[depth]]
        tried[depth] += 1
        depth += 1
        states[depth] = states[depth - 1]
        state = states[depth]
        state.rng = SCRIPTED
        for place in range(state.stack_left):
            if state.stack[place] == order[state.stack_left - 1]:
                state.drew[0] = place
        apply(setup, state, action)
        if state.turn == OVER or state.phase == SHOWDOWN:
            ends[16 * state.seats[0].won + state.seats[1].won] += 1
            depth -= 1
        else:
            counts[depth], tried[depth] = legal(setup, state, actions[depth]), 0


@compiled
def deal_often(options, words, states, hands):
    """Deal a match for each row of `hands` and write down what two seats got, as sets."""
    setup, state = Setup(options[0], words), states[0]
    for game in range(len(hands)):
        deal(setup, state, stream(11, game))
        for seat in range(2):
            hands[game, seat] = 0
            for place in range(setup.options.suits):
                hands[game, seat] |= 1 << slot(state.seats[seat].held, place)
