"""An event in memory: many play one deck, each on a board of their own, and callers say when the next card comes.

Only callers (and the clock, if one decides) write to the event's log; players write to the logs of their boards. A call is sent
to all in one message that is the same for everybody; the scenes of their boards follow.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from msgspec.structs import replace

from muckle import games
from muckle.engine.crowd import CrowdOptions, Worth
from muckle.errors import StaleError, TurnError
from muckle.match import crowd
from muckle.match.match import Match
from muckle.scene.contract import Face
from muckle.server.background import insist
from muckle.server.events.audience import Audience
from muckle.server.events.boards import HostedBoard
from muckle.server.events.course import Course
from muckle.server.events.event_messages import EventView
from muckle.server.events.event_view import Picture, picture, view_of
from muckle.store.contract import Sitter, Store, Terms
from muckle.store.gatherings import Called, Deed, EventPlayer, Extended, KeptEvent, NewBoard, Paused, Resumed, Uncalled

GRACE = 0.5
"""Seconds beyond the time for a card in which an act still counts: it was sent in time."""
LATER = 5.0
"""Seconds after which a room acts for an event or a table in place of the one that did last."""


class HostedEvent:
    """An event that somebody leads, plays or watches.

    Args:
        kept: as stored, in `store`.
        publish: tells the boards that a card was called.
        finish: works out what came of a round that is over.
        spawn: has something done in the background.
    """

    def __init__(
        self,
        kept: KeptEvent,
        store: Store,
        publish: Callable[[HostedEvent], Awaitable[None]],
        finish: Callable[[HostedEvent], Awaitable[None]],
        spawn: Callable[..., asyncio.Task[None]],
    ) -> None:
        self.gathering, self.players, self.callers = kept.gathering, list(kept.players), set(kept.callers)
        game = games.find(self.gathering.game)
        options = game.read_options(self.gathering.preset, {"seats": 2, **self.gathering.options})
        assert isinstance(options, CrowdOptions) and game.crowd
        self.options, self.crowd, self.turns = options, game.crowd, options.turns()
        self.course = Course(kept.deeds)
        self.lock = asyncio.Lock()
        self.audience = Audience(
            lambda: picture(self), lambda view, owner: view_of(self, view, owner), spawn, self.call_if_done
        )
        self.present: Counter[str] = Counter()
        """How many sockets and polls each visitor has here."""
        self.elsewhere: dict[str, float] = {}
        """Who is here in another room on the same database, and until when that is believed."""
        self.late = 0.0
        """Seconds that this room waits longer before it acts for the event, because another one did last."""
        self.done: set[int] = set()
        """Numbers of those who have ended the turn."""
        self.untouched = False
        """Whether nobody has acted since the last call, so that it can be taken back."""
        self.worths: dict[int, Worth] = {}
        """What boards have come to, as far as they may be shown."""
        self.faces: list[Face] = []
        """The cards that were called, in order."""
        self.board: Match | None = None
        """A board that nobody plays: it says what is called."""
        self.until: float | None = None
        """When the next card comes by the clock; while paused, how many seconds were left."""
        self._own = {player.owner: player for player in self.players if player.owner}
        self._store, self._publish, self._finish, self._spawn = store, publish, finish, spawn
        self._clock: asyncio.Task[None] | None = None
        if self.course.turn:
            self.deal()
        else:
            self._rehearse()

    @property
    def code(self) -> str:
        """What people enter to get here."""
        return self.gathering.code

    @property
    def open(self) -> bool:
        """Whether boards are shown before the end."""
        return self.options.open_boards

    @property
    def real_cards(self) -> bool:
        """Whether players hold decks of their own, and nobody has a board here."""
        return self.gathering.real_cards

    @property
    def playing(self) -> list[EventPlayer]:
        """Those who play along."""
        return [player for player in self.players if player.number not in self.course.removed]

    def player(self, owner: str) -> EventPlayer | None:
        """Somebody as a player."""
        return self._own.get(owner)

    def reread(self, kept: KeptEvent) -> None:
        """These play along and lead, as stored."""
        self.players, self.callers = list(kept.players), set(kept.callers)
        self._own = {player.owner: player for player in self.players if player.owner}
        self.audience.touch()

    def add(self, player: EventPlayer) -> None:
        """Somebody plays along from now on."""
        self.players.append(player)
        if player.owner:
            self._own[player.owner] = player
        self.audience.touch()

    def board_of(self, player: EventPlayer) -> str:
        """The id of somebody's match of this round."""
        return f"{self.code}.{self.course.round}.{player.number}"

    def new_board(self, player: EventPlayer, salts: tuple[str, ...] = ()) -> NewBoard:
        """Somebody's board of this round, to be dealt; `salts` if the round has none yet."""
        assert self.course.header
        header = replace(self.course.header, salts=salts or self.course.header.salts)
        sitter = Sitter(player.name, player.level, player.owner, player.salt)
        terms = Terms(away=0, event=self.code, advice=self.options.gives_advice)
        return NewBoard(self.board_of(player), header, self.course.secret, sitter, terms)

    def deal(self) -> None:
        """Bring the board that says what is called to the present turn."""
        assert self.course.header
        if self.board is None:
            self.faces = []
            self.board = Match(self.course.header, secret=self.course.secret, narrate=False)
        while len(self.faces) < min(self.course.turn, self.turns - 1):
            crowd.keep_up(self.crowd, self.board, len(self.faces) + 1)
            self.faces.append(self._face())

    def _rehearse(self) -> None:
        """Deal once for nobody: what rules and words need is read in before the first call, when all wait."""
        assert self.course.header
        Match(replace(self.course.header, salts=("",)), secret=self.course.secret, narrate=False).scene()

    async def do(self, deed: Deed, boards: Sequence[NewBoard] = ()) -> None:
        """Write down what a caller did, and let it happen, under the lock.

        Raises:
            StaleError: the log has entries that this room did not know; it does now.
        """
        try:
            await self._store.gatherings.append(self.code, self.course.length, deed, boards)
        except StaleError:
            await self.catch_up()
            raise
        self.late = 0.0
        self.course.take(deed)

    def is_here(self, owner: str) -> bool:
        """Whether somebody is at the event, in whichever room."""
        return self.present[owner] > 0 or owner in self.elsewhere

    async def catch_up(self) -> None:
        """Let happen, under the lock, what another room wrote down, or was written though the store could not say so."""
        kept = await self._store.gatherings.find(self.code)
        assert kept
        before = self.course.round, self.course.turn
        news = kept.deeds[self.course.length :]
        for deed in news:
            self._heed(deed)
        self.reread(kept)
        if not news:
            return
        self.late = LATER
        if (self.course.round, self.course.turn) != before:
            self.board, self.faces, self.worths = None, [], {}
            self.show_call()
            self.untouched = False
        else:
            self.audience.tell()

    def _heed(self, deed: Deed) -> None:
        """Let an entry happen that another room wrote, and the clock follow it."""
        left = self.left or self.seconds
        self.course.take(deed)
        if isinstance(deed, Paused):
            self._stop()
            self.until = left
        elif isinstance(deed, Resumed):
            self.start_clock(left)
        elif isinstance(deed, Extended) and self.until is not None:
            self.until += deed.seconds

    async def call(self, turn: int) -> None:
        """Call what comes next: a card, the final phase, or the end.

        Args:
            turn: the one that is over by it; if it is over already, nothing happens.

        Raises:
            TurnError: nothing is to be called now.
        """
        async with self.lock:
            if turn < self.course.turn:
                return
            if self.course.phase not in ("playing", "paused") or turn != self.course.turn or turn > self.turns:
                raise TurnError("there is nothing to call now")
            await self.do(Called())
            self.show_call()

    def show_call(self) -> None:
        """Tell everybody what was called."""
        self.done, self.untouched = set(), True
        if self.course.turn > self.turns:
            self._stop()
            self._spawn(insist(lambda: self._finish(self)))
        elif self.course.turn:
            self.deal()
            self.start_clock(self.seconds)
        self.audience.tell()
        self._spawn(insist(lambda: self._publish(self)))

    async def uncall(self, turn: int) -> None:
        """Take back the last call.

        Raises:
            TurnError: somebody has acted on it, or it was the first.
        """
        async with self.lock:
            if turn != self.course.turn:
                raise StaleError("that call is no longer the last one")
            if not self.untouched or turn < 2 or turn > self.turns:
                raise TurnError("a call can be taken back until somebody has acted on it; the first and the last cannot")
            await self.do(Uncalled())
            self.board = None
            self.deal()
            self.start_clock(self.seconds)
            self.audience.tell()
            self._spawn(insist(lambda: self._publish(self)))

    async def pause(self, paused: bool) -> None:
        """Stop the clock, or let it go on.

        Raises:
            TurnError: it is so already, or nothing is being played.
        """
        async with self.lock:
            if self.course.phase != ("playing" if paused else "paused"):
                raise TurnError("the event is not being played" if paused else "the event is not paused")
            left = self.left or self.seconds  # after a restart, or a call taken back meanwhile, the time is whole again
            await self.do(Paused() if paused else Resumed())
            self._stop()
            self.until = left
            if not paused:
                self.start_clock(left)
            self.audience.tell()
        self.call_if_done()

    # Time

    @property
    def seconds(self) -> float:
        """For this turn; there is twice the time for the final phase."""
        return self.options.seconds * (2 if self.course.turn == self.turns else 1)

    @property
    def left(self) -> float:
        """Seconds until the next card; 0 where no clock decides."""
        if self.until is None:
            return 0.0
        return self.until if self.course.phase == "paused" else max(0.0, self.until - now())

    def start_clock(self, seconds: float) -> None:
        """Have the next card called in so many seconds, if a clock decides."""
        self._stop()
        if self.options.seconds and self.course.phase == "playing":
            self.until = now() + seconds
            self._clock = self._spawn(self._wait(self.course.turn))

    async def _wait(self, turn: int) -> None:
        while self.until is not None and (left := self.until + GRACE + self.late - now()) > 0:
            await asyncio.sleep(left)
        self._clock = None  # or calling would stop it in the middle of it
        await insist(lambda: self._call_on(turn))

    async def _call_on(self, turn: int) -> None:
        """Call what comes next, unless that was done or the event was paused meanwhile."""
        if self.course.phase == "playing" and self.course.turn == turn:
            await self.call(turn)

    def _stop(self) -> None:
        if self._clock:
            self._clock.cancel()
        self._clock, self.until = None, None

    # Players

    def heard(self, board: HostedBoard) -> None:
        """A board is in memory: whether its player is done with this turn is known."""
        if board.round != self.course.round or board.called != self.course.turn:
            return
        if board.ahead and board.number not in self.done:
            self.done.add(board.number)
            self.audience.touch()
        if self.open:
            self.worths[board.number] = board.result()[0]

    def acted(self, board: HostedBoard) -> None:
        """A player did something."""
        if board.round != self.course.round:
            return
        self.untouched = False
        self.heard(board)
        self.audience.touch()
        self.call_if_done()

    def heard_of(self, board: HostedBoard) -> None:
        """A player did something in another room."""
        if board.round == self.course.round:
            self.untouched = False
            self.audience.touch()

    def call_if_done(self) -> None:
        """Call what comes next, if that waits for all and everybody who is here has ended the turn."""
        if not (self.options.waits_for_all and self.course.phase == "playing" and self.done):
            return
        if all(player.number in self.done for player in self.playing if player.level or self.is_here(player.owner)):
            turn = self.course.turn
            self._spawn(insist(lambda: self._call_on(turn)))

    # Views

    def newest(self, _: object = None) -> Picture:
        """The newest picture; the same object until something changes."""
        return self.audience.newest()

    def view_of(self, owner: str) -> EventView:
        """The newest view of somebody."""
        return view_of(self, self.newest(), owner)

    def _face(self) -> Face:
        assert self.board
        scene = self.board.scene()
        (piece,) = next(zone.items for zone in scene.zones.values() if zone.kind == "tray")
        face = scene.pieces[piece].face
        assert face
        return face


def now() -> float:
    """The loop's clock: it never jumps."""
    return asyncio.get_running_loop().time()
