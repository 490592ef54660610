# pyright: basic
# Compiled functions carry no annotations.
"""Strength of a Multzo hand in each category (Multzo 7 to 9a), and the values of tiles and coins (Multzo 0)."""

from __future__ import annotations

from muckle.engine.bits import size
from muckle.engine.compile import compiled
from muckle.games.multzo.state import FLUSH, FOUR, FROM_2, NONE, PRIME, RANKS, SET
from muckle.kit.piecepack import LANE


@compiled
def strength(hand, category, suits, group_only):
    """Return the strength of a hand (a set of tiles) in a category, or NONE if it has no such group (Multzo 7 to 9a).

    Four-tile sets and runs count FOUR more than their total. `suits` is the number of suits in use and of tiles in a hand.
    """
    crowns, arms, suns, moons = hand & RANKS, hand >> LANE & RANKS, hand >> 2 * LANE & RANKS, hand >> 3 * LANE & RANKS
    ranks, whole = crowns | arms | suns | moons, total(hand)
    if category == FLUSH:
        alone = crowns == ranks or arms == ranks or suns == ranks or moons == ranks
        return whole if alone and size(ranks) == suits else NONE
    if category == PRIME:
        return whole if crowns and arms and suns and (moons or suits == 3) else NONE
    if category == SET:
        two, other_two = crowns & arms, suns & moons
        three, four = two & (suns | moons) | other_two & (crowns | arms), two & other_two
        group, times = three, 3
    else:
        three = ranks & ranks >> 1 & ranks >> 2
        group, times, four = 7 * three, 1, three & ranks >> 3
    if four:
        return FOUR + whole
    if three == 0:
        return NONE
    return times * total(group) if group_only else whole


@compiled
def total(tiles):
    """Return the sum of the values of a set of tiles or coins: null 0, then 2 to 6 (Multzo 0).

    A rank counts one more than the one below it, so the set is moved down rank by rank, and what is left counted each time.
    """
    result = size(tiles & FROM_2)
    for _ in range(LANE - 1):
        tiles &= FROM_2
        result += size(tiles)
        tiles = tiles >> 1
    return result
