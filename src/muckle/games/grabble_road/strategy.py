# pyright: basic
# Compiled functions carry no annotations.
"""Bots for Grabble Road: whole turns are searched (`search`) and tried in rollouts (`rollouts`).

How strong that is stands in `bench/strength.md`.
"""

from __future__ import annotations

import numpy as np

from muckle.engine.chance import below
from muckle.engine.compile import compiled
from muckle.engine.manner import CAREFUL, HASTY, OWN, PATIENT, SHINY, UNIT, Manner
from muckle.engine.manner import FAR as FAR_OFF
from muckle.games.grabble_road.rollouts import compare_plays, mean_result
from muckle.games.grabble_road.scoring import score
from muckle.games.grabble_road.search import SEARCH, find_plays
from muckle.games.grabble_road.state import FAR, FREE, MULLIGAN, NOWHERE, PLACES, SQUARES, STRIDE
from muckle.games.grabble_road.targets import target

LEVELS: dict[str, Manner] = {
    "easy": Manner(OWN, candidates=60, width=3, slip=15 * UNIT, cut=285),
    "fair": Manner(OWN, candidates=60, width=10, slip=6 * UNIT, cut=304),
    "medium": Manner(OWN, candidates=60, width=10, slip=6 * UNIT, cut=330),
    "good": Manner(OWN, candidates=60, width=100, slip=28 * UNIT),
    "hard": Manner(OWN, candidates=60, width=100, slip=7 * UNIT),
    "expert": Manner(OWN, candidates=20, width=100, playouts=1000, chunks=2, depth=1),
}
TRIFLE = 20  # points
TASTES = {CAREFUL: 100, SHINY: 45, HASTY: 600, FAR_OFF: 500, PATIENT: 320}
"""Weight of each taste in percent of what `taste` returns, so that its bird is about as strong as its own level."""
HOPE = 4.0  # points that a tile still to lay brings, about
LIKING, LIKING_OF_TILES = 10.0, 14.0  # points that what is to somebody's taste seems better than it is; that each tile does
LONG_WAY = 3  # steps that are as far as one can like


@compiled
def value(setup, state, seat):
    """Return a seat's points, those of the play it composes if it ended now, and some for each tile still to lay."""
    worth = float(state.seats[seat].score)
    if state.turn == seat and state.tiles > state.begun:
        worth += score(setup, state, state.begun, state.drew[:0]) + HOPE * state.left
    return worth


@compiled
def taste(setup, state, action, taste):
    """Return the bonus of a playing style for an action, in points.

    Careful likes squares close to home, shiny premiums, hasty plays of many tiles, patient of few, far squares far away.
    """
    tile = tile_of(setup, state, action)
    if tile < 0:
        return 0.0
    square = tile % SQUARES
    if taste == SHINY:
        premium = max(setup.options.letter_times[square], setup.options.word_times[square]) > 1
        return 1.5 * LIKING * (premium and state.board[square] == FREE)
    if taste in (HASTY, PATIENT):
        many = LIKING_OF_TILES * setup.options.numbers[tile // SQUARES] * (state.left == 0)
        return many if taste == HASTY else -many / 2
    away = LIKING * min(LONG_WAY, steps_from(state.seats[state.turn].home, square)) / LONG_WAY
    return away if taste == FAR_OFF else -away


@compiled
def steps_from(home, square):
    """Return the distance in rows and columns from one square to another; 0 from NOWHERE."""
    return 0 if home == NOWHERE else abs(home // STRIDE - square // STRIDE) + abs(home % STRIDE - square % STRIDE)


@compiled
def think(setup, view, worlds, mind, manner, knowledge, actions, count, tallies):
    """Search this turn, or what is left of it; with playouts, try what the best `candidates` plays lead to.

    Of a manner, `width` is the beam, `cut` how many tiles the longest play has that is looked for, while there is one, in
    hundredths (325: three, or one time in four four; 0: any), and `depth` how many own turns are looked ahead. Its `playouts`
    are thousands of tiles weighed in them (`Search.tried`), which under all options take as long. An action is worth what its
    best play is. Without any play the whole rack is returned, or the turn passed.
    """
    think_with(setup, view, worlds, np.zeros(1, SEARCH), mind, manner, actions, count, tallies)


@compiled
def think_with(setup, view, worlds, searches, mind, manner, actions, count, tallies):
    """Think as `think` does, with scratch memory of the caller: an array of one SEARCH."""
    state, search = view[0], searches[0]
    search.width, search.wanted, search.longest = manner.width, manner.candidates, manner.cut // UNIT
    if manner.cut % UNIT:
        search.longest += below(mind, UNIT) < manner.cut % UNIT
    worlds[1] = state
    if state.returning == 0:
        find_plays(setup, worlds[1], search)
    if search.found == 0:
        tallies[0, 0] += 1  # the first action is a mulligan or its next tile while it may be taken, else a pass
        return
    plays, results = search.plays[: search.found].copy(), np.zeros((search.found, 3))
    if manner.playouts > 0 and len(plays) > 1:
        compare_plays(setup, view, worlds, search, mind, manner, plays, results)
    else:
        rate_plays(plays, results)
    for k in range(count):
        add_best(tile_of(setup, state, actions[k]), plays, results, tallies[k])


@compiled
def rate_plays(plays, results):
    """Give each play one result: its points less the prices of its tiles."""
    for k in range(len(plays)):
        worth = plays[k].worth / UNIT
        results[k, 0], results[k, 1], results[k, 2] = 1, worth, worth * worth


@compiled
def tile_of(setup, state, action):
    """Return the tile and square of an action as in `FoundPlay.tiles`; negative if the action lays no tile."""
    if action >= FAR:
        return action - FAR
    return action // PLACES * SQUARES + target(setup, state, action % PLACES) if action < MULLIGAN else -1


@compiled
def add_best(tile, plays, results, tally):
    """Add the results of an action's best play to its tally: the play tried most, then the one with the best mean."""
    best = -1
    for k in range(len(plays)):
        if plays[k].tiles[0] == tile and (best < 0 or is_better(results, k, best)):
            best = k
    if best >= 0:
        for column in range(3):
            tally[column] += results[best, column]


@compiled
def is_better(results, k, other):
    """Return whether a play was tried more often than another, or as often with a better mean."""
    return results[k, 0] > results[other, 0] or (
        results[k, 0] == results[other, 0] and mean_result(results, k) > mean_result(results, other)
    )
