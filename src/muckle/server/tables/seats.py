"""Seats of a table: who may take which, the bots in them, and what everybody is called."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from muckle import games, players
from muckle.custom.players import is_custom, title_of
from muckle.engine.game import Game
from muckle.errors import OptionsError
from muckle.server.errors import HttpError
from muckle.server.messages import Join, NewMatch
from muckle.server.names import clean, unlike
from muckle.store.matches import Seating, Sitter

OPEN = "open"
"""A seat for whoever has the link."""
HERE = "here"
"""A seat for somebody on the same device, which is handed from one to the next; a name may follow behind a colon."""


def seated(owner: str, wish: NewMatch, own: Collection[str]) -> tuple[Sitter, ...]:
    """Return who sits where at a new table.

    Args:
        own: names of the room's custom players.

    Raises:
        OptionsError: there is no such player.
    """
    sitters = [Sitter(clean(wish.name) or "Player 1", owner=owner)]
    for who in wish.seats:
        sitters.append(sitter(who, owner, wish.game, sitters, own))
    return tuple(sitters)


def sitter(who: str, owner: str, game: str, beside: list[Sitter], own: Collection[str]) -> Sitter:
    """Return who is wished for on a seat: whoever comes, somebody beside who asks ("here:Ben"), a bot or a custom player."""
    if who in own:
        return Sitter(unlike(clean(title_of(who)), [other.name for other in beside]), level=who)
    kind, _, name = who.partition(":")
    if kind == HERE:
        return Sitter(unlike(clean(name) or f"Player {len(beside) + 1}", [other.name for other in beside]), owner=owner)
    return Sitter() if who == OPEN else bot(who, game, beside, own)


def bot(level: str, game: str, beside: list[Sitter], own: Collection[str] = ()) -> Sitter:
    """Return a bot of a level, called unlike those beside it. The room's custom players are named in the error message."""
    player = players.find(level, games.find(game), besides=tuple(own))
    return Sitter(unlike(player.title, [sitter.name for sitter in beside]), level=player.name)


def anew(sitter: Sitter) -> Sitter:
    """Return who is expected at the rematch: whoever has the seat, and not the bot that only played for them."""
    return replace(sitter, salt="", seated=False, past="", level="" if sitter.owner else sitter.level)


def at_another_game(sitters: Sequence[Sitter], game: Game) -> tuple[Sitter, ...]:
    """Return the same people at a game that may need another number of seats: only bots come or go.

    Raises:
        OptionsError: the game has fewer seats than there are people.
    """
    least, most = game.options.seat_limits()
    people = sum(bool(sitter.owner) for sitter in sitters)
    if people > most:
        raise OptionsError(f"{game.title} is for {most} at most, and you are {people}")
    kept: list[Sitter] = []
    for seat, sitter in enumerate(sitters):
        later = sitters[seat + 1 :]
        if sitter.owner:
            kept.append(sitter)
        elif len(kept) + sum(bool(other.owner) for other in later) < most:
            stays = sitter.open or is_custom(sitter.level)
            kept.append(sitter if stays else bot(sitter.level.partition(":")[0], game.name, [*kept, *later]))
    while len(kept) < least:
        kept.append(bot(players.DEFAULT_LEVEL, game.name, kept))
    return tuple(kept)


def arranged(seating: Seating, seats: Sequence[str], game: str) -> tuple[Sitter, ...]:
    """Return the sitters of a table as its host wishes them, see `messages.Arrange`.

    Raises:
        OptionsError: a seat is named that is not there, or twice; a person would lose their seat; there is no such bot.
    """
    named = [int(who[1:]) if re.fullmatch(r"@\d{1,3}", who) else None for who in seats]
    there = dict(enumerate(seating.sitters))
    wrong = [number for number in named if number is not None and (number not in there or named.count(number) > 1)]
    if wrong:
        raise OptionsError(f"seat {wrong[0] + 1} is not there, or wanted twice")
    if lost := [sitter.name for number, sitter in there.items() if sitter.owner and number not in named]:
        raise OptionsError(f"{lost[0]} has a seat here and keeps one; send them away first")
    sitters: list[Sitter] = []
    for who, number in zip(seats, named, strict=True):
        kept = [there[other] for other in named if other is not None]
        if number is not None:
            sitters.append(there[number])
        else:
            sitters.append(Sitter() if who == OPEN else bot(who, game, [*sitters, *kept]))
    return tuple(sitters)


def with_bots(seating: Seating) -> tuple[Sitter, ...]:
    """Return the sitters of a table, the best bots in the seats that nobody has taken."""
    sitters = list(seating.sitters)
    for seat, sitter in enumerate(sitters):
        if not sitter.ready:
            sitters[seat] = bot(players.DEFAULT_LEVEL, seating.header.game, sitters)
    return tuple(sitters)


def wanted_seats(seating: Seating, owner: str, wish: Join) -> list[int]:
    """Return the seats that are meant and not taken: those kept for who asks, the one named, or the first that is open.

    Raises:
        HttpError: the one named is not open.
    """
    sitters = seating.sitters
    own = [seat for seat, sitter in enumerate(sitters) if sitter.owner == owner]
    if own:
        return [] if seating.begun else [seat for seat in own if not sitters[seat].ready]
    if wish.seat is None:
        return [seat for seat, sitter in enumerate(sitters) if sitter.open][:1]
    if not 0 <= wish.seat < len(sitters) or not sitters[wish.seat].open or seating.begun:
        raise HttpError(409, f"seat {wish.seat + 1} is not open")
    return [wish.seat]
