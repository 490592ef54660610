# pyright: basic
# Compiled functions carry no annotations.
"""Beam search for the best plays of a turn, tile by tile.

For each number that the first tile can have, the best partial plays of every length go on to the next (a beam). Where there are
no more of them than the beam is wide, as in short plays, the search is exact.
"""

from __future__ import annotations

import csv
import importlib.resources
from typing import Annotated, NamedTuple

from muckle.engine.bits import lowest
from muckle.engine.compile import apart, compiled
from muckle.engine.manner import UNIT
from muckle.engine.record import Ints, record
from muckle.games.grabble_road.rules import end_turn, lay_tile, lift_tile, put_tile
from muckle.games.grabble_road.state import SIZE, SQUARES, STRIDE, WHOLE_RUNS
from muckle.games.grabble_road.targets import find_targets, target
from muckle.games.grabble_road.tile_gain import Sight, gain, look_at_square, points_so_far
from muckle.kit.letter_tiles import BLANK, KINDS, LETTERS, NUMBERS

_TABLE = importlib.resources.files("muckle.games.grabble_road").joinpath("prices.csv").read_text(encoding="utf-8")
PRICES = tuple(round(float(row["price"]) * UNIT) for row in csv.DictReader(_TABLE.splitlines()))
"""Price of using up a tile of each kind while the bag holds tiles, in hundredths of a point (`bench/prices_grabble_road.py`).

It is low for what the bag gives back easily, high for what makes the next turns good.
"""
LAST_PRICE = 15 * UNIT
"""Price of any tile when the bag is empty, in hundredths of a point: the tile will not be replaced."""
MOST_LAID = max(NUMBERS)
WIDEST = 256
MOST_PLAYS = 64


class Partial(NamedTuple):
    """A partial play: the one it extends, and one tile."""

    before: int  # its place among those that are one tile shorter
    face: int
    square: int
    points: int  # that it would score if it ended here
    worth: int  # `points` less what its tiles cost (see `PRICES`), in hundredths


class FoundPlay(NamedTuple):
    """A complete play, from the tile laid next on."""

    points: int
    worth: int  # as of `Partial`
    length: int
    tiles: Annotated[Ints, MOST_LAID]  # each face * SQUARES + square


class Search(NamedTuple):
    """Scratch memory of a search, with the plays it found."""

    width: int  # of the beam, at most WIDEST
    wanted: int  # plays that are kept, at most MOST_PLAYS
    longest: int  # most tiles of a play that is looked for, while there is one; 0: any
    sight: Sight
    partials: Annotated[tuple[Partial, ...], (MOST_LAID + 1) * WIDEST]  # by their length, WIDEST places for each
    counts: Annotated[Ints, MOST_LAID + 1]  # how many there are of each length
    worst: Annotated[Ints, MOST_LAID + 1]  # the place of the one of least worth
    plays: Annotated[tuple[FoundPlay, ...], MOST_PLAYS]
    found: int
    tried: int  # tiles weighed, over all searches; where only whole runs score, each counts twice


SEARCH = record(Search)


@apart
def find_plays(setup, state, search):
    """Find the best plays of the player to act, given the tiles already laid; if there is none, the first is a pass.

    The state is left as it was, but for its targets.
    """
    search.found = search.plays[0].length = 0
    player, points = state.seats[state.turn], points_so_far(setup, state)
    for number in range(1, MOST_LAID + 1):
        if search.found > 0 and number > search.longest > 0:
            break
        if number == state.left or (state.left == 0 and number <= player.held and letters_with_number(setup, player, number)):
            search_length(setup, state, search, points, number)


@compiled
def letters_with_number(setup, player, number):
    """Return the set of letters on the rack with a number."""
    found = 0
    for letter in range(BLANK):
        if player.tiles[letter] > 0 and setup.options.numbers[letter] == number:
            found |= 1 << letter
    return found


@apart
def search_length(setup, state, search, points, length):
    """Search the plays that lay `length` more tiles."""
    root = search.partials[0]
    root.points, root.worth, search.counts[0] = points, points * UNIT, 1
    head, begun = state.seats[state.turn].head, state.tiles
    for done in range(length):
        search.counts[done + 1] = 0
        for place in range(search.counts[done]):
            lay_partial(state, search, done, place)
            begins = state.left == 0 and done == 0
            kinds = letters_with_number(setup, state.seats[state.turn], length) if begins else kinds_on_rack(state)
            extend_partial(setup, state, search, done, place, kinds, begun, done + 1 == length)
            while state.tiles > begun:
                lift_tile(state)
            state.seats[state.turn].head = head


@compiled
def kinds_on_rack(state):
    """Return the set of kinds on the rack of the player to act."""
    found = 0
    for kind in range(KINDS):
        if state.seats[state.turn].tiles[kind] > 0:
            found |= 1 << kind
    return found


@compiled
def lay_partial(state, search, length, place):
    """Lay the tiles of a partial play."""
    first = state.tiles
    for number in range(length):
        partial = search.partials[(length - number) * WIDEST + place]
        trace = state.laid[first + length - number - 1]
        trace.square, trace.face = partial.square, partial.face
        place = partial.before
    for number in range(first, first + length):
        put_tile(state, state.laid[number].face, state.laid[number].square)


@compiled
def extend_partial(setup, state, search, length, place, kinds, begun, last):
    """Weigh every tile of some kinds on every square that a partial play leads to."""
    find_targets(setup, state)
    near = state.near
    while near != 0:
        weigh_tiles(setup, state, search, length, place, kinds, target(setup, state, lowest(near)), begun, last)
        near &= near - 1
    for row in range(1, SIZE + 1):
        far = state.far[row]
        while far != 0:
            weigh_tiles(setup, state, search, length, place, kinds, row * STRIDE + lowest(far), begun, last)
            far &= far - 1


@apart
def weigh_tiles(setup, state, search, length, place, kinds, square, begun, last):
    """Weigh every tile of some kinds on a square."""
    look_at_square(setup, state, search.sight, square)
    while kinds != 0:
        kind = lowest(kinds)
        kinds &= kinds - 1
        for face in range(kind, kind + (len(LETTERS) if kind == BLANK else 1)):
            before = search.partials[length * WIDEST + place]
            points = gain(setup, state, search.sight, face, before.points)
            worth = before.worth + points * UNIT - price(state, kind)
            search.tried += 1 + (setup.options.spans == WHOLE_RUNS)
            if last:
                keep_play(state, search, face, square, before.points + points, worth, begun)
            else:
                keep_partial(search, length + 1, place, face, square, before.points + points, worth)


@compiled
def price(state, kind):
    """Return the price of using up a tile of a kind, in hundredths of a point."""
    return PRICES[kind] if state.bag_left > 0 else LAST_PRICE


@compiled
def keep_partial(search, length, before, face, square, points, worth):
    """Keep a partial play, instead of the worst of its length if there is no more room."""
    first, place = length * WIDEST, search.counts[length]
    if place < search.width:
        search.counts[length] += 1
    else:
        place = search.worst[length]
        if worth <= search.partials[first + place].worth:
            return
    kept = search.partials[first + place]
    kept.before, kept.face, kept.square, kept.points, kept.worth = before, face, square, points, worth
    if search.counts[length] == search.width:
        worst = 0
        for other in range(1, search.width):
            if search.partials[first + other].worth < search.partials[first + worst].worth:
                worst = other
        search.worst[length] = worst


@apart
def keep_play(state, search, face, square, points, worth, begun):
    """Keep a whole play among the best, which stand in order."""
    if search.found == search.wanted and worth <= search.plays[search.found - 1].worth:
        return
    place = min(search.found, search.wanted - 1)
    search.found = place + 1
    while place > 0 and search.plays[place - 1].worth < worth:
        copy_play(search.plays[place - 1], search.plays[place])
        place -= 1
    play = search.plays[place]
    play.points, play.worth, play.length = points, worth, state.tiles - begun + 1
    for number in range(begun, state.tiles):
        play.tiles[number - begun] = state.laid[number].face * SQUARES + state.laid[number].square
    play.tiles[play.length - 1] = face * SQUARES + square


@compiled
def copy_play(play, to):
    """Copy a play over another."""
    to.points, to.worth, to.length = play.points, play.worth, play.length
    for number in range(play.length):
        to.tiles[number] = play.tiles[number]


@apart
def lay_play(setup, state, play):
    """Lay a play and end the turn; a play of no tiles is a pass. The next player's targets stay unknown (`find_targets`)."""
    for number in range(play.length):
        lay_tile(setup, state, play.tiles[number] // SQUARES, play.tiles[number] % SQUARES)
    state.passes += play.length == 0
    state.drawn = 0
    end_turn(setup, state)
