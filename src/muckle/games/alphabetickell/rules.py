# pyright: basic
# (compiled functions carry no annotations)
"""The rules of Alphabetickell, in the order of RULES.md.

A card is its place in the deck list, 0 to deck_size - 1; a letter is 0 (A) to 25 (Z). Sets of cards or letters are the
bits of an int.

An action is PASS; TAKE + letter, for the third card of a line and later ones (the letter decides the side); PAIR + 2 * old
+ new, for the second one, where old and new are 0 for a card's earlier letter and 1 for its later one; or KEEP + place
among the cards dealt. An outcome is DEALER + seat, DEALT + seat * CARDS + card, or OFFERED + card.
"""

from __future__ import annotations

from muckle.engine.bits import lowest, size
from muckle.engine.chance import below, chance_fields, forget, note
from muckle.engine.compiler import compiled
from muckle.engine.record import INT, record
from muckle.engine.rules import OVER

CARDS, SEATS, HAND, LETTERS = 48, 7, 5, 26
"""The most there can be: cards in the deck, seats, cards dealt to a player; and letters."""
DRAWS = CARDS + SEATS * HAND
"""The most outcomes of a step: every card left is turned up and passed by all unasked, then the next round is dealt."""
KEPT_ROUNDS = 60
"""Rounds whose points are remembered one by one."""
POINTS_BITS = 5
"""A line has 1 to 26 cards; so the points of all seats fit one field."""
NONE = -1
ALL = (1 << LETTERS) - 1

SHARED, EXTRA_ROUND = 0, 1
PLAY_ON, STOP = 0, 1
"""Values of the options tie, early_stop."""

PASS, TAKE, PAIR, KEEP = 0, 1, 1 + LETTERS, 5 + LETTERS
ACTIONS, MAX_ACTIONS = KEEP + HAND, 5
OFFERED, DEALER, DEALT = 0, CARDS, 2 * CARDS

OPTIONS = record(
    seats=INT,
    target=INT,  # points that end the match after a round
    cap=INT,  # cards in a line that end the round; 0: no number does
    discard_limit=INT,  # discards that end the round; 0: no number does
    deal=INT,  # cards dealt to each seat
    first_dealer=INT,  # 0: random; else the seat + 1
    tie=INT,
    early_stop=INT,
    max_rounds=INT,
    deck_size=INT,  # cards in the deck
    top=(INT, CARDS),  # by card: the letter that is written first; no rule depends on it
    letters=(INT, CARDS),  # by card: the set of its two letters
    shows=(INT, LETTERS),  # by letter: the set of cards that show it
)
SEAT = record(
    total=INT,  # points of the rounds before
    hand=(INT, HAND),  # the cards dealt in this round, in order; seen only by this seat, before and after its choice
    kept=INT,  # the one it kept, the first card of its line; NONE: it has still to choose
    length=INT,  # cards in the line
    left=INT,  # the first and the last letter of the line; NONE as long as no letter is fixed
    right=INT,
    open=INT,  # set of letters that the line can still take at one of its ends
    last=INT,  # set of the letters of the line in the round before
    last_kept=INT,  # its first card; a line of one card has no letter
    line=(INT, LETTERS),  # by letter: the card that gives it, or NONE
)
STATE = record(
    **chance_fields(DRAWS),
    turn=INT,  # the seat to act, or OVER
    round_number=INT,  # from 1
    dealer=INT,  # who turned up the offer and answers first; those between dealer and turn have passed
    offer=INT,  # the card offered, or NONE while first cards are chosen
    undrawn=INT,  # set of cards in the draw pile, which has no order; cards dealt lie apart until all have chosen
    discards=INT,  # how many cards are discarded
    discard=(INT, CARDS),  # they, oldest first; 0 behind them
    last_discards=INT,  # the same of the round before
    last_discard=(INT, CARDS),
    past=(INT, KEPT_ROUNDS),  # points of round r at (r - 1) % KEPT_ROUNDS, POINTS_BITS a seat
    seats=(SEAT, SEATS),
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
    """Shuffle all cards and deal, one at a time from the dealer's left; the dealer chooses first (Alphabetickell 1, 2)."""
    state.round_number += 1
    state.turn = state.dealer
    state.offer, state.discards = NONE, 0
    state.undrawn = (1 << setup.options.deck_size) - 1
    for k in range(CARDS):
        state.discard[k] = 0
    for number in range(SEATS):
        clear_seat(state.seats[number])
    number = state.dealer
    for k in range(setup.options.deal):
        for _ in range(setup.options.seats):
            number = to_the_left(setup, number)
            card = draw(state)
            state.seats[number].hand[k] = card
            note(state, DEALT + number * CARDS + card)
    if setup.options.deal == 1:
        for _ in range(setup.options.seats):
            keep(setup, state, setup.options.deal - 1)


@compiled
def to_the_left(setup, seat):
    """The next seat (General 1); a division would take its time."""
    return 0 if seat + 1 == setup.options.seats else seat + 1


@compiled
def clear_seat(seat):
    """No cards."""
    for k in range(HAND):
        seat.hand[k] = NONE
    for letter in range(LETTERS):
        seat.line[letter] = NONE
    seat.kept = seat.left = seat.right = NONE
    seat.length, seat.open = 0, ALL


@compiled
def draw(state):
    """Any card of the draw pile, each as likely (General 2)."""
    card = pick(state, state.undrawn)
    state.undrawn &= ~(1 << card)
    return card


@compiled
def pick(state, cards):
    """Any card of a set, each as likely: the set is halved until one is left."""
    number = below(state, size(cards))
    card, width = 0, 32
    while width:
        fewer = size(cards >> card & ((1 << width) - 1))
        if number >= fewer:
            number -= fewer
            card += width
        width >>= 1
    return card


@compiled
def legal(setup, state, actions):
    """The cards that can be kept, in the order dealt (Alphabetickell 2); or pass, then the ways to take (3a to 4b)."""
    if state.turn == OVER:
        return 0
    seat, count = state.seats[state.turn], 0
    if state.offer == NONE:
        for k in range(setup.options.deal):
            if differs(setup, seat, k):
                actions[count] = KEEP + k
                count += 1
        return count
    actions[0] = PASS
    if seat.length == 1:
        return put_pairs(setup, state, actions)
    letters = seat.open & setup.options.letters[state.offer]
    while letters:
        count += 1
        actions[count] = TAKE + lowest(letters)
        letters &= letters - 1
    return count + 1


@compiled
def differs(setup, seat, place):
    """Whether no card dealt before it is the same; equal copies are one choice."""
    earlier = 0
    for k in range(place):
        earlier += setup.options.letters[seat.hand[k]] == setup.options.letters[seat.hand[place]]
    return earlier == 0


@compiled
def put_pairs(setup, state, actions):
    """The ways to take a second card: two different letters (Alphabetickell 4a); how many actions there are with the pass."""
    count = 1
    for choice in range(4):
        if two_letters(setup, state, choice):
            actions[count] = PAIR + choice
            count += 1
    return count


@compiled
def two_letters(setup, state, choice):
    """Whether a choice (2 * old + new) names two different letters (Alphabetickell 4a)."""
    kept = state.seats[state.turn].kept
    return letter(setup, kept, choice >> 1) != letter(setup, state.offer, choice & 1)


@compiled
def is_legal(setup, state, action):
    """Whether an action is among the legal ones."""
    if state.turn == OVER or action < 0 or action >= ACTIONS:
        return False
    seat = state.seats[state.turn]
    if action >= KEEP or state.offer == NONE:
        return state.offer == NONE and 0 <= action - KEEP < setup.options.deal and differs(setup, seat, action - KEEP)
    if action >= PAIR:
        return seat.length == 1 and two_letters(setup, state, action - PAIR)
    fits = seat.open & setup.options.letters[state.offer]
    return action == PASS or (seat.length > 1 and fits >> (action - TAKE) & 1 == 1)


@compiled
def apply(setup, state, action):
    """Take an action; then everything that follows from it, up to the next decision."""
    if not is_legal(setup, state, action):
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
    seat.length = 1
    state.turn = to_the_left(setup, state.turn)


@compiled
def begin_offers(setup, state):
    """When all have chosen, what they did not keep goes back into the draw pile (Alphabetickell 2b).

    The dealer turns up a card and is asked, because a line of one card can take any other (Alphabetickell 3, 4f).
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


@compiled
def answer(setup, state, action):
    """Pass or take; whether that ends the round. If it does, the dealer is who deals first in the next one."""
    place = 0
    if action == PASS:
        place = state.turn - state.dealer + 1
        if place <= 0:
            place += setup.options.seats
    elif take(setup, state, action):
        return True
    return go_on(setup, state, place)


@compiled
def take(setup, state, action):
    """The offer goes to an end of the taker's line (Alphabetickell 4); whether that ends the round at once (7).

    The seat to the left deals now (5); but the first dealer of the next round is who took the 11th card (9) or, if the
    pile is empty, still who turned up the last card (9a).
    """
    taker = state.turn
    seat = state.seats[taker]
    if action < PAIR:
        fix(seat, state.offer, action - TAKE)
    else:
        fix(seat, seat.kept, letter(setup, seat.kept, (action - PAIR) >> 1))
        fix(seat, state.offer, letter(setup, state.offer, (action - PAIR) & 1))
    seat.length += 1
    state.offer = NONE
    capped = seat.length == setup.options.cap
    if capped:
        state.dealer = taker
    elif state.undrawn != 0:
        state.dealer = to_the_left(setup, taker)
    return capped


@compiled
def go_on(setup, state, place):
    """Offer on, from the place-th seat behind the dealer, until somebody can take (Alphabetickell 3, 3b); True: round over."""
    while True:
        if state.offer != NONE:
            if asked(setup, state, place):
                return False
            discard(state)
            if state.discards == setup.options.discard_limit:
                return True
        if ended(setup, state):
            return True
        turn_up(state)
        place = 0


@compiled
def asked(setup, state, place):
    """Give the turn to the next who can take the offer; the others pass unasked (Alphabetickell 3b). False: nobody can."""
    letters = setup.options.letters[state.offer]
    number = state.dealer + place
    if number >= setup.options.seats:
        number -= setup.options.seats
    for _ in range(place, setup.options.seats):
        if state.seats[number].open & letters:
            state.turn = number
            return True
        number = to_the_left(setup, number)
    return False


@compiled
def fix(seat, card, letter):
    """A card of the line stands for a letter from now on; what lies between the ends is lost (Alphabetickell 4b to 4e)."""
    seat.line[letter] = card
    seat.left = letter if seat.left == NONE else min(seat.left, letter)
    seat.right = max(seat.right, letter)
    seat.open = ALL & ~((2 << seat.right) - (1 << seat.left))


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
    points = 0
    for number in range(setup.options.seats):
        seat = state.seats[number]
        seat.total += seat.length
        points |= seat.length << number * POINTS_BITS
    state.past[(state.round_number - 1) % KEPT_ROUNDS] = points
    remember(setup, state)
    if match_over(setup, state):
        state.turn = OVER
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
        seat.last, seat.last_kept = 0, seat.kept
        for letter in range(LETTERS):
            seat.last |= (seat.line[letter] != NONE) << letter


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
def returns(setup, state, scores):
    """Each seat's total of the rounds finished (Alphabetickell 8, 10)."""
    for number in range(setup.options.seats):
        scores[number] = state.seats[number].total


@compiled
def resample(setup, state, seat):
    """Deal anew what the others were dealt, but for the cards they kept (Alphabetickell I2, I3); the pile has no order (I1)."""
    forget(state)
    draws = state.draws
    unknown = (1 << setup.options.deck_size) - 1
    for k in range(setup.options.deal):
        unknown &= ~(1 << state.seats[seat].hand[k])
    for number in range(setup.options.seats):
        if state.seats[number].kept != NONE:
            unknown &= ~(1 << state.seats[number].kept)
    for number in range(setup.options.seats):
        if number != seat:
            unknown = redeal(setup, state, state.seats[number], unknown)
    if state.offer == NONE and state.turn != OVER:
        state.undrawn = unknown
    state.draws = draws


@compiled
def redeal(setup, state, other, unknown):
    """Give a seat random cards of a set around the one it kept; what is left of the set."""
    place = NONE if other.kept == NONE else below(state, setup.options.deal)
    for k in range(setup.options.deal):
        other.hand[k] = other.kept if k == place else pick(state, unknown)
        unknown &= ~(1 << other.hand[k])
    return unknown
