# pyright: basic
# Compiled functions carry no annotations.
"""Finds the words that tiles make, and scores them (Grabble Road 7 to 10)."""

from __future__ import annotations

from muckle.engine.bits import from_start
from muckle.engine.compile import compiled
from muckle.games.grabble_road.state import (
    ANY_PART,
    DOWN,
    FACE_BITS,
    FACE_MASK,
    FREE,
    LENGTH,
    POINTS,
    STEPS,
    STRIDE,
    WHOLE_RUNS,
)
from muckle.kit.letter_tiles import BLANK
from muckle.words.graph import ROOT, child, ends, find


@compiled
def score(setup, state, first, found):
    """Return the points of all words with a visible tile laid from number `first` on (Grabble Road 7 to 10).

    Args:
        found: the words are written here, as far as there is room: how many, then each (see POINTS).
    """
    new = (first + 1) << FACE_BITS  # what lies on top of a square is new from here on
    points = 0
    if len(found) > 0:
        found[0] = 0
    for number in range(first, state.tiles):
        square = state.laid[number].square
        if state.board[square] >> FACE_BITS == number + 1:  # not covered (Grabble Road 7e)
            points += score_single(setup, state, new, square, found)
            points += score_run(setup, state, new, square, 1, found)  # no loop: a known step makes faster code
            points += score_run(setup, state, new, square, STRIDE, found)
    return points


@compiled
def score_run(setup, state, new, square, step, found):
    """Score the words of two letters or more in the run through a new tile; 0 unless it is the first new one there."""
    board, start, points = state.board, square, 0
    while board[start - step] > FREE:
        start -= step
        if board[start] >= new:
            return 0
    last, ahead = square, square + step
    if start == square and board[ahead] <= FREE:
        return 0
    while board[ahead] > FREE:
        if board[ahead] >= new:
            last = ahead
        ahead += step
    while start <= last:
        points += score_from(setup, state, new, start, step, found)
        start += step
        if setup.options.spans == WHOLE_RUNS:
            break
    return points


@compiled
def score_from(setup, state, new, start, step, found):
    """Score the words that begin on a square: walk on while letters begin a word (Grabble Road 7 to 8b)."""
    board, square, points = state.board, start, 0
    group, total, times, fresh = ROOT, 0, 1, False
    while board[from_start(square)] > FREE:
        face = board[from_start(square)] & FACE_MASK
        edge = find(setup.words, group, letter_of(face))
        if edge == 0:
            break
        number = setup.options.numbers[face]
        if board[from_start(square)] >= new:
            fresh = True
            if was_empty(state, new, square):
                number *= setup.options.letter_times[square]
                times *= setup.options.word_times[square]
        total += number
        square += step
        long_enough = square != start + step and (setup.options.spans == ANY_PART or board[square] <= FREE)
        if fresh and long_enough and ends(edge):
            points += total * times
            if len(found) > 0:  # else nobody reads the words, and the division takes long
                down = 0 if step == 1 else DOWN
                keep_word(found, start | down | (square - start) // step * LENGTH | total * times * POINTS)
        group = child(edge)
    return points


@compiled
def letter_of(face):
    """Return the letter of a face: ``face % BLANK``, without the steps of a division, which the look-up would wait for."""
    return face - BLANK if face >= BLANK else face


@compiled
def score_single(setup, state, new, square, found):
    """Score a new tile that is a word by itself, once (Grabble Road 7c, 7d)."""
    face = state.board[square] & FACE_MASK
    if not setup.options.words_of_one >> letter_of(face) & 1:
        return 0
    if setup.options.spans == WHOLE_RUNS:
        for step in STEPS:
            if state.board[square + step] > FREE:
                return 0
    points = setup.options.numbers[face]
    if was_empty(state, new, square):
        points *= setup.options.letter_times[square] * setup.options.word_times[square]
    keep_word(found, square | LENGTH | points * POINTS)
    return points


@compiled
def was_empty(state, new, square):
    """Return whether a square was empty before the new tiles: only then its premium counts (Grabble Road 8a)."""
    held = state.board[square]
    while held >= new:
        held = state.laid[(held >> FACE_BITS) - 1].under
    return held == FREE


@compiled
def keep_word(found, word):
    """Add a word to `found`, if there is room."""
    if len(found) > 0 and found[0] < len(found) - 1:
        found[0] += 1
        found[found[0]] = word
