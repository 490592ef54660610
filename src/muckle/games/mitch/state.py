"""The records of Mitch, and the numbers that stand for things in them."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from muckle.engine.observation import OWN, As, Observed, SeenField
from muckle.engine.record import Ints, record
from muckle.kit.playing_cards import ACE, CARDS, LANE

MOST_SEATS, MOST_HELD, MOST_ACES = 10, 10, 8
MOST_CARDS = 104  # in two packs
MOST_DRAWS = 640  # in one step: hands that end without a decision follow each other in it
KEPT_HANDS = 8  # whose scores the state remembers one by one

PLACE, DRAW_STOCK, DRAW_DISCARD = CARDS, 2 * CARDS, 2 * CARDS + 1
ACTIONS, MAX_ACTIONS = 2 * CARDS + 2, 2 * MOST_HELD

DEALER, DEALT, DRAWN = 0, 1024, 2048  # kinds of outcomes
SEAT_UNIT = 64  # outcomes, discards and shown Aces are seat * 64 + card

STOCK, STOCK_OR_DISCARD, MUST_PLACE = 0, 1, 2

# Kinds of facts (`muckle.engine.facts`), each with its details:
HAND_BEGUN = 0  # dealer, number of the hand from 1
ACE_SHOWN = 1  # seat, card, number of Aces shown so far
CARD_DRAWN = 2  # seat, card: from the stock into a hand
CARD_TAKEN = 3  # seat, card: from the discard pile
CARD_PLACED, CARD_DISCARDED = 4, 5  # seat, card
HAND_SCORED = 6  # number of the hand; with its board
SEAT_SCORED = 7  # seat, points in the hand, number of the hand, points in the match
MATCH_ENDED = 8  # number of hands played

NONE = -1
ALL_CARDS = (1 << CARDS) - 1
SUIT = (1 << LANE) - 1  # the ranks of one suit
LENGTH_UNIT = 1 << LANE + 5  # strength of a column: its length counts more than what parts equal lengths
ALL_ACES = (1 << ACE) | (1 << ACE + LANE) | (1 << ACE + 2 * LANE) | (1 << ACE + 3 * LANE)


class Settings(NamedTuple):
    """The options of a match as numbers (`Options.settings`), constant during the match."""

    seats: int
    packs: int
    suits: int
    ranks: int  # beside the Ace, from the Deuce up
    cards: int  # in the packs
    pack: Annotated[Ints, MOST_CARDS]  # the cards themselves
    hand_size: int
    draw: int  # STOCK, STOCK_OR_DISCARD or MUST_PLACE (Mitch 11)
    discarding: int  # 1: a card that fits may be discarded (Mitch 4a)
    trigger: int  # the number of the Ace that ends phase 1 (Mitch 12)
    phase2: int  # 0: that Ace ends the hand (Revolution 2)
    lowest_low: int  # 1: among equal lengths the lower last card wins (Mitch 13)
    bonus: int  # 1: the shortest column that won a suit counts twice (Mitch 14)
    win: int  # points a suit won
    loss: int  # points lost a card in a suit not won
    penalty: int  # points lost for no card placed in phase 1
    high_low: int  # 1: columns may rise (Mitch 17)
    hands: int  # in a match
    max_hands: int  # with extra hands; equal to `hands` without
    dead_shared: int  # 1: equal columns share the suit (Mitch D8)
    stall: int  # turns without a draw from the stock, after which one must come from there (Mitch 11c)


class SeatState(NamedTuple):
    """A player's hand, tableau and scores."""

    hand: int  # cards held; hidden from others. Never an Ace, except while hands are dealt
    twin: int  # cards held twice
    holds: int  # how many cards it holds
    held: int  # the same cards as a row (`muckle.engine.slots`), longest held first
    known: int  # cards held that everybody saw taken from the discard pile (Mitch I5)
    known_twin: int  # such cards held twice
    tableau: int  # cards placed; a lane of it is a column
    room: int  # cards that may still be placed here: those that fit (Mitch 5)
    rising: int  # suits whose column rises, as bits (Mitch 17)
    had_turn: int  # 1: finished a turn in phase 1
    placed: int  # 1: placed a card in phase 1
    total: int  # points of the hands before
    scored: Annotated[Ints, KEPT_HANDS]  # points of hand number h (from 0) at h % 8, of the last eight hands
    last: int  # tableau at the end of the hand before
    last_rising: int  # suits whose column rose then
    last_missed: int  # 1: paid the penalty then


class State(NamedTuple):
    """Everything that changes."""

    rng: int  # the stream of chance; hidden from everybody
    draws: int  # made in this match
    drawn: int  # made in the last step
    turn: int  # the seat to act, or OVER
    dealer: int
    finished: int  # hands played out
    choosing: int  # 1: the seat to act chooses where to draw from
    taken: int  # the card drawn from the discard pile in this turn, or NONE
    stock_left: int
    stock: Annotated[Ints, MOST_CARDS]  # the first stock_left cards are face down, in no order: draws pick one at random
    pile_size: int
    pile: Annotated[Ints, MOST_CARDS]  # discards, oldest first, with who discarded them: seat * 64 + card
    aces: int  # Aces shown
    shown: Annotated[Ints, MOST_ACES]  # those Aces, in order, with who showed them: seat * 64 + card
    without_stock: int  # turns since the last draw from the stock (Mitch 11c)
    seats: Annotated[tuple[SeatState, ...], MOST_SEATS]
    drew: Annotated[Ints, MOST_DRAWS + 1]  # draws of the last step as outcomes, in order


OPTIONS, STATE = record(Settings), record(State)

OBSERVED = Observed(
    (
        SeenField("turn", As.SEAT, "the seat to act (Mitch I8)"),
        SeenField("dealer", As.SEAT, "the dealer (Mitch I8)"),
        SeenField("seats[seat].hand", As.SET, "cards held (Mitch I1)", CARDS, knows=OWN),
        SeenField("seats[seat].twin", As.SET, "cards held twice (Mitch I1)", CARDS, knows=OWN, when=lambda s: s.packs > 1),
        SeenField("seats[seat].holds", As.NUMBER, "how many cards a seat holds (Mitch I1)"),
        SeenField("seats[seat].known", As.SET, "cards held that came from the pile (Mitch I5)", CARDS, when=lambda s: s.draw),
        SeenField("seats[seat].tableau", As.SET, "cards placed (Mitch I7)", CARDS),
        SeenField(
            "seats[seat].rising", As.SET, "suits whose column rises (Mitch 17)", CARDS // LANE, when=lambda s: s.high_low
        ),
        SeenField("seats[seat].had_turn", As.NUMBER, "1: finished a turn in phase 1 (Mitch I8)"),
        SeenField("seats[seat].placed", As.NUMBER, "1: placed a card in phase 1 (Mitch I8)"),
        SeenField("seats[seat].total", As.NUMBER, "points of the hands before (Mitch I15)"),
        SeenField(
            field="pile",
            kind=As.CODES,
            meaning="how often a card lies in the pile (Mitch I6)",
            size=CARDS,
            unit=SEAT_UNIT,
            held="pile_size",
            called="discards",
        ),
        SeenField(
            field="pile",
            kind=As.LAST,
            meaning="its top card",
            size=CARDS,
            unit=SEAT_UNIT,
            held="pile_size",
            when=lambda s: s.draw,
            called="top",
        ),
        SeenField("taken", As.PLACE, "the card taken from it this turn (Mitch I5)", CARDS, when=lambda s: s.draw),
        SeenField("choosing", As.NUMBER, "1: where to draw from is asked (Mitch I9)"),
        SeenField("stock_left", As.NUMBER, "cards in the stock (Mitch I2)"),
        SeenField("aces", As.NUMBER, "Aces shown (Mitch I4)"),
        SeenField("finished", As.NUMBER, "hands played out"),
    )
)
"""The fields of an observation; a card is a number of `muckle.kit.playing_cards`."""
