"""What is printed on a piece, in a few signs: K♠, A/L, Q(10)."""

from __future__ import annotations

from muckle.scene.contract import Face, Piece

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
HIDDEN = "[?]"


def short(piece: Piece) -> str:
    """A piece as the eye wants it, with what marks it behind: ``K♠``, ``9♦ (just drawn)``."""
    return _marked(sign(piece.face), piece)


def aloud(piece: Piece) -> str:
    """A piece as the ear wants it: its full name, with what marks it behind."""
    return _marked(piece.label, piece)


def letter(piece: Piece) -> str:
    """A piece on a board as the ear wants it, where there are many: a letter tile is its letter."""
    if piece.face is None or piece.face.kind != "tile" or not piece.face.text:
        return aloud(piece)
    return _marked(piece.face.text + (", a blank" if piece.face.value == 0 else ""), piece)


def sign(face: Face | None) -> str:
    """A face in a few signs; a hidden one is ``[?]``."""
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


def square(face: Face | None) -> str:
    """A face on a square of a board: a letter tile is its letter alone, in small type if it scores nothing."""
    if face is not None and face.kind == "tile" and face.text:
        return face.text.lower() if face.value == 0 else face.text
    return "?" if face is None else sign(face)


def _marked(text: str, piece: Piece) -> str:
    return f"{text} ({', '.join(piece.marks)})" if piece.marks else text
