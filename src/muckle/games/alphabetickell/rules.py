# pyright: basic
# (compiled functions carry no annotations)
"""The rules of Alphabetickell, in the order of RULES.md. `state` explains the numbers that stand for actions and outcomes.

In names, `number` is the number of a seat and `seat` its record.
"""

from __future__ import annotations

from muckle.engine.bits import fill, lowest
from muckle.engine.chance import below, note, one_of
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, next_seat
from muckle.engine.facts import fact, fact_with_board
from muckle.games.alphabetickell.state import (
    ACTIONS,
    ALL,
    CARD_KEPT,
    CARD_TAKEN,
    CARDS,
    CARDS_DEALT,
    DEALER,
    DEALT,
    DISCARDED,
    HAND,
    KEEP,
    KEPT_ROUNDS,
    MATCH_ENDED,
    NONE,
    OFFERED,
    PAIR,
    PASS,
    PASSED,
    PLAY_ON,
    POINTS_BITS,
    ROUND_BEGUN,
    ROUND_SCORED,
    SEAT_SCORED,
    SEATS,
    SHARED,
    TAKE,
    TURNED_UP,
    UNABLE,
)


@compiled
def deal(setup, state, rng):
    """Begin a match with a first dealer drawn at random, or named by the option (Alphabetickell 1a, D1)."""
    state.rng, state.draws, state.drawn = rng, 0, 0
    state.round_number, state.last_discards = 0, 0
    for k in range(KEPT_ROUNDS):
        state.past[k] = 0
    for k in range(CARDS):
        state.last_discard[k] = 0
    for number in range(SEATS):
        seat = state.seats[number]
        seat.total, seat.last, seat.last_kept = 0, 0, NONE
    state.dealer = setup.options.first_dealer - 1
    if state.dealer < 0:
        state.dealer = below(state, setup.options.seats)
        note(state, DEALER + state.dealer)
    begin_round(setup, state)
    begin_offers(setup, state)


@compiled
def begin_round(setup, state):
    """Shuffle all cards and deal a round; with one card each, all keep it at once (Alphabetickell 1, 2)."""
    state.round_number += 1
    fact(state, ROUND_BEGUN, state.round_number, state.dealer)
    state.turn = state.dealer
    state.offer, state.discards = NONE, 0
    state.undrawn = (1 << setup.options.deck_size) - 1
    for k in range(CARDS):
        state.discard[k] = 0
        state.stands[k] = NONE
    for number in range(SEATS):
        clear_seat(state.seats[number])
    deal_cards(setup, state)
    if setup.options.deal == 1:
        for _ in range(setup.options.seats):
            keep(setup, state, 0)


@compiled
def clear_seat(seat):
    """Take all cards from a seat: those dealt to it and its line."""
    for k in range(HAND):
        seat.hand[k] = NONE
    seat.kept = seat.left = seat.right = NONE
    seat.length, seat.cards, seat.letters, seat.open = 0, 0, 0, ALL


@compiled
def deal_cards(setup, state):
    """Deal each seat its cards, one at a time, clockwise from the dealer's left (Alphabetickell 1)."""
    number = state.dealer
    for k in range(setup.options.deal):
        for _ in range(setup.options.seats):
            number = next_seat(setup, number)
            card = draw(state)
            state.seats[number].hand[k] = card
            note(state, DEALT + number * CARDS + card)
    for _ in range(setup.options.seats):
        number = next_seat(setup, number)
        hand = state.seats[number].hand
        fact(state, CARDS_DEALT, number, hand[0], hand[1], hand[2], hand[3], hand[4])


@compiled
def draw(state):
    """Remove a random card from the draw pile and return it; each card is equally likely (General 2)."""
    card = one_of(state, state.undrawn)
    state.undrawn &= ~(1 << card)
    return card


@compiled
def legal(setup, state, actions):
    """List the legal actions in ascending order and return their number."""
    return fill(actions, legal_set(setup, state))


@compiled
def pick(setup, state, mind, actions):
    """Return one of the legal actions, each equally likely."""
    return one_of(mind, legal_set(setup, state))


@compiled
def legal_set(setup, state):
    """Return the set of legal actions: keep one of the cards dealt (Alphabetickell 2), or pass (3a) and take (4)."""
    if state.turn == OVER:
        return 0
    seat = state.seats[state.turn]
    if state.offer == NONE:
        return places_to_keep(setup, seat) << KEEP
    passes = setup.options.passing << PASS
    if seat.length == 1:
        return passes | letter_pairs(setup, seat.kept, state.offer) << PAIR
    return passes | (seat.open & setup.options.letters[state.offer]) << TAKE


@compiled
def places_to_keep(setup, seat):
    """Return the set of places of the cards that a seat may keep (Alphabetickell 2).

    A custom deck may hold equal cards: they are one choice, so only the first of them counts.
    """
    places = 0
    for k in range(setup.options.deal):
        places |= 1 << k
        for earlier in range(k):
            if setup.options.letters[seat.hand[earlier]] == setup.options.letters[seat.hand[k]]:
                places &= ~(1 << k)
    return places


@compiled
def letter_pairs(setup, kept, offer):
    """Return the set of pairs of two different letters, each pair as 2 * old + new (Alphabetickell 4a)."""
    found = 0
    for pair in range(4):
        if letter(setup, kept, pair >> 1) != letter(setup, offer, pair & 1):
            found |= 1 << pair
    return found


@compiled
def letter(setup, card, later):
    """Return the letter of a card that comes earlier (0) or later (1) in the alphabet."""
    letters = setup.options.letters[card]
    return lowest(letters & (letters - 1)) if later else lowest(letters)


@compiled
def apply(setup, state, action):
    """Take an action, if it is legal."""
    if action < 0 or action >= ACTIONS or not legal_set(setup, state) >> action & 1:
        raise ValueError("the rules do not allow this action here")
    advance(setup, state, action)


@compiled
def advance(setup, state, action):
    """Take a legal action, and go on to the next decision."""
    state.drawn = 0
    if action >= KEEP:
        keep(setup, state, action - KEEP)
    elif answer(setup, state, action):
        end_round(setup, state)
    begin_offers(setup, state)


@compiled
def keep(setup, state, place):
    """Begin a line with one of the cards dealt; no letter is fixed yet (Alphabetickell 2, 2a)."""
    seat = state.seats[state.turn]
    seat.kept = seat.hand[place]
    seat.cards = 1 << seat.kept
    seat.length = 1
    fact(state, CARD_KEPT, state.turn, place, seat.hand[0], seat.hand[1], seat.hand[2], seat.hand[3], seat.hand[4])
    state.turn = next_seat(setup, state.turn)


@compiled
def begin_offers(setup, state):
    """Once every seat has kept a card, return the others to the draw pile and turn up an offer (Alphabetickell 2b, 3).

    The dealer is to answer it: a line of one card can take any other (Alphabetickell 4f).
    """
    if state.turn != OVER and state.offer == NONE and state.seats[state.turn].kept != NONE:
        state.undrawn = (1 << setup.options.deck_size) - 1
        for number in range(setup.options.seats):
            state.undrawn &= ~(1 << state.seats[number].kept)
        turn_up(state)


@compiled
def turn_up(state):
    """Offer the top card of the draw pile (Alphabetickell 3)."""
    state.offer = draw(state)
    note(state, OFFERED + state.offer)
    fact(state, TURNED_UP, state.dealer, state.offer)


@compiled
def answer(setup, state, action):
    """Pass or take, then offer on until somebody can answer (Alphabetickell 3 to 7).

    Returns:
        whether the round is over; `state.dealer` is then the first dealer of the next round.
    """
    answered = 0
    if action == PASS:
        fact(state, PASSED, state.turn, state.offer)
        answered = state.turn - state.dealer + 1
        if answered <= 0:
            answered += setup.options.seats
    elif take(setup, state, action):
        return True
    return offer_on(setup, state, answered)


@compiled
def offer_on(setup, state, answered):
    """Offer the card to seats that have not answered, then further cards, until a seat can take one (Alphabetickell 3, 6).

    Args:
        answered: number of seats, from the dealer on, that have answered the offer.

    Returns:
        whether the round is over (Alphabetickell 7a, 11).
    """
    while True:
        if state.offer != NONE:
            if ask_next(setup, state, answered):
                return False
            if answered:
                fact(state, UNABLE, state.dealer, state.offer, answered, setup.options.seats)
            fact(state, DISCARDED, state.offer, answered)
            discard(state)
            if state.discards == setup.options.discard_limit:
                return True
        if is_pile_done(setup, state):
            return True
        turn_up(state)
        answered = 0


@compiled
def ask_next(setup, state, answered):
    """Give the turn to the next seat that can take the offer; seats that cannot pass unasked (Alphabetickell 3b).

    Returns:
        whether there is such a seat.
    """
    letters = setup.options.letters[state.offer]
    number = state.dealer + answered
    if number >= setup.options.seats:
        number -= setup.options.seats
    for place in range(answered, setup.options.seats):
        if state.seats[number].open & letters:
            state.turn = number
            fact(state, UNABLE, state.dealer, state.offer, answered, place)
            return True
        number = next_seat(setup, number)
    return False


@compiled
def take(setup, state, action):
    """Add the offer to an end of the line of the seat to act (Alphabetickell 4).

    The seat to its left is the dealer now (5). But the taker of an 11th card deals first in the next round (9), and after
    the last card of the pile it is still the seat that turned that card up (9a).

    Returns:
        whether the line is full, which ends the round at once (7).
    """
    taker = state.turn
    seat = state.seats[taker]
    if action < PAIR:
        new = action - TAKE
        fact(state, CARD_TAKEN, taker, state.offer, seat.left, new, NONE)
    else:
        old, new = letter(setup, seat.kept, (action - PAIR) >> 1), letter(setup, state.offer, (action - PAIR) & 1)
        fact(state, CARD_TAKEN, taker, state.offer, old, new, seat.kept)
        fix_letter(state, seat, seat.kept, old)
    fix_letter(state, seat, state.offer, new)
    seat.length += 1
    state.offer = NONE
    full = seat.length == setup.options.cap
    if full:
        state.dealer = taker
    elif state.undrawn != 0:
        state.dealer = next_seat(setup, taker)
    return full


@compiled
def fix_letter(state, seat, card, letter):
    """Fix the letter of a card in a line; letters between the ends of the line are lost (Alphabetickell 4b to 4e)."""
    state.stands[card] = letter
    seat.cards |= 1 << card
    seat.letters |= 1 << letter
    seat.left = letter if seat.left == NONE else min(seat.left, letter)
    seat.right = max(seat.right, letter)
    seat.open = ALL & ~((2 << seat.right) - (1 << seat.left))


@compiled
def discard(state):
    """Move the offer to the discard: all have passed (Alphabetickell 6)."""
    state.discard[state.discards] = state.offer
    state.discards += 1
    state.offer = NONE


@compiled
def is_pile_done(setup, state):
    """Return whether the draw pile is empty (Alphabetickell 7a) or, with early_stop, has no card that fits any line (D8)."""
    if state.undrawn == 0 or setup.options.early_stop == PLAY_ON:
        return state.undrawn == 0
    letters, cards = 0, state.undrawn
    for number in range(setup.options.seats):
        letters |= state.seats[number].open
    while cards:
        if setup.options.letters[lowest(cards)] & letters:
            return False
        cards &= cards - 1
    return True


@compiled
def end_round(setup, state):
    """Score a point for each card (Alphabetickell 8); end the match (10), or begin the next round (9, 9a, 11a)."""
    points, state.turn = 0, OVER
    fact_with_board(state, ROUND_SCORED, state.round_number)
    for number in range(setup.options.seats):
        seat = state.seats[number]
        seat.total += seat.length
        fact(state, SEAT_SCORED, number, seat.length, seat.total, seat.letters, seat.kept)
        points |= seat.length << number * POINTS_BITS
    state.past[(state.round_number - 1) % KEPT_ROUNDS] = points
    record_round(setup, state)
    if is_match_over(setup, state):
        fact_with_board(state, MATCH_ENDED)
    else:
        begin_round(setup, state)


@compiled
def record_round(setup, state):
    """Record the lines and the discard at the end of a round, which stay open in the next one (Alphabetickell I6, I8)."""
    state.last_discards = state.discards
    for k in range(CARDS):
        state.last_discard[k] = state.discard[k]
    for number in range(setup.options.seats):
        seat = state.seats[number]
        seat.last, seat.last_kept = seat.letters, seat.kept


@compiled
def is_match_over(setup, state):
    """Return whether the match is over (Alphabetickell 10, 10a).

    A seat has reached the target and, with extra rounds, leads alone (D2); or this was the last round (D11).
    """
    best, leaders = 0, 0
    for number in range(setup.options.seats):
        best = max(best, state.seats[number].total)
    for number in range(setup.options.seats):
        leaders += state.seats[number].total == best
    if state.round_number == setup.options.max_rounds:
        return True
    return best >= setup.options.target and (leaders == 1 or setup.options.tie == SHARED)


@compiled
def rounds(setup, state):
    """Return the number of the current round, from 1 (Alphabetickell 1)."""
    return state.round_number


@compiled
def returns(setup, state, scores):
    """Write each seat's total of the finished rounds into `scores` (Alphabetickell 8, 10)."""
    for number in range(setup.options.seats):
        scores[number] = state.seats[number].total
