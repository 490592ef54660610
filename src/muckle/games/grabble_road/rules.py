# pyright: basic
# Compiled functions carry no annotations.
"""The rules of Grabble Road, in the order of RULES.md; `targets` says where a tile may go, `scoring` what it scores.

A turn is several actions of one seat: the tiles of a play one at a time, or ``mulligan``, the tiles to return, ``done``. Until
the last of them the turn is being composed: only the player to act knows of it (Grabble Road 6a), and all of it can be taken
up again (`undo_turn`). The last tile lays the play: it is scored, and others see it.

What the numbers mean (tiles, squares, actions, outcomes) stands in `state`. In names, a *seat* is a number and a *player* the
record of what sits there.
"""

from __future__ import annotations

from muckle.engine.bits import lowest, nth, size
from muckle.engine.chance import below, note
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, next_seat
from muckle.engine.facts import fact, fact_with_board
from muckle.games.grabble_road.scoring import score
from muckle.games.grabble_road.state import (
    ACTIONS,
    ANY_LETTER,
    BAG_EMPTIED,
    DONE,
    FACE_BITS,
    FAR,
    FREE,
    LAY,
    LOT,
    LOT_DRAWN,
    LOT_UNIT,
    MATCH_ENDED,
    MOST_LOTS,
    MOST_SEATS,
    MOST_TILES,
    MULLIGAN,
    NOWHERE,
    PASS,
    PLACES,
    PLAY_LAID,
    RETURN,
    SEAT_UNIT,
    SIZE,
    SQUARES,
    START_DECIDED,
    STRIDE,
    TILE_DRAWN,
    TILE_RETURNED,
    TURN_PASSED,
    WALL,
)
from muckle.games.grabble_road.targets import find_targets, goes_far, is_far, target
from muckle.kit.letter_tiles import BLANK, FACES, KINDS


@compiled
def deal(setup, state, rng):
    """Deal a match: the lowest tile drawn starts, and racks are filled from the starter on (Grabble Road 1, 2)."""
    state.rng, state.draws, state.drawn = rng, 0, 0
    clear_table(setup, state)
    state.starter = draw_for_start(setup, state)
    fact(state, START_DECIDED, state.starter)
    state.turn = state.starter
    for _ in range(setup.options.seats):
        fill_rack(setup, state, state.turn)
        state.turn = next_seat(setup, state.turn)
    find_targets(setup, state)


@compiled
def clear_table(setup, state):
    """Put all tiles into the bag and everything else at its beginning.

    Unused fields are zero: equal matches are equal to the last byte.
    """
    state.turn, state.bag_left = 0, 0
    state.tiles = state.begun = state.left = state.played = 0
    state.returning = state.back_count = state.passes = state.idle = 0
    for kind in range(KINDS):
        state.bag[kind], state.back[kind] = setup.options.counts[kind], 0
        state.bag_left += setup.options.counts[kind]
    for row in range(SIZE + 2):
        state.far[row] = 0
    for square in range(SQUARES):
        state.board[square] = WALL
    for row in range(1, setup.options.side + 1):
        for column in range(1, setup.options.side + 1):
            state.board[row * STRIDE + column] = FREE
    for place in range(MOST_TILES):
        laid, play = state.laid[place], state.plays[place]
        laid.square = laid.face = laid.under = play.seat = play.first = play.points = 0
    for seat in range(MOST_SEATS):
        player = state.seats[seat]
        player.held = player.score = player.lots = 0
        player.head = player.home = NOWHERE
        for kind in range(KINDS):
            player.tiles[kind] = 0


@compiled
def draw_for_start(setup, state):
    """Return the seat that starts.

    The lowest tile starts; tied players draw again, all tiles staying out (Grabble Road 1, 1a).
    """
    tied = (1 << setup.options.seats) - 1
    while size(tied) > 1:
        if state.bag_left < size(tied):
            put_back(state)  # and the tied players draw afresh (Grabble Road 1b)
        tied = draw_lots(state, tied)
    put_back(state)
    return lowest(tied)


@compiled
def draw_lots(state, drawers):
    """Let each of these seats draw a tile and show it; return the set of seats with the lowest, a blank before A."""
    best, winners = KINDS, 0
    for seat in range(MOST_SEATS):
        if drawers >> seat & 1:
            kind = draw_tile(state)
            note(state, LOT + seat * SEAT_UNIT + kind)
            fact(state, LOT_DRAWN, seat, kind)
            state.back[kind] += 1
            state.back_count += 1
            record_lot(state.seats[seat], kind)
            rank = 0 if kind == BLANK else kind + 1
            if rank < best:
                best, winners = rank, 0
            if rank == best:
                winners |= 1 << seat
    return winners


@compiled
def record_lot(player, kind):
    """Record what a seat drew for the start, the first dozen of its draws (Grabble Road I6)."""
    if player.lots < MOST_LOTS:
        player.lots = player.lots * LOT_UNIT + kind + 1


@compiled
def put_back(state):
    """Put the tiles drawn for the start, or returned in a mulligan, into the bag."""
    for kind in range(KINDS):
        state.bag[kind] += state.back[kind]
        state.back[kind] = 0
    state.bag_left += state.back_count
    state.back_count = 0


@compiled
def draw_tile(state):
    """Take a tile out of the bag, each with the same chance (General 2); return its kind."""
    pick, kind = below(state, state.bag_left), 0
    while pick >= state.bag[kind]:
        pick -= state.bag[kind]
        kind += 1
    state.bag[kind] -= 1
    state.bag_left -= 1
    return kind


@compiled
def fill_rack(setup, state, seat):
    """Draw tiles until a rack is full or the bag is empty (Grabble Road 2, 11)."""
    player = state.seats[seat]
    while player.held < setup.options.rack and state.bag_left > 0:
        kind = draw_tile(state)
        note(state, seat * SEAT_UNIT + kind)
        fact(state, TILE_DRAWN, seat, kind)
        if state.bag_left == 0:
            fact(state, BAG_EMPTIED)
        player.tiles[kind] += 1
        player.held += 1


@compiled
def legal(setup, state, actions):
    """List the legal actions in ascending order and return their number.

    A turn is a play, a mulligan or a pass, freely chosen (Grabble Road 2a); one that is begun must be finished (3, 12).
    """
    if state.turn == OVER:
        return 0
    player = state.seats[state.turn]
    if state.returning:
        return put_returns(state, player, actions)
    faces, count = faces_to_lay(setup, state, player), 0
    left = faces
    while left != 0:
        count = put_near(state, lowest(left), actions, count)
        left &= left - 1
    if may_mulligan(setup, state):
        actions[count] = MULLIGAN
        count += 1
    if may_pass(setup, state, faces):
        actions[count] = PASS
        count += 1
    if goes_far(setup):
        left = faces
        while left != 0:
            count = put_far(state, lowest(left), actions, count)
            left &= left - 1
    return count


@compiled
def pick(setup, state, mind, actions):
    """Return one of the legal actions, each equally likely: every face has the same places, so none is listed."""
    if state.returning or goes_far(setup):
        return actions[below(mind, legal(setup, state, actions))]
    faces, places = faces_to_lay(setup, state, state.seats[state.turn]), size(state.near)
    lays, mulligan = size(faces) * places, int(may_mulligan(setup, state))
    place = below(mind, lays + mulligan + int(may_pass(setup, state, faces)))
    if place < lays:
        return LAY + nth(faces, place // places) * PLACES + nth(state.near, place % places)
    return MULLIGAN if place < lays + mulligan else PASS


@compiled
def put_returns(state, player, actions):
    """List the steps of a mulligan: any tile of the rack can be returned; at least one must be (Grabble Road 12)."""
    count = 0
    for kind in range(KINDS):
        if player.tiles[kind] > 0:
            actions[count] = RETURN + kind
            count += 1
    if state.back_count > 0:
        actions[count] = DONE
        count += 1
    return count


@compiled
def put_near(state, face, actions, count):
    """List a tile on the targets near the head, or on the corners, behind `count` actions; return how many there are now."""
    left = state.near
    while left != 0:
        actions[count] = LAY + face * PLACES + lowest(left)
        count += 1
        left &= left - 1
    return count


@compiled
def put_far(state, face, actions, count):
    """List a tile on the targets behind chains of tiles, behind `count` actions; return how many there are now."""
    for row in range(1, SIZE + 1):
        left = state.far[row]
        while left != 0:
            actions[count] = FAR + face * SQUARES + row * STRIDE + lowest(left)
            count += 1
            left &= left - 1
    return count


@compiled
def faces_to_lay(setup, state, player):
    """Return the set of faces that the player may lay next."""
    faces = 0
    for letter in range(BLANK):
        faces |= (player.tiles[letter] > 0) << letter  # no branch: which letters are held cannot be foreseen
    if player.tiles[BLANK] > 0:
        faces |= ANY_LETTER << BLANK
    return faces if state.left > 0 else faces & faces_to_begin(setup, player)


@compiled
def faces_to_begin(setup, player):
    """Return the set of faces that a play may begin with: those whose number the rack can fill (Grabble Road 3a, 3c, 5)."""
    faces = 0
    for face in range(FACES):
        faces |= (1 <= setup.options.numbers[face] <= player.held) << face
    return faces


@compiled
def can_lay(setup, state, player, face):
    """Return whether the player has the tile, and may begin the play with it if it is the first (Grabble Road 3a, 3c, 5)."""
    if player.tiles[min(face, BLANK)] == 0:
        return False
    return state.left > 0 or 1 <= setup.options.numbers[face] <= player.held


@compiled
def may_mulligan(setup, state):
    """Return whether the turn may be a mulligan (Grabble Road 12)."""
    return state.left == 0 and setup.options.mulligan == 1 and state.bag_left > 0


@compiled
def may_pass(setup, state, faces):
    """Return whether the turn may be a pass: always, but without `passing` only if no face can be laid (Grabble Road 2a)."""
    return state.left == 0 and (setup.options.passing == 1 or faces == 0)


@compiled
def is_legal(setup, state, action):
    """Return whether an action is legal."""
    if state.turn == OVER or action < 0 or action >= ACTIONS:
        return False
    player = state.seats[state.turn]
    if action < MULLIGAN:
        aimed = not state.returning and state.near >> action % PLACES & 1 == 1
        return aimed and can_lay(setup, state, player, action // PLACES)
    if action >= FAR:
        aimed = not state.returning and is_far(state, (action - FAR) % SQUARES)
        return aimed and can_lay(setup, state, player, (action - FAR) // SQUARES)
    if action == MULLIGAN:
        return not state.returning and may_mulligan(setup, state)
    if action == PASS:
        return not state.returning and may_pass(setup, state, faces_to_lay(setup, state, player))
    if action == DONE:
        return state.returning == 1 and state.back_count > 0
    return state.returning == 1 and player.tiles[action - RETURN] > 0


@compiled
def apply(setup, state, action):
    """Take an action, if it is legal."""
    if not is_legal(setup, state, action):
        raise ValueError("the rules do not allow this action here")
    advance(setup, state, action)


@compiled
def advance(setup, state, action):
    """Lay a tile, take a step of a mulligan, or pass; after the last step of a turn, end it."""
    state.drawn = 0
    if action < MULLIGAN:
        lay_tile(setup, state, action // PLACES, target(setup, state, action % PLACES))
    elif action >= FAR:
        lay_tile(setup, state, (action - FAR) // SQUARES, (action - FAR) % SQUARES)
    elif action == MULLIGAN:
        state.returning = 1
    elif action == DONE:
        finish_mulligan(state)
    elif action == PASS:
        fact(state, TURN_PASSED, state.turn)
        state.passes += 1
    else:
        set_aside(state, action - RETURN)
    if state.left == 0 and not state.returning:
        end_turn(setup, state)
    find_targets(setup, state)


@compiled
def lay_tile(setup, state, face, square):
    """Lay the next tile of a play; the first one's number is the count (Grabble Road 3, 4)."""
    if state.left == 0:
        state.left = setup.options.numbers[face]
    put_tile(state, face, square)
    state.left -= 1


@compiled
def put_tile(state, face, square):
    """Put a tile from the rack on top of a square, which becomes the head (Grabble Road 4b, 4d)."""
    player, laid = state.seats[state.turn], state.laid[state.tiles]
    laid.square, laid.face, laid.under = square, face, state.board[square]
    state.tiles += 1
    state.board[square] = state.tiles << FACE_BITS | face
    player.tiles[min(face, BLANK)] -= 1
    player.held -= 1
    player.head = square


@compiled
def set_aside(state, kind):
    """Take a tile from the rack that will be returned (Grabble Road 12)."""
    player = state.seats[state.turn]
    player.tiles[kind] -= 1
    player.held -= 1
    state.back[kind] += 1
    state.back_count += 1


@compiled
def finish_mulligan(state):
    """Return the tiles put aside to the bag, which is shaken (Grabble Road 12)."""
    for kind in range(KINDS):
        for _ in range(state.back[kind]):
            fact(state, TILE_RETURNED, state.turn, kind)
    put_back(state)
    state.returning = state.passes = 0


@compiled
def end_turn(setup, state):
    """End a turn: score and lay its play (Grabble Road 7, 9), fill the rack (11), and give the turn to the next player.

    Unless all have passed in a row (Grabble Road 13), or nobody has played for long (14).
    """
    seats = setup.options.seats
    state.idle += 1
    if state.tiles > state.begun:
        finish_play(setup, state)
    if state.passes == 0:
        fill_rack(setup, state, state.turn)
    if state.passes == seats or state.idle == setup.options.stall_cap * seats > 0:
        state.turn = OVER
        fact(state, MATCH_ENDED, state.passes)
    else:
        state.turn = next_seat(setup, state.turn)


@compiled
def finish_play(setup, state):
    """Score the play that was composed, and lay it for all to see (Grabble Road 7, 9)."""
    player, play = state.seats[state.turn], state.plays[state.played]
    play.seat, play.first = state.turn, state.begun
    play.points = score(setup, state, state.begun, state.drew[:0])
    fact_with_board(state, PLAY_LAID, play.seat, play.first, player.home, play.points)
    player.score += play.points
    player.home = player.head
    state.played += 1
    state.begun = state.tiles
    state.passes = state.idle = 0


@compiled
def returns(setup, state, scores):
    """Write the points of all plays; tiles left on racks cost nothing (Grabble Road 13a)."""
    for seat in range(setup.options.seats):
        scores[seat] = state.seats[seat].score


@compiled
def undo_turn(setup, state):
    """Undo the play or mulligan being composed, back to the beginning of the turn."""
    if state.turn == OVER:
        return
    while state.tiles > state.begun:
        lift_tile(state)
    player = state.seats[state.turn]
    for kind in range(KINDS):
        player.tiles[kind] += state.back[kind]
        state.back[kind] = 0
    player.held += state.back_count
    player.head = player.home
    state.left = state.returning = state.back_count = 0
    find_targets(setup, state)


@compiled
def lift_tile(state):
    """Return the tile laid last to the rack; the caller must set the head."""
    state.tiles -= 1
    player, laid = state.seats[state.turn], state.laid[state.tiles]
    state.board[laid.square] = laid.under
    player.tiles[min(laid.face, BLANK)] += 1
    player.held += 1
    laid.square = laid.face = laid.under = 0
