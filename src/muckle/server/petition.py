"""Asking the table to take a move back: what may be asked, who has to agree, and how it is said (General 10)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from muckle.match.match import Match
from muckle.scene.contract import Act
from muckle.store.contract import Seating

TAKEBACK, ALLOW, REFUSE = "takeback", "allow", "refuse"
"""The acts of asking and of answering. Bots agree to everything."""
VERBS = (TAKEBACK, ALLOW, REFUSE)


class Petition(Struct, frozen=True):
    """Somebody has asked to take their last move back. It is kept in memory only: what comes of it stands in the log."""

    seat: int
    """Who asks."""
    count: int
    """How many decisions stand once it is taken back."""
    waits: frozenset[int]
    """The seats of people who have not answered."""
    state: Literal["asked", "refused", "granted"] = "asked"
    by: int | None = None
    """Who refused."""


def asked(seating: Seating, match: Match, seat: int) -> Petition:
    """The petition of a seat; it is granted where nobody has to be asked."""
    people = {number for number, sitter in enumerate(seating.sitters) if sitter.owner and not sitter.level}
    return Petition(seat, match.count - match.retractable(seat), frozenset(people - {seat}))


def standing(petition: Petition | None, match: Match | None) -> Petition | None:
    """The petition, as long as the match has not gone on in a way that settles it."""
    if petition is None or match is None:
        return None
    if petition.state == "granted":
        return petition if match.count == petition.count else None
    fall = match.retractable(petition.seat)
    return petition if fall and match.count - fall == petition.count else None


def pending(petition: Petition | None, match: Match) -> bool:
    """Whether somebody has still to answer; bots wait for that."""
    now = standing(petition, match)
    return now is not None and now.state == "asked"


def told(petition: Petition | None, match: Match | None) -> str:
    """What is asked, or what came of it, for everybody."""
    now = standing(petition, match)
    if now is None or match is None:
        return ""
    who = match.names[now.seat]
    if now.state == "granted":
        return f"{who} has taken the last move back."
    if now.state == "refused":
        by = "" if now.by is None else match.names[now.by]
        return f"{by} did not agree: {who}'s move stands." if by else f"Not everybody answered: {who}'s move stands."
    return f"{who} asks to take the last move back."


def ways(petition: Petition | None, match: Match, viewer: int) -> dict[str, Act]:
    """What a viewer may ask or answer, by the acts' names; an answer names what it answers."""
    now = standing(petition, match)
    if now is None or now.state == "granted":
        if match.retractable(viewer) and not match.may_undo(viewer):
            return {TAKEBACK: Act("Ask to take back", TAKEBACK, f"s:{viewer}")}
        return {}
    if viewer not in now.waits or now.state != "asked":
        return {}
    what = f"{now.seat} {now.count}"
    return {
        f"{ALLOW} {what}": Act("Let it be taken back", ALLOW, f"s:{now.seat}"),
        f"{REFUSE} {what}": Act("No, it stands", REFUSE, f"s:{now.seat}"),
    }
