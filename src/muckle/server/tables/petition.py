"""Petitions: a seat asks the table to take a move back (General 10) or to pause. Who has to agree, and how it is said."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from muckle.match.match import Match
from muckle.scene.contract import Act
from muckle.store.matches import Seating

TAKEBACK, PAUSE, ALLOW, REFUSE, RESUME = "takeback", "pause", "allow", "refuse", "resume"
"""The acts of asking, of answering, and of ending a pause, for which nobody is asked. Bots agree to everything."""
VERBS = (TAKEBACK, PAUSE, ALLOW, REFUSE, RESUME)
WISHES = {TAKEBACK: "to take the last move back", PAUSE: "to pause"}
PATIENCE = 30.0
"""Seconds the others have to answer; whoever has not answered then has not agreed."""


class Petition(Struct, frozen=True):
    """A request to all people at the table. It is kept in memory only: what comes of it stands in the log and the clocks."""

    kind: str
    """The kind of request: takeback or pause."""
    seat: int
    """The seat that asks."""
    count: int
    """Number of decisions that remain once the petition is granted."""
    waits: frozenset[int]
    """The seats of people who have not answered."""
    until: float
    """Time of the room's clock at which an unanswered petition is refused."""
    state: Literal["asked", "refused", "granted"] = "asked"
    by: int | None = None
    """The seat that refused."""


def ask(kind: str, seating: Seating, match: Match, seat: int, now: float) -> Petition:
    """Return the petition of a seat; it is granted where nobody has to be asked."""
    sitters, own = seating.sitters, seating.sitters[seat].owner
    others = {number for number, other in enumerate(sitters) if other.owner not in ("", own) and not other.level}
    fall = match.retractable(seat) if kind == TAKEBACK else 0
    return Petition(kind, seat, match.count - fall, frozenset(others), now + PATIENCE)


def standing(petition: Petition | None, match: Match | None) -> Petition | None:
    """Return the petition, as long as the match has not gone on in a way that settles it."""
    if petition is None or match is None or match.over:
        return None
    if petition.kind == PAUSE:
        return petition if petition.state == "asked" or match.count == petition.count else None
    if petition.state == "granted":
        return petition if match.count == petition.count else None
    fall = match.retractable(petition.seat)
    return petition if fall and match.count - fall == petition.count else None


def is_open(petition: Petition | None, match: Match) -> bool:
    """Return whether somebody has still to answer; bots wait for that."""
    now = standing(petition, match)
    return now is not None and now.state == "asked"


def petition_summary(petition: Petition | None, match: Match) -> str:
    """Return the one-line question shown to the table, or what came of it; an empty string if there is none."""
    now = standing(petition, match)
    if now is None:
        return ""
    who, wish = match.names[now.seat], WISHES[now.kind]
    if now.state == "asked":
        return f"{who} asks {wish}."
    if now.state == "refused":
        outcome = f"{who}'s move stands." if now.kind == TAKEBACK else "the clocks go on."
        return f"Not everybody answered: {outcome}" if now.by is None else f"{match.names[now.by]} did not agree: {outcome}"
    return f"{who} has taken the last move back." if now.kind == TAKEBACK else ""


def petition_actions(petition: Petition | None, match: Match, viewer: int, paused: bool | None) -> dict[str, Act]:
    """Return what a viewer may ask or answer, by the acts' names; an answer names what it answers.

    Args:
        paused: whether the clocks are paused; None if there are none.
    """
    now = standing(petition, match)
    if now and now.state == "asked":
        return answers(now) if viewer in now.waits else {}
    seat = f"s:{viewer}"
    if paused:
        return {RESUME: Act("Go on", RESUME, seat)}
    found: dict[str, Act] = {}
    refused = now.kind if now and now.state == "refused" else ""
    if refused != TAKEBACK and not match.may_undo(viewer) and match.retractable(viewer):
        found[TAKEBACK] = Act("Ask to take back", TAKEBACK, seat)
    if refused != PAUSE and paused is not None:
        found[PAUSE] = Act("Ask to pause the clocks", PAUSE, seat)
    return found


def answers(petition: Petition) -> dict[str, Act]:
    """Return both answers to a petition."""
    what, seat = f"{petition.seat} {petition.count}", f"s:{petition.seat}"
    yes = "Let it be taken back" if petition.kind == TAKEBACK else "Pause"
    no = "No, it stands" if petition.kind == TAKEBACK else "No, go on"
    return {f"{ALLOW} {what}": Act(yes, ALLOW, seat), f"{REFUSE} {what}": Act(no, REFUSE, seat)}
