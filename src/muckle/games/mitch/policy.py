# pyright: basic
# Compiled functions carry no annotations.
"""The policy of rollouts of Mitch: look one step ahead with the bots' estimate, but without taking the steps.

An action changes one column and one hand. So what `estimate.opinion` takes from the rest of a position is computed once for
all actions, and of the others only what changes: eleven times as fast as `muckle.players.choice.look_ahead`, and as strong.
"""

from __future__ import annotations

from muckle.engine.bits import lowest, size
from muckle.engine.compile import apart, compiled
from muckle.games.mitch.columns import given_up, suit_winners
from muckle.games.mitch.estimate import RISK, draws_to_come, hidden_cards, shares_placed, suit_opinion, their_length
from muckle.games.mitch.rules import may_discard, may_place
from muckle.games.mitch.state import DRAW_DISCARD, DRAW_STOCK, PLACE, SEAT_UNIT, SUIT
from muckle.kit.playing_cards import LANE


@apart
def favourite(setup, state, weights):
    """Return the action after which the opinion of the seat to act is highest."""
    if state.choosing:
        return place_to_draw_from(setup, state, weights)
    seat, own = state.turn, state.seats[state.turn]
    discards, placings = may_discard(setup, state), may_place(setup, state)
    if is_last(setup, state):
        return last_action(setup, state, seat, discards, placings)
    unseen, hidden = hidden_cards(setup, state, seat)
    draws = draws_to_come(setup, state)
    held, drawn = shares_placed(setup, draws, hidden, weights)
    waiting = cost_of_waiting(setup, state, own, weights)
    useless = discards & (own.twin | ~own.room)
    best, chosen = -waiting, lowest(useless) if useless else -1
    for suit in range(setup.options.suits):
        lane = SUIT << suit * LANE
        cards = own.hand & own.room & lane
        if cards == 0:
            continue
        theirs = their_length(setup, state, seat, suit, unseen, hidden, draws, weights)
        laid, lies = size(own.tableau & lane), unseen & lane
        mine = laid + held * size(cards) + drawn * size(lies & own.room)
        before = suit_opinion(setup, mine, theirs, laid, draws, weights)
        if discards & cards & ~own.twin:
            worth = suit_opinion(setup, mine - held, theirs, laid, draws, weights) - before - waiting
            if chosen < 0 or worth > best:
                best, chosen = worth, lowest(discards & cards & ~own.twin)
        while cards:
            bit = cards & -cards
            cards ^= bit
            if placings & bit:
                room = own.room & ~(given_up(setup, own, lowest(bit)) | bit)
                mine = laid + 1 + held * size(own.hand & room & lane) + drawn * size(lies & room)
                worth = suit_opinion(setup, mine, theirs, laid + 1, draws, weights) - before
                if chosen < 0 or worth > best:
                    best, chosen = worth, PLACE + lowest(bit)
    return chosen


@compiled
def cost_of_waiting(setup, state, own, weights):
    """Return the points that placing nothing costs: the penalty, by how likely it is (Mitch 8b).

    It is certain if the next draw is the trigger Ace.
    """
    wanted = setup.options.trigger - state.aces
    if own.placed or wanted <= 0:
        return 0.0
    soon = 0.0
    if wanted == 1 and state.stock_left:
        soon = (setup.options.suits * setup.options.packs - state.aces) / state.stock_left
    return setup.options.penalty * (soon + (1 - soon) * weights[RISK])


@compiled
def is_last(setup, state):
    """Return whether the hand ends with this action."""
    held = 0
    for number in range(setup.options.seats):
        held += state.seats[number].holds
    return held == 1 and state.aces >= setup.options.trigger


@compiled
def last_action(setup, state, seat, discards, placings):
    """Place the last card of a hand if its suit is won by it alone, or if it must be placed; else discard it."""
    if placings == 0:
        return lowest(discards)
    own, card = state.seats[seat], lowest(placings)
    suit, tableau, rising = card // LANE, own.tableau, own.rising
    before = suit_winners(setup, state, suit) >> seat & 1
    own.tableau |= placings
    if tableau & SUIT << suit * LANE and placings > (tableau & SUIT << suit * LANE):
        own.rising |= 1 << suit
    after = suit_winners(setup, state, suit) >> seat & 1
    own.tableau, own.rising = tableau, rising
    return PLACE + card if after > before or discards == 0 else lowest(discards)


@compiled
def place_to_draw_from(setup, state, weights):
    """Draw the top discard if it helps its suit more than a card from the stock may be expected to help (Mitch 11)."""
    seat, own = state.turn, state.seats[state.turn]
    top = state.pile[state.pile_size - 1] % SEAT_UNIT
    if own.room >> top & 1 == 0:
        return DRAW_STOCK
    unseen, hidden = hidden_cards(setup, state, seat)
    draws = draws_to_come(setup, state)
    held, drawn = shares_placed(setup, draws, hidden, weights)
    average, gain = 0.0, 0.0
    for suit in range(setup.options.suits):
        lane = SUIT << suit * LANE
        theirs = their_length(setup, state, seat, suit, unseen, hidden, draws, weights)
        laid, lies = size(own.tableau & lane), unseen & own.room & lane
        mine = laid + held * size(own.hand & own.room & lane) + drawn * size(lies)
        more = suit_opinion(setup, mine + held, theirs, laid, draws, weights)
        more -= suit_opinion(setup, mine, theirs, laid, draws, weights)
        average += more * size(lies) / hidden
        if top // LANE == suit:
            gain = more
    return DRAW_DISCARD if gain > average else DRAW_STOCK
