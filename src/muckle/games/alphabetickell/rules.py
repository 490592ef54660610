# pyright: basic
# (compiled functions carry no annotations)
"""The rules of Alphabetickell, in the order of RULES.md; what the numbers mean stands in `state.py`."""

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
    """A new match; the first dealer is drawn at random (Alphabetickell 1a, D1)."""
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
    """Shuffle all cards and deal; the dealer chooses first, unless there is nothing to choose (Alphabetickell 1, 2)."""
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
    """No cards."""
    for k in range(HAND):
        seat.hand[k] = NONE
    seat.kept = seat.left = seat.right = NONE
    seat.length, seat.cards, seat.letters, seat.open = 0, 0, 0, ALL


@compiled
def deal_cards(setup, state):
    """One card at a time, clockwise from the dealer's left (Alphabetickell 1)."""
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
    """A card leaves the draw pile, each as likely (General 2)."""
    card = one_of(state, state.undrawn)
    state.undrawn &= ~(1 << card)
    return card


@compiled
def legal(setup, state, actions):
    """The actions there are, ascending; how many."""
    return fill(actions, choices(setup, state))


@compiled
def choices(setup, state):
    """The actions there are, as a set: keep one of the cards dealt (Alphabetickell 2); or pass (3a), or take (4)."""
    if state.turn == OVER:
        return 0
    seat = state.seats[state.turn]
    if state.offer == NONE:
        return keeps(setup, seat) << KEEP
    if seat.length == 1:
        return 1 << PASS | pairs(setup, seat.kept, state.offer) << PAIR
    return 1 << PASS | (seat.open & setup.options.letters[state.offer]) << TAKE


@compiled
def keeps(setup, seat):
    """The places of the cards dealt, as a set; of equal cards in a house deck only the first, for they are one choice."""
    places = 0
    for k in range(setup.options.deal):
        places |= 1 << k
        for earlier in range(k):
            if setup.options.letters[seat.hand[earlier]] == setup.options.letters[seat.hand[k]]:
                places &= ~(1 << k)
    return places


@compiled
def pairs(setup, kept, offer):
    """The pairs of two different letters, 2 * old + new, as a set (Alphabetickell 4a)."""
    found = 0
    for pair in range(4):
        if letter(setup, kept, pair >> 1) != letter(setup, offer, pair & 1):
            found |= 1 << pair
    return found


@compiled
def apply(setup, state, action):
    """Take an action; then everything that follows from it, up to the next decision."""
    if action < 0 or action >= ACTIONS or not choices(setup, state) >> action & 1:
        raise ValueError("the rules do not allow this action here")
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
    """As soon as all have chosen: what they did not keep goes back into the draw pile, and the dealer turns up a card.

    The dealer is asked, because a line of one card can take any other (Alphabetickell 2b, 3, 4f).
    """
    if state.turn != OVER and state.offer == NONE and state.seats[state.turn].kept != NONE:
        state.undrawn = (1 << setup.options.deck_size) - 1
        for number in range(setup.options.seats):
            state.undrawn &= ~(1 << state.seats[number].kept)
        turn_up(state)


@compiled
def turn_up(state):
    """The top card of the draw pile is offered (Alphabetickell 3)."""
    state.offer = draw(state)
    note(state, OFFERED + state.offer)
    fact(state, TURNED_UP, state.dealer, state.offer)


@compiled
def answer(setup, state, action):
    """Pass or take, and what follows; whether that ends the round. If it does, `dealer` deals first in the next one."""
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
def take(setup, state, action):
    """The offer goes to an end of the taker's line (Alphabetickell 4); whether that ends the round at once (7).

    The seat to the left deals now (5); but the first dealer of the next round is who took the 11th card (9) or, if the
    pile is empty, still who turned up the last card (9a).
    """
    taker = state.turn
    seat = state.seats[taker]
    if action < PAIR:
        new = action - TAKE
        fact(state, CARD_TAKEN, taker, state.offer, seat.left, new, NONE)
    else:
        old, new = letter(setup, seat.kept, (action - PAIR) >> 1), letter(setup, state.offer, (action - PAIR) & 1)
        fact(state, CARD_TAKEN, taker, state.offer, old, new, seat.kept)
        fix(state, seat, seat.kept, old)
    fix(state, seat, state.offer, new)
    seat.length += 1
    state.offer = NONE
    capped = seat.length == setup.options.cap
    if capped:
        state.dealer = taker
    elif state.undrawn != 0:
        state.dealer = next_seat(setup, taker)
    return capped


@compiled
def fix(state, seat, card, letter):
    """A card of the line stands for a letter from now on; what lies between the ends is lost (Alphabetickell 4b to 4e)."""
    state.stands[card] = letter
    seat.cards |= 1 << card
    seat.letters |= 1 << letter
    seat.left = letter if seat.left == NONE else min(seat.left, letter)
    seat.right = max(seat.right, letter)
    seat.open = ALL & ~((2 << seat.right) - (1 << seat.left))


@compiled
def offer_on(setup, state, answered):
    """Offer the card to those who have not answered it, then further cards, until somebody can take (Alphabetickell 3, 3b).

    Returns:
        whether the round is over (7a, 11). `answered` counts seats from the dealer on.
    """
    while True:
        if state.offer != NONE:
            if asked(setup, state, answered):
                return False
            if answered:
                fact(state, UNABLE, state.dealer, state.offer, answered, setup.options.seats)
            fact(state, DISCARDED, state.offer, answered)
            discard(state)
            if state.discards == setup.options.discard_limit:
                return True
        if ended(setup, state):
            return True
        turn_up(state)
        answered = 0


@compiled
def asked(setup, state, answered):
    """Give the turn to the next who can take the offer; the others pass unasked (Alphabetickell 3b). False: nobody can."""
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
def letter(setup, card, later):
    """The earlier (0) or later (1) letter of a card in the alphabet."""
    letters = setup.options.letters[card]
    return lowest(letters & (letters - 1)) if later else lowest(letters)


@compiled
def discard(state):
    """Everyone has passed: the offer goes to the discard (Alphabetickell 6)."""
    state.discard[state.discards] = state.offer
    state.discards += 1
    state.offer = NONE


@compiled
def ended(setup, state):
    """Whether the draw pile is empty (Alphabetickell 7a) or, with early_stop, useless to everybody (Alphabetickell D8)."""
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
    """A point a card (Alphabetickell 8); then the match is over, or the dealer begins the next round (9, 9a, 10, 11a)."""
    points, state.turn = 0, OVER
    fact_with_board(state, ROUND_SCORED, state.round_number)
    for number in range(setup.options.seats):
        seat = state.seats[number]
        seat.total += seat.length
        fact(state, SEAT_SCORED, number, seat.length, seat.total, seat.letters, seat.kept)
        points |= seat.length << number * POINTS_BITS
    state.past[(state.round_number - 1) % KEPT_ROUNDS] = points
    remember(setup, state)
    if match_over(setup, state):
        fact_with_board(state, MATCH_ENDED)
    else:
        begin_round(setup, state)


@compiled
def remember(setup, state):
    """Keep how a round lay at its end, for those who see the next one begin."""
    state.last_discards = state.discards
    for k in range(CARDS):
        state.last_discard[k] = state.discard[k]
    for number in range(setup.options.seats):
        seat = state.seats[number]
        seat.last, seat.last_kept = seat.letters, seat.kept


@compiled
def match_over(setup, state):
    """Whether somebody has reached the target and, with extra rounds, leads alone (Alphabetickell 10, 10a, D2, D11)."""
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
    """The number of the last round (Alphabetickell 1)."""
    return state.round_number


@compiled
def returns(setup, state, scores):
    """Each seat's total of the rounds finished (Alphabetickell 8, 10)."""
    for number in range(setup.options.seats):
        scores[number] = state.seats[number].total
