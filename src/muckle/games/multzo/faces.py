"""The faces of Multzo's tiles and coins."""

from __future__ import annotations

import functools

from muckle.kit import piecepack
from muckle.scene.contract import Face, Piece


@functools.cache
def tile_face(tile: int) -> Face:
    """Return the face printed on a tile."""
    return Face("piecepack", piecepack.RANKS[tile % piecepack.LANE], piecepack.SUITS[tile // piecepack.LANE])


@functools.cache
def coin_piece(coin: int, owner: int | None) -> Piece:
    """Return the piece for a coin, owned by the seat that won it or by nobody."""
    suit, rank = divmod(coin, piecepack.LANE)
    value = piecepack.VALUES[rank]
    label = f"{piecepack.RANK_NAMES[rank]} coin of {piecepack.SUIT_NAMES[suit]}" + (", worth 6" if value == 6 else "")
    return Piece(label, Face("coin", piecepack.RANKS[rank], piecepack.SUITS[suit], value), owner)
