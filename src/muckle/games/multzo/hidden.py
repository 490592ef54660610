# pyright: basic
# Compiled functions carry no annotations.
"""Hidden information of Multzo: what a seat cannot know and how it is dealt anew, after "Who may know what" of RULES.md."""

from __future__ import annotations

from muckle.engine.bits import fill, lowest, size
from muckle.engine.chance import below, forget, one_of
from muckle.engine.compile import compiled
from muckle.engine.slots import slot
from muckle.games.multzo.inference import likelihood
from muckle.games.multzo.rules import drop, take
from muckle.games.multzo.state import DISCARDING, NONE
from muckle.kit.piecepack import TILES

DEALS, FINE = 20, 1 << 20
"""Worlds of which `guess` takes one; units of a probability."""


@compiled
def resample(setup, state, seat):
    """Deal anew the others' tiles (Multzo I1, I6), the stack (Multzo I2, I9) and the face-down tile (Multzo I8).

    What is known to lie in a hand stays there (Multzo I5). After a reshuffle everybody can tell how many of a hand's hidden
    tiles came out of the new stack (Multzo D5), so as many come out of it again.
    """
    forget(state)
    draws = state.draws
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
    for place in range(fill(state.stack, hidden), TILES):
        state.stack[place] = 0
    state.draws = draws


@compiled
def guess(setup, state, seat):
    """Deal anew what a seat cannot know, so that hands with which others would have acted as they did come up more often.

    Of some worlds chance takes one in proportion to their likelihoods, and deals it once more from where it began.
    """
    draws, total, taken = state.draws, 0.0, state.rng
    for _ in range(DEALS):
        began = state.rng
        resample(setup, state, seat)
        weight = likelihood(setup, state, seat)
        total += weight
        if below(state, FINE) * total < FINE * weight:
            taken = began
    state.rng = taken
    resample(setup, state, seat)
    state.draws = draws


@compiled
def stacked(state):
    """Return the tiles of the stack as a set (Multzo I2)."""
    tiles = 0
    for place in range(state.stack_left):
        tiles |= 1 << state.stack[place]
    return tiles


@compiled
def secret(state, seat):
    """Return the set of a seat's tiles that others cannot know (Multzo I1): all but the known ones of Multzo I5."""
    return state.seats[seat].hand & ~(state.seats[seat].known | state.unsure)


@compiled
def redeal(state, seat, hidden):
    """Replace a seat's secret tiles by random hidden ones, and return the set of the rest.

    The known ones are held longest, but one just taken is the last; tiles of a reshuffled stack came after all others.
    """
    player, tiles = state.seats[seat], secret(state, seat)
    just_took = state.taken and state.phase == DISCARDING and seat == state.turn
    last = 1 << slot(player.held, size(player.hand) - 1) if just_took else 0
    kept, player.hand, player.held = player.hand & ~(tiles | last), 0, 0
    while kept:
        take(player, lowest(kept))
        kept &= kept - 1
    for part in (~state.recycled, state.recycled):
        for _ in range(size(tiles & part)):
            tile = one_of(state, hidden & part)
            take(player, tile)
            hidden ^= 1 << tile
    if last:
        take(player, lowest(last))
    return hidden
