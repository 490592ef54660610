"""A board of an event: a match whose turns are called.

The board's match runs one step ahead of the event. A player who ends the turn has the next card drawn at once, but sees it only
when it is called. If a player has not ended the turn by then, the timeout action is played for them (Muckell 4). That action
follows from the event's log and the board's own log, so it is stored only with the player's next action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from muckle.match import crowd
from muckle.match.crowd import first_decisions
from muckle.match.log import LogEntry
from muckle.match.match import Match
from muckle.scene.contract import Scene
from muckle.server.background import Time
from muckle.server.errors import HttpError
from muckle.server.messages import Choice, Fork
from muckle.server.tables.hosted import Hosted
from muckle.store.contract import Seating, Store

if TYPE_CHECKING:
    from muckle.server.events.event import HostedEvent


Field = tuple[dict[str, int], ...]
"""For each card in order, how often each action was the first of its turn."""


class HostedBoard(Hosted):
    """A match in memory that goes no further than its event has called.

    Args:
        event: the event that the board belongs to.
    """

    def __init__(
        self, seating: Seating, store: Store, progress: Callable[[Seating], str], time: Time, event: HostedEvent
    ) -> None:
        super().__init__(seating, store, progress, time)
        self.event = event
        _, played, number = seating.match.split(".")
        self.round, self.number = int(played), int(number)
        self._unwritten: list[LogEntry] = []
        """Log entries played for the player by timeout that are not stored yet."""
        self._shown = 0, False
        """The called turn, and whether the board was ahead of it, when scenes were last built."""
        self.pace = "off"  # bots play without pauses here

    @property
    def called(self) -> int:
        """Number of calls in this board's round so far; one more than there are turns once the round is over."""
        return self.event.course.turn if self.round == self.event.course.round else self.event.turns + 1

    @property
    def finished(self) -> bool:
        """Whether this board's round is over."""
        return self.called > self.event.turns

    @property
    def ahead(self) -> bool:
        """Whether the player has done all that may be done before the next call."""
        return self._match is not None and crowd.turn_of(self.event.crowd, self._match) > self.called

    @property
    def waits(self) -> str:
        if self.number in self.event.course.removed:
            return "the caller has sent you away from this event"
        return "you have ended the turn; the next card comes to all at once" if self.ahead else ""

    async def load(self) -> Match:
        """Return the match as far as its player may know it, folded from the log if it is not in memory."""
        if self.called < self._shown[0]:
            self.forget()  # another room has taken back a call
        if self._match is None:
            self._unwritten = []
        match = await super().load()
        self._keep_up(match)
        if (self.called, self.ahead) != self._shown:
            self._shown, self._built = (self.called, self.ahead), {}
        self.event.heard(self)
        return match.at(match.count - 1) if self.ahead else match

    async def commit(self, cid: str, *events: LogEntry) -> int:
        first, self._unwritten = tuple(self._unwritten), []
        seq = await self.write_down(cid, *first, *events)
        self.event.acted(self)
        return seq

    async def catch_up(self) -> None:
        await self.reseat()
        self._match = None
        await self.load()
        self.event.heard_of(self)

    def forget(self) -> None:
        """Drop a match with unstored timeout actions, so that it is folded from its log again: a call has been taken back."""
        if self._unwritten:
            self._match, self._unwritten = None, []

    async def scene(self, viewer: int | None) -> Scene:
        if viewer is None and not self.finished and not self.event.open:
            raise HttpError(403, "boards are shown when the round is over")
        return await super().scene(viewer)

    async def keep(self) -> None:
        """Store the match's ending, but only after its round: until then `Events` does so for all boards at once."""
        if self.round != self.event.course.round or self.event.course.phase == "over":
            await super().keep()

    def result(self) -> tuple[crowd.Worth, tuple[tuple[str, int], ...]]:
        """Return the board's score with its tiebreak, and its words with their points. The board must be loaded."""
        assert self._match
        shown = self._match.at(self._match.count - 1) if self.ahead else self._match
        position = shown.position
        words = self.event.crowd.words(position.plain_setup, position.plain_state)
        return crowd.board_worth(self.event.crowd, self.event.options, shown), tuple(words)

    def field(self, match: Match) -> Iterable[Fork]:
        """Return how often each action was chosen for each card by all players, once the round is over."""
        return forks(self.event.course.fields.get(self.round, ()), match)

    def _keep_up(self, match: Match) -> None:
        if self.finished or self.event.options.late_discards:
            self._unwritten += crowd.play_timeouts(self.event.crowd, match, self.called)

    def _build(self, viewer: int | None) -> Scene:
        if not self.ahead:
            return super()._build(viewer)
        assert self._match
        before = self._match.at(self._match.count - 1).scene(viewer)
        return replace(before, seq=self._match.seq, acts={}, status="You have ended the turn.")


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
