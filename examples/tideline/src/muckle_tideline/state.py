"""The records of Tideline. A card is its number less 1; a set of cards is a number with a bit for each."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from muckle.engine.record import Ints, record

MOST_SEATS, MOST_HELD, MOST_CARDS = 5, 5, 60
ACTIONS, MAX_ACTIONS = MOST_CARDS, MOST_HELD  # an action is the card that is laid
MOST_DRAWS = MOST_SEATS * MOST_HELD + 1
STARTER, DEALT, DRAWN = 0, 512, 1024  # kinds of outcomes: kind + seat * SEAT_UNIT + card
SEAT_UNIT = 64
NONE = -1

# Kinds of facts (`muckle.engine.facts`), each with its details:
CARDS_DEALT = 0
STARTS = 1  # seat
CARD_LAID = 2  # seat, card
LINE_TAKEN = 3  # seat, number of cards
CARD_DRAWN = 4  # seat, card
ENDED = 5


class Settings(NamedTuple):
    """What does not change during a match."""

    seats: int
    cards: int
    hand_size: int


class State(NamedTuple):
    """Everything that changes."""

    rng: int  # the stream of chance; hidden from everybody
    draws: int  # made in this match
    drawn: int  # made in the last step
    turn: int  # the seat to act, or OVER
    stock: int  # set of cards not yet drawn; hidden, but for how many
    line: int  # set of cards on the table
    top: int  # the card at the line's end, or NONE
    hands: Annotated[Ints, MOST_SEATS]  # set of cards that each seat holds; hidden from others
    taken: Annotated[Ints, MOST_SEATS]  # set of cards that each seat has taken
    drew: Annotated[Ints, MOST_DRAWS + 1]  # draws of the last step as outcomes, in order; with the place that chance asks for


OPTIONS, STATE = record(Settings), record(State)
