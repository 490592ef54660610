"""What somebody may do about a table rather than in its game: leave it, give the match up, fill or free a seat.

Who gives up a match in which two others or more remain, one of them a person, makes no end of it: a bot plays on in that
seat. Otherwise the match is over, and one that no person has touched yet counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from muckle.match.match import Match
from muckle.scene.contract import Act
from muckle.scene.tell import listed
from muckle.server.tables import petition as petitions
from muckle.server.tables.petition import Petition
from muckle.store.contract import Seating

LEAVE, FREE, BOT = "leave", "free", "bot"
"""Before the deal: get up; the host sends somebody away, or has a bot sit down. Once all seats are taken only the first is
left, and a bot plays on: nobody may sit down who could know the others' salts."""
RESIGN, ABORT = "resign", "abort"
"""Afterwards: give up; call the match off before anybody has acted."""
MARK = "/"
"""What the id of such an act begins with; none of a game's does."""


def ways(
    seating: Seating, match: Match | None, petition: Petition | None, viewer: int | None, paused: bool | None
) -> dict[str, Act]:
    """What a viewer may do, by id. The ids of acts on another's seat name who is meant, so that none hits who came later.

    Args:
        match: None before the deal, and where the rules are not those it was played by.
        petition: the last of this table.
        paused: whether its clocks are; None where it has none.
    """
    if viewer is None or seating.terms.event or seating.terms.daily:
        return {}
    if not seating.begun:
        leave = {MARK + LEAVE: Act("Leave the table", LEAVE, f"s:{viewer}")}
        return leave if seating.sealed else {**leave, **dict(hosting(seating, viewer))}
    if match is None or match.over:
        return {}
    asking = petitions.ways(petition, match, viewer, paused)
    return {**dict(going(seating, match, viewer)), **{MARK + name: act for name, act in asking.items()}}


def hosting(seating: Seating, viewer: int) -> Iterator[tuple[str, Act]]:
    """What the host may do with the other seats before the deal."""
    if seating.sitters[viewer].owner != seating.host:
        return
    for seat, sitter in enumerate(seating.sitters):
        if seat == viewer:
            continue
        if not sitter.ready:
            yield f"{MARK}{BOT} {seat}", Act(f"A bot on seat {seat + 1}", BOT, f"s:{seat}")
        if sitter.owner:
            label = f"Send {sitter.name} away" if sitter.ready else f"Free the seat kept for {sitter.name}"
            yield f"{MARK}{FREE} {seat} {sitter.name}", Act(label, FREE, f"s:{seat}")


def going(seating: Seating, match: Match, viewer: int) -> Iterator[tuple[str, Act]]:
    """How a person may get out of a match that goes on."""
    seat, last = f"s:{viewer}", ends(seating, viewer)
    if match.untouched and (last or seating.sitters[viewer].owner == seating.host):
        yield MARK + ABORT, Act("Call the match off", ABORT, seat)
        if last:
            return
    others = [sitter.name for number, sitter in enumerate(seating.sitters) if number != viewer]
    if not last:
        yield MARK + RESIGN, Act("Leave: a bot plays on in your seat", RESIGN, seat)
    elif len(others) == 1:
        yield MARK + RESIGN, Act(f"Give up: {listed(others)} wins", RESIGN, seat)
    else:
        yield MARK + RESIGN, Act("Give the match up", RESIGN, seat)


def ends(seating: Seating, viewer: int) -> bool:
    """Whether the match is over when a person goes: nobody else, or only one, would be left to play it."""
    others = [sitter for seat, sitter in enumerate(seating.sitters) if seat != viewer]
    return len(others) < 2 or not any(sitter.owner for sitter in others)
