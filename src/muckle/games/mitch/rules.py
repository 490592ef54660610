# pyright: basic
# Compiled functions carry no annotations.
"""The rules of Mitch and Revolution, in the order of RULES.md.

A card is a number of `muckle.kit.playing_cards`; a set of cards is an int with bit `card` set. With two packs the second
copies of cards are a set of their own, beside the first (`hand` and `twin`).

An action is `card` to discard it, `PLACE + card` to place it, or a choice where to draw from. An outcome is
`kind + seat * SEAT_UNIT + card`. In names, a *seat* is a number and a *player* the record of what sits there.
"""

from __future__ import annotations

from muckle.engine.bits import from_start, lowest, nth, size
from muckle.engine.chance import below, note
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, acting_player, next_seat
from muckle.engine.facts import fact, fact_with_board
from muckle.engine.slots import with_slot, without
from muckle.games.mitch.columns import column_of, doubled, place_card, winners, won
from muckle.games.mitch.state import (
    ACE_SHOWN,
    ACTIONS,
    ALL_ACES,
    ALL_CARDS,
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_PLACED,
    CARD_TAKEN,
    DEALER,
    DEALT,
    DRAW_DISCARD,
    DRAW_STOCK,
    DRAWN,
    HAND_BEGUN,
    HAND_SCORED,
    KEPT_HANDS,
    MATCH_ENDED,
    MOST_ACES,
    MOST_CARDS,
    MOST_SEATS,
    MUST_PLACE,
    NONE,
    PLACE,
    SEAT_SCORED,
    SEAT_UNIT,
    STOCK,
)


@compiled
def deal(setup, state, rng):
    """Deal a new match: a dealer at random (Mitch 1a), then the first hand."""
    state.rng, state.draws, state.drawn, state.finished = rng, 0, 0, 0
    for place in range(MOST_CARDS):
        state.stock[place] = 0
        state.pile[place] = 0
    for seat in range(MOST_SEATS):
        player = state.seats[seat]
        clear_seat(player)
        player.total, player.last, player.last_rising, player.last_missed = 0, 0, 0, 0
        for place in range(KEPT_HANDS):
            player.scored[place] = 0
    state.dealer = below(state, setup.options.seats)
    note(state, DEALER + state.dealer * SEAT_UNIT)
    deal_hand(setup, state)
    go_on(setup, state)


@compiled
def deal_hand(setup, state):
    """Deal a hand (Mitch 1), and begin the turn of the seat to the dealer's left (Mitch 2)."""
    clear_table(setup, state)
    fact(state, HAND_BEGUN, state.dealer, state.finished + 1)
    state.turn = next_seat(setup, state.dealer)
    seat = state.turn
    for _ in range(setup.options.seats * setup.options.hand_size):
        card = draw_card(state)
        note(state, DEALT + seat * SEAT_UNIT + card)
        take(state.seats[from_start(seat)], card)
        seat = next_seat(setup, seat)
    for _ in range(setup.options.seats):
        replace_aces(setup, state, seat)
        seat = next_seat(setup, seat)
    begin_turn(setup, state)


@compiled
def clear_table(setup, state):
    """Gather all cards into the stock."""
    for place in range(setup.options.cards):
        state.stock[place] = setup.options.pack[place]
    state.stock_left = setup.options.cards
    state.choosing, state.without_stock = 0, 0
    state.pile_size, state.aces = 0, 0
    for place in range(MOST_ACES):
        state.shown[place] = 0
    for seat in range(setup.options.seats):
        clear_seat(state.seats[seat])


@compiled
def clear_seat(player):
    """Empty a player's hand and columns."""
    player.hand, player.twin, player.holds, player.held, player.known, player.known_twin = 0, 0, 0, 0, 0, 0
    player.tableau, player.room, player.rising = 0, ALL_CARDS, 0
    player.had_turn, player.placed = 0, 0


@compiled
def replace_aces(setup, state, seat):
    """Show a seat's Aces and draw as many cards (Mitch 1b), unless the hand has ended (Revolution 3)."""
    player = state.seats[from_start(seat)]
    while player.hand & ALL_ACES:
        ace = lowest(player.hand & ALL_ACES)
        drop(player, ace)
        show_ace(state, seat, ace)
    while player.holds < setup.options.hand_size and not hand_ended(setup, state):
        draw_from_stock(state, seat)


@compiled
def draw_card(state):
    """Take a card at random out of the stock (General 2)."""
    place = from_start(below(state, state.stock_left))
    card = state.stock[place]
    state.stock_left -= 1
    state.stock[place] = state.stock[from_start(state.stock_left)]
    return card


@compiled
def draw_from_stock(state, seat):
    """Draw a card for a seat, and show it if it is an Ace (Mitch 3, 3a)."""
    card = draw_card(state)
    note(state, DRAWN + seat * SEAT_UNIT + card)
    if ALL_ACES >> card & 1:
        show_ace(state, seat, card)
    else:
        take(state.seats[from_start(seat)], card)
        fact(state, CARD_DRAWN, seat, card)


@compiled
def show_ace(state, seat, ace):
    """Put an Ace into the display (Mitch 1c)."""
    state.shown[from_start(state.aces)] = seat * SEAT_UNIT + ace
    state.aces += 1
    fact(state, ACE_SHOWN, seat, ace, state.aces)


@compiled
def take(player, card):
    """Put a card into a hand."""
    bit = 1 << card
    if player.hand & bit:
        player.twin |= bit
    player.hand |= bit
    player.held = with_slot(player.held, player.holds, card)
    player.holds += 1


@compiled
def drop(player, card):
    """Remove a card from a hand; of two equal ones the one held longer."""
    bit = 1 << card
    if player.twin & bit:
        player.twin ^= bit
    else:
        player.hand ^= bit
    player.held = without(player.held, card)
    player.holds -= 1


@compiled
def hand_ended(setup, state):
    """Return whether the trigger Ace was shown where there is no phase 2 (Revolution 2)."""
    return setup.options.phase2 == 0 and state.aces >= setup.options.trigger


@compiled
def begin_turn(setup, state):
    """Draw for the seat to act (Mitch 3), or ask it from where (Mitch 11)."""
    state.taken = NONE
    state.choosing = may_draw_discard(setup, state)
    if not state.choosing:
        draw_for_turn(setup, state)


@compiled
def draw_for_turn(setup, state):
    """In phase 1, draw for the seat to act until it gets a card that is no Ace, or phase 1 ends (Mitch 3, 3a, 3b)."""
    seat, player = state.turn, acting_player(state)
    held = player.holds
    state.choosing = 0
    while state.aces < setup.options.trigger and player.holds == held:
        state.without_stock = 0
        draw_from_stock(state, seat)


@compiled
def has_turn(setup, state):
    """Return whether the seat to act has anything to do; else the hand is over (Mitch 6, Revolution 2)."""
    return state.choosing or (acting_player(state).holds > 0 and not hand_ended(setup, state))


@compiled
def may_draw_discard(setup, state):
    """Return whether the top of the discard pile may be drawn (Mitch 11 to 11d)."""
    if setup.options.draw == STOCK or state.pile_size == 0 or state.aces >= setup.options.trigger:
        return False
    fits = acting_player(state).room >> (state.pile[state.pile_size - 1] % SEAT_UNIT) & 1 == 1
    if setup.options.draw == MUST_PLACE:
        return fits
    return state.without_stock < setup.options.stall and (fits or setup.options.hand_size > 0)


@compiled
def draw_from_pile(state):
    """Take the top discard; everybody knows it from now on (Mitch 11, I5)."""
    player = acting_player(state)
    state.pile_size -= 1
    card = state.pile[state.pile_size] % SEAT_UNIT
    state.choosing, state.taken = 0, card
    state.without_stock += 1
    player.known_twin |= player.known & (1 << card)
    player.known |= 1 << card
    take(player, card)
    fact(state, CARD_TAKEN, state.turn, card)


@compiled
def may_discard(setup, state):
    """Return the cards the seat to act may discard: any but the one just taken from the pile (Mitch 4a, 11a, 11b).

    Without `discarding` only cards that do not fit, so that each card of a hand can be either placed or discarded.
    """
    player = acting_player(state)
    cards = player.hand
    if state.taken != NONE:
        if setup.options.draw == MUST_PLACE:
            return 0
        cards = cards & ~(1 << state.taken) | player.twin
    return cards if setup.options.discarding else cards & ~player.room


@compiled
def may_place(setup, state):
    """Return the cards that the seat to act may place: those that fit (Mitch 5, 11b)."""
    player = acting_player(state)
    if state.taken != NONE and setup.options.draw == MUST_PLACE:
        return 1 << state.taken
    return player.hand & player.room


@compiled
def legal(setup, state, actions):
    """List the legal actions in ascending order and return their number (Mitch 4, 5, 11)."""
    if state.turn == OVER:
        return 0
    if state.choosing:
        actions[0], actions[1] = DRAW_STOCK, DRAW_DISCARD
        return 2
    count = 0
    cards = may_discard(setup, state)
    while cards:
        actions[count] = lowest(cards)
        count += 1
        cards &= cards - 1
    cards = may_place(setup, state)
    while cards:
        actions[count] = PLACE + lowest(cards)
        count += 1
        cards &= cards - 1
    return count


@compiled
def pick(setup, state, mind, actions):
    """Return one of the legal actions, each equally likely."""
    if state.choosing:
        return DRAW_STOCK + below(mind, 2)
    base, cards, placings = 0, may_discard(setup, state), may_place(setup, state)
    place = below(mind, size(cards) + size(placings))
    if place >= size(cards):
        base, place, cards = PLACE, place - size(cards), placings
    return base + nth(cards, place)


@compiled
def is_legal(setup, state, action):
    """Return whether an action is legal."""
    if state.turn == OVER or action < 0 or action >= ACTIONS:
        return False
    if state.choosing or action >= DRAW_STOCK:
        return state.choosing == 1 and action >= DRAW_STOCK
    if action >= PLACE:
        return may_place(setup, state) >> (action - PLACE) & 1 == 1
    return may_discard(setup, state) >> action & 1 == 1


@compiled
def apply(setup, state, action):
    """Take an action, if it is legal."""
    if not is_legal(setup, state, action):
        raise ValueError("this action is not legal here")
    advance(setup, state, action)


@compiled
def advance(setup, state, action):
    """Take a legal action; then draw for the next turn, or score the hand and deal the next one."""
    state.drawn = 0
    if action < DRAW_STOCK:
        use_card(setup, state, action)
        state.turn = next_seat(setup, state.turn)
        begin_turn(setup, state)
    elif action == DRAW_STOCK:
        draw_for_turn(setup, state)
    else:
        draw_from_pile(state)
        return
    go_on(setup, state)


@compiled
def use_card(setup, state, action):
    """Place or discard a card (Mitch 4), and record whether its seat had a turn or placed in phase 1 (Mitch 8b, 8c)."""
    player = acting_player(state)
    phase1 = state.aces < setup.options.trigger
    card = action - PLACE if action >= PLACE else action
    if player.known >> card & 1 and (action >= PLACE or card != state.taken):
        make_unknown(player, card)
    drop(player, card)
    if action >= PLACE:
        place_card(setup, player, card)
        fact(state, CARD_PLACED, state.turn, card)
        if phase1:
            player.placed = 1
    else:
        fact(state, CARD_DISCARDED, state.turn, card)
        state.pile[from_start(state.pile_size)] = state.turn * SEAT_UNIT + card
        state.pile_size += 1
    if phase1:
        player.had_turn = 1


@compiled
def make_unknown(player, card):
    """Reduce the copies of a used card that are known to lie in the hand by one (Mitch I5)."""
    bit = 1 << card
    player.known &= player.known_twin | ~bit
    player.known_twin &= ~bit


@compiled
def points(setup, state, seat, won_by, twice):
    """Return a seat's points in the hand as it lies (Mitch 8 to 8d); `twice`: the suits that count double."""
    result = -setup.options.penalty * missed(state.seats[seat])
    for suit in range(setup.options.suits):
        result += suit_points(setup, state, seat, suit, won_by, twice)
    return result


@compiled
def suit_points(setup, state, seat, suit, won_by, twice):
    """Return a seat's points for a suit won, or its loss for the cards it placed there (Mitch 8, 8a, 14, 15)."""
    gain, loss = setup.options.win << (twice >> suit & 1), setup.options.loss * size(column_of(state.seats[seat], suit))
    return gain if won(won_by, suit, seat) else -loss


@compiled
def missed(player):
    """Return 1 if a player had a turn in phase 1 and placed nothing in it (Mitch 8b), else 0."""
    return player.had_turn & (1 - player.placed)


@compiled
def go_on(setup, state):
    """Score the hand and deal the next one as long as nobody has a turn, or end the match (Mitch 9, 1a)."""
    while not has_turn(setup, state):
        state.turn = OVER
        score_hand(setup, state)
        if match_ended(setup, state):
            fact(state, MATCH_ENDED, state.finished)
            return
        state.dealer = next_seat(setup, state.dealer)
        deal_hand(setup, state)


@compiled
def score_hand(setup, state):
    """Add the points of a finished hand to the totals, and keep its columns for `last`."""
    fact_with_board(state, HAND_SCORED, state.finished + 1)
    won_by = winners(setup, state)
    twice = doubled(setup, state, won_by)
    for seat in range(setup.options.seats):
        player = state.seats[seat]
        scored = points(setup, state, seat, won_by, twice)
        player.scored[state.finished % KEPT_HANDS] = scored
        player.total += scored
        fact(state, SEAT_SCORED, seat, scored, state.finished + 1, player.total)
        player.last, player.last_rising, player.last_missed = player.tableau, player.rising, missed(player)
    state.finished += 1


@compiled
def match_ended(setup, state):
    """Return whether all hands are played; equal totals at the top may call for another one (Mitch 9, D2, D12)."""
    if state.finished < setup.options.hands:
        return False
    if state.finished >= setup.options.max_hands:
        return True
    best, leaders = state.seats[0].total, 0
    for seat in range(setup.options.seats):
        if state.seats[seat].total > best:
            best, leaders = state.seats[seat].total, 0
        if state.seats[seat].total == best:
            leaders += 1
    return leaders == 1


@compiled
def rounds(setup, state):
    """Return the number of hands played out (Mitch 9)."""
    return state.finished


@compiled
def returns(setup, state, scores):
    """Write each seat's total of the finished hands into `scores` (Mitch 9)."""
    for seat in range(setup.options.seats):
        scores[seat] = state.seats[seat].total
