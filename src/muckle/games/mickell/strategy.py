# pyright: basic
# (compiled functions carry no annotations)
"""Bots for Mickell: a quick evaluation of a position, and levels that plan whole turns (`turn_search`).

How strong the levels are stands in bench/strength.md.
"""

from __future__ import annotations

import math

import numpy as np

from muckle.engine.bits import lowest, size
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.engine.manner import CAREFUL, FAR, HASTY, OWN, PATIENT, SHINY, Manner
from muckle.games.mickell.hindsight import hindsight as hindsight
from muckle.games.mickell.row_table import pack_table, unpack_book
from muckle.games.mickell.row_weights import LEARNED
from muckle.games.mickell.rules import is_final, points
from muckle.games.mickell.state import CLAIM, DISCARD, END, MANY, NODES, PLACE
from muckle.games.mickell.turn_search import DESK, tally_turns

LEVELS = {
    "easy": Manner(OWN, slip=45),
    "fair": Manner(OWN, slip=34),
    "medium": Manner(OWN, slip=24),
    "good": Manner(OWN, depth=3, slip=25),
    "hard": Manner(OWN, depth=3, slip=16),
    "expert": Manner(OWN, playouts=400, chunks=4, candidates=8, cut=5, depth=2),
}
"""Levels of bots. Up to medium they have one word in mind for each row, and know common words only."""
TRIFLE = 0.3  # points
TASTES = {CAREFUL: 25, SHINY: 25, HASTY: 60, FAR: 300, PATIENT: 120}
"""Weight of each taste in percent of what `taste` returns, so that its bird is about as strong as its own level."""

LIKING, LIKING_OF_CARDS, LONG = 0.5, 0.2, 8
"""Bonuses of a playing style in points, for claims and for single cards; and the cards of a long row."""
EVERY_LETTER = (1 << 26) - 1
SQUARE, WAYS, START, READY, NEXT = 0.11, 1 / 3, -0.1, 0.16, 1.0
"""Weights of a row in points: its length squared, the logarithm of its nodes, being begun, each point it spells now; and
for the chance that the next card suits some row. They were found by random steps, of which those that scored more were kept."""
PATIENCE = 22
"""Number of draws within which a row can hope to grow."""


@compiled
def value(setup, state, seat):
    """Return the score plus the value of each row and of the chance that the next card suits one, in points."""
    worth, suited = float(state.score), 0
    if state.turn == OVER:
        return worth
    left = size(state.undrawn)
    for row in range(setup.options.rows):
        wanted = suiting_cards(setup, state, row)
        suited |= wanted
        if state.rows[row].length > 0:
            worth += row_value(setup, state, row, size(wanted), left)
    return worth + NEXT * size(suited) / max(left, 1)


@compiled
def row_value(setup, state, row, wanted, left):
    """Return the points a row may come to; a dead row is worth less the longer it is.

    Args:
        wanted, left: how many cards of the draw pile suit the row; how many there are.
    """
    place = state.rows[row]
    now = points(place.length) if state.spelled >> row & 1 else 0
    if place.ways == 0:
        return now - 0.01 * place.length
    ways = NODES if place.ways == MANY else place.ways
    grows = 1 - (1 - wanted / max(left, 1)) ** min(PATIENCE, left)
    hope = SQUARE * place.length**2 + WAYS * math.log(ways) + START
    return max(float(now), grows * hope + READY * now)


@compiled
def suiting_cards(setup, state, row):
    """Return the set of undrawn cards with which the row could still become a word."""
    letters = next_letters(setup, state, row)
    cards, left = 0, state.undrawn
    while left != 0:
        card = lowest(left)
        left &= left - 1
        either = letters >> setup.options.top[card] | letters >> setup.options.bottom[card]
        cards |= (either & 1) << card
    return cards


@compiled
def next_letters(setup, state, row):
    """Return the set of letters that can follow what the row spells so far."""
    place = state.rows[row]
    if place.ways == MANY:
        return EVERY_LETTER
    letters = 0
    for k in range(place.ways):
        letters |= int(setup.words[place.nodes[k]])
    return letters


@compiled
def taste(setup, state, action, taste):
    """Return the bonus of a playing style for an action, in points.

    Careful likes claims, shiny more so, hasty discards and ends of turns, far long rows and words; patient dislikes claims.
    """
    claims = CLAIM <= action < END and not is_final(setup, state)  # then nothing is gained by waiting
    if taste == FAR and claims:
        return -3 * LIKING * max(0, LONG - state.rows[action - CLAIM].length) / LONG
    if taste == CAREFUL:
        return LIKING / 2 * claims
    if taste in (SHINY, PATIENT):
        return LIKING * (claims if taste == SHINY else -claims)
    if taste == HASTY:
        return LIKING_OF_CARDS * (action in (DISCARD, END))
    return LIKING_OF_CARDS * state.rows[action - PLACE].length / LONG if action < DISCARD else 0.0


@compiled
def knowledge(setup, view):
    """Return the table of one row's expected points (`row_table`)."""
    return pack_table(setup, LEARNED)


@compiled
def think(setup, view, worlds, mind, manner, knowledge, actions, count, tallies):
    """Tally whole turns by their expected points or by rollouts (`turn_search`)."""
    tally_turns(np.empty(1, DESK), unpack_book(knowledge), setup, view[0], mind, manner, actions, count, tallies)
