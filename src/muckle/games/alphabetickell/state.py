"""The records of Alphabetickell, and the numbers that stand for things in them.

A card is its place in the deck list, 0 to deck_size - 1; a letter is 0 (A) to 25 (Z). A set of cards or letters is an int
with those bits. Ids behind a field say where RULES.md tells who may know it.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from muckle.engine.observation import OWN, As, Observed, SeenField
from muckle.engine.record import Ints, record

CARDS, SEATS, HAND, LETTERS = 48, 7, 5, 26
"""Largest numbers of cards in the deck, of seats and of cards dealt to a seat; number of letters in the alphabet."""
DRAWS = CARDS + SEATS * HAND
"""Largest number of outcomes in a step: every card left is turned up and nobody can take it, then a round is dealt."""
KEPT_ROUNDS = 60
"""Number of the latest rounds whose points are stored one by one."""
POINTS_BITS = 5
"""Bits of a seat's points in a field of `State.past`: a line has 1 to 26 cards."""
NONE = -1
"""Stands for no card, and for a letter that is not fixed yet."""
ALL = (1 << LETTERS) - 1
"""The set of all letters."""

SHARED, EXTRA_ROUND = 0, 1
PLAY_ON, STOP = 0, 1
"""Values of the options tie and early_stop."""

PASS, TAKE, PAIR, KEEP = 0, 1, 1 + LETTERS, 5 + LETTERS
"""Actions: PASS; TAKE + letter; PAIR + 2 * old + new, where 0 is a card's earlier letter and 1 its later one; KEEP + place
among the cards dealt. TAKE is for the third card of a line and later ones, as the letter decides the side; PAIR for the
second one, with a letter of the first card (old) and one of the offer (new)."""
ACTIONS, MAX_ACTIONS = KEEP + HAND, 5
OFFERED, DEALER, DEALT = 0, CARDS, 2 * CARDS
"""Outcomes: OFFERED + card, DEALER + seat, DEALT + seat * CARDS + card."""


# Kinds of facts (`muckle.engine.facts`), each with its details:
ROUND_BEGUN = 0  # number of the round, dealer
CARDS_DEALT = 1  # seat, its cards in order (HAND of them, NONE behind the last)
CARD_KEPT = 2  # seat, place of the card among its cards, its cards as above
TURNED_UP = 3  # dealer, card
PASSED = 4  # seat, card
UNABLE = 5  # dealer, card, first, last: seats from `first` to before `last`, counted from the dealer, cannot take the card
DISCARDED = 6  # card, number of seats that had answered the offer before nobody else could take it
# CARD_TAKEN: seat, card, letter of the line, letter of the card, first card of the line if its letter is chosen now or NONE
CARD_TAKEN = 7
ROUND_SCORED = 8  # number of the round; with its board
SEAT_SCORED = 9  # seat, points in the round, points in all, set of the line's letters, first card of the line
MATCH_ENDED = 10  # with its board


class Settings(NamedTuple):
    """The options of a match as numbers (`Options.settings`), constant during the match."""

    seats: int
    target: int  # points that end the match after a round
    cap: int  # cards in a line that end the round; 0: no number does
    discard_limit: int  # discards that end the round; 0: no number does
    deal: int  # cards dealt to each seat
    passing: int  # 1 if a seat may pass on a card that fits (Alphabetickell 3a)
    first_dealer: int  # 0: random; else the seat + 1
    tie: int
    early_stop: int
    max_rounds: int
    deck_size: int  # cards in the deck
    top: Annotated[Ints, CARDS]  # by card: the letter that is written first; no rule depends on it
    bottom: Annotated[Ints, CARDS]  # by card: the letter that is written second; no rule depends on it
    letters: Annotated[Ints, CARDS]  # by card: the set of the two
    shows: Annotated[Ints, LETTERS]  # by letter: the set of cards that show it


class SeatState(NamedTuple):
    """A seat's cards and points. Everything but the hand is open to everybody."""

    total: int  # points of the rounds before (I13)
    hand: Annotated[Ints, HAND]  # the cards dealt in this round, in order; only for this seat, also afterwards (I2, I3)
    kept: int  # the card it kept, the first of its line (I4); NONE: it has still to choose (I5)
    length: int  # cards in its line (I6)
    cards: int  # set of those cards, as long as letters are fixed (I6)
    letters: int  # set of the letters they stand for (I6)
    left: int  # the first and the last of these letters; NONE: no letter is fixed
    right: int
    open: int  # set of letters that the line can still take at one of its ends (I11)
    last: int  # set of the letters of the line in the round before (I6)
    last_kept: int  # the first card of that line, as a line of one card has no letter


class State(NamedTuple):
    """Everything that changes during a match."""

    rng: int  # the stream of chance; hidden from everybody
    draws: int  # draws made in this match
    drawn: int  # draws made in the last step
    turn: int  # the seat to act, or OVER
    round_number: int  # from 1
    dealer: int  # the seat that turned up the offer and answers first; seats from there to `turn` have passed (I7)
    offer: int  # the card offered (I7), or NONE while first cards are chosen
    undrawn: int  # set of cards in the draw pile, which has no order (I1, I10); cards dealt lie apart until all have chosen
    stands: Annotated[Ints, CARDS]  # by card: the letter it stands for in a line, or NONE (I6)
    discards: int  # number of discarded cards
    discard: Annotated[Ints, CARDS]  # the discarded cards, oldest first; 0 behind them (I8)
    last_discards: int  # number of discarded cards in the round before
    last_discard: Annotated[Ints, CARDS]  # the discarded cards of the round before, oldest first
    past: Annotated[Ints, KEPT_ROUNDS]  # points of round r at (r - 1) % KEPT_ROUNDS, POINTS_BITS a seat (I13)
    seats: Annotated[tuple[SeatState, ...], SEATS]
    drew: Annotated[Ints, DRAWS + 1]  # draws of the last step as outcomes, in order


OPTIONS, STATE = record(Settings), record(State)

OBSERVED = Observed(
    (
        SeenField("turn", As.SEAT, "the seat to act (Alphabetickell I7)"),
        SeenField("dealer", As.SEAT, "the seat that turned up the offer (Alphabetickell I7)"),
        SeenField("seats[seat].hand", As.PLACE, "the cards dealt, in order (Alphabetickell I2)", CARDS, knows=OWN),
        SeenField("seats[seat].kept", As.PLACE, "the card kept (Alphabetickell I4)", CARDS),
        SeenField("seats[seat].length", As.NUMBER, "cards in a line (Alphabetickell I6)"),
        SeenField("seats[seat].cards", As.SET, "cards in a line with letters fixed (Alphabetickell I6)", CARDS),
        SeenField("seats[seat].letters", As.SET, "letters of a line (Alphabetickell I6)", LETTERS),
        SeenField("seats[seat].open", As.SET, "letters a line can take (Alphabetickell I11)", LETTERS),
        SeenField("seats[seat].total", As.NUMBER, "points of the rounds before (Alphabetickell I13)"),
        SeenField("offer", As.PLACE, "the card offered (Alphabetickell I7)", CARDS),
        SeenField("discard", As.CODES, "discarded cards (Alphabetickell I8)", CARDS, held="discards"),
        SeenField("round_number", As.NUMBER, "number of the round, from 1 (Alphabetickell I13)"),
    )
)
"""The fields of an observation; a card is a number, its place in the deck list."""
