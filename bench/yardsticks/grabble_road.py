# pyright: basic
# Compiled functions carry no annotations.
"""The yardsticks of Grabble Road: what players of whole turns and of single tiles were when strength was first measured.

They never change, and share no code with the game's strategy, only the rules.

- `think`, a whole turn: for each number that the first tile can have, the ten partial plays that would score most now go on to
  the next tile; the play that scores most is laid. Without any play the whole rack is returned, or the turn passed.
- `value`, for ``yardstick/method=1``, one tile at a time: what `greedy` went by.
"""

from __future__ import annotations

import numpy as np

from muckle.engine.compile import apart, compiled
from muckle.engine.manner import OWN, Manner
from muckle.games.grabble_road.rules import lay_tile, legal, lift_tile, undo_turn
from muckle.games.grabble_road.scoring import score
from muckle.games.grabble_road.state import FAR, MAX_ACTIONS, MULLIGAN, PLACES, SQUARES
from muckle.games.grabble_road.targets import find_targets, target

MANNER = Manner(OWN)
HOPE = 4.0
WIDTH = 10
LONGEST = 10
"""The largest number on a tile."""
WORLDS = 2 * WIDTH + 1
"""States that `best_play` needs: the position, the partial plays of one length, and those of the next."""


@compiled
def value(setup, state, seat):
    """Return a seat's points, those of the play it is composing as if it ended here, and some for each tile still to lay."""
    worth = float(state.seats[seat].score)
    if state.turn == seat and state.tiles > state.begun:
        worth += points(setup, state) + HOPE * state.left
    return worth


@compiled
def think(setup, view, worlds, mind, manner, knowledge, actions, count, tallies):
    """Plan the turn anew and count its next action; without a play that is the first legal one, a mulligan or a pass."""
    states, scratch = np.empty(WORLDS, worlds.dtype), np.zeros(MAX_ACTIONS, np.int64)
    plan, done, chosen = np.zeros(LONGEST, np.int64), view[0].tiles - view[0].begun, actions[0]
    states[0] = view[0]
    if view[0].returning == 0:
        undo_turn(setup, states[0])
        if best_play(setup, states, scratch, plan) > 0:
            chosen = plan[done]
    for k in range(count):
        tallies[k, 0] += actions[k] == chosen


@apart
def best_play(setup, worlds, actions, plan):
    """Fill in the actions of the play of most points that starts in worlds[0]; how many, 0 if there is none."""
    best, length = -1, 0
    play = np.zeros(LONGEST, np.int64)
    for number in range(1, LONGEST + 1):
        worth = best_of_number(setup, worlds, actions, number, play)
        if worth > best:
            best, length = worth, number
            plan[:number] = play[:number]
    return length


@compiled
def best_of_number(setup, worlds, actions, number, play):
    """Fill in the best play that the beam finds with that number on its first tile; its points, or -1."""
    parents, steps = np.zeros((LONGEST, WIDTH), np.int64), np.zeros((LONGEST, WIDTH), np.int64)
    worths, count = np.zeros(WIDTH, np.int64), 1
    for depth in range(number):
        now, then = worlds[1 + depth % 2 * WIDTH :], worlds[1 + (depth + 1) % 2 * WIDTH :]
        if depth == 0:
            now[0] = worlds[0]
        count = best_partials(setup, now, count, number - depth, actions, parents[depth], steps[depth], worths)
        for place in range(count):
            then[place] = now[parents[depth, place]]
            lay_next(setup, then[place], steps[depth, place])
            find_targets(setup, then[place])
    if count == 0:
        return -1
    place = 0
    for other in range(1, count):
        if worths[other] > worths[place]:
            place = other
    best = worths[place]
    for depth in range(number - 1, -1, -1):
        play[depth] = steps[depth, place]
        place = parents[depth, place]
    return best


@compiled
def best_partials(setup, states, count, left, actions, parents, steps, worths):
    """Fill in the WIDTH best ways to lay one more tile in any of some states, best first, and return their number."""
    found = 0
    for parent in range(count):
        for k in range(legal(setup, states[parent], actions)):
            if is_lay(actions[k]) and goes_on(setup, states[parent], actions[k], left):
                worth = points_after(setup, states[parent], actions[k])
                if found < WIDTH or worth > worths[WIDTH - 1]:
                    place = min(found, WIDTH - 1)
                    found = place + 1
                    while place > 0 and worths[place - 1] < worth:
                        worths[place], parents[place], steps[place] = worths[place - 1], parents[place - 1], steps[place - 1]
                        place -= 1
                    worths[place], parents[place], steps[place] = worth, parent, actions[k]
    return found


@compiled
def goes_on(setup, state, action, left):
    """Return whether an action lays the next tile of a play that has so many left."""
    return state.left == left or (state.left == 0 and setup.options.numbers[face_of(action)] == left)


@compiled
def points_after(setup, state, action):
    """Return the score of the play being composed with one more tile."""
    head, left = state.seats[state.turn].head, state.left
    lay_next(setup, state, action)
    worth = points(setup, state)
    lift_tile(state)
    state.seats[state.turn].head, state.left = head, left
    return worth


@compiled
def points(setup, state):
    """Return the score of the play being composed if it ended here."""
    return score(setup, state, state.begun, state.drew[:0])


@compiled
def lay_next(setup, state, action):
    """Lay a tile, without what comes at the end of a turn."""
    if action >= FAR:
        lay_tile(setup, state, face_of(action), (action - FAR) % SQUARES)
    else:
        lay_tile(setup, state, face_of(action), target(setup, state, action % PLACES))


@compiled
def face_of(action):
    """Return the face that an action lays."""
    return (action - FAR) // SQUARES if action >= FAR else action // PLACES


@compiled
def is_lay(action):
    """Return whether an action lays a tile."""
    return action < MULLIGAN or action >= FAR
