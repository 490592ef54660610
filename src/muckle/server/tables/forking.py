"""Going on from a position of a match that is over, against bots: another match with the same cards, for practice.

Its draws are those of the match that it comes from, whose secret everybody may know by then; so it counts in no record, and no
fairness is claimed for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from muckle import players
from muckle.errors import ActionError, TurnError
from muckle.match.match import Match
from muckle.server.errors import HttpError
from muckle.server.messages import Joined
from muckle.server.tables.hosted import Hosted
from muckle.server.tables.tables import Tables, bot, joined, new_id, options_of
from muckle.store.contract import Sitter, Terms


async def fork(owner: str, hosted: Hosted, tables: Tables, step: int) -> Joined:
    """Go on from the position after so many decisions, who asks on the seat they had.

    Raises:
        TurnError: the match is not over, or over after that decision. HttpError: it has no such position.
        ActionError: who asks did not play in it, others may play its deck, its record is closed, or its rules are others now.
    """
    async with hosted.lock:
        seat, terms = hosted.viewer(owner), hosted.seating.terms
        if seat is None or terms.event or terms.daily:
            raise ActionError("only those who played may go on from here, and not with cards that others play, too")
        if await hosted.ended():
            raise ActionError("this match was played by other rules, so nobody can go on from it")
        past, header = at(await hosted.load(), step), hosted.seating.header
        sitters = against_bots(hosted.seating.sitters, seat, header.game)
    assert past.secret
    forked = await tables.deal(new_id(), past.secret, options_of(header), sitters, Terms(forked=hosted.id), past)
    return joined(forked, owner)


def at(match: Match, step: int) -> Match:
    """A match that is over as it was after so many decisions, when there was something left to decide."""
    if not match.over:
        raise TurnError("one can go on from a match that is over")
    if not match.open:
        raise ActionError("the record of this match stays closed, so nobody can go on from it", "General 11")
    if not 0 <= step <= match.count:
        raise HttpError(400, f"the match has {match.count} decisions, got step {step}")
    past = match.at(step)
    if past.position.over:
        raise TurnError("after the last decision there is nothing to go on with")
    past.given_up = None
    return past


def against_bots(sitters: Sequence[Sitter], seat: int, game: str) -> tuple[Sitter, ...]:
    """One of the sitters as they sat; on all other seats the bots that played there, and the usual one for people."""
    own, found = replace(sitters[seat], level=""), list[Sitter]()
    for number, sitter in enumerate(sitters):
        played = sitter.level and not sitter.owner and not sitter.salt
        found.append(own if number == seat else sitter if played else bot(players.USUAL, game, [*found, own]))
    return tuple(found)
