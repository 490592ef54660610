# pyright: basic
# Compiled functions carry no annotations.
"""The rules of Grabble Road, in the order of RULES.md.

A *kind* of tile is 0 to 25 for A to Z, BLANK for a blank; a *face* is what lies on the board: a letter, or BLANK + letter for
a blank that stands for it. A *square* is ``row * STRIDE + column``, both from 1, with wall all around: a step to the right or
down is +1 or +STRIDE.

A turn is several actions of one seat: the tiles of a play one at a time, or ``mulligan``, the tiles to return, ``done``. Until
the last of them the turn is being composed: only the player to act knows of it (Grabble Road 6a), and all of it can be taken
up again (`take_up`). The last tile lays the play: it is scored, and others see it.

An action is

    LAY + face * PLACES + place   a tile beside the head or behind one tile: `place` is one of the twelve squares at most two
                                  steps away, in board order; for the first tile of a road one of the four corners
    MULLIGAN, RETURN + kind, DONE, PASS
    FAR + face * SQUARES + square   a tile behind a chain of tiles

An outcome is ``seat * SEAT_UNIT + kind``, and LOT more if the tile was drawn for the start.
"""

from __future__ import annotations

import numpy as np

from muckle.engine.bits import lowest, size
from muckle.engine.chance import below, chance_fields, forget, note
from muckle.engine.compiler import compiled
from muckle.engine.record import INT, record
from muckle.engine.rules import OVER
from muckle.games.grabble_road.options import SIZE, SQUARES, STRIDE
from muckle.kit.letter_tiles import BLANK, COUNTS, FACE_NUMBERS, FACES, KINDS
from muckle.words.graph import ROOT, child, ends, find

MOST_SEATS, MOST_HELD, MOST_TILES = 4, 15, sum(COUNTS)
MOST_DRAWS = 200  # all tiles drawn for the start, and all racks filled

ONE_ANY, ONE_STRAIGHT, CHAIN_ANY, CHAIN_STRAIGHT, OFF = range(5)
EMPTY, ANY = 0, 1
ANY_PART, WHOLE_RUNS = 0, 1
"""Values of the options through, through_onto and spans."""

WALL, FREE = -1, 0
FACE_BITS = 6
FACE_MASK = (1 << FACE_BITS) - 1
NOWHERE = 0
"""No square: it is wall."""

STEPS = (-STRIDE, -1, 1, STRIDE)
"""To the four neighbours of a square, in board order."""
NEAR = (-2 * STRIDE, -STRIDE - 1, -STRIDE, -STRIDE + 1, -2, -1, 1, 2, STRIDE - 1, STRIDE, STRIDE + 1, 2 * STRIDE)
"""To the twelve squares at most two steps away, in board order."""
WAYS = (1, STRIDE)
"""To read on: to the right, and down (Grabble Road 7)."""
PASSED = (-STRIDE, -STRIDE, 0, -STRIDE, -1, 0, 0, 1, STRIDE, 0, STRIDE, STRIDE)
PASSED_TOO = (-STRIDE, -1, 0, 1, -1, 0, 0, 1, -1, 0, 1, STRIDE)
"""To the tiles passed through on the way to each of them, there being one way or two; 0: it is beside the head."""
CORNERS = 4
PLACES = len(NEAR)
LAY = 0
MULLIGAN = LAY + FACES * PLACES
RETURN = MULLIGAN + 1
DONE = RETURN + KINDS
PASS = DONE + 1
FAR = PASS + 1
ACTIONS = FAR + FACES * SQUARES
MAX_ACTIONS = (SIZE * SIZE - 1) * (MOST_HELD - 1 + 26) + 2  # every square but the head; a blank is 26 faces

SEAT_UNIT, LOT = 32, 128  # of outcomes
LOT_UNIT = 28  # a seat's lots are digits 1 to 27
MOST_LOTS = LOT_UNIT**11  # a dozen of them fit
NUMBERS = np.array(FACE_NUMBERS, np.int64)  # by face

# A word that was found: square | DOWN | length * LENGTH | points * POINTS
DOWN, LENGTH, POINTS = 1 << 9, 1 << 10, 1 << 14
SQUARE_MASK, LENGTH_MASK = DOWN - 1, 15

OPTIONS = record(
    seats=INT,
    through=INT,
    through_onto=INT,
    spans=INT,
    stall_cap=INT,  # full rounds of turns without a play that end the match; 0: never
    rack=INT,  # tiles that a rack is filled up to
    side=INT,  # rows and columns of the board
    counts=(INT, KINDS),  # tiles there are, by kind
    letter_times=(INT, SQUARES),  # what a tile's number is multiplied by
    word_times=(INT, SQUARES),  # what a word's sum is multiplied by
    words_of_one=INT,  # set of letters that are words
    reveal_after_match=INT,  # 0: the racks are open when the match is over; 1: never
)
LAID = record(
    square=INT,
    face=INT,
    under=INT,  # what the square held before: an entry of the board
)
PLAY = record(
    seat=INT,
    first=INT,  # its first tile in STATE.laid
    points=INT,
)
SEAT = record(
    tiles=(INT, KINDS),  # how many of each kind are on the rack; hidden from others
    count=INT,  # tiles on the rack
    head=INT,  # square of the tile laid last, or NOWHERE
    home=INT,  # the head when the turn began; in others' turns the head
    score=INT,  # points of all plays
    lots=INT,  # tiles drawn for the start, first one highest: digits of kind + 1 to the base LOT_UNIT
)
STATE = record(
    **chance_fields(MOST_DRAWS),
    turn=INT,  # the seat to act, or OVER
    starter=INT,
    bag=(INT, KINDS),  # how many of each kind are in the bag, which has no order; hidden from everybody
    bag_left=INT,
    board=(INT, SQUARES),  # WALL, FREE, or the top tile: (its place in `laid` + 1) << FACE_BITS | its face
    laid=(LAID, MOST_TILES),  # every tile laid, in order
    tiles=INT,  # how many
    begun=INT,  # how many when this turn began; the tiles from here on are being composed, only the player to act knows them
    left=INT,  # tiles still to lay in the play being composed
    near=INT,  # target squares of the player to act, as a set of places
    far=(INT, SIZE + 2),  # those behind chains, by row: a set of columns
    returning=INT,  # 1: a mulligan is being composed
    back=(INT, KINDS),  # tiles to be returned; while the start is drawn, the tiles drawn for it
    back_count=INT,
    passes=INT,  # passes in a row
    idle=INT,  # turns in a row without a play
    plays=(PLAY, MOST_TILES),  # every play laid, in order
    played=INT,  # how many
    seats=(SEAT, MOST_SEATS),
)


@compiled
def deal(setup, state, rng):
    """An empty board; the lowest tile drawn starts; racks are filled from the starter on (Grabble Road 1, 2)."""
    state.rng, state.draws, state.drawn = rng, 0, 0
    clear(setup, state)
    state.starter = draw_for_start(setup, state)
    for place in range(setup.options.seats):
        fill_rack(setup, state, (state.starter + place) % setup.options.seats)
    state.turn = state.starter
    aim(setup, state)


@compiled
def clear(setup, state):
    """All tiles in the bag, all else at its beginning. Unused fields are zero: equal matches are equal to the last byte."""
    state.turn, state.bag_left = 0, 0
    state.tiles = state.begun = state.left = state.played = 0
    state.returning = state.back_count = state.passes = state.idle = 0
    for kind in range(KINDS):
        state.bag[kind], state.back[kind] = setup.options.counts[kind], 0
        state.bag_left += setup.options.counts[kind]
    for square in range(SQUARES):
        state.board[square] = WALL
    for row in range(1, setup.options.side + 1):
        for column in range(1, setup.options.side + 1):
            state.board[row * STRIDE + column] = FREE
    for place in range(MOST_TILES):
        laid, play = state.laid[place], state.plays[place]
        laid.square = laid.face = laid.under = play.seat = play.first = play.points = 0
    for number in range(MOST_SEATS):
        seat = state.seats[number]
        seat.count = seat.score = seat.lots = 0
        seat.head = seat.home = NOWHERE
        for kind in range(KINDS):
            seat.tiles[kind] = 0


@compiled
def draw_for_start(setup, state):
    """The seat that starts: who draws the lowest; tied players draw again, all tiles staying out (Grabble Road 1, 1a)."""
    tied = (1 << setup.options.seats) - 1
    while size(tied) > 1:
        if state.bag_left < size(tied):
            put_back(state)  # and the tied players draw afresh (Grabble Road 1b)
        tied = draw_lots(state, tied)
    put_back(state)
    return lowest(tied)


@compiled
def draw_lots(state, drawers):
    """Each of these seats draws a tile and shows it; the set of seats with the lowest. A blank comes before A."""
    best, winners = KINDS, 0
    for number in range(MOST_SEATS):
        if drawers >> number & 1:
            kind = take(state)
            note(state, LOT + number * SEAT_UNIT + kind)
            state.back[kind] += 1
            state.back_count += 1
            keep_lot(state.seats[number], kind)
            rank = 0 if kind == BLANK else kind + 1
            if rank < best:
                best, winners = rank, 0
            if rank == best:
                winners |= 1 << number
    return winners


@compiled
def keep_lot(seat, kind):
    """Remember what a seat drew for the start, the first dozen draws of it (Grabble Road I6)."""
    if seat.lots < MOST_LOTS:
        seat.lots = seat.lots * LOT_UNIT + kind + 1


@compiled
def put_back(state):
    """The tiles drawn for the start or returned in a mulligan go into the bag."""
    for kind in range(KINDS):
        state.bag[kind] += state.back[kind]
        state.back[kind] = 0
    state.bag_left += state.back_count
    state.back_count = 0


@compiled
def take(state):
    """A tile out of the bag, each as likely (General 2); its kind."""
    pick, kind = below(state, state.bag_left), 0
    while pick >= state.bag[kind]:
        pick -= state.bag[kind]
        kind += 1
    state.bag[kind] -= 1
    state.bag_left -= 1
    return kind


@compiled
def fill_rack(setup, state, number):
    """Draw up to a full rack while the bag lasts (Grabble Road 2, 11)."""
    seat = state.seats[number]
    while seat.count < setup.options.rack and state.bag_left > 0:
        kind = take(state)
        note(state, number * SEAT_UNIT + kind)
        seat.tiles[kind] += 1
        seat.count += 1


@compiled
def legal(setup, state, actions):
    """A turn is a play, a mulligan or a pass, each a free choice (Grabble Road 2a); what was begun is finished (3, 12)."""
    if state.turn == OVER:
        return 0
    seat = state.seats[state.turn]
    if state.returning:
        return put_returns(state, seat, actions)
    count = 0
    for face in range(FACES):
        if may_lay(state, seat, face):
            left = state.near
            while left != 0:
                actions[count] = LAY + face * PLACES + lowest(left)
                count += 1
                left &= left - 1
    if state.left == 0:
        if state.bag_left > 0:
            actions[count] = MULLIGAN
            count += 1
        actions[count] = PASS
        count += 1
    if setup.options.through == CHAIN_ANY or setup.options.through == CHAIN_STRAIGHT:
        count = put_far(state, seat, actions, count)
    return count


@compiled
def put_returns(state, seat, actions):
    """Any tile of the rack can be returned; at least one must be (Grabble Road 12)."""
    count = 0
    for kind in range(KINDS):
        if seat.tiles[kind] > 0:
            actions[count] = RETURN + kind
            count += 1
    if state.back_count > 0:
        actions[count] = DONE
        count += 1
    return count


@compiled
def put_far(state, seat, actions, count):
    """Every tile on the targets behind chains of tiles."""
    for face in range(FACES):
        if may_lay(state, seat, face):
            for row in range(1, SIZE + 1):
                left = state.far[row]
                while left != 0:
                    actions[count] = FAR + face * SQUARES + row * STRIDE + lowest(left)
                    count += 1
                    left &= left - 1
    return count


@compiled
def may_lay(state, seat, face):
    """Whether the player has the tile, and it may be the first of a play if it would be (Grabble Road 3a, 3c, 5)."""
    if seat.tiles[min(face, BLANK)] == 0:
        return False
    return state.left > 0 or 1 <= NUMBERS[face] <= seat.count


@compiled
def is_legal(setup, state, action):
    """Whether an action is among the legal ones."""
    if state.turn == OVER or action < 0 or action >= ACTIONS:
        return False
    seat = state.seats[state.turn]
    if action < MULLIGAN:
        return not state.returning and state.near >> action % PLACES & 1 == 1 and may_lay(state, seat, action // PLACES)
    if action >= FAR:
        face, square = (action - FAR) // SQUARES, (action - FAR) % SQUARES
        return not state.returning and is_far(state, square) and may_lay(state, seat, face)
    if action == MULLIGAN:
        return not state.returning and state.left == 0 and state.bag_left > 0
    if action == PASS:
        return not state.returning and state.left == 0
    if action == DONE:
        return state.returning == 1 and state.back_count > 0
    return state.returning == 1 and seat.tiles[action - RETURN] > 0


@compiled
def is_far(state, square):
    """Whether a square is a target behind a chain."""
    return state.far[square // STRIDE] >> square % STRIDE & 1 == 1


@compiled
def apply(setup, state, action):
    """Lay a tile, take a step of a mulligan, or pass; then the turn goes on or is over."""
    if not is_legal(setup, state, action):
        raise ValueError("the rules do not allow this action here")
    state.drawn = 0
    if action < MULLIGAN:
        lay(state, action // PLACES, target(setup, state, action % PLACES))
    elif action >= FAR:
        lay(state, (action - FAR) // SQUARES, (action - FAR) % SQUARES)
    elif action == MULLIGAN:
        state.returning = 1
    elif action == DONE:  # the tiles go into the bag, which is shaken (Grabble Road 12)
        put_back(state)
        state.returning = state.passes = 0
    elif action == PASS:
        state.passes += 1
    else:
        set_aside(state, action - RETURN)
    if state.left == 0 and not state.returning:
        end_turn(setup, state)
    aim(setup, state)


@compiled
def target(setup, state, place):
    """The square that a place means: one near the head, or a corner (Grabble Road 4, 4b)."""
    head = state.seats[state.turn].head
    return corner(setup, place) if head == NOWHERE else head + NEAR[place]


@compiled
def corner(setup, place):
    """The corners in board order (Grabble Road 4)."""
    row = setup.options.side if place >= 2 else 1
    column = setup.options.side if place % 2 == 1 else 1
    return row * STRIDE + column


@compiled
def lay(state, face, square):
    """The next tile of a play; the first one says how many (Grabble Road 3, 4)."""
    if state.left == 0:
        state.left = NUMBERS[face]
    put(state, face, square)
    state.left -= 1


@compiled
def put(state, face, square):
    """A tile from the rack goes on top of what is there; its square is the head (Grabble Road 4b, 4d)."""
    seat, laid = state.seats[state.turn], state.laid[state.tiles]
    laid.square, laid.face, laid.under = square, face, state.board[square]
    state.tiles += 1
    state.board[square] = state.tiles << FACE_BITS | face
    seat.tiles[min(face, BLANK)] -= 1
    seat.count -= 1
    seat.head = square


@compiled
def set_aside(state, kind):
    """A tile that will be returned (Grabble Road 12)."""
    seat = state.seats[state.turn]
    seat.tiles[kind] -= 1
    seat.count -= 1
    state.back[kind] += 1
    state.back_count += 1


@compiled
def end_turn(setup, state):
    """A play is scored and laid (Grabble Road 7, 9), the rack is filled (11), and the next player acts.

    Unless all have passed in a row (Grabble Road 13), or nobody has played for long (14).
    """
    seats, seat = setup.options.seats, state.seats[state.turn]
    state.idle += 1
    if state.tiles > state.begun:
        play = state.plays[state.played]
        play.seat, play.first = state.turn, state.begun
        play.points = score(setup, state, state.begun, state.drew[:0])
        seat.score += play.points
        seat.home = seat.head
        state.played += 1
        state.begun = state.tiles
        state.passes = state.idle = 0
    if state.passes == 0:
        fill_rack(setup, state, state.turn)
    if state.passes == seats or state.idle == setup.options.stall_cap * seats > 0:
        state.turn = OVER
    else:
        state.turn = (state.turn + 1) % seats


@compiled
def take_up(setup, state):
    """Back to the beginning of the turn: the play or mulligan being composed is undone."""
    if state.turn == OVER:
        return
    while state.tiles > state.begun:
        lift(state)
    seat = state.seats[state.turn]
    for kind in range(KINDS):
        seat.tiles[kind] += state.back[kind]
        state.back[kind] = 0
    seat.count += state.back_count
    seat.head = seat.home
    state.left = state.returning = state.back_count = 0
    aim(setup, state)


@compiled
def lift(state):
    """The tile laid last goes back to the rack; where the head was before, the caller knows."""
    state.tiles -= 1
    seat, laid = state.seats[state.turn], state.laid[state.tiles]
    state.board[laid.square] = laid.under
    seat.tiles[min(laid.face, BLANK)] += 1
    seat.count += 1
    laid.square = laid.face = laid.under = 0


@compiled
def aim(setup, state):
    """Find the target squares of the player to act (Grabble Road 4 to 4f)."""
    state.near = 0
    for row in range(len(state.far)):
        state.far[row] = 0
    if state.turn == OVER:
        return
    head, through = state.seats[state.turn].head, setup.options.through
    if head == NOWHERE:
        state.near = corners(setup, state)
        return
    for place in range(PLACES):
        if leads_to(setup, state.board, head, place):
            state.near |= 1 << place
    if through == CHAIN_ANY:
        aim_through_chains(setup, state, head)
    elif through == CHAIN_STRAIGHT:
        aim_through_lines(setup, state, head)


@compiled
def corners(setup, state):
    """The empty corners, or all if none is empty (Grabble Road 4)."""
    empty = 0
    for place in range(CORNERS):
        if state.board[corner(setup, place)] == FREE:
            empty |= 1 << place
    return empty if empty else (1 << CORNERS) - 1


@compiled
def leads_to(setup, board, head, place):
    """Whether a place is a target: plain or over (Grabble Road 4c, 4d), or through one tile (4e)."""
    one_way, other_way = head + PASSED[place], head + PASSED_TOO[place]
    if one_way == head:  # beside it
        return board[head + NEAR[place]] != WALL
    if setup.options.through > ONE_STRAIGHT or (setup.options.through == ONE_STRAIGHT and one_way != other_way):
        return False
    return (board[one_way] > FREE or board[other_way] > FREE) and may_land(setup, board[head + NEAR[place]])


@compiled
def may_land(setup, held):
    """Whether a square behind tiles passed through may be played on (Grabble Road 4e, D2), by what it holds."""
    return held == FREE or (held > FREE and setup.options.through_onto == ANY)


@compiled
def aim_through_lines(setup, state, head):
    """Behind all tiles in a line; under `any` on those after the first, too."""
    for step in STEPS:
        square = head + step
        while state.board[square] > FREE:
            square += step
            if may_land(setup, state.board[square]):
                mark(state, square)


@compiled
def aim_through_chains(setup, state, head):
    """Behind any chain of tiles that begins beside the head: squares beside its tiles are added until there are no more."""
    for step in STEPS:
        mark(state, head + step)
    grown = True
    while grown:
        grown = False
        for number in range(state.tiles):
            square = state.laid[number].square
            if square != head and is_far(state, square):
                for step in STEPS:
                    grown = grown or not is_far(state, square + step)
                    mark(state, square + step)
    for step in STEPS:
        unmark(state, head + step)  # plain or over
    unmark(state, head)
    for row in range(len(state.far)):
        left = state.far[row]
        while left != 0:
            square = row * STRIDE + lowest(left)
            left &= left - 1
            if not may_land(setup, state.board[square]):
                unmark(state, square)  # passed through only


@compiled
def mark(state, square):
    """Note a square as a target."""
    state.far[square // STRIDE] |= 1 << square % STRIDE


@compiled
def unmark(state, square):
    """It is none after all."""
    state.far[square // STRIDE] &= ~(1 << square % STRIDE)


@compiled
def score(setup, state, first, found):
    """The points of the tiles laid from number `first` on: every word with a visible one of them (Grabble Road 7 to 10).

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
            for step in WAYS:
                points += score_run(setup, state, new, square, step, found)
    return points


@compiled
def score_run(setup, state, new, square, step, found):
    """The words of two letters or more in the run of tiles through a new one; 0 unless it is the first new one there."""
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
    """The words that begin on a square: walk on while letters begin a word (Grabble Road 7 to 8b)."""
    board, square, points = state.board, start, 0
    group, total, times, fresh = ROOT, 0, 1, False
    while board[square] > FREE:
        face = board[square] & FACE_MASK
        edge = find(setup.words, group, face % BLANK)
        if edge == 0:
            break
        number = NUMBERS[face]
        if board[square] >= new:
            fresh = True
            if was_empty(state, new, square):
                number *= setup.options.letter_times[square]
                times *= setup.options.word_times[square]
        total += number
        square += step
        long_enough = square != start + step and (setup.options.spans == ANY_PART or board[square] <= FREE)
        if fresh and long_enough and ends(edge):
            points += total * times
            down = 0 if step == 1 else DOWN
            keep_word(found, start | down | (square - start) // step * LENGTH | total * times * POINTS)
        group = child(edge)
    return points


@compiled
def score_single(setup, state, new, square, found):
    """A new tile that is a word by itself, once (Grabble Road 7c, 7d)."""
    face = state.board[square] & FACE_MASK
    if not setup.options.words_of_one >> face % BLANK & 1:
        return 0
    if setup.options.spans == WHOLE_RUNS:
        for step in STEPS:
            if state.board[square + step] > FREE:
                return 0
    points = NUMBERS[face]
    if was_empty(state, new, square):
        points *= setup.options.letter_times[square] * setup.options.word_times[square]
    keep_word(found, square | LENGTH | points * POINTS)
    return points


@compiled
def was_empty(state, new, square):
    """Whether a square held no tile before the new ones: only then its premium counts (Grabble Road 8a)."""
    held = state.board[square]
    while held >= new:
        held = state.laid[(held >> FACE_BITS) - 1].under
    return held == FREE


@compiled
def keep_word(found, word):
    """Write a word down, if there is room."""
    if len(found) > 0 and found[0] < len(found) - 1:
        found[0] += 1
        found[found[0]] = word


@compiled
def previews(setup, state, actions, count, points):
    """What the play being composed would score if it ended with each of these tiles: its score in view (Grabble Road 6a).

    Args:
        actions: the first `count` of them lay a tile. points: filled in, one for each. The state is the same afterwards.
    """
    seat = state.seats[state.turn]
    head = seat.head
    for k in range(count):
        if actions[k] < MULLIGAN:
            put(state, actions[k] // PLACES, target(setup, state, actions[k] % PLACES))
        else:
            put(state, (actions[k] - FAR) // SQUARES, (actions[k] - FAR) % SQUARES)
        points[k] = score(setup, state, state.begun, points[:0])
        lift(state)
        seat.head = head


@compiled
def returns(setup, state, scores):
    """The points of all plays; tiles left on racks cost nothing (Grabble Road 13a)."""
    for number in range(setup.options.seats):
        scores[number] = state.seats[number].score


@compiled
def resample(setup, state, seat):
    """Re-deal what a seat cannot know: other racks and the bag (Grabble Road I1, I3); and what another is composing (I10).

    When the match is over the racks are open (I17), unless an option keeps them hidden (General 11).
    """
    forget(state)
    if state.turn == OVER and not setup.options.reveal_after_match:
        return
    if state.turn != seat:
        take_up(setup, state)
    draws = state.draws
    for number in range(setup.options.seats):
        if number != seat:
            for kind in range(KINDS):
                state.bag[kind] += state.seats[number].tiles[kind]
                state.seats[number].tiles[kind] = 0
            state.bag_left += state.seats[number].count
    for number in range(setup.options.seats):
        if number != seat:
            for _ in range(state.seats[number].count):
                state.seats[number].tiles[take(state)] += 1
    state.draws = draws
