# pyright: basic
# Compiled functions carry no annotations.
"""What a seat cannot know, and how it is dealt anew: the table "Who may know what" of RULES.md."""

from __future__ import annotations

from muckle.engine.chance import forget, one_of
from muckle.engine.compiler import compiled
from muckle.games.multzo.rules import drop, put, take
from muckle.games.multzo.state import MOST_HELD, NONE


@compiled
def resample(setup, state, seat):
    """Deal anew the others' tiles (Multzo I1, I6), the stack (Multzo I2, I9) and the face-down tile (Multzo I8).

    What is known to lie in a hand stays there (Multzo I5). After a reshuffle everybody can tell how many of a hand's hidden
    tiles came out of the new stack (Multzo D5), so every place gets a tile of the same part.
    """
    forget(state)
    others_down = state.declarer != NONE and state.declarer != seat
    if others_down:
        take(state.seats[state.declarer], state.down)
    hidden = stacked(state)
    for other in range(setup.options.seats):
        if other != seat:
            hidden |= secret(state, other)
    for other in range(setup.options.seats):
        if other != seat:
            hidden = redeal(state, other, hidden)
    if others_down:  # any of the declarer's five, but none that everybody knows to be in hand (Multzo 6b)
        declarer = state.seats[state.declarer]
        state.down = one_of(state, declarer.hand & ~declarer.known)
        drop(declarer, state.down)
    put(state.stack, 0, hidden, 0)


@compiled
def stacked(state):
    """The stack as a set (Multzo I2)."""
    tiles = 0
    for place in range(state.stack_left):
        tiles |= 1 << state.stack[place]
    return tiles


@compiled
def secret(state, seat):
    """The tiles of a seat that others cannot know (Multzo I1): all but those of Multzo I5."""
    return state.seats[seat].hand & ~(state.seats[seat].known | state.unsure)


@compiled
def redeal(state, seat, hidden):
    """Give a seat others of the hidden tiles for its own, place by place; those that are left."""
    player, tiles = state.seats[seat], secret(state, seat)
    player.hand ^= tiles
    for place in range(MOST_HELD):
        tile = player.held[place]
        if tiles >> tile & 1:
            tiles ^= 1 << tile
            tile = one_of(state, hidden & (state.recycled if state.recycled >> tile & 1 else ~state.recycled))
            player.held[place] = tile
            player.hand |= 1 << tile
            hidden ^= 1 << tile
    return hidden
