# pyright: basic
# Compiled functions carry no annotations.
"""The rules of Hearts, in the order of RULES.md."""

from __future__ import annotations

from muckle.engine.bits import fill, size
from muckle.engine.chance import below, note, one_of
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, next_seat
from muckle.engine.facts import fact
from muckle_hearts import state as numbers
from muckle_hearts.state import (
    ACTIONS,
    DEALT,
    HEARTS,
    LANE,
    MOST_SEATS,
    NONE,
    PLAY,
    QUEEN_OF_SPADES,
    QUEEN_POINTS,
    SEAT_UNIT,
    STARTER,
)

SUIT = (1 << LANE) - 1


@compiled
def deal(setup, state, rng):
    """Hands one card at a time, and a starter by lot (Hearts 1, 2)."""
    state.rng, state.draws, state.drawn = rng, 0, 0
    state.undealt = whole_pack(setup)
    for seat in range(MOST_SEATS):
        state.hands[seat] = state.gifts[seat] = state.played[seat] = state.voids[seat] = state.won[seat] = 0
        state.trick[seat] = NONE
    for turn in range(setup.options.seats * setup.options.hand_size):
        seat, card = turn % setup.options.seats, one_of(state, state.undealt)
        note(state, DEALT + seat * SEAT_UNIT + card)
        state.undealt ^= 1 << card
        state.hands[seat] |= 1 << card
    state.turn = state.first = below(state, setup.options.seats)
    note(state, STARTER + state.first * SEAT_UNIT)
    state.giving = setup.options.seats * setup.options.gifts
    fact(state, numbers.CARDS_DEALT)
    fact(state, numbers.STARTS, state.first)


@compiled
def whole_pack(setup):
    """Return all cards of the match: the highest of each suit (Hearts 1)."""
    lane = SUIT & ~((1 << (LANE - setup.options.ranks)) - 1)
    return lane | lane << LANE | lane << 2 * LANE | lane << 3 * LANE


@compiled
def playable(state):
    """Return the cards that the seat to act may play: those of the suit that was led, if it holds any (Hearts 5)."""
    hand = state.hands[state.turn]
    if state.trick[state.first] == NONE:
        return hand
    following = hand & SUIT << state.trick[state.first] // LANE * LANE
    return following if following else hand


@compiled
def legal(setup, state, actions):
    """Any card not yet chosen as a gift; then any card that may be played (Hearts 3, 5)."""
    if state.turn == OVER:
        return 0
    if state.giving:
        return fill(actions, state.hands[state.turn] & ~state.gifts[state.turn])
    count = fill(actions, playable(state))
    for place in range(count):
        actions[place] += PLAY
    return count


@compiled
def apply(setup, state, action):
    """Choose a gift, or play a card (Hearts 3 to 7)."""
    seat = state.turn
    if seat == OVER or action < 0 or action >= ACTIONS or (action < PLAY) != (state.giving > 0):
        raise ValueError("this action is not legal here")
    may = state.hands[seat] & ~state.gifts[seat] if state.giving else playable(state)
    if may >> action % PLAY & 1 == 0:
        raise ValueError("this action is not legal here")
    state.drawn = 0
    if state.giving:
        give(setup, state, action)
    else:
        play(setup, state, action - PLAY)


@compiled
def give(setup, state, card):
    """Choose a gift; when all have chosen, all gifts change hands at once (Hearts 3, 4)."""
    seat = state.turn
    state.gifts[seat] |= 1 << card
    state.giving -= 1
    fact(state, numbers.GIFT_CHOSEN, seat, card)
    if size(state.gifts[seat]) == setup.options.gifts:
        state.turn = next_seat(setup, seat)
    if state.giving == 0:
        for giver in range(setup.options.seats):
            state.hands[giver] ^= state.gifts[giver]
        for giver in range(setup.options.seats):
            state.hands[next_seat(setup, giver)] |= state.gifts[giver]
            fact(state, numbers.GIFTS_RECEIVED, next_seat(setup, giver), giver, state.gifts[giver])


@compiled
def play(setup, state, card):
    """Play a card; the highest of the suit that was led takes the trick and leads the next (Hearts 5 to 7)."""
    seat = state.turn
    state.hands[seat] ^= 1 << card
    state.played[seat] |= 1 << card
    state.trick[seat] = card
    fact(state, numbers.CARD_PLAYED, seat, card)
    if card // LANE != state.trick[state.first] // LANE:
        state.voids[seat] |= SUIT << state.trick[state.first] // LANE * LANE
    state.turn = next_seat(setup, seat)
    if state.turn == state.first:
        best, cards = state.trick[state.first], 0
        for other in range(setup.options.seats):
            cards |= 1 << state.trick[other]
            if state.trick[other] // LANE == best // LANE and state.trick[other] >= best:
                best, state.turn = state.trick[other], other
            state.trick[other] = NONE
        state.first = state.turn
        state.won[state.turn] |= cards
        fact(state, numbers.TRICK_TAKEN, state.turn, points(cards))
        if state.hands[state.turn] == 0:
            state.turn = OVER
            fact(state, numbers.ENDED)


@compiled
def points(cards):
    """Return the points of a set of cards: one for each heart, thirteen for the Queen of Spades (Hearts 8)."""
    return size(cards & SUIT << HEARTS * LANE) + QUEEN_POINTS * (cards >> QUEEN_OF_SPADES & 1)


@compiled
def returns(setup, state, scores):
    """Each point costs one (Hearts 8)."""
    for seat in range(setup.options.seats):
        scores[seat] = -points(state.won[seat])
