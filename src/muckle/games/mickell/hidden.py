# pyright: basic
# Compiled functions carry no annotations.
"""Prepares a state for a player who knows other words than the match's list.

The order of the draw pile (I1) is no part of a state. Which rows spell a word (I12) depends on the word list: it is read
anew for a player who knows other words than those that decide. All else is open (I2 to I9, I11, I13); what was tried in
vain (I10) stands in the log alone.
"""

from __future__ import annotations

from muckle.engine.chance import forget
from muckle.engine.compile import compiled
from muckle.games.mickell.rules import reread_row, word_from
from muckle.games.mickell.state import CLAIM, END


@compiled
def resample(setup, state, seat):
    """Read the rows again by the words of `setup` (Mickell I12); nothing else is hidden, for chance is still to come (I1)."""
    forget(state)
    for row in range(setup.options.rows):
        reread_row(setup, state, row, state.rows[row].length)


@compiled
def thinkable(setup, state, action):
    """Return whether an action makes sense: not the claim of a row that spells no word of `setup` (Mickell I12)."""
    if not CLAIM <= action < END:
        return True
    row = action - CLAIM
    return word_from(setup, state, row, 1 << state.rows[row].length) != 0
