"""Claims: somebody without a seat says that one is theirs, whose person is away or has left it to a bot.

Whoever left the seat gets it back at once. Anybody else comes from another device, for example because the old one is dead:
everybody who sits there and is here has to say yes. A seat whose person is here can't be claimed.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from muckle.errors import TurnError
from muckle.scene.contract import Act
from muckle.server.tables.petition import ALLOW, REFUSE
from muckle.server.tables.state import Claim, TableState
from muckle.server.tables.steps import PutSeat

RETURN, ADMIT, DENY = "return", "admit", "deny"
"""The act of claiming a seat, for whoever has none, and both answers."""
PATIENCE = 60.0
"""Seconds in which everybody has to say yes, or the claim is refused."""


def claimable_seats(state: TableState) -> list[int]:
    """Return the seats of people who are not here, while the match goes on."""
    seating, here = state.seating, state.attending
    if state.match is None or state.over or seating.terms.event or seating.terms.daily:
        return []
    return [seat for seat, sitter in enumerate(seating.sitters) if sitter.seated and not here.get(sitter.owner)]


def claim_seat(state: TableState, owner: str, seat: int, now: float) -> tuple[TableState, tuple[PutSeat, ...]]:
    """Return the state after a claim, and the effect that gives the seat to whoever had left it.

    Raises:
        TurnError: the seat can't be claimed, or nobody is here who could say yes.
    """
    seating, before = state.seating, state.claim
    if state.seats_of(owner):
        raise TurnError("you have a seat at this table")
    if owner in seating.barred or owner in state.denied:
        raise TurnError("you were not let in at this table; you may watch")
    if seat not in claimable_seats(state):
        raise TurnError("nobody is missing on that seat")
    if seating.sitters[seat].past == owner and not seating.sitters[seat].owner:
        return state, (give(state, seat, owner),)
    if standing(state):
        raise TurnError("somebody is asking already; wait until the table has answered")
    here = state.attending
    waits = frozenset(sitter.owner for sitter in seating.sitters if sitter.owner and here.get(sitter.owner))
    if not waits:
        raise TurnError("nobody who could say yes is here; a personal code lets you in without them")
    number = before.number + 1 if before else 1
    return replace(state, claim=Claim(number, seat, owner, waits, now + PATIENCE)), ()


def answer(state: TableState, seat: int, yes: bool) -> tuple[TableState, tuple[PutSeat, ...]]:
    """Return the state after the answer of a seat to the claim that stands, and the effect that lets somebody in."""
    claim = standing(state)
    assert claim
    if not yes:
        return replace(state, claim=replace(claim, state="refused"), denied=state.denied | {claim.owner}), ()
    waits = claim.waits - {state.seating.sitters[seat].owner}
    if waits:
        return replace(state, claim=replace(claim, waits=waits)), ()
    return replace(state, claim=replace(claim, waits=waits, state="admitted")), (give(state, claim.seat, claim.owner),)


def give(state: TableState, seat: int, owner: str) -> PutSeat:
    """Return the effect that gives a seat to a person, back from the bot if one plays there."""
    sitter = state.seating.sitters[seat]
    return PutSeat(seat, sitter, replace(sitter, owner=owner, level="", past=""))


def standing(state: TableState) -> Claim | None:
    """Return the claim that waits for answers; it is void once the seat's person is here, or the match is over."""
    claim = state.claim
    return claim if claim and claim.state == "asked" and claim.seat in claimable_seats(state) else None


def settle_claim(state: TableState) -> TableState:
    """Return the state in which a claim that has become void stays so, even if the seat's person goes again."""
    if state.claim and state.claim.state == "asked" and not standing(state):
        return replace(state, claim=replace(state.claim, state="refused"))
    return state


def claim_summary(state: TableState) -> str:
    """Return the question of the claim that stands, in one line; an empty string if there is none."""
    claim = standing(state)
    return f"Somebody on another device says they are {name_of(state, claim.seat)}. Are they?" if claim else ""


def claim_actions(state: TableState, viewer: int | None) -> Iterator[tuple[str, Act]]:
    """Yield what a viewer may do about claims: claim a seat, or answer."""
    claim = standing(state)
    if viewer is None:
        for seat in claimable_seats(state) if not claim else ():
            yield f"{RETURN} {seat}", Act(f"I am {name_of(state, seat)}: let me back in", RETURN, f"s:{seat}")
    elif claim and state.seating.sitters[viewer].owner in claim.waits:
        on = f"s:{claim.seat}"
        yield f"{ADMIT} {claim.seat} {claim.number}", Act(f"Yes, that is {name_of(state, claim.seat)}", ALLOW, on)
        yield f"{DENY} {claim.seat} {claim.number}", Act("No", REFUSE, on)


def name_of(state: TableState, seat: int) -> str:
    return state.seating.sitters[seat].name
