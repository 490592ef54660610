"""Typing in scores for events with real cards, at which the room only calls."""

from __future__ import annotations

from muckle.engine.options import read_number
from muckle.errors import OptionsError, TurnError
from muckle.games.mickell.muckell import Options
from muckle.server.errors import HttpError
from muckle.server.events.event import LiveEvent
from muckle.server.events.messages import Joined, NewEvent, Score
from muckle.server.names import clean, fold, unlike
from muckle.server.series.series import ManySeries
from muckle.store.events import Approved, BoardResult, EventPlayer, Scored
from muckle.store.series import Member
from muckle.store.sql import Store


def check_real_cards(options: Options, wish: NewEvent) -> None:
    """Check that an event can be played with real cards.

    Raises:
        OptionsError: its options need boards in the room.
    """
    if options.waits_for_all:
        raise OptionsError(
            "with real cards a caller or a clock decides when the next one comes: pace caller or seconds:30", "Muckell 3"
        )
    if wish.bots:
        raise OptionsError(f"bots have no real cards; got {wish.bots} of them")


async def type_in(event: LiveEvent, store: Store, many: ManySeries, owner: str, wish: Score) -> None:
    """Write down what somebody played with real cards, or correct it: callers for anybody, players for themselves.

    What a player types in waits for a caller's second look before it counts. This is work between two messages, see `Live.do`.

    Raises:
        OptionsError: the score or the word length is out of range.
        TurnError: the round is not over, or the event is not played with real cards.
        HttpError: the owner may not type in this player's score.
    """
    state = event.state
    most = state.turns - 1  # a card scores at most one point, and a word has no more letters than there are cards
    read_number(wish.score, "a score", 0, most, f"{most}, a point for each card of the deck")
    read_number(wish.longest, "the number of letters of the longest word", 0, most, str(most))
    if not state.real_cards:
        raise TurnError("scores are typed in where people play with real cards; here the room counts", "Muckell 6")
    if state.course.phase != "over":
        raise TurnError("scores are typed in when the round is over")
    player = await scored_player(event, store, many, owner, clean(wish.name, emoji=state.setup.emoji))
    parts_ties = state.options.public()["tie"] == "longest_word"
    result = BoardResult(player.number, wish.score, wish.longest if parts_ties else 0, ())
    await event.send(Scored(result, claimed=owner not in state.callers))


async def scored_player(event: LiveEvent, store: Store, many: ManySeries, owner: str, name: str) -> EventPlayer:
    """Return the player whose score is typed in: the visitor, or for callers the player of that name, who is added if new."""
    state = event.state
    own = state.player(owner)
    if own and own in state.playing and fold(name) in ("", fold(state.name_of(own))):
        return own
    if owner not in state.callers or not name:
        raise HttpError(403, "players type in their own score and callers anybody's: join, or tell a caller")
    for player in state.playing:
        if fold(state.name_of(player)) == fold(name):
            return player
    return await add_player(event, store, many, name)


async def add_player(event: LiveEvent, store: Store, many: ManySeries, name: str) -> EventPlayer:
    """Return a player whom a caller has named, added now; at an event of a series they become a member of the series, too."""
    state = event.state
    member = Member(0, name)
    if state.setup.series:
        member, same = await many.write_in(state.setup.series, name)
        there = (player for player in state.playing if same.get(player.member, player.member) == member.number)
        if known := next(there, None):
            return known
    name = unlike(name, {state.name_of(player) for player in state.players})
    player = await store.events.enter(state.code, EventPlayer(0, name, member.owner, member=member.number))
    await event.send(Joined(player))
    await event.send(Approved((player.number,)))
    return player
