"""Forks: going on from a position of a finished match against bots, in a new match with the same cards, for practice.

The new match has the draws of the old one, whose secret is public by then. So it counts in no record and claims no fairness.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from muckle import players
from muckle.errors import ActionError, TurnError
from muckle.match.match import Match
from muckle.server.errors import HttpError
from muckle.server.messages import Joined
from muckle.server.tables.options import options_of
from muckle.server.tables.seats import bot
from muckle.server.tables.table import Table
from muckle.server.tables.tables import Tables, joined, new_id
from muckle.store.matches import Sitter, Terms


async def fork(owner: str, table: Table, tables: Tables, step: int) -> Joined:
    """Go on from the position after so many decisions, who asks on the seat they had.

    Raises:
        TurnError: the match is not over, or it was over after that decision.
        HttpError: the match has no such position.
        ActionError: the owner did not play in it, others may play its deck, its record is closed, or its rules have changed.
    """
    seat, terms = table.state.acting_seat(owner), table.seating.terms
    if seat is None or terms.event or terms.daily:
        raise ActionError("only those who played may go on from here, and not with cards that others play, too")
    if await table.ended():
        raise ActionError("this match was played by other rules, so nobody can go on from it")
    past, header = at(await table.load(), step), table.seating.header
    sitters = against_bots(table.seating.sitters, seat, header.game)
    assert past.secret
    forked = await tables.deal(new_id(), past.secret, options_of(header), sitters, Terms(forked=table.id), past)
    return joined(forked, owner)


def at(match: Match, step: int) -> Match:
    """Return a finished match as it was after some decisions, if there was something left to decide."""
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
    """Return the sitters of a fork: one person, the bots that played, and the usual bot for every other person."""
    own, found = replace(sitters[seat], level=""), list[Sitter]()
    for number, sitter in enumerate(sitters):
        played = sitter.level and not sitter.stood_in
        found.append(own if number == seat else sitter if played else bot(players.DEFAULT_LEVEL, game, [*found, own]))
    return tuple(found)
