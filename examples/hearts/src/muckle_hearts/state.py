"""The records of Hearts. A card is its number in `muckle.kit.playing_cards`; a set of cards is a number with a bit for each."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from muckle.engine.record import Ints, record

MOST_SEATS, CARDS, LANE = 5, 52, 13
HEARTS, QUEEN_OF_SPADES, QUEEN_POINTS = 1, 10, 13
PLAY = CARDS  # an action is the card that is given, or PLAY + the card that is played
ACTIONS, MAX_ACTIONS = 2 * CARDS, 17
MOST_DRAWS = CARDS + 1
STARTER, DEALT, SEAT_UNIT = 0, 512, 64  # kinds of outcomes: kind + seat * SEAT_UNIT + card
NONE = -1

# Kinds of facts (`muckle.engine.facts`), each with its details:
CARDS_DEALT = 0
STARTS = 1  # seat
GIFT_CHOSEN = 2  # seat, card
GIFTS_RECEIVED = 3  # seat, seat that gave, set of cards
CARD_PLAYED = 4  # seat, card
TRICK_TAKEN = 5  # seat, points
ENDED = 6


class Settings(NamedTuple):
    """What does not change during a match."""

    seats: int
    ranks: int
    hand_size: int
    gifts: int


class State(NamedTuple):
    """Everything that changes."""

    rng: int  # the stream of chance; hidden from everybody
    draws: int  # made in this match
    drawn: int  # made in the last step
    turn: int  # the seat to act, or OVER
    giving: int  # gifts still to be chosen by all seats; 0 once they have changed hands
    first: int  # the seat that leads the trick, and chooses its gifts first
    undealt: int  # set of cards that stay out; hidden
    hands: Annotated[Ints, MOST_SEATS]  # set of cards that each seat holds; hidden from others
    gifts: Annotated[Ints, MOST_SEATS]  # set of cards that each seat has chosen to give, or gave; hidden from third seats
    played: Annotated[Ints, MOST_SEATS]  # set of cards that each seat has played
    voids: Annotated[Ints, MOST_SEATS]  # set of cards that each seat has shown not to hold: suits it did not follow
    trick: Annotated[Ints, MOST_SEATS]  # card of each seat in the trick on the table, or NONE
    won: Annotated[Ints, MOST_SEATS]  # set of cards in the tricks of each seat
    drew: Annotated[Ints, MOST_DRAWS + 1]  # what they came to, as outcomes, in order; with the place that chance asks for


OPTIONS, STATE = record(Settings), record(State)
