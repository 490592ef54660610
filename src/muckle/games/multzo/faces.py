"""What is printed on the tiles and coins of Multzo."""

from __future__ import annotations

import functools

from muckle.kit import piecepack
from muckle.scene.contract import Face, Piece


@functools.cache
def tile_face(tile: int) -> Face:
    """What is printed on a tile."""
    return Face("piecepack", piecepack.RANKS[tile % piecepack.LANE], piecepack.SUITS[tile // piecepack.LANE])


@functools.cache
def coin_piece(coin: int, owner: int | None) -> Piece:
    """A coin, won by a seat or not yet."""
    suit, rank = divmod(coin, piecepack.LANE)
    value = piecepack.VALUES[rank]
    label = f"{piecepack.RANK_NAMES[rank]} coin of {piecepack.SUIT_NAMES[suit]}" + (", worth 6" if value == 6 else "")
    return Piece(label, Face("coin", piecepack.RANKS[rank], piecepack.SUITS[suit], value), owner)
