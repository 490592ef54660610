"""Actions of an event's callers other than calling: names, admission, pace, more callers, and boards that change device."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping
from typing import Literal

from muckle.engine.options import read_number
from muckle.errors import OptionsError, TurnError
from muckle.server.errors import HttpError
from muckle.server.events.event import LiveEvent
from muckle.server.events.event_messages import Named, Players
from muckle.server.events.event_view import claim_of
from muckle.server.events.members import personal_code, written
from muckle.server.names import clean, unlike
from muckle.server.rude import is_rude
from muckle.store.gatherings import (
    Approved,
    Door,
    EventPlayer,
    Extended,
    KeptOut,
    Merged,
    Paced,
    Relieved,
    Removed,
    Renamed,
    Told,
)

MOST_SECONDS = 3600


def new_name(event: LiveEvent, wished: str, but: int = 0) -> str:
    """Return a wished name as it may stand on a screen, unlike those of all players but one; "" if nothing is left of it."""
    name = clean(wished, emoji=event.gathering.emoji)
    return name and unlike(name, {event.name_of(player) for player in event.players if player.number != but})


def players(event: LiveEvent) -> Players:
    """Return all players as callers see them."""
    at = Counter(event.addresses[owner] for owner in event.present if owner in event.addresses)
    return Players(tuple(named(event, player, at) for player in event.playing), len(event.course.kept_out))


def named(event: LiveEvent, player: EventPlayer, at: Mapping[str, int]) -> Named:
    """Return a player as callers see them.

    Args:
        at: number of visitors here, by address.
    """
    here = bool(player.level) or event.is_here(player.owner)
    hidden, done = not event.is_shown(player), player.number in event.done
    address = event.addresses.get(player.owner)
    sharing = None if address is None else at.get(address, 0) - (event.present[player.owner] > 0)
    return Named(
        number=player.number,
        name=event.name_of(player),
        here=here,
        done=done,
        hidden=hidden,
        claim=claim_of(event, player.number),
        sharing=sharing,
    )


def playing(event: LiveEvent, number: int) -> EventPlayer:
    """Return a player who has not been sent away.

    Raises:
        HttpError: there is none with this number.
    """
    for player in event.playing:
        if player.number == number:
            return player
    raise HttpError(404, f"there is no player {number}")


async def extend(event: LiveEvent, seconds: int) -> None:
    """Give more time for this card.

    Raises:
        TurnError: no clock runs.
        OptionsError: the number of seconds is out of range.
    """
    read_number(seconds, "the number of seconds more", 1, MOST_SECONDS, str(MOST_SECONDS))
    async with event.lock:
        if event.until is None:
            raise TurnError("no clock runs")
        await event.do(Extended(seconds))
        event.until += seconds
        event.audience.tell()


async def remove(event: LiveEvent, number: int, *, address: bool) -> None:
    """Send a player away. Their browser stays out; everybody else at their address plays on.

    Args:
        address: whether nobody new is let in from the player's address either.

    Raises:
        HttpError: there is no such player.
        TurnError: the room does not know their address.
    """
    async with event.lock:
        player = playing(event, number)
        known = event.addresses.get(player.owner, "")
        if address and not known:
            raise TurnError(f"{event.name_of(player)} has not been here since the room was started: their address is unknown")
        await event.do(Removed(number))
        if address:
            await event.do(KeptOut(known))
        event.audience.tell()
    event.call_if_done()


async def let_in(event: LiveEvent) -> None:
    """Let newcomers in from all addresses again."""
    async with event.lock:
        await event.do(KeptOut(""))
        event.audience.tell()


async def tell_result(event: LiveEvent) -> None:
    """Have halls tell the result.

    Raises:
        TurnError: the round is not over.
    """
    async with event.lock:
        if event.course.phase != "over":
            raise TurnError("the result is told when the round is over")
        await event.do(Told())
        event.audience.tell()


async def approve(event: LiveEvent, number: int) -> tuple[int, ...]:
    """Approve a player's name, or with number 0 all that wait for approval, and return the numbers of those players.

    A name with an abusive word is approved by its number alone.

    Raises:
        HttpError: there is no such player.
        TurnError: no names are shown at this event.
    """
    async with event.lock:
        if event.gathering.names == "numbers":
            raise TurnError("this event was opened to show numbers only")
        harmless = (player for player in event.playing if not is_rude(event.name_of(player)))
        wanted = [playing(event, number)] if number else harmless
        waiting = tuple(player.number for player in wanted if not event.is_shown(player))
        if waiting:
            await event.do(Approved(waiting))
            event.audience.tell()
        return waiting


async def rename(event: LiveEvent, number: int, wished: str) -> None:
    """Give a player another name.

    Raises:
        HttpError: there is no such player.
        OptionsError: nothing is left of the name.
    """
    async with event.lock:
        playing(event, number)
        name = new_name(event, wished, but=number)
        if not name:
            raise OptionsError("a name has at least one letter that can be read")
        await event.do(Renamed(number, name))
        event.audience.tell()


async def merge(event: LiveEvent, number: int, into: int) -> str:
    """Say that two players are one person, who goes on as the second one, and return the id of that one's board.

    The device of the first one gets the board of the second, or with real cards the second one gets the score of the first.

    Raises:
        HttpError: there is no such player.
        TurnError: it is one player, or a bot.
    """
    async with event.lock:
        first, second = playing(event, number), playing(event, into)
        if number == into or first.level or second.level:
            raise TurnError("only two different people can turn out to be one")
        return await hand_over(event, second, first.owner, number)


async def come_back(event: LiveEvent, owner: str, code: str) -> str:
    """Let a device go on as the player with a personal code, and return the id of the board.

    Raises:
        HttpError: nobody has this code, or a caller sent that player away.
    """
    async with event.lock:
        codes = {personal_code(event.gathering, player.number): player for player in event.playing if not player.level}
        player = codes.get(written(code))
        if player is None or event.gathering.series:
            raise HttpError(403, "nobody at this event has that personal code")
        here = event.player(owner)
        if here and here.number in event.course.removed:
            raise HttpError(403, "the caller has sent you away from this event")
        if here and here.number == player.number:
            return event.board_of(player)
        return await hand_over(event, player, owner, here.number if here else 0)


async def hand_over(event: LiveEvent, player: EventPlayer, owner: str, number: int) -> str:
    """Make an identity go on as a player, and return the id of the board; the lock must be held."""
    boards = tuple(f"{event.code}.{round_}.{player.number}" for round_ in range(1, event.course.round + 1))
    await event.do(Merged(number, player.number, owner, boards if owner else ()))
    await event.reload()
    event.audience.tell()
    return event.board_of(player)


async def set_door(event: LiveEvent, deed: Literal["open", "close"]) -> None:
    """Let newcomers in, or no more."""
    async with event.lock:
        await event.do(Door(deed == "open"))
        event.audience.tell()


async def set_pace(event: LiveEvent, pace: str) -> None:
    """Change when the next card comes.

    Raises:
        OptionsError: there is no such pace, or it does not fit this event.
    """
    async with event.lock:
        if event.options_at(pace).waits_for_all and event.real_cards:
            raise OptionsError("with real cards nobody can tell the room that they are ready", "Muckell 3")
        await event.do(Paced(pace))
        event.repace()
        event.audience.tell()
    event.call_if_done()


async def relieve(event: LiveEvent, owner: str) -> None:
    """Let nobody else call any more, and change the callers' word."""
    async with event.lock:
        await event.do(Relieved(owner, secrets.token_hex(8)))
        event.callers = {owner}
        event.audience.tell()
