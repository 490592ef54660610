# pyright: basic
# (compiled functions carry no annotations)
"""The yardstick of Alphabetickell: what `greedy` went by when strength was first measured. It never changes."""

from __future__ import annotations

from muckle.engine.bits import lowest, size
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.games.alphabetickell.state import LETTERS, NONE


@compiled
def value(setup, state, seat):
    """Return a seat's prospects in points, less half of what the others have on average."""
    others = 0.0
    for number in range(setup.options.seats):
        if number != seat:
            others += prospects(setup, state, state.seats[number])
    return prospects(setup, state, state.seats[seat]) - others / (2 * (setup.options.seats - 1))


@compiled
def prospects(setup, state, seat):
    """Return the total, the line as it is, and the cards that may still come at its two ends, in points."""
    if state.turn == OVER or seat.length == 0:
        return float(seat.total)
    if seat.left != NONE:
        more = room(setup, state, 0, seat.left) + room(setup, state, seat.right + 1, LETTERS)
    else:
        letters = setup.options.letters[seat.kept]
        more = max(around(setup, state, lowest(letters)), around(setup, state, lowest(letters & (letters - 1))))
    if setup.options.cap != 0:
        more = min(more, (setup.options.cap - seat.length) * 0.9)
    return seat.total + seat.length + more


@compiled
def around(setup, state, letter):
    """Return the number of cards that may still come to a line of one letter."""
    return room(setup, state, 0, letter) + room(setup, state, letter + 1, LETTERS)


@compiled
def room(setup, state, first, after):
    """Return the number of cards that may still come at an end that is open for the letters first to after - 1.

    A letter counts the more, the more cards of the draw pile show it; about every second letter is skipped, and the more
    letters there are, the less likely it is that time remains for all.
    """
    letters = 0.0
    for letter in range(first, after):
        left = size(state.undrawn & setup.options.shows[letter])
        letters += left / (left + 1)
    return 12.5 * letters / (25 + letters)
