# pyright: basic
# Compiled functions carry no annotations.
"""The points that one more tile adds to a play: only the words through its square are read (Grabble Road 7 to 8b).

`rules` scores whole plays; a search weighs thousands of tiles a turn. On one square most of the work is the same for every
letter: `look_at_square` walks up to the square once from wherever a word could begin, and `gain` continues with a letter.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from muckle.engine.compile import apart, compiled
from muckle.games.grabble_road.scoring import score, was_empty
from muckle.games.grabble_road.state import FACE_BITS, FACE_MASK, FREE, SIZE, WAYS, WHOLE_RUNS
from muckle.kit.letter_tiles import BLANK
from muckle.words.graph import ROOT, child, ends, find

MOST_PREFIXES = len(WAYS) * SIZE


class Prefix(NamedTuple):
    """The beginning of a word: its letters up to a square, where a letter may continue it."""

    group: int  # in the word graph; ROOT: the word would begin on the square
    step: int  # to its next square
    total: int  # of the numbers so far, premium letters counted
    times: int  # what its premium words multiply
    fresh: int  # 1: one of its tiles is new


class Sight(NamedTuple):
    """A square with every beginning of a word that a tile laid on it may continue."""

    square: int
    begun: Annotated[tuple[Prefix, ...], MOST_PREFIXES]
    ways: int  # how many
    letters: int  # set of those that go on any of them
    letter_times: int  # its premiums, if they would count
    word_times: int
    lost: int  # points of this play's words through the square, which a tile on it ends


@compiled
def look_at_square(setup, state, sight, square):
    """Write everything that a tile on a square may continue into `sight`."""
    new, premium = first_new(state), setup.options
    empty = was_empty(state, new, square)
    sight.square, sight.ways, sight.letters, sight.lost = square, 0, 0, 0
    sight.letter_times = premium.letter_times[square] if empty else 1
    sight.word_times = premium.word_times[square] if empty else 1
    for step in WAYS:
        add_beginnings(setup, state, new, sight, step)
    if state.board[square] > FREE:
        sight.lost = points_through_square(
            setup, state, new, sight, state.board[square] & FACE_MASK, state.board[square] >= new
        )


@compiled
def first_new(state):
    """Return the smallest content of a square whose top tile belongs to the play being composed."""
    return (state.begun + 1) << FACE_BITS


@compiled
def add_beginnings(setup, state, new, sight, step):
    """Keep the beginnings of words that end just before the square, and the empty beginning on the square itself."""
    start = sight.square
    while state.board[start - step] > FREE:
        start -= step
    while start != sight.square:
        read_up_to_square(setup, state, new, sight, start, step)
        start += step
    if state.board[sight.square + step] > FREE:
        add_beginning(setup, sight, ROOT, step, 0, 1, False)


@compiled
def read_up_to_square(setup, state, new, sight, start, step):
    """Keep the letters from a tile up to the square if a word begins with them."""
    square, group, total, times, fresh = start, ROOT, 0, 1, False
    while square != sight.square and group != 0:
        group = child(find(setup.words, group, (state.board[square] & FACE_MASK) % BLANK))
        number, by = tile_factors(setup, state, new, square)
        total += number
        times *= by
        fresh = fresh or state.board[square] >= new
        square += step
    if group != 0:
        add_beginning(setup, sight, group, step, total, times, fresh)


@apart
def add_beginning(setup, sight, group, step, total, times, fresh):
    """Add a beginning of a word to `sight`."""
    begun = sight.begun[sight.ways]
    begun.group, begun.step, begun.total, begun.times, begun.fresh = group, step, total, times, int(fresh)
    sight.ways += 1
    sight.letters |= int(setup.words[group])


@apart
def tile_factors(setup, state, new, square):
    """Return a tile's number and its word factor; premiums count under new tiles only (Grabble Road 8a)."""
    number = setup.options.numbers[state.board[square] & FACE_MASK]
    if state.board[square] >= new and was_empty(state, new, square):
        return number * setup.options.letter_times[square], setup.options.word_times[square]
    return number, 1


@compiled
def gain(setup, state, sight, face, points):
    """Return the points that a play worth `points` gains by one more tile on the square in `sight`."""
    if setup.options.spans == WHOLE_RUNS:
        return gain_of_runs(setup, state, sight.square, face, points)
    return points_through_square(setup, state, first_new(state), sight, face, True) - sight.lost


@apart
def points_through_square(setup, state, new, sight, face, laid):
    """Return the points of all words with a new tile through the square, if it shows a face.

    Args:
        laid: whether the face itself is new.
    """
    letter, number, points = face % BLANK, setup.options.numbers[face] * sight.letter_times, 0
    if laid and setup.options.words_of_one >> letter & 1:
        points += number * sight.word_times
    if sight.letters >> letter & 1:
        for place in range(sight.ways):
            points += continue_beginning(setup, state, new, sight, sight.begun[place], letter, number, laid)
    return points


@compiled
def continue_beginning(setup, state, new, sight, begun, letter, number, laid):
    """Return the points of the words that continue a beginning with a letter on the square."""
    edge = find(setup.words, begun.group, letter)
    square, total, times, fresh = sight.square, begun.total + number, begun.times * sight.word_times, laid or begun.fresh != 0
    points = total * times if fresh and ends(edge) and begun.group != ROOT else 0
    while edge != 0:
        square += begun.step
        if state.board[square] <= FREE:
            break
        edge = find(setup.words, child(edge), (state.board[square] & FACE_MASK) % BLANK)
        more, by = tile_factors(setup, state, new, square)
        total += more
        times *= by
        fresh = fresh or state.board[square] >= new
        if fresh and ends(edge):
            points += total * times
    return points


@apart
def gain_of_runs(setup, state, square, face, points):
    """Return the gain where only whole runs score.

    The tile may end words that do not touch its square, so the whole play is scored again.
    """
    under, laid = state.board[square], state.laid[state.tiles]
    laid.square, laid.face, laid.under = square, face, under
    state.tiles += 1
    state.board[square] = state.tiles << FACE_BITS | face
    after = points_so_far(setup, state)
    state.tiles -= 1
    state.board[square] = under
    laid.square = laid.face = laid.under = 0
    return after - points


@apart
def points_so_far(setup, state):
    """Return the points of the play being composed if it ended now."""
    return score(setup, state, state.begun, state.drew[:0])
