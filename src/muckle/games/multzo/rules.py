# pyright: basic
# (compiled functions carry no annotations)
"""The rules of Multzo, in the order of RULES.md.

A tile is a number of `muckle.kit.piecepack`, and so is a coin; a set of tiles or coins is an int with a bit for each. The
lowest coin of a stack is on top. Categories have the numbers of the suits that pay them: Flush, Prime, Set, Run for Crowns,
Arms, Suns, Moons.

An action is DRAW_STACK, ``DRAW + tile``, ``DISCARD + tile``, ``DECLARE + tile``, ``NULL + category`` or COINS. An outcome is
``kind * 256 + seat * 32 + tile``.
"""

from __future__ import annotations

from muckle.engine.bits import lowest, size
from muckle.engine.chance import below, chance_fields, forget, note
from muckle.engine.compiler import compiled
from muckle.engine.record import INT, record
from muckle.engine.rules import OVER
from muckle.kit.piecepack import LANE, TILES

MOST_SEATS, MOST_HELD, MOST_OPEN = 5, 5, 16

DRAW_STACK = 0
DRAW, DISCARD, DECLARE, NULL = 1, 1 + TILES, 1 + 2 * TILES, 1 + 3 * TILES  # kinds of actions, TILES apart
COINS = NULL + 4
ACTIONS, MAX_ACTIONS = COINS + 1, 16

START, DEALT, DRAWN = 0, 256, 512  # kinds of outcomes
SEAT_UNIT, TURN_UNIT = 32, 256  # outcomes are kind + seat * 32 + tile, face-up tiles turn * 256 + seat * 32 + tile

DRAWING, DISCARDING, SHOWDOWN = 0, 1, 2  # phases
FLUSH, PRIME, SET, RUN = 0, 1, 2, 3
FOUR = 100  # what a four-tile set or run counts above any of three (Multzo 9a)
OPEN_DRAW, LAST_TURNS, RESHUFFLE = 0, 1, 2
NONE = -1
RANKS = (1 << LANE) - 1
NULLS = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE
FROM_2 = ((1 << TILES) - 1) & ~NULLS  # the tiles or coins that are no nulls

OPTIONS = record(
    seats=INT,
    tied_random=INT,  # 1: one of several highest starts at random (Multzo D2)
    keep_taken=INT,  # 1: a tile drawn from the face-up tiles stays in hand that turn (Multzo D4)
    empty_stack=INT,  # OPEN_DRAW, LAST_TURNS or RESHUFFLE (Multzo D5)
    group_only=INT,  # 1: groups of three compare their three tiles (Multzo D7)
    null_only=INT,  # 1: no Crown coin comes with the null coin (Multzo D8)
    more_coins=INT,  # 1: more coins win between equal scores (Multzo D13)
    stall=INT,  # turns without a draw from the stack that end a round (Multzo 15)
    rounds=INT,  # the most rounds (Multzo 16)
    suits=INT,  # also the size of a hand
    tiles=(INT, TILES),  # the tiles in use
    tile_count=INT,
    coins=INT,  # the coins in use, null coins included
)

SEAT = record(
    hand=INT,  # set of tiles held; hidden from others
    held=(INT, MOST_HELD),  # the same tiles, longest held first; 0 behind them
    known=INT,  # those that everybody knows to lie here (Multzo I5); all of them at the showdown (Multzo I1)
    coins=INT,  # coins won, null coins included
    shown=INT,  # the hand at the last showdown
    won=INT,  # the categories it won there, as a set
)

STATE = record(
    **chance_fields(MOST_SEATS * 4 + 2),
    turn=INT,  # the seat to act, or OVER
    phase=INT,  # DRAWING, DISCARDING, or SHOWDOWN: hands are shown, the seat to act has an award choice
    rounds=INT,  # begun, the present one included
    number=INT,  # of the turn in this round, from 1; 0 while the hands are dealt
    starter=INT,  # of this round
    stack=(INT, TILES),  # the first stack_left are the face-down tiles; hidden, in no order: a draw picks one at random
    stack_left=INT,
    open=INT,  # set of face-up tiles
    laid=INT,  # how many they are
    row=(INT, MOST_OPEN),  # the same, oldest first, with the turn and seat that discarded each; 0 behind them
    taken=INT,  # 1: the seat to act drew from the face-up tiles this turn
    remaining=INT,  # last turns to come, the present one included (Multzo 6a); NONE before them
    declarer=INT,  # or NONE
    down=INT,  # the declarer's face-down tile, known to the declarer only (Multzo I8); or NONE
    unsure=INT,  # set of tiles that everybody knows to lie in the declarer's hand or face down
    idle=INT,  # turns in a row without a draw from the stack (Multzo 15)
    recycled=INT,  # set of tiles that a reshuffle put into the stack this round: everybody knows which (Multzo D5)
    coins=INT,  # coins on the table: the stacks, and the null coins beside them
    paid=INT,  # coins taken at the last showdown
    unpaid=INT,  # set of winners that have yet to be paid
    choosers=INT,  # those of them that have yet to choose
    seats=(SEAT, MOST_SEATS),
)


@compiled
def deal(setup, state, rng):
    """Full coin stacks, the null coins beside them (Multzo 1), a starter at random (Multzo 4a), then the first round."""
    state.rng, state.draws, state.drawn = rng, 0, 0
    state.coins, state.paid, state.rounds, state.unpaid, state.choosers = setup.options.coins, 0, 0, 0, 0
    for number in range(MOST_SEATS):
        seat = state.seats[number]
        seat.hand, seat.known, seat.coins, seat.shown, seat.won = 0, 0, 0, 0, 0
        for place in range(MOST_HELD):
            seat.held[place] = 0
    state.starter = below(state, setup.options.seats)
    note(state, START + state.starter * SEAT_UNIT)
    deal_round(setup, state)
    draw_for_turn(state)


@compiled
def deal_round(setup, state):
    """Shuffle all tiles and deal the hands, one tile at a time clockwise from the starter (Multzo 3, 4, 14b)."""
    for place in range(TILES):
        state.stack[place] = setup.options.tiles[place]
    state.stack_left, state.recycled = setup.options.tile_count, 0
    state.open, state.laid, state.taken = 0, 0, 0
    for place in range(MOST_OPEN):
        state.row[place] = 0
    state.remaining, state.declarer, state.down, state.unsure, state.idle = NONE, NONE, NONE, 0, 0
    state.rounds += 1
    for number in range(setup.options.seats):
        state.seats[number].hand, state.seats[number].known = 0, 0
    state.number, number = 0, state.starter
    for _ in range(setup.options.suits * setup.options.seats):
        draw_from_stack(state, number)
        number = after(setup, number)
    state.turn, state.number = state.starter, 1


@compiled
def after(setup, number):
    """The next seat clockwise (General 1)."""
    return number + 1 if number + 1 < setup.options.seats else 0


@compiled
def draw_from_stack(state, number):
    """A seat gets the top of the stack: any of its tiles, each as likely (General 2)."""
    place = below(state, state.stack_left)
    tile = state.stack[place]
    state.stack_left -= 1
    state.stack[place] = state.stack[state.stack_left]
    note(state, (DRAWN if state.number else DEALT) + number * SEAT_UNIT + tile)
    take(state.seats[number], tile)


@compiled
def take(seat, tile):
    """A tile comes into a hand."""
    seat.held[size(seat.hand)] = tile
    seat.hand |= 1 << tile


@compiled
def begin_turn(setup, state):
    """Whether the draw is from the stack without a choice (Multzo 5c, 5d); the stack may be new (Multzo D5)."""
    state.phase, state.taken = DRAWING, 0
    if state.stack_left == 0 and setup.options.empty_stack == RESHUFFLE and state.remaining == NONE and state.recycled == 0:
        reshuffle(state)
    return state.open == 0


@compiled
def reshuffle(state):
    """The face-up tiles become the new stack (Multzo D5)."""
    for place in range(state.laid):
        state.stack[place] = state.row[place] % SEAT_UNIT
        state.row[place] = 0
    state.stack_left, state.recycled = state.laid, state.open
    state.laid, state.open = 0, 0


@compiled
def draw_for_turn(state):
    """The seat to act draws from the stack (Multzo 5)."""
    draw_from_stack(state, state.turn)
    state.phase = DISCARDING


@compiled
def draw_open(state, tile):
    """The seat to act takes a face-up tile; everybody knows it from now on (Multzo 5a, I5)."""
    state.open ^= 1 << tile
    state.laid -= 1
    gone = 0  # 1 from the tile's place on
    for place in range(state.laid):
        gone |= state.row[place] % SEAT_UNIT == tile
        state.row[place] = state.row[place + gone]
    state.row[state.laid] = 0
    seat = state.seats[state.turn]
    take(seat, tile)
    seat.known |= 1 << tile
    state.taken, state.phase = 1, DISCARDING


@compiled
def may_discard(setup, state):
    """The tiles the seat to act may discard: any of the five, also the one just drawn (Multzo 5b, D4)."""
    seat = state.seats[state.turn]
    if state.taken and setup.options.keep_taken:
        return seat.hand & ~(1 << seat.held[setup.options.suits])
    return seat.hand


@compiled
def allowed(setup, state, kind):
    """What may be done of a kind (DRAW, DISCARD, DECLARE, NULL), as a set of tiles or of categories (Multzo 5a, 5, 6, 12)."""
    if kind == DRAW:
        return state.open if state.phase == DRAWING else 0
    if kind == NULL:
        return nulls_to_take(state, state.turn) if state.phase == SHOWDOWN else 0
    if state.phase != DISCARDING or (kind == DECLARE and state.remaining != NONE):
        return 0
    return may_discard(setup, state)


@compiled
def nulls_to_take(state, number):
    """The categories whose null coin a seat may take: of two that it won, those whose coin is there (Multzo 12, 12b)."""
    won, found = state.seats[number].won, 0
    for category in range(4):
        found |= (won >> category & state.coins >> category * LANE & 1) << category
    return found if size(won) == 2 else 0


@compiled
def legal(setup, state, actions):
    """Where to draw from, stack first; or discards, then declarations; or null coins, then only coins (Multzo 5, 6, 12)."""
    if state.turn == OVER:
        return 0
    count = 0
    if state.phase == DRAWING and state.stack_left:
        actions[0] = DRAW_STACK
        count += 1
    for kind in (DRAW, DISCARD, DECLARE, NULL):
        count = put(actions, count, allowed(setup, state, kind), kind)
    if state.phase == SHOWDOWN:
        actions[count] = COINS
        count += 1
    return count


@compiled
def put(places, count, members, base):
    """Write a set behind the first `count` entries, lowest first; the new count."""
    while members:
        places[count] = base + lowest(members)
        count += 1
        members &= members - 1
    return count


@compiled
def is_legal(setup, state, action):
    """Whether an action is among the legal ones."""
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
    """Take an action; what follows of itself (the showdown, the next round, a draw without a choice) follows at once."""
    if not is_legal(setup, state, action):
        raise ValueError("this action is not legal here")
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
        state.row[state.laid] = state.number * TURN_UNIT + state.turn * SEAT_UNIT + tile
        state.laid += 1
        state.open |= 1 << tile
    drop(state.seats[state.turn], tile)


@compiled
def declare(setup, state, tile):
    """A tile face down ends the round (Multzo 6): it may be any of those known, but not one that had to stay (Multzo D4)."""
    seat = state.seats[state.turn]
    stays = seat.hand & ~may_discard(setup, state)
    state.unsure = seat.known & ~stays
    seat.known &= stays
    state.declarer, state.down, state.remaining = state.turn, tile, setup.options.seats  # this turn is one of them


@compiled
def drop(seat, tile):
    """A tile leaves a hand."""
    seat.hand ^= 1 << tile
    seat.known &= ~(1 << tile)
    gone = 0  # 1 from the tile's place on
    for place in range(MOST_HELD - 1):
        gone |= seat.held[place] == tile
        seat.held[place] = seat.held[place + gone]
    seat.held[MOST_HELD - 1] = 0


@compiled
def pass_turn(setup, state):
    """Count last turns or idle turns; then the next seat's turn or the showdown (Multzo 6a, 6c, 15, 15a, D5).

    Whether a turn begins.
    """
    if state.remaining != NONE:
        state.remaining -= 1
    else:
        state.idle = state.idle + 1 if state.taken else 0
        if state.stack_left == 0 and setup.options.empty_stack == LAST_TURNS:
            state.remaining = setup.options.seats
    if state.remaining == 0 or (state.remaining == NONE and state.idle == setup.options.stall):
        showdown(setup, state)
        return False
    state.turn = after(setup, state.turn)
    state.number += 1
    return True


@compiled
def strength(hand, category, suits, group_only):
    """How strong a hand (a set of tiles) is in a category, or NONE if it has no such group (Multzo 7 to 9a).

    Four-tile sets and runs count FOUR more than their total. `suits` is the number of suits in use and of tiles in a hand.
    """
    crowns, arms, suns, moons = hand & RANKS, hand >> LANE & RANKS, hand >> 2 * LANE & RANKS, hand >> 3 * LANE & RANKS
    ranks, whole = crowns | arms | suns | moons, total(hand)
    if category == FLUSH:
        alone = crowns == ranks or arms == ranks or suns == ranks or moons == ranks
        return whole if alone and size(ranks) == suits else NONE
    if category == PRIME:
        return whole if crowns and arms and suns and (moons or suits == 3) else NONE
    if category == SET:
        two, other_two = crowns & arms, suns & moons
        three, four = two & (suns | moons) | other_two & (crowns | arms), two & other_two
        group, times = three, 3
    else:
        three = ranks & ranks >> 1 & ranks >> 2
        group, times, four = 7 * three, 1, three & ranks >> 3
    if four:
        return FOUR + whole
    if three == 0:
        return NONE
    return times * total(group) if group_only else whole


@compiled
def total(tiles):
    """The sum of the values of some tiles: null 0, then 2 to 6 (Multzo 0). A rank counts one more than the one below it."""
    result = size(tiles & FROM_2)
    for _ in range(LANE - 1):
        tiles &= FROM_2
        result += size(tiles)
        tiles = tiles >> 1
    return result


@compiled
def showdown(setup, state):
    """Show all hands, find the winners, and which of them may choose (Multzo 6c, 10, 12, 12b)."""
    state.phase, state.unsure, state.unpaid, state.paid = SHOWDOWN, 0, 0, 0
    for number in range(setup.options.seats):
        seat = state.seats[number]
        seat.known = seat.shown = seat.hand
        seat.won = 0
    for category in range(4):
        number = winner(setup, state, category)
        if number != NONE:
            state.seats[number].won |= 1 << category
            state.unpaid |= 1 << number
            if nulls_to_take(state, number):
                state.choosers |= 1 << number


@compiled
def winner(setup, state, category):
    """The seat with the strongest hand in a category; NONE if none qualifies or several are equally strong (Multzo 10)."""
    best, number = NONE, NONE
    for other in range(setup.options.seats):
        worth = strength(state.seats[other].hand, category, setup.options.suits, setup.options.group_only)
        if worth > best:
            best, number = worth, other
        elif worth == best:
            number = NONE
    return number


@compiled
def choose(state, action):
    """A winner of two categories takes the null coin of one of them, or only coins (Multzo 12, 12c)."""
    state.choosers ^= 1 << state.turn
    if action != COINS:
        take_coin(state, state.turn, (action - NULL) * LANE)


@compiled
def settle(setup, state):
    """Pay who has nothing to choose, then ask the next one who has, clockwise from the starter (Multzo 12c).

    When all are paid the match is over or the next round is dealt (Multzo 14 to 14c, 16); whether a turn begins.
    """
    for number in range(setup.options.seats):
        if (state.unpaid & ~state.choosers) >> number & 1:
            pay(setup, state, number)
    state.unpaid = state.choosers
    if state.choosers:
        state.turn = state.starter
        while state.choosers >> state.turn & 1 == 0:
            state.turn = after(setup, state.turn)
        return False
    if match_ends(setup, state):
        state.turn = OVER
        return False
    choose_starter(setup, state)
    deal_round(setup, state)
    return True


@compiled
def pay(setup, state, number):
    """Pay a seat for the categories it won: the top coin of the stack, of Flush two or what is left (Multzo 11, 11a).

    A null coin taken before stands for one of them, or under D8 for both (Multzo 12, 12a).
    """
    categories = state.seats[number].won
    while categories:
        category = lowest(categories)
        categories ^= 1 << category
        coins = 1 + (category == FLUSH)
        if state.paid >> category * LANE & 1:
            coins = 0 if setup.options.null_only else coins - 1
        while coins and stack_of(state, category):
            take_coin(state, number, lowest(stack_of(state, category)))
            coins -= 1


@compiled
def stack_of(state, suit):
    """The coins in a stack."""
    return state.coins & FROM_2 & RANKS << suit * LANE


@compiled
def take_coin(state, number, coin):
    """A coin goes from the table to a seat."""
    state.coins ^= 1 << coin
    state.paid |= 1 << coin
    state.seats[number].coins |= 1 << coin


@compiled
def match_ends(setup, state):
    """Whether a stack is empty, or this was the last round (Multzo 14, 14a, 14c, 16)."""
    for suit in range(4):
        if stack_of(state, suit) == 0:
            return True
    return state.rounds >= setup.options.rounds


@compiled
def score(state, number):
    """The sum of the coins, times one more than the null coins (Multzo 13)."""
    coins = state.seats[number].coins
    return total(coins) * (1 + size(coins & NULLS))


@compiled
def choose_starter(setup, state):
    """The highest score; among several the first after the last starter, or one at random (Multzo 4, 4a, D2)."""
    leading = leaders(setup, state)
    if setup.options.tied_random and size(leading) > 1:
        state.starter = pick(state, leading)
        note(state, START + state.starter * SEAT_UNIT)
        return
    state.starter = after(setup, state.starter)
    while leading >> state.starter & 1 == 0:
        state.starter = after(setup, state.starter)


@compiled
def leaders(setup, state):
    """The seats with the highest score, as a set."""
    best, leading = 0, 0
    for number in range(setup.options.seats):
        points = score(state, number)
        if points > best:
            best, leading = points, 0
        if points == best:
            leading |= 1 << number
    return leading


@compiled
def returns(setup, state, scores):
    """The scores so far (Multzo 13)."""
    for number in range(setup.options.seats):
        scores[number] = score(state, number)


@compiled
def tiebreak(setup, state, seat):
    """What decides between equal scores: nothing, or the number of coins won, null coins included (Multzo 14, D13)."""
    return size(state.seats[seat].coins) if setup.options.more_coins else 0


@compiled
def resample(setup, state, seat):
    """Re-deal what a seat cannot know: others' tiles, the stack, the face-down tile (Multzo I1, I2, I6, I8).

    After a reshuffle everybody can tell how many of a hand's hidden tiles came out of the new stack (Multzo D5), so every
    place gets a tile of the same part.
    """
    forget(state)
    others_down = state.declarer != NONE and state.declarer != seat
    if others_down:
        take(state.seats[state.declarer], state.down)
    hidden = stacked(state)
    for number in range(setup.options.seats):
        if number != seat:
            hidden |= secret(state, number)
    for number in range(setup.options.seats):
        if number != seat:
            hidden = redeal(state, number, hidden)
    if others_down:  # any of the declarer's five, but none that everybody knows to be in hand (Multzo 6b)
        declarer = state.seats[state.declarer]
        state.down = pick(state, declarer.hand & ~declarer.known)
        drop(declarer, state.down)
    put(state.stack, 0, hidden, 0)


@compiled
def stacked(state):
    """The stack as a set."""
    tiles = 0
    for place in range(state.stack_left):
        tiles |= 1 << state.stack[place]
    return tiles


@compiled
def secret(state, number):
    """The tiles of a seat that others cannot know."""
    return state.seats[number].hand & ~(state.seats[number].known | state.unsure)


@compiled
def redeal(state, number, hidden):
    """Give a seat others of the hidden tiles for its own, place by place; those that are left."""
    seat, tiles = state.seats[number], secret(state, number)
    seat.hand ^= tiles
    for place in range(MOST_HELD):
        tile = seat.held[place]
        if tiles >> tile & 1:
            tiles ^= 1 << tile
            tile = pick(state, hidden & (state.recycled if state.recycled >> tile & 1 else ~state.recycled))
            seat.held[place] = tile
            seat.hand |= 1 << tile
            hidden ^= 1 << tile
    return hidden


@compiled
def pick(state, members):
    """One member of a set, each as likely."""
    for _ in range(below(state, size(members))):
        members &= members - 1
    return lowest(members)
