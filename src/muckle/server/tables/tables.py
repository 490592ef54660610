"""Tables: opening one, sitting down, dealing, and the rematch.

The room commits to its secret when a table is opened, and everybody who sits down brings the seal of a salt. When every seat is
taken, or the host has bots take the free ones, the salts are revealed (see `reveal`) and the cards are dealt. Nobody sees a
card before that.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from muckle import games, players
from muckle.engine.crowd import CrowdOptions
from muckle.engine.options import GameOptions
from muckle.errors import OptionsError, StaleError, TurnError
from muckle.match.header import promised_header
from muckle.match.log import Decision, Header
from muckle.match.match import Match
from muckle.match.secret import SIZE, new_secret, seal, well_formed
from muckle.server.background import Background
from muckle.server.errors import HttpError
from muckle.server.messages import Command, Done, Join, Joined, NewMatch, Reveal
from muckle.server.tables import reveal
from muckle.server.tables.absence import give_back
from muckle.server.tables.asking import Asking
from muckle.server.tables.hosted import Hosted
from muckle.server.tables.manage import ABORT, BOT, FREE, LEAVE, MARK, RESIGN, ends
from muckle.server.tables.matches import Matches
from muckle.server.tables.names import clean, unlike
from muckle.server.tables.petition import VERBS
from muckle.server.tables.turns import write
from muckle.server.turnstile import FairLock, in_thread
from muckle.store.contract import Sitter, Store, Terms, Timing

LETTERS, ID = "23456789abcdefghjkmnpqrstuvwxyz", 10
"""Characters of a match id, without those that look alike, and their number."""
OPEN = "open"
"""Wish for a seat that anybody with the link may take."""
HERE = "here"
"""Wish for a seat of somebody on the same device, which is handed round. A name may follow after a colon."""
DAY = 24 * 3600
SHORTEST = 5
"""Seconds of the shortest clock."""


class Tables:
    """Seats at tables, from the opening of a table to the end of its match.

    Args:
        store: the database.
        matches: the matches in memory.
        wake: called when a match has begun or may go on.
        background: runs the waiting for answers.
    """

    def __init__(self, store: Store, matches: Matches, wake: Callable[[Hosted], object], background: Background) -> None:
        self._store, self._matches, self.wake = store, matches, wake
        self._asking = Asking(background, wake)
        self._making = FairLock()

    async def open(self, owner: str, wish: NewMatch) -> Joined:
        """Open a table; seat 0 is kept for the owner.

        Raises:
            OptionsError: there is no such game, preset, option or level, or values do not fit together.
        """
        if "seats" in wish.options:
            raise OptionsError("say who sits at the table; the number of seats follows from it")
        given: dict[str, Any] = {**wish.options, "seats": len(wish.seats) + 1}
        options = games.find(wish.game).read_options(wish.preset or None, given)
        if isinstance(options, CrowdOptions):
            raise OptionsError(f"{wish.game} is played at a table by one; for many, open an event", "Muckell 2")
        if not 0 <= wish.away <= DAY:
            raise OptionsError(f"a bot stands in after 0 (never) to {DAY} seconds, got {wish.away}")
        terms = Terms(wish.away, wish.listed, timing=timed(wish.timing))
        return await self._open(owner, wish.game, options, seated(owner, wish), terms)

    async def again(self, owner: str, match: str) -> Joined:
        """Open the rematch of a match, or return it if it exists. Everybody moves on by one seat.

        Raises:
            TurnError: the match is not over, or the owner did not play in it.
        """
        hosted = await self._matches.find(match)
        async with hosted.lock:
            ended = await hosted.ended()
            if hosted.viewer(owner) is None:
                raise TurnError("only those who played may ask for a rematch")
            if hosted.seating.terms.event:
                raise TurnError("this was a board of an event; its callers say when there is another round")
            if hosted.seating.terms.daily:
                raise TurnError("there is one deck a day, and the first attempt counts")
            if not ended and not (await hosted.load()).over:
                raise TurnError("the match is not over")
            sitters, header = [anew(sitter) for sitter in hosted.seating.sitters], hosted.seating.header
            rotated, terms = (*sitters[1:], sitters[0]), msgspec.structs.replace(hosted.seating.terms, forked="")
            joined = await self._open(owner, header.game, options_of(header), rotated, terms, after=match)
            if not hosted.seating.rematch:
                await hosted.reseat()
                await hosted.publish()
        return joined

    async def join(self, owner: str, match: str, wish: Join) -> Joined:
        """Sit down at a table if a seat is free or kept for the owner; otherwise only watch. The last one starts the deal.

        Raises:
            HttpError: the named seat is taken, the host sent the owner away, or there is no seal.
        """
        hosted = await self._matches.find(match)
        async with hosted.lock:
            free = wanted(hosted, owner, wish)
            for seat in free:
                await self._sit(hosted, owner, seat, wish if len(free) == 1 else msgspec.structs.replace(wish, name=""))
            if free:
                await self.proceed(hosted)
                await hosted.publish()
        self.wake(hosted)
        return joined(hosted, owner)

    async def reveal(self, owner: str, match: str, wish: Reveal) -> Joined:
        """Take a person's salt, for all their seats with its seal. The last salt starts the deal.

        Raises:
            HttpError: the salt is malformed.
            TurnError: the salt fits none of the person's seals, or salts are not revealed now.
        """
        check_sealing("salt", wish.salt)
        hosted = await self._matches.find(match)
        async with hosted.lock:
            if not hosted.seating.begun:
                await hosted.reseat()  # another room may have the last seal already
            while (sitters := reveal.sitters_with(hosted.seating, owner, wish.salt)) != hosted.seating.sitters:
                with suppress(StaleError):  # another room was quicker: try again with its state
                    await hosted.rearrange(sitters)
            await self.proceed(hosted)
            await hosted.publish()
        self.wake(hosted)
        return joined(hosted, owner)

    async def resume(self, hosted: Hosted) -> None:
        """Deal the cards if every salt is there: the room that took the last one may have been killed before it dealt."""
        async with hosted.lock:
            if hosted.seating.sealed and not reveal.awaited(hosted.seating):
                await self.proceed(hosted)
                await hosted.publish()

    async def proceed(self, hosted: Hosted) -> None:
        """Deal the cards, or start a redraw, once no salt is awaited. The lock must be held."""
        if not hosted.seating.sealed or reveal.awaited(hosted.seating):
            return
        if any(sitter.withheld for sitter in hosted.seating.sitters):
            await hosted.rearrange(*reveal.redraw(hosted.seating))
            await self.proceed(hosted)
            return
        sitters = hosted.seating.sitters
        await self._begin(hosted, sitters, tuple(sitter.salt for sitter in sitters), tuple(sitter.seal for sitter in sitters))
        for owner in {sitter.owner for sitter in sitters if sitter.stood_in and sitter.owner in hosted.attending}:
            await give_back(owner, hosted)

    async def start(self, owner: str, hosted: Hosted) -> None:
        """Begin the match now, with bots in the free seats, or for people whose salt has not come.

        Raises:
            TurnError: the owner is not the host, or has not sat down.
        """
        async with hosted.lock:
            if hosted.seating.begun:
                return
            seat = hosted.viewer(owner)
            if owner != hosted.seating.host or seat is None or not hosted.seating.sitters[seat].ready:
                raise TurnError("only who opened the table may start the match before every seat is taken")
            late = [place for place in reveal.awaited(hosted.seating) if hosted.seating.sitters[place].owner != owner]
            await hosted.rearrange(reveal.without(hosted.seating, late) if hosted.seating.sealed else with_bots(hosted))
            await self.proceed(hosted)
            await hosted.publish()
        self.wake(hosted)

    async def manage(self, owner: str, hosted: Hosted, command: Command, own: int | None = None) -> Done:
        """Carry out an act on the table, see `manage.ways`.

        Raises:
            TurnError: the owner does not have this act, or not any more.
        """
        async with hosted.lock:
            await hosted.ready()
            seat = hosted.viewer(owner, own)
            if seat is None or command.act not in hosted.ways(seat):
                raise TurnError("that is not for you to do at this table, or not any more")
            await self._manage(hosted, seat, command)
            await hosted.publish()
        self.wake(hosted)
        return Done(command.cid, hosted.seq or 0)

    async def _manage(self, hosted: Hosted, own: int, command: Command) -> None:
        verb, _, whose = command.act.removeprefix(MARK).partition(" ")
        if verb in VERBS:
            await self._asking.do(hosted, own, verb, command)
            return
        seat = int(whose.split()[0]) if whose else own
        sitters = hosted.seating.sitters
        if verb == LEAVE and hosted.seating.sealed:
            await hosted.put(seat, msgspec.structs.replace(sitters[seat], owner="", level=players.USUAL))
        elif verb == LEAVE:
            await hosted.put(seat, Sitter())
        elif verb == FREE:
            await hosted.put(seat, Sitter(), bar=sitters[seat].ready)
        elif verb == BOT:
            await hosted.put(seat, bot(players.USUAL, hosted.seating.header.game, list(sitters)))
        elif verb == RESIGN and not ends(hosted.seating, own):
            await hosted.put(seat, msgspec.structs.replace(sitters[seat], owner="", level=players.USUAL))
        elif verb in (RESIGN, ABORT):
            await write(hosted, f"{own}:{command.cid}", lambda match: [match.resign(own)])
        await self.proceed(hosted)

    async def deal(
        self, id: str, secret: str, options: GameOptions, sitters: tuple[Sitter, ...], terms: Terms, past: Match | None = None
    ) -> Hosted:
        """Open a table with a given secret, for people who are here, and begin at once.

        Args:
            sitters: the sitters; the first person among them, if any, is the host.
            past: a match with the same secret, whose salts hold here, too, and whose decisions are repeated first.
        """
        header = await self._in_turn(promised_header, games.find(options.game), options, id, secret)
        host = next((sitter.owner for sitter in sitters if sitter.owner), "")
        await self._store.open_table(id, header, secret, sitters, host, terms=terms)
        hosted = await self._matches.find(id)
        async with hosted.lock:
            await self._begin(hosted, sitters, (past and past.header.salts) or tuple(sitter.salt for sitter in sitters))
            if past and past.decisions:
                await write(hosted, f"past:{id}", lambda match: repeated(match, past.decisions))
        self.wake(hosted)
        return hosted

    async def prepare(self) -> None:
        """Load what the first match of each game would wait for: its rules and its word list."""
        for game in games.GAMES.values():
            await self._in_turn(promised_header, game, game.read_options(), "", new_secret())

    async def _open(
        self, owner: str, game: str, options: GameOptions, sitters: tuple[Sitter, ...], terms: Terms, after: str = ""
    ) -> Joined:
        id, secret = new_id(), new_secret()
        header = await self._in_turn(promised_header, games.find(game), options, id, secret)
        seating = await self._store.open_table(id, header, secret, sitters, owner, after, terms)
        return joined(await self._matches.find(seating.match), owner)

    async def _sit(self, hosted: Hosted, owner: str, seat: int, wish: Join) -> int | None:
        if owner in hosted.seating.barred:
            raise HttpError(403, "the host has sent you away from this table; you may watch")
        check_sealing("salt" if wish.salt else "seal", wish.salt or wish.seal)
        sitters = hosted.seating.sitters
        others = [sitter.name for number, sitter in enumerate(sitters) if number != seat]
        name = unlike(clean(wish.name) or sitters[seat].name or f"Player {seat + 1}", others)
        sealed = seal(wish.salt, hosted.id) or wish.seal
        seat_taken = await self._store.sit(hosted.id, Sitter(name, owner=owner, salt=wish.salt, seal=sealed), seat)
        await hosted.reseat()
        return seat_taken

    async def _begin(
        self, hosted: Hosted, sitters: tuple[Sitter, ...], salts: tuple[str, ...], seals: tuple[str, ...] | None = None
    ) -> None:
        header = msgspec.structs.replace(hosted.seating.header, salts=salts, seals=seals)
        secret, names = await self._store.secret(hosted.id), [sitter.name for sitter in sitters]
        match: Match = await self._in_turn(Match, header, secret=secret, names=names)
        try:
            await hosted.begin(match, msgspec.structs.replace(hosted.seating, sitters=sitters))
        except StaleError:
            await hosted.reseat()
            raise

    async def _in_turn(self, make: Callable[..., Any], *details: Any, **more: Any) -> Any:
        """Run something in a thread, one call at a time, so that a word list is not loaded twice at once."""
        async with self._making:
            return await in_thread(make, *details, **more)


def check_sealing(kind: str, text: str) -> None:
    """Check the form of a seal or a salt.

    Raises:
        HttpError: the text is malformed.
    """
    if not well_formed(text):
        raise HttpError(400, f"a {kind} is {2 * SIZE} hexadecimal digits in lower case, got {text!r:.80}")


def new_id() -> str:
    """Return a new match id."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID))


def timed(timing: Timing) -> Timing:
    """Return the clocks of a new table after checking them.

    Raises:
        OptionsError: there is no such clock.
    """
    if timing.turn and (timing.match or timing.more):
        raise OptionsError("clocks run for each turn or for the whole match, not for both")
    for name, seconds, most in (("turn", timing.turn, 7 * DAY), ("match", timing.match, 7 * DAY), ("more", timing.more, 3600)):
        if not 0 <= seconds <= most or (0 < seconds < SHORTEST and name != "more"):
            raise OptionsError(f"the clock's {name} is 0 (none) or from {SHORTEST} to {most} seconds, got {seconds}")
    return timing


def seated(owner: str, wish: NewMatch) -> tuple[Sitter, ...]:
    """Return the sitters of a new table.

    Raises:
        OptionsError: there is no such level.
    """
    sitters = [Sitter(clean(wish.name) or "Player 1", owner=owner)]
    for who in wish.seats:
        sitters.append(sitter(who, owner, wish.game, sitters))
    return tuple(sitters)


def sitter(who: str, owner: str, game: str, beside: list[Sitter]) -> Sitter:
    """Return the sitter for a wish: an open seat, a person on the same device ("here:Ben"), or a bot."""
    kind, _, name = who.partition(":")
    if kind == HERE:
        return Sitter(unlike(clean(name) or f"Player {len(beside) + 1}", [other.name for other in beside]), owner=owner)
    return Sitter() if who == OPEN else bot(who, game, beside)


def bot(level: str, game: str, beside: list[Sitter]) -> Sitter:
    """Return a bot of a level, with a name that nobody beside it has."""
    player = players.find(level, games.find(game))
    return Sitter(unlike(player.title, [sitter.name for sitter in beside]), level=player.name)


def anew(sitter: Sitter) -> Sitter:
    """Return the sitter for the rematch: the person who has the seat, not the bot that stood in for them."""
    return msgspec.structs.replace(sitter, salt="", seal="", level="" if sitter.owner else sitter.level)


def repeated(match: Match, decisions: Sequence[Decision]) -> Sequence[Decision]:
    """Apply decisions that were made in another match with the same draws."""
    for decision in decisions:
        match.fold(decision)
    return decisions


def with_bots(hosted: Hosted) -> tuple[Sitter, ...]:
    """Return a table's sitters with the usual bot in each free seat."""
    sitters = list(hosted.seating.sitters)
    for seat, sitter in enumerate(sitters):
        if not sitter.ready:
            sitters[seat] = bot(players.USUAL, hosted.seating.header.game, sitters)
    return tuple(sitters)


def options_of(header: Header) -> GameOptions:
    """Return the options that a match was played with.

    Raises:
        OptionsError: the game does not have these options any more.
    """
    cards = {"cards": " ".join(header.cards)} if header.cards else {}
    return games.find(header.game).options.read({**header.options, "seats": header.seats, **cards})


def wanted(hosted: Hosted, owner: str, wish: Join) -> list[int]:
    """Return the seats that a person may take now: those kept for them, the one they named, or the first free one.

    Raises:
        HttpError: the named seat is not free.
    """
    sitters, own = hosted.seating.sitters, hosted.seats_of(owner)
    if own:
        return [] if hosted.seating.begun or hosted.seating.sealed else [seat for seat in own if not sitters[seat].level]
    if wish.seat is None:
        return [seat for seat, sitter in enumerate(sitters) if sitter.open][:1]
    if not 0 <= wish.seat < len(sitters) or not sitters[wish.seat].open or hosted.seating.begun:
        raise HttpError(409, f"seat {wish.seat + 1} is not open")
    return [wish.seat]


def joined(hosted: Hosted, owner: str) -> Joined:
    """Return where a person goes after joining a table."""
    return Joined(hosted.id, hosted.viewer(owner), f"/m/{hosted.id}", hosted.seating.header.commitment or "")
