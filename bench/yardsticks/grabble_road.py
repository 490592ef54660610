"""Players of Grabble Road that never change, so that strength measured against them can be compared for ever.

They share no code with `muckle.games.grabble_road.strategy`, only the rules, and every number of theirs stands here.

- `greedy`: one tile at a time, the one after which the play would score most, with 4 points for every tile still to lay.
- `beam`: a whole turn. For each number that the first tile can have, the ten partial plays that would score most now go on to
  the next tile; the play that scores most is laid. Without any play the whole rack is returned, or the turn passed.
"""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

import numpy as np

from muckle.engine.compiler import apart, compiled
from muckle.games.grabble_road.rules import lay, legal, lift, take_up
from muckle.games.grabble_road.scoring import score
from muckle.games.grabble_road.state import FAR, MULLIGAN, PASS, PLACES, SQUARES
from muckle.games.grabble_road.targets import aim, target

HOPE = 4
WIDTH = 10
LONGEST = 10
"""The largest number on a tile."""
WORLDS = 2 * WIDTH + 1
"""States that `beam` needs as scratch: the position, the partial plays of one length, and those of the next."""


@compiled
def greedy(setup, worlds, actions):
    """The action of the one-tile player in worlds[0]; the first of equals."""
    state = worlds[0]
    best, chosen = -1, -1
    for k in range(legal(setup, state, actions)):
        worth = 0
        if is_lay(actions[k]):
            worlds[1] = state
            lay_next(setup, worlds[1], actions[k])
            worth = points(setup, worlds[1]) + HOPE * worlds[1].left
        if worth > best:
            best, chosen = worth, actions[k]
    return chosen


@compiled
def beam(setup, worlds, actions):
    """The action of the whole-turn player in worlds[0]: how its turn goes on, which it plans again from the beginning."""
    state, plan = worlds[0], np.zeros(LONGEST, np.int64)
    if state.returning == 1:
        legal(setup, state, actions)
        return actions[0]
    done = state.tiles - state.begun
    worlds[1] = state
    take_up(setup, worlds[1])
    worlds[0] = worlds[1]
    if best_play(setup, worlds, actions, plan) > 0:
        return plan[done]
    return MULLIGAN if state.bag_left > 0 else PASS


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
            aim(setup, then[place])
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
    """The WIDTH best ways to lay one more tile in any of some states; how many there are, best first."""
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
    """Whether an action lays the next tile of a play that has so many left."""
    return state.left == left or (state.left == 0 and setup.options.numbers[face_of(action)] == left)


@compiled
def points_after(setup, state, action):
    """What the play being composed would score with one more tile."""
    head, left = state.seats[state.turn].head, state.left
    lay_next(setup, state, action)
    worth = points(setup, state)
    lift(state)
    state.seats[state.turn].head, state.left = head, left
    return worth


@compiled
def points(setup, state):
    """What the play being composed would score if it ended here."""
    return score(setup, state, state.begun, state.drew[:0])


@compiled
def lay_next(setup, state, action):
    """Lay a tile, without what comes at the end of a turn."""
    if action >= FAR:
        lay(setup, state, face_of(action), (action - FAR) % SQUARES)
    else:
        lay(setup, state, face_of(action), target(setup, state, action % PLACES))


@compiled
def face_of(action):
    """The face that an action lays."""
    return (action - FAR) // SQUARES if action >= FAR else action // PLACES


@compiled
def is_lay(action):
    """Whether an action lays a tile."""
    return action < MULLIGAN or action >= FAR
