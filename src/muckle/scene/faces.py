"""Faces of pieces in a few signs: K♠, A/L, Q(10)."""

from __future__ import annotations

from muckle.scene.contract import Face, Piece

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
HIDDEN = "[?]"


def piece_signs(piece: Piece) -> str:
    """Return a piece in signs, with its marks behind: ``K♠``, ``9♦ (just drawn)``."""
    return _marked(face_signs(piece.face), piece)


def piece_aloud(piece: Piece) -> str:
    """Return a piece for listening: its full name, with its marks behind."""
    return _marked(piece.label, piece)


def tile_aloud(piece: Piece) -> str:
    """Return a piece on a board for listening; a letter tile is its letter."""
    if piece.face is None or piece.face.kind != "tile" or not piece.face.text:
        return piece_aloud(piece)
    return _marked(piece.face.text + (", a blank" if piece.face.value == 0 else ""), piece)


def face_signs(face: Face | None) -> str:
    """Return a face in a few signs; a hidden one is ``[?]``."""
    if face is None:
        return HIDDEN
    if face.kind == "card":
        return face.text + SUITS.get(face.second, face.second)
    if face.kind == "letters":
        return "/".join(f"[{letter}]" if letter == face.on else letter for letter in (face.text, face.second))
    if face.kind == "tile":
        return f"{face.text or '?'}({face.value})" if face.value is not None else face.text or "?"
    if face.kind in ("piecepack", "coin"):
        return face.second + face.text
    return face.text


def square_signs(face: Face | None) -> str:
    """Return a face on a square of a board: a letter tile is its letter alone, in lower case if it scores nothing."""
    if face is not None and face.kind == "tile" and face.text:
        return face.text.lower() if face.value == 0 else face.text
    return "?" if face is None else face_signs(face)


def _marked(text: str, piece: Piece) -> str:
    return f"{text} ({', '.join(piece.marks)})" if piece.marks else text
