"""Acts on the table rather than in its game: leave it, give the match up, fill or free a seat.

If somebody gives up and two or more others remain, one of them a person, the match goes on with a bot in that seat. Otherwise
the match is over. A match that no person has touched yet does not count.
"""

from __future__ import annotations

from collections.abc import Iterator

from muckle.match.match import Match
from muckle.scene.contract import Act
from muckle.scene.tell import listed
from muckle.server.tables.claim import claim_actions
from muckle.server.tables.petition import petition_actions
from muckle.server.tables.state import TableState
from muckle.store.matches import Seating

LEAVE, FREE, BOT = "leave", "free", "bot"
"""Acts before the deal: leave the seat; as the host, free a seat or put a bot there."""
RESIGN, ABORT = "resign", "abort"
"""Acts after the deal: give the match up, or call it off before anybody has acted."""
SAY = "say"
"""Act at tables where people may type to each other; what they type follows behind it."""
MARK = "/"
"""Beginning of the id of such an act; no act of a game begins like that."""


def table_actions(state: TableState, viewer: int | None) -> dict[str, Act]:
    """Return what a viewer may do about the table, by id.

    The ids of acts on another's seat name who is meant, so that none hits who came later. Where the rules are not those that
    the match was played by, there are none.
    """
    seating, match = state.seating, state.match
    claims = {MARK + name: act for name, act in claim_actions(state, viewer)}
    if viewer is None or seating.terms.event or seating.terms.daily:
        return claims
    if seating.terms.talk:
        claims[MARK + SAY] = Act("Say something typed", SAY)
    if not seating.begun:
        leave = {**claims, MARK + LEAVE: Act("Leave the table", LEAVE, f"s:{viewer}")}
        return {**leave, **dict(host_actions(seating, viewer))}
    if match is None or match.over:
        return claims if seating.terms.talk else {}
    asking = petition_actions(state.petition, match, viewer, state.clock and state.clock.paused)
    return {**claims, **dict(exits(seating, match, viewer)), **{MARK + name: act for name, act in asking.items()}}


def host_actions(seating: Seating, viewer: int) -> Iterator[tuple[str, Act]]:
    """Yield what the host may do with the other seats before the deal."""
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


def exits(seating: Seating, match: Match, viewer: int) -> Iterator[tuple[str, Act]]:
    """Yield how a person may get out of a match that goes on."""
    seat, last = f"s:{viewer}", ends_match(seating, viewer)
    if match.untouched(people_at(seating)) and (last or seating.sitters[viewer].owner == seating.host):
        yield MARK + ABORT, Act("Call the match off", ABORT, seat)
        if last:
            return
    others = [sitter.name for number, sitter in enumerate(seating.sitters) if number != viewer]
    if not last:
        yield MARK + RESIGN, Act("Leave: a bot plays on until you come back", RESIGN, seat)
    elif len(others) == 1:
        yield MARK + RESIGN, Act(f"Give up: {listed(others)} wins", RESIGN, seat)
    else:
        yield MARK + RESIGN, Act("Give the match up", RESIGN, seat)


def people_at(seating: Seating) -> list[int]:
    """Return the seats of people, also where a bot plays for them."""
    return [seat for seat, sitter in enumerate(seating.sitters) if not sitter.level or sitter.stood_in]


def ends_match(seating: Seating, viewer: int) -> bool:
    """Return whether the match is over when a person goes: nobody else, or only one, would be left to play it."""
    others = [sitter for seat, sitter in enumerate(seating.sitters) if seat != viewer]
    return len(others) < 2 or not any(sitter.owner for sitter in others)
