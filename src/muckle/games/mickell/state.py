"""The records of Mickell, and the numbers that stand for things in them.

A card is its place in the deck list, 0 to deck_size - 1; a letter is 0 (A) to 25 (Z); a row is 0 to rows - 1, one less
than the number people say. A set of cards or rows is an int with those bits. Ids behind a field say where RULES.md tells
who may know it; what has none is open, as everything in Mickell but chance (I1) and what rows spell (I12).
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from muckle.engine.observation import As, Observed, SeenField
from muckle.engine.record import Ints, record

CARDS, ROWS = 48, 8
"""Maximum numbers of cards in the deck, and of places for rows."""
CLAIMS = CARDS // 2
"""Maximum number of words: each has two cards or more."""
NODES = 16
"""Maximum number of nodes kept for a row; of 48 cards there are hardly ever more."""
MANY = -1
"""Value of `Row.ways` when there are more nodes than are kept: the row is then read from its beginning when needed."""
NONE = -1
"""Stands for no card."""

ONE, UNLIMITED = 0, 1
YES, NO = 0, 1
MUST_PLACE, MAY_DISCARD = 0, 1
FREE, NEVER = 0, 1
REFUSED, SPENT = 0, 1
"""Values of the options claims_per_turn; claiming, trimming and discarding; first_card, lookup and bad_claim."""

PLACE, DISCARD, TRIM, CLAIM, END = 0, ROWS, ROWS + 1, 2 * ROWS + 1, 3 * ROWS + 1
"""Codes of actions: PLACE + row, DISCARD, TRIM + row, CLAIM + row, END. Above a claim stands the *spelling* of its word:
``CLAIM + row | spelling << SPELLING``."""
ACTIONS, MAX_ACTIONS = END + 1, END
SPELLING = 8
"""Bits by which a spelling is shifted.

A spelling is a 1 followed by one bit for each card of the row, from left to right: 0 for the card's earlier letter in the
alphabet, 1 for its later one. So spellings ascend as their words do. A claim without a spelling (0) means the alphabetically
first word that the row spells.
"""

# Kinds of facts (`muckle.engine.facts`), each with its details:
CARD_REVEALED = 0  # card, number of the turn
ROW_STARTED, CARD_PLACED, CARD_TRIMMED = 1, 2, 3  # card, row
CARD_DISCARDED = 4  # card
WORD_CLAIMED = 5  # row, spelling of the word, points; with its board, the row still in its place
CLAIM_FAILED = 6  # row, spelling of what is no word; with its board
FINAL_PHASE_BEGUN = 7
MATCH_ENDED = 8  # score


class Settings(NamedTuple):
    """Options of a match as numbers (`Options.settings`)."""

    seats: int  # 1
    rows: int  # places for rows
    min_word: int  # letters of the shortest word that can be claimed
    claims_per_turn: int
    claiming: int  # YES or NO: in the final phase only (Mickell 3a)
    trimming: int  # YES or NO (Mickell 3b)
    discarding: int  # YES or NO (Mickell 3c)
    first_card: int
    lookup: int  # what clients may tell (D9); no rule depends on it
    bad_claim: int
    deck_size: int  # cards in the deck
    top: Annotated[Ints, CARDS]  # by card: the letter that is written first
    bottom: Annotated[Ints, CARDS]  # by card: the other one


class Row(NamedTuple):
    """A place for a row."""

    length: int  # cards in the row (I5); 0: the place is free
    first: int  # its leftmost card, if it has any
    last: int  # its rightmost card
    read: int  # how many of them, from the left, are read: all, when an action is done
    ways: int  # how many nodes there are, or MANY (I12)
    nodes: Annotated[Ints, NODES]  # places in the word graph, all different, where one can be after these cards (I12)


class Claimed(NamedTuple):
    """A claimed word."""

    row: int  # where the word stood (I7)
    turn: int  # when: the `State.number` of that turn
    length: int  # letters, so cards
    first: int  # its leftmost card; `State.beside` leads to the others


class State(NamedTuple):
    """The part of a match that changes."""

    rng: int  # the stream of chance; hidden from everybody
    draws: int  # made in this match
    drawn: int  # made in the last step
    turn: int  # 0, or OVER
    number: int  # of the turn, from 1; deck_size + 1 in the final phase (I3)
    current: int  # the card to resolve (I4), or NONE
    undrawn: int  # set of cards in the draw pile (I2), which has no order (I1)
    used: int  # set of rows with cards
    spelled: int  # set of rows that spell a word of the least length or more (I12)
    fresh: int  # set of rows that end with the card placed this turn: one or none
    barred: int  # 1 when no more can be claimed this turn
    locked: int  # set of rows that had a wrong claim in the final phase (D8)
    rows: Annotated[tuple[Row, ...], ROWS]
    beside: Annotated[Ints, CARDS]  # the card to the right, in a row or word; in the discard the card below, or NONE
    trash: int  # the top of the cards discarded or trimmed, or NONE
    claims: Annotated[tuple[Claimed, ...], CLAIMS]  # the words so far, in order
    claimed: int  # how many
    later: int  # set of claimed cards that gave the later of their letters
    score: int  # cards in the scoring pile
    spare: Annotated[Ints, NODES]  # scratch: the nodes of a row while its next card is read
    drew: Annotated[Ints, 2]  # draws of the last step as outcomes, in order


OPTIONS, STATE = record(Settings), record(State)

OBSERVED = Observed(
    (
        SeenField("number", As.NUMBER, "of the turn, from 1 (Mickell I3)"),
        SeenField("current", As.PLACE, "the card to resolve (Mickell I4)", CARDS),
        SeenField("undrawn", As.SET, "cards in the draw pile (Mickell I2)", CARDS),
        SeenField("used", As.SET, "rows with cards (Mickell I5)", ROWS),
        SeenField("rows.length", As.NUMBER, "cards in each row (Mickell I5)"),
        SeenField("rows.first", As.PLACE, "the leftmost card of each row; the first of the deck in a row without any", CARDS),
        SeenField("rows.last", As.PLACE, "the rightmost card of each row", CARDS),
        SeenField("beside", As.NUMBER, "by card: the card to its right, in the discard the one below, or -1 (Mickell I5)"),
        SeenField("trash", As.PLACE, "the top of the discard (Mickell I6)", CARDS),
        SeenField("fresh", As.SET, "rows that end with the card placed this turn (Mickell I8)", ROWS),
        SeenField("locked", As.SET, "rows that had a wrong claim in the final phase (Mickell D8)", ROWS),
        SeenField("barred", As.NUMBER, "1: no more can be claimed this turn (Mickell I8)"),
        SeenField("claimed", As.NUMBER, "words so far (Mickell I7)"),
        SeenField("score", As.NUMBER, "cards in the scoring pile (Mickell I6)"),
    )
)
"""Fields the player observes; a card is its place in the deck list."""
