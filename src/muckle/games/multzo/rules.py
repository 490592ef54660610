# pyright: basic
# Compiled functions carry no annotations.
"""The rules of Multzo, in the order of RULES.md. `scoring` holds the strength of hands and the payments (Multzo 7 to 13).

What the numbers mean (tiles, actions, outcomes) stands in `state`. In names, a *seat* is a number and a *player* the record of
what sits there.
"""

from __future__ import annotations

from muckle.engine.bits import from_start, lowest, nth, size
from muckle.engine.chance import below, note, one_of
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, acting_player, next_seat
from muckle.engine.facts import fact, fact_with_board
from muckle.engine.slots import slot, with_slot, without
from muckle.games.multzo.scoring import choose, leaders, nulls_to_take, pay_all, score, show_hands, stack_of
from muckle.games.multzo.state import (
    ACTIONS,
    COINS,
    DEALT,
    DECLARE,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAW_STACK,
    DRAWING,
    DRAWN,
    END_DECLARED,
    LAST_TURNS,
    LAST_TURNS_BEGIN,
    MATCH_ENDED,
    MOST_OPEN,
    MOST_SEATS,
    NONE,
    NULL,
    RESHUFFLE,
    ROUND_BEGUN,
    ROUND_SCORED,
    SEAT_UNIT,
    SHOWDOWN,
    STACK_RENEWED,
    STALLED,
    START,
    TILE_DISCARDED,
    TILE_DRAWN,
    TILE_TAKEN,
    TURN_UNIT,
)
from muckle.kit.piecepack import TILES


@compiled
def deal(setup, state, rng):
    """Deal a new match: full coin stacks and the null coins (Multzo 1), a starter at random (4a), then the first round."""
    state.rng, state.draws, state.drawn = rng, 0, 0
    state.coins, state.paid, state.rounds, state.unpaid, state.choosers = setup.options.coins, 0, 0, 0, 0
    for seat in range(MOST_SEATS):
        player = state.seats[seat]
        player.hand, player.held, player.known, player.coins, player.shown, player.won = 0, 0, 0, 0, 0, 0
    state.starter = below(state, setup.options.seats)
    note(state, START + state.starter * SEAT_UNIT)
    deal_round(setup, state, 1)
    draw_for_turn(state)


@compiled
def deal_round(setup, state, by_lot):
    """Shuffle all tiles and deal the hands, one tile at a time clockwise from the starter (Multzo 3, 4, 14b).

    Args:
        by_lot: 1 if the starter was drawn by lot.
    """
    for place in range(TILES):
        state.stack[place] = setup.options.tiles[place]
    state.stack_left, state.recycled = setup.options.tile_count, 0
    state.open, state.laid, state.taken = 0, 0, 0
    for place in range(MOST_OPEN):
        state.row[place] = 0
    state.remaining, state.declarer, state.down, state.unsure, state.idle = NONE, NONE, NONE, 0, 0
    state.rounds += 1
    for seat in range(setup.options.seats):
        player = state.seats[seat]
        player.hand, player.held, player.known = 0, 0, 0
    state.number, seat = 0, state.starter
    for _ in range(setup.options.suits * setup.options.seats):
        draw_from_stack(state, seat)
        seat = next_seat(setup, seat)
    state.number, state.turn = 1, seat
    fact(state, ROUND_BEGUN, state.rounds, state.starter, by_lot)


@compiled
def draw_from_stack(state, seat):
    """Move a random tile of the stack into a seat's hand: any may be on top, each as likely (General 2)."""
    place = from_start(below(state, state.stack_left))
    tile = state.stack[place]
    state.stack_left -= 1
    state.stack[place] = state.stack[from_start(state.stack_left)]
    note(state, (DRAWN if state.number else DEALT) + seat * SEAT_UNIT + tile)
    take(state.seats[from_start(seat)], tile)
    if state.number:
        fact(state, TILE_DRAWN, seat, tile)


@compiled
def take(player, tile):
    """Put a tile into a hand."""
    player.held = with_slot(player.held, size(player.hand), tile)
    player.hand |= 1 << tile


@compiled
def begin_turn(setup, state):
    """Begin a turn, with a reshuffled stack if due (Multzo D5); return whether the stack is the only draw (Multzo 5a, 5d)."""
    state.phase, state.taken = DRAWING, 0
    if state.stack_left == 0 and setup.options.empty_stack == RESHUFFLE and state.remaining == NONE and state.recycled == 0:
        reshuffle(state)
    return state.open == 0 or not setup.options.face_up_draws


@compiled
def reshuffle(state):
    """Turn the face-up tiles into the new stack (Multzo D5)."""
    for place in range(state.laid):
        state.stack[place] = state.row[place] % SEAT_UNIT
        state.row[place] = 0
    state.stack_left, state.recycled = state.laid, state.open
    state.laid, state.open = 0, 0
    fact(state, STACK_RENEWED)


@compiled
def draw_for_turn(state):
    """Draw from the stack for the seat to act (Multzo 5)."""
    draw_from_stack(state, state.turn)
    state.phase = DISCARDING


@compiled
def draw_open(state, tile):
    """Move a face-up tile to the seat to act; everybody knows that tile from now on (Multzo 5a, I5)."""
    state.open ^= 1 << tile
    state.laid -= 1
    gone = 0  # 1 from the tile's place on
    for place in range(state.laid):
        gone |= state.row[place] % SEAT_UNIT == tile
        state.row[place] = state.row[place + gone]
    state.row[state.laid] = 0
    player = acting_player(state)
    take(player, tile)
    player.known |= 1 << tile
    state.taken, state.phase = 1, DISCARDING
    fact(state, TILE_TAKEN, state.turn, tile)


@compiled
def may_discard(setup, state):
    """Return the set of tiles the seat to act may discard: any of the five, also the one just drawn (Multzo 5b, D4)."""
    player = acting_player(state)
    if state.taken and setup.options.keep_taken:
        return player.hand & ~(1 << slot(player.held, setup.options.suits))
    return player.hand


@compiled
def may_declare(setup, state):
    """Return whether the seat to act may declare the end of the round: as long as nobody has (Multzo 6, 6a)."""
    return setup.options.declaring == 1 and state.remaining == NONE


@compiled
def allowed(setup, state, kind):
    """Return the legal arguments of an action kind (DRAW, DISCARD, DECLARE or NULL) as a set.

    The members are tiles, for NULL categories (Multzo 5a, 5, 6, 12).
    """
    if kind == DRAW:
        return state.open if state.phase == DRAWING else 0
    if kind == NULL:
        return nulls_to_take(state, state.turn) if state.phase == SHOWDOWN else 0
    if state.phase != DISCARDING or (kind == DECLARE and not may_declare(setup, state)):
        return 0
    return may_discard(setup, state)


@compiled
def legal(setup, state, actions):
    """List the legal actions and return their number (Multzo 5, 6, 12).

    They are draws, the stack first; or discards, then declarations; or null coins, then only coins.
    """
    if state.turn == OVER:
        return 0
    count = 0
    if state.phase == DRAWING and state.stack_left:
        actions[0] = DRAW_STACK
        count += 1
    for kind in (DRAW, DISCARD, DECLARE, NULL):
        count = put_actions(actions, count, allowed(setup, state, kind), kind)
    if state.phase == SHOWDOWN:
        actions[count] = COINS
        count += 1
    return count


@compiled
def pick(setup, state, mind, actions):
    """Return one of the legal actions, each equally likely."""
    if state.phase == DRAWING:
        stack = state.stack_left > 0
        place = below(mind, stack + size(state.open))
        return DRAW + nth(state.open, place - stack) if place >= stack else DRAW_STACK
    if state.phase == DISCARDING:
        tiles = may_discard(setup, state)
        place = below(mind, size(tiles) << may_declare(setup, state))
        return DECLARE + nth(tiles, place - size(tiles)) if place >= size(tiles) else DISCARD + nth(tiles, place)
    nulls = nulls_to_take(state, state.turn)
    place = below(mind, size(nulls) + 1)
    return NULL + nth(nulls, place) if place < size(nulls) else COINS


@compiled
def put_actions(places, count, members, base):
    """Write a set behind the first `count` entries, lowest first, `base` added to each; and return the new count."""
    while members:
        places[count] = base + lowest(members)
        count += 1
        members &= members - 1
    return count


@compiled
def is_legal(setup, state, action):
    """Return whether an action is legal."""
    if state.turn == OVER or action < 0 or action >= ACTIONS:
        return False
    if action == DRAW_STACK:
        return state.phase == DRAWING and state.stack_left > 0
    if action == COINS:
        return state.phase == SHOWDOWN
    kind = DRAW + (action - DRAW) // TILES * TILES
    return allowed(setup, state, kind) >> (action - kind) & 1 == 1


@compiled
def apply(setup, state, action):
    """Take an action, if it is legal."""
    if not is_legal(setup, state, action):
        raise ValueError("this action is not legal here")
    advance(setup, state, action)


@compiled
def advance(setup, state, action):
    """Take a legal action; what follows of itself (a showdown, the next round, a draw without a choice) follows at once."""
    state.drawn = 0
    draws, begins = action == DRAW_STACK, False  # whether the seat to act does, whether its turn does
    if action >= NULL:
        choose(state, action)
    elif action >= DISCARD:
        lay(setup, state, action)
        begins = pass_turn(setup, state)
    elif not draws:
        draw_open(state, action - DRAW)
    if state.phase == SHOWDOWN:
        begins = settle(setup, state)
    if begins:
        draws = begin_turn(setup, state)
    if draws:
        draw_for_turn(state)


@compiled
def lay(setup, state, action):
    """Discard a tile, face up or face down (Multzo 5, 6)."""
    tile = (action - DISCARD) % TILES
    if action >= DECLARE:
        declare(setup, state, tile)
    else:
        state.row[from_start(state.laid)] = state.number * TURN_UNIT + state.turn * SEAT_UNIT + tile
        state.laid += 1
        state.open |= 1 << tile
        fact(state, TILE_DISCARDED, state.turn, tile)
    drop(acting_player(state), tile)


@compiled
def declare(setup, state, tile):
    """End the round with a tile face down (Multzo 6).

    Any of the seat's known tiles may be the one face down, but not one that had to stay (Multzo D4).
    """
    player = acting_player(state)
    stays = player.hand & ~may_discard(setup, state)
    state.unsure = player.known & ~stays
    player.known &= stays
    state.declarer, state.down, state.remaining = state.turn, tile, setup.options.seats  # this turn is one of them
    fact(state, END_DECLARED, state.turn, tile)


@compiled
def drop(player, tile):
    """Remove a tile from a hand."""
    player.hand ^= 1 << tile
    player.known &= ~(1 << tile)
    player.held = without(player.held, tile)


@compiled
def pass_turn(setup, state):
    """Count last turns or idle turns; then the next seat's turn or the showdown (Multzo 6a, 6c, 15, 15a, D5).

    Returns:
        whether a turn begins.
    """
    if state.remaining != NONE:
        state.remaining -= 1
    else:
        state.idle = state.idle + 1 if state.taken else 0
        if state.stack_left == 0 and setup.options.empty_stack == LAST_TURNS and setup.options.face_up_draws:
            state.remaining = setup.options.seats
            fact(state, LAST_TURNS_BEGIN)
    spent = state.remaining != 0 and not can_draw(setup, state)
    stalled = state.remaining == NONE and state.idle == setup.options.stall
    if spent or stalled:
        fact(state, STALLED, spent)
    if spent or stalled or state.remaining == 0:
        show_hands(setup, state)
        return False
    state.turn = next_seat(setup, state.turn)
    state.number += 1
    return True


@compiled
def can_draw(setup, state):
    """Return whether the next seat has a tile to draw: always, if face-up tiles may be drawn (Multzo 5a, 5c)."""
    if setup.options.face_up_draws or state.stack_left != 0:
        return True
    return setup.options.empty_stack == RESHUFFLE and state.remaining == NONE and state.recycled == 0


@compiled
def settle(setup, state):
    """Pay the winners that have no choice, then ask the next that has one, clockwise from the starter (Multzo 12c).

    When all are paid the match is over or the next round is dealt (Multzo 14 to 14c, 16).

    Returns:
        whether a turn begins.
    """
    pay_all(setup, state)
    if state.choosers:
        state.turn = state.starter
        while state.choosers >> state.turn & 1 == 0:
            state.turn = next_seat(setup, state.turn)
        return False
    state.turn = OVER
    fact_with_board(state, ROUND_SCORED)
    if match_ends(setup, state):
        fact_with_board(state, MATCH_ENDED)
        return False
    by_lot = choose_starter(setup, state)
    deal_round(setup, state, by_lot)
    return True


@compiled
def match_ends(setup, state):
    """Return whether the match ends: a stack is empty, or this was the last round (Multzo 14, 14a, 14c, 16)."""
    for suit in range(4):
        if stack_of(state, suit) == 0:
            return True
    return state.rounds >= setup.options.rounds


@compiled
def choose_starter(setup, state):
    """Make the seat with the highest score the starter; of several the next clockwise, or one at random (Multzo 4, 4a, D2).

    Returns:
        1 if the starter was drawn by lot, else 0.
    """
    leading = leaders(setup, state)
    if setup.options.tied_random and size(leading) > 1:
        state.starter = one_of(state, leading)
        note(state, START + state.starter * SEAT_UNIT)
        return 1
    state.starter = next_seat(setup, state.starter)
    while leading >> state.starter & 1 == 0:
        state.starter = next_seat(setup, state.starter)
    return 0


@compiled
def rounds(setup, state):
    """Return the number of rounds begun, the current one included (Multzo 3)."""
    return state.rounds


@compiled
def returns(setup, state, scores):
    """Write the seats' scores into `scores` (Multzo 13)."""
    for seat in range(setup.options.seats):
        scores[seat] = score(state, seat)


@compiled
def tiebreak(setup, state, seat):
    """Return what decides between equal scores: 0, or the number of coins won, null coins included (Multzo 14, D13)."""
    return size(state.seats[seat].coins) if setup.options.more_coins else 0
