"""Strategy of Grabble Road driven from Python: one chunk of a manner, then the action with the best mean."""

from __future__ import annotations

from typing import Any

import numpy as np

from muckle.engine.chance import PICKER, stream
from muckle.engine.compile import compiled
from muckle.engine.contract import Setup
from muckle.engine.manner import MANNER, Knowledge, Manner
from muckle.engine.position import Position
from muckle.engine.record import new, record
from muckle.games.grabble_road import strategy
from muckle.games.grabble_road.plays import is_lay, tiles_of
from muckle.games.grabble_road.rollouts import play_out
from muckle.games.grabble_road.search import MOST_PLAYS, SEARCH, WIDEST, FoundPlay, find_plays
from muckle.games.grabble_road.state import SQUARES, STATE

WORLDS = 3


@compiled
def _think(options, words, view, worlds, minds, manners, knowledge, actions, count, tallies):
    setup = Setup(options[0], words)
    strategy.think(setup, view, worlds, minds[0], manners[0], knowledge, actions, count, tallies)


def tallies(position: Position, manner: Manner, mind: int = 1) -> tuple[list[int], Any]:
    """Return the legal actions and what the search found of each: how often tried, sum, sum of squares."""
    options, words, states = position.arrays
    legal = position.legal()
    actions, found = np.array(legal, np.int64), np.zeros((len(legal), 3))
    minds, manners = new(PICKER), new(MANNER)
    minds[0].rng = stream(mind, 1)
    for name, number in manner._asdict().items():
        manners[0][name] = number
    knowledge = Knowledge(np.zeros(1, np.int32), np.zeros(1, np.float32))
    before = states.tobytes()
    _think(options, words, states, np.zeros(WORLDS, STATE), minds, manners, knowledge, actions, len(legal), found)
    assert states.tobytes() == before, "the view stays as it is"
    return legal, found


def decide(position: Position, manner: Manner, mind: int = 1) -> int:
    """Return the action with the best mean, among those tried at least half as often as the most."""
    legal, found = tallies(position, manner, mind)
    means = np.where(2 * found[:, 0] >= max(1, found[:, 0].max()), found[:, 1] / np.maximum(found[:, 0], 1), -np.inf)
    return legal[int(means.argmax())]


def viewed(position: Position, rng: int) -> Position:
    """Return the position as the seat to act sees it, with everything else dealt anew."""
    return position.view(position.turn, position.arrays[1], stream(rng, 0))


@compiled
def _find(options, words, view, worlds, searches, width):
    searches[0].width, searches[0].wanted = width, MOST_PLAYS
    worlds[0] = view[0]
    find_plays(Setup(options[0], words), worlds[0], searches[0])


def plays(position: Position, width: int = WIDEST) -> list[tuple[int, int]]:
    """Return the best plays that the search finds: the action of the first tile, and the points."""
    searches = np.zeros(1, SEARCH)
    _find(*position.arrays, np.zeros(1, STATE), searches, width)
    search = searches[0]
    legal = {
        tile.face * SQUARES + tile.square: action
        for action in position.legal()
        if is_lay(action)
        for tile in tiles_of(position.plain_setup, position.plain_state, [action])
    }
    return [(legal[int(play.tiles[0])], int(play.points)) for play in search.plays[: search.found]]


@compiled
def _peek(options, words, view, worlds, searches, plays):
    setup, search = Setup(options[0], words), searches[0]
    search.width, search.wanted = 3, 1
    worlds[0] = view[0]
    find_plays(setup, worlds[0], search)
    plays[0] = search.plays[0]
    return play_out(setup, worlds[0], search, plays[0], 1)


def peeking(position: Position) -> float:
    """Return the points of the best play in this very world, for which a fair player never asks."""
    plays = np.zeros(1, record(FoundPlay))
    return float(_peek(*position.arrays, np.zeros(1, STATE), np.zeros(1, SEARCH), plays))
