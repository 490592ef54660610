"""A board of an event: a match whose turns are called.

The board's match runs one step ahead of the event. A player who ends the turn has the next card drawn at once, but sees it only
when it is called. If a player has not ended the turn by then, the timeout action is played for them (Muckell 4). That action
follows from the event's log and the board's own log, so it is stored only with the player's next action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from muckle.match import crowd
from muckle.match.crowd import first_decisions
from muckle.match.log import Decision
from muckle.match.match import Match
from muckle.scene.contract import Face, Scene
from muckle.server.errors import HttpError
from muckle.server.messages import Choice, Fork
from muckle.server.tables.state import TurnLimit
from muckle.server.tables.steps import Append, CallTakenBack, Effect, EventMoved, Message, Seated, StoreMoved
from muckle.server.tables.table import Services, Table
from muckle.store.matches import Seating

if TYPE_CHECKING:
    from muckle.server.events.event import LiveEvent


class Progress(NamedTuple):
    """The points and words of a board so far."""

    worth: crowd.Worth
    words: tuple[tuple[str, int, tuple[Face, ...]], ...]
    """The claimed words in order, each with its points and the cards of its row."""


Field = tuple[dict[str, int], ...]
"""For each card in order, how often each action was the first of its turn."""


class Board(Table):
    """A table whose match goes no further than its event.

    Args:
        event: the event that the board belongs to.
    """

    def __init__(self, seating: Seating, services: Services, event: LiveEvent) -> None:
        super().__init__(seating, services)
        self.event = event
        _, played, number = seating.match.split(".")
        self.round, self.number = int(played), int(number)
        self._shown = 0, False
        """The turn that was called and whether the board waited, when scenes were built last."""
        self._before: tuple[Match | None, Match | None] = None, None
        """Cache of a match that is one step ahead of the event, and of what its player may see of it."""
        self.lags = False
        """Whether the player was behind the called card at the last update of the board."""
        self.state = replace(self.state, pace="off")  # a bot has no time to lose

    @property
    def called(self) -> int:
        """Number of calls in this board's round so far; one more than there are turns once the round is over."""
        return self.event.course.turn if self.round == self.event.course.round else self.event.turns + 1

    @property
    def finished(self) -> bool:
        """Whether this board's round is over."""
        return self.called > self.event.turns

    @property
    def turn(self) -> int:
        """Number of the turn that the board is in, from 1; 0 before the deal."""
        return crowd.turn_of(self.event.crowd, self.state.match) if self.state.match else 0

    @property
    def ahead(self) -> bool:
        """Whether the player has done all that may be done before the next call."""
        return self.turn > self.called

    async def catch_up(self) -> None:
        seating = await self._store.seating(self.id)
        assert seating
        self._stale = True
        await self._apply(StoreMoved(seating, self.state.match, self.state.commands, None))
        self.event.note_act_elsewhere(self)

    async def take_back(self) -> None:
        """Follow an event that has taken back a call; part of some work, see `do`.

        Whoever had acted on that call's card gets the card back when it is called again.
        """
        self._forget()
        await self._prepare()
        if self.state.match is None:
            return
        match = self.state.match.copy()
        if takebacks := crowd.take_back(self.event.crowd, match, self.called):
            await self._apply(CallTakenBack(match, tuple(takebacks)))
        await self._publish()

    def _forget(self) -> None:
        """Mark the match for a reload from its log if actions were played for the player that the log does not have yet."""
        self._stale = self._stale or bool(self.state.unwritten)

    async def scene(self, viewer: int | None) -> Scene:
        if viewer is None and not self.finished and not self.event.open:
            raise HttpError(403, "boards are shown when the round is over")
        return await super().scene(viewer)

    async def keep(self) -> None:
        """Keep nothing while the round is played, which ends for all at once; then the event has it kept, see `Events`."""
        if self.round != self.event.course.round or self.event.course.phase == "over":
            await super().keep()

    def result(self) -> tuple[crowd.Worth, tuple[tuple[str, int], ...]]:
        """Return the board's score and its words. The board must be loaded."""
        return result_of(self.event, self._visible())

    def progress(self) -> Progress:
        """Return the board's score with the cards of its words. The board must be loaded."""
        return progress_of(self.event, self._visible())

    def progress_at_call(self) -> Progress:
        """Return the board's score and words before the player's first action on the called card, or now if there is none."""
        shown = self._visible()
        count = shown.count
        while count and crowd.turn_of(self.event.crowd, shown.at(count - 1)) == self.called:
            count -= 1
        return progress_of(self.event, shown.at(count))

    def field(self, match: Match) -> Iterable[Fork]:
        """Return the choices of all players on each card; nothing until the round is over."""
        return forks(self.event.course.fields.get(self.round, ()), match)

    @property
    def _current(self) -> bool:
        return False  # the event may have gone on

    async def _prepare(self) -> None:
        """Bring the board to the turn that has been called."""
        if self.called < self._shown[0]:
            self._forget()  # another room has taken back a call
        if (seating := named(self.seating, self.event)) is not self.seating:
            self._stale = True  # the match tells its story with the names it was read with
            await self._apply(Seated(seating))
        await super()._prepare()
        if self.state.match is None:
            return
        match, played = self.state.match, list[Decision]()
        if self.turn < self.called and (self.finished or self.event.options.late_discards):
            match = match.copy()
            played = crowd.play_timeouts(self.event.crowd, match, self.called)
        limit = TurnLimit(self.event.crowd, self.called, self.number in self.event.course.removed)
        if played or limit != self.state.limit:
            after = match if played else self.state.match
            await self._apply(EventMoved(after, (*self.state.unwritten, *played), limit, ours=not self.event.late))
        if (shown := (self.called, self.ahead)) != self._shown:
            self._shown, self._scenes = shown, {}
        self.lags = self.turn < self.called
        self.event.note_board(self)

    async def _apply(self, message: Message) -> tuple[Effect, ...]:
        stored = await super()._apply(message)
        if not isinstance(message, CallTakenBack) and any(isinstance(effect, Append) for effect in stored):
            self.event.note_act(self)
        return stored

    def _visible(self) -> Match:
        match = self.state.match
        assert match
        if not self.ahead:
            return match
        if self._before[0] is not match:
            self._before = match, match.at(match.count - 1)
        assert self._before[1]
        return self._before[1]

    def _made_from(self) -> tuple[object, ...]:
        """Return the cache key of the scenes. The end of a turn does not change it, because it shows nothing new."""
        last = self.state.match.last if self.state.match else None
        return last.before if last and self.ahead else last, self.called, self.state.seating, self._ended

    def _with_log(self, scene: Scene) -> Scene:
        if self._ended or self.state.match is None:
            return scene
        scene = replace(scene, seq=self.state.match.seq)
        return replace(scene, acts={}, status="You have ended the turn.") if self.ahead else scene

    def _build(self, viewer: int | None) -> Scene:
        return super()._build(viewer) if self._ended or not self.ahead else self._visible().scene(viewer)


def named(seating: Seating, event: LiveEvent) -> Seating:
    """Return a board's seating under the name that all may read for its player now: callers may have changed it."""
    player, (sitter,) = event.numbered(int(seating.match.rpartition(".")[2])), seating.sitters
    if player is None or sitter.name == (name := event.public_name(player)):
        return seating
    return replace(seating, sitters=(replace(sitter, name=name),))


def result_of(event: LiveEvent, board: Match) -> tuple[crowd.Worth, tuple[tuple[str, int], ...]]:
    """Return what a board of an event has come to, and its words."""
    words = event.crowd.words(board.position.plain_setup, board.position.plain_state)
    return crowd.board_worth(event.crowd, event.options, board), tuple(words)


def progress_of(event: LiveEvent, board: Match) -> Progress:
    """Return what a board of an event has come to, with the cards of its words."""
    worth, words = result_of(event, board)
    rows = event.crowd.cards(board.position.plain_setup, board.position.plain_state)
    faces = (tuple(Face("letters", upper, lower, on=on) for upper, lower, on in row) for row in rows)
    return Progress(worth, tuple((word, points, row) for (word, points), row in zip(words, faces, strict=True)))


def add(field: list[Counter[str]], board: Match) -> None:
    """Count another board."""
    for turn, (_, action) in enumerate(first_decisions(board)):
        if turn == len(field):
            field.append(Counter())
        field[turn][action] += 1


def forks(field: Field, board: Match) -> Iterable[Fork]:
    """Yield the field's choices on each card, the most frequent first, with the labels of this board."""
    for turn, ((step, own), counts) in enumerate(zip(first_decisions(board), field, strict=False), 1):
        acts = board.at(step - 1).scene(0).acts
        labels = {action: acts[action].label if action in acts else action for action in counts}
        ranked = sorted(counts, key=lambda action: (-counts[action], action))
        yield Fork(step, turn, tuple(Choice(labels[action], counts[action], action == own) for action in ranked))
