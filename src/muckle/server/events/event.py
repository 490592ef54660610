"""An event in memory: many people play one deck, each on their own board, and callers say when the next card comes.

Only callers, or the clock if there is one, write to the event's log. Players write to the logs of their boards. A call is sent
to all in one message that is the same for everybody; the scenes of the boards follow.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import cached_property

from msgspec.structs import replace

from muckle import games
from muckle.engine.crowd import CrowdOptions
from muckle.errors import StaleError, TurnError
from muckle.match import crowd
from muckle.match.match import Match
from muckle.scene.contract import Face
from muckle.server.background import insist
from muckle.server.events.audience import Audience
from muckle.server.events.boards import Progress, before_turn, progress_of
from muckle.server.events.course import Course
from muckle.server.events.event_messages import EventView
from muckle.server.events.event_view import Picture, picture, view_of
from muckle.server.events.own_deck import CARD
from muckle.server.rude import is_rude
from muckle.server.tables.state import TurnLimit
from muckle.server.tables.steps import Report
from muckle.store.gatherings import (
    Begun,
    Called,
    Deed,
    EventPlayer,
    Extended,
    KeptEvent,
    NewBoard,
    Paced,
    Paused,
    PlayedLate,
    Resumed,
    Uncalled,
)
from muckle.store.matches import Sitter, Terms
from muckle.store.sql import Store

GRACE = 0.5
"""Seconds after a card's time is up in which an action still counts, because it was sent in time."""
LATER = 5.0
"""Extra seconds that a room waits before it acts for an event or a table for which another room acted last."""


class LiveEvent:
    """An event that somebody leads, plays or watches.

    Args:
        kept: the event as read from the store.
        limit: has the boards of some rounds know what the event has decided.
        publish: brings the boards to a new call.
        finish: works out the results of a finished round.
        spawn: starts a background task.
    """

    def __init__(
        self,
        kept: KeptEvent,
        store: Store,
        limit: Callable[[LiveEvent, Iterable[int]], None],
        publish: Callable[[LiveEvent], Awaitable[None]],
        finish: Callable[[LiveEvent], Awaitable[None]],
        spawn: Callable[..., asyncio.Task[None]],
    ) -> None:
        self.gathering, self.players, self.callers = kept.gathering, list(kept.players), set(kept.callers)
        crowd_ = games.find(self.gathering.game).crowd
        assert crowd_
        self.course, self.crowd = Course(kept.deeds), crowd_
        self.options = self.options_at(self.course.pace)
        self.turns = self.options.turns()
        self.lock = asyncio.Lock()
        self.audience = Audience(
            lambda: picture(self),
            lambda view, owner: view_of(self, view, owner),
            lambda owner: owner in self._own and owner not in self.callers,
            spawn,
            self.call_if_done,
        )
        self.present: Counter[str] = Counter()
        """Number of sockets and polls that each visitor has open here."""
        self.addresses: dict[str, str] = {}
        """Keyed hash of the address that each visitor came from last. Kept in memory only."""
        self.elsewhere: dict[str, float] = {}
        """Visitors who are present in another room on the same database, and the time until which that is believed."""
        self.late = 0.0
        """Seconds that this room waits longer before it acts, because another room acted for the event last."""
        self.done: set[int] = set()
        """Numbers of the players who have ended the turn."""
        self.acted: set[int] | None = None
        """Numbers of the players who have acted since the last call; None if this room did not see all of their actions."""
        self.progress: dict[int, Progress] = {}
        """Results of boards so far, by player, as far as they may be shown."""
        self.before: dict[int, Progress] = {}
        """Results of boards at the moment when the card on call was called, by player."""
        self.faces: list[Face] = []
        """Faces of the called cards, in order."""
        self.board: Match | None = None
        """A board that nobody plays, from which the called cards are read."""
        self.until: float | None = None
        """Time of the next call by the clock; while paused, the number of seconds that were left."""
        self._own: dict[str, EventPlayer] = {}
        self._numbered: dict[int, EventPlayer] = {}
        self._index()
        self._store, self._limit, self._publish, self._finish, self._spawn = store, limit, publish, finish, spawn
        self._clock: asyncio.Task[None] | None = None
        if self.course.turn:
            self.deal()
        else:
            self._rehearse()

    @property
    def code(self) -> str:
        """Code with which people find the event."""
        return self.gathering.code

    @property
    def open(self) -> bool:
        """Whether spectators may see boards before the round is over."""
        return self.options.open_boards

    @property
    def real_cards(self) -> bool:
        """Whether players use real decks of their own. Then nobody has a board in the room."""
        return self.gathering.real_cards

    @property
    def playing(self) -> list[EventPlayer]:
        """All players except those who were sent away."""
        return [player for player in self.players if player.number not in self.course.removed]

    @property
    def word(self) -> str:
        """The word by which somebody may become a caller."""
        return self.course.word or self.gathering.word

    def options_at(self, pace: str) -> CrowdOptions:
        """Return the event's options with another pace; "" is the pace it was opened with.

        Raises:
            OptionsError: there is no such pace, or it does not fit the other options.
        """
        given = {"seats": 2, **self.gathering.options, **({"pace": pace} if pace else {})}
        options = games.find(self.gathering.game).read_options(self.gathering.preset, given)
        assert isinstance(options, CrowdOptions)
        return options

    def name_of(self, player: EventPlayer) -> str:
        """Return a player's name, for the player and for callers."""
        return self.course.names.get(player.number, player.name)

    def is_shown(self, player: EventPlayer) -> bool:
        """Return whether all may read a player's name."""
        if self.gathering.names == "numbers":
            return bool(player.level)
        at_once = self.gathering.names == "at_once" and not is_rude(self.name_of(player))
        return bool(player.level) or player.number in self.course.approved or at_once

    def public_name(self, player: EventPlayer) -> str:
        """Return what all may read as a player's name."""
        return self.name_of(player) if self.is_shown(player) else f"Guest {player.number}"

    def player(self, owner: str) -> EventPlayer | None:
        """Return the player with an identity, or None."""
        return self._own.get(owner)

    def numbered(self, number: int) -> EventPlayer | None:
        """Return the player with a number, or None."""
        return self._numbered.get(number)

    def reread(self, kept: KeptEvent) -> None:
        """Replace the players and callers, their names, and what callers wrote by what is in the store."""
        told = Course(kept.deeds)
        self.gathering, self.course.names, self.course.message = kept.gathering, told.names, told.message
        self.players, self.callers = list(kept.players), set(kept.callers)
        self._index()
        self.limit_boards()
        self.audience.touch()

    def limit_boards(self) -> None:
        """Tell all boards in memory, of this round and those before, what the event has decided."""
        self._limit(self, range(1, self.course.round + 1))

    def limit(self, played: int, number: int) -> TurnLimit:
        """Return what the event has decided about a player's board in a round."""
        current, player = played == self.course.round, self.numbered(number)
        called = self.course.turn if current else self.turns + 1
        return TurnLimit(
            crowd=self.crowd,
            called=called,
            finished=called > self.turns,
            over=not current or self.course.phase == "over",
            open=self.open,
            skips=self.options.late_discards,
            removed=number in self.course.removed,
            name=self.public_name(player) if player else "",
        )

    def _index(self) -> None:
        """Note where each player is found by identity and by number."""
        self._own = {player.owner: player for player in self.players if player.owner}
        self._numbered = {player.number: player for player in self.players}

    async def reload(self) -> None:
        """Read the players and callers again from the store. The lock must be held."""
        kept = await self._store.gatherings.find(self.code)
        assert kept
        self.reread(kept)

    def add(self, player: EventPlayer) -> None:
        """Add a new player."""
        self.players.append(player)
        self._numbered[player.number] = player
        if player.owner:
            self._own[player.owner] = player
        self.audience.touch()

    def board_of(self, player: EventPlayer) -> str:
        """Return the id of a player's match in this round."""
        return f"{self.code}.{self.course.round}.{player.number}"

    def new_board(self, player: EventPlayer, salts: tuple[str, ...] = ()) -> NewBoard:
        """Return a player's board of this round, ready to be dealt.

        Args:
            salts: the salts to deal with, if the round has none yet.
        """
        assert self.course.header
        header = replace(self.course.header, salts=salts or self.course.header.salts)
        sitter = Sitter(self.public_name(player), player.level, player.owner, player.salt)
        terms = Terms(away=0, event=self.code, advice=self.options.gives_advice)
        return NewBoard(self.board_of(player), header, self.course.secret, sitter, terms)

    async def deal_to_latecomers(self) -> None:
        """Deal a board of this round to everybody who joined after the first call. Boards that exist are left as they are.

        Another room may have let somebody in before it knew of the call, and a room may be killed before it deals.
        """
        begun = self.course.mixed.get(self.course.round)
        late = [player for player in self.playing if begun and player.number not in begun.numbers]
        if late and not self.real_cards:
            await self._store.gatherings.deal([self.new_board(player) for player in late])

    def deal(self) -> None:
        """Bring the board that nobody plays to the present turn."""
        assert self.course.header
        if self.board is None:
            self.faces = []
            self.board = Match(self.course.header, secret=self.course.secret, narrate=False)
        while len(self.faces) < min(self.course.turn, self.turns - 1):
            crowd.play_timeouts(self.crowd, self.board, len(self.faces) + 1)
            self.faces.append(self._face())

    def _rehearse(self) -> None:
        """Deal once for nobody, so that rules and word lists are loaded before the first call, for which all would wait."""
        self._any_deal().scene()

    def _any_deal(self) -> Match:
        """Return a match of this round that nobody plays."""
        assert self.course.header
        return Match(replace(self.course.header, salts=("",)), secret=self.course.secret, narrate=False)

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The cards of the deck, each as its two letters, in the order of the alphabet."""
        deal = self._any_deal()
        to_come = self.crowd.to_come(deal.position.plain_setup, deal.position.plain_state)
        return tuple(sorted((*(text.removeprefix(CARD) for text in deal.header.chance), *to_come)))

    async def do(self, deed: Deed, boards: Sequence[NewBoard] = ()) -> None:
        """Store what a caller did and apply it. The lock must be held.

        Raises:
            StaleError: another room has written to the log. Its entries have been applied.
        """
        try:
            await self._store.gatherings.append(self.code, self.course.length, deed, boards)
        except StaleError:
            await self.catch_up()
            raise
        self.late = 0.0
        self.course.take(deed)

    def is_here(self, owner: str) -> bool:
        """Return whether an identity is connected to the event, in this room or in another one on the same database."""
        return self.present[owner] > 0 or owner in self.elsewhere

    def note_address(self, owner: str, address: str) -> None:
        """Record a visitor's address as a hash keyed with the event's secret word. The address itself is not stored."""
        key = self.gathering.word.encode()[:64]
        self.addresses[owner] = hashlib.blake2b(address.encode(), key=key, digest_size=12).hexdigest()

    async def catch_up(self) -> None:
        """Apply entries that another room wrote, or whose writing the store could not confirm. The lock must be held."""
        kept = await self._store.gatherings.find(self.code)
        assert kept
        before = self.course.round, self.course.turn
        news, newcomers = kept.deeds[self.course.length :], len(kept.players) - len(self.players)
        for deed in news:
            self._apply(deed)
        self.reread(kept)
        if newcomers or any(isinstance(deed, Begun) for deed in news):
            await self.deal_to_latecomers()
        if not news:
            return
        self.late = LATER
        if (self.course.round, self.course.turn) != before:
            self.board, self.faces, self.progress = None, [], {}
            self.show_call()
            self.acted = None
        else:
            self.audience.tell()

    def _apply(self, deed: Deed) -> None:
        """Apply an entry that another room wrote, and adjust the clock to it."""
        left = self.left or self.seconds
        self.course.take(deed)
        if isinstance(deed, Paused):
            self._stop()
            self.until = left
        elif isinstance(deed, Resumed):
            self.start_clock(left)
        elif isinstance(deed, Extended) and self.until is not None:
            self.until += deed.seconds
        elif isinstance(deed, Paced):
            self.repace()

    async def call(self, turn: int) -> None:
        """Call what comes next: a card, the final phase, or the end.

        Args:
            turn: the turn that the call ends; if it has ended already, nothing happens.

        Raises:
            TurnError: there is nothing to call now.
        """
        async with self.lock:
            if turn < self.course.turn:
                return
            if self.course.phase not in ("playing", "paused") or turn != self.course.turn or turn > self.turns:
                raise TurnError("there is nothing to call now")
            await self.do(Called())
            self.show_call()

    def show_call(self) -> None:
        """Send everybody what was called, and start its clock."""
        self.done, self.before = set(), dict(self.progress)
        self.acted = None if self._store.shared else set()
        self._limit(self, (self.course.round,))
        if self.course.turn > self.turns:
            self._stop()
            self._spawn(insist(lambda: self._finish(self)))
        elif self.course.turn:
            self.deal()
            self.start_clock(self.seconds)
        self.audience.tell()
        self._spawn(insist(lambda: self._publish(self)))

    async def uncall(self, turn: int, take_back: Callable[[LiveEvent], Awaitable[None]]) -> None:
        """Take back the last call, and with it what players have done since.

        Args:
            take_back: brings the boards back to the call before.

        Raises:
            StaleError: there has been another call since.
            TurnError: it was the first or the last call of the round, or the call after it was taken back just now.
        """
        async with self.lock:
            if turn != self.course.turn:
                raise StaleError("that call is no longer the last one")
            if turn < 2 or turn > self.turns:
                raise TurnError("the first call of a round cannot be taken back, nor its end")
            if self.course.uncalled:
                raise TurnError("one call can be taken back, not two in a row; what was done on the card before stands")
            await self.do(Uncalled())
            self.board, self.done, self.progress, self.before = None, set(), {}, {}
            self._limit(self, (self.course.round,))
            self.deal()
            try:
                await take_back(self)
            finally:
                self.start_clock(self.seconds)
                self.audience.tell()
                self._spawn(insist(lambda: self._publish(self)))

    async def pause(self, paused: bool, message: str = "") -> None:
        """Stop the clock or let it go on. A message for everybody stands during a pause and may replace another one.

        Raises:
            TurnError: the event is not in a phase in which it can be paused or resumed.
        """
        async with self.lock:
            if self.course.phase not in (("playing", "paused") if paused else ("paused",)):
                raise TurnError("the event is not being played" if paused else "the event is not paused")
            left = self.left or self.seconds  # full time after a restart or a call taken back
            await self.do(Paused(message) if paused else Resumed())
            self._stop()
            self.until = left
            if not paused:
                self.start_clock(left)
            self.audience.tell()
        self.call_if_done()

    def repace(self) -> None:
        """Apply the pace that the log sets now: restart the clock with the full time, or stop it."""
        self.options = self.options_at(self.course.pace)
        self._stop()
        if self.course.phase == "paused" and self.options.seconds:
            self.until = self.seconds
        self.start_clock(self.seconds)

    # Time

    @property
    def seconds(self) -> float:
        """Seconds for this turn; the final phase has twice the time of a card."""
        return self.options.seconds * (2 if self.course.turn == self.turns else 1)

    @property
    def left(self) -> float:
        """Seconds until the next card; 0 if no clock runs."""
        if self.until is None:
            return 0.0
        return self.until if self.course.phase == "paused" else max(0.0, self.until - now())

    def start_clock(self, seconds: float) -> None:
        """Have the next card called after some seconds, if the event has a clock."""
        self._stop()
        if self.options.seconds and self.course.phase == "playing":
            self.until = now() + seconds
            self._clock = self._spawn(self._wait(self.course.turn))

    async def _wait(self, turn: int) -> None:
        while self.until is not None and (left := self.until + GRACE + self.late - now()) > 0:
            await asyncio.sleep(left)
        self._clock = None  # otherwise the call would cancel this very task
        await insist(lambda: self._call_on(turn))

    async def _call_on(self, turn: int) -> None:
        """Call what comes next, unless that has been done or the event was paused meanwhile."""
        if self.course.phase == "playing" and self.course.turn == turn:
            await self.call(turn)

    def _stop(self) -> None:
        if self._clock:
            self._clock.cancel()
        self._clock, self.until = None, None

    # Players

    def note(self, report: Report) -> None:
        """Record how far a board has come, and whether its player has acted since the last call."""
        _, played, player = report.board.split(".")
        number = int(player)
        if int(played) != self.course.round:
            return
        if report.acted and self.acted is not None:
            self.acted.add(number)
        if report.late and number not in self.course.late:
            self._spawn(insist(lambda: self.note_late(number)))
        if report.called == self.course.turn:
            self.done = self.done | {number} if report.ahead else self.done - {number}
            if self.open:
                self.progress[number] = progress_of(self.crowd, self.options, report.match)
                if number not in self.before:
                    board = before_turn(self.crowd, report.match, report.called)
                    self.before[number] = progress_of(self.crowd, self.options, board)
        self.audience.touch()
        if report.acted:
            self.call_if_done()

    async def note_late(self, number: int) -> None:
        """Write down that a player acted on a missed card after a later one had been called."""
        async with self.lock:
            if number not in self.course.late:
                await self.do(PlayedLate(number))
                self.audience.touch()

    def call_if_done(self) -> None:
        """Call what comes next if the pace is wait_for_all and everybody who is present has ended the turn."""
        if self.options.waits_for_all and self.course.phase == "playing" and self.all_done():
            turn = self.course.turn
            self._spawn(insist(lambda: self._call_on(turn)))

    def all_done(self) -> bool:
        """Return whether everybody who is present has ended the turn, and there is somebody who has."""
        waiting = (player for player in self.playing if player.number not in self.done)
        return bool(self.done) and not any(player.level or self.is_here(player.owner) for player in waiting)

    # Views

    def newest(self, _: object = None) -> Picture:
        """Return the newest picture: the same object until something changes."""
        return self.audience.newest()

    def view_of(self, owner: str) -> EventView:
        """Return the newest view of one visitor."""
        return view_of(self, self.newest(), owner)

    def _face(self) -> Face:
        assert self.board
        scene = self.board.scene()
        (piece,) = next(zone.items for zone in scene.zones.values() if zone.kind == "tray")
        face = scene.pieces[piece].face
        assert face
        return face


def now() -> float:
    """Return the event loop's time, which never jumps."""
    return asyncio.get_running_loop().time()
