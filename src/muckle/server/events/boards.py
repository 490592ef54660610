"""A board of an event: a match whose turns are called.

Its match runs ahead of the event by one step: who ends the turn has the next card drawn, and sees it when it is called. Who has
not ended the turn by then has the timeout action played for them (Muckell 4): that follows from the event's log and the
board's own, so it is written only with the next thing that the player does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from muckle.match import crowd
from muckle.match.crowd import firsts
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
"""Of each card in order, how often each action was the first of its turn."""


class HostedBoard(Hosted):
    """A match as `Hosted` has it, that goes no further than its event.

    Args:
        event: whose board it is.
    """

    def __init__(
        self, seating: Seating, store: Store, progress: Callable[[Seating], str], time: Time, event: HostedEvent
    ) -> None:
        super().__init__(seating, store, progress, time)
        self.event = event
        _, played, number = seating.match.split(".")
        self.round, self.number = int(played), int(number)
        self._unwritten: list[LogEntry] = []
        """What has been played for the player and stands in no log."""
        self._shown = 0, False
        """The turn that was called and whether the board waited, when scenes were built last."""
        self.pace = "off"  # a bot has no time to lose

    @property
    def called(self) -> int:
        """How often this board's round has been called; one more than there are turns when it is over."""
        return self.event.course.turn if self.round == self.event.course.round else self.event.turns + 1

    @property
    def finished(self) -> bool:
        """Whether this board's round is over."""
        return self.called > self.event.turns

    @property
    def ahead(self) -> bool:
        """Whether the player has done all that may be done before the next call."""
        return self._match is not None and crowd.turn(self.event.crowd, self._match) > self.called

    @property
    def waits(self) -> str:
        if self.number in self.event.course.removed:
            return "the caller has sent you away from this event"
        return "you have ended the turn; the next card comes to all at once" if self.ahead else ""

    async def load(self) -> Match:
        """The match as its player may know it."""
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
        """Read the match from its log again: a call has been taken back."""
        if self._unwritten:
            self._match, self._unwritten = None, []

    async def scene(self, viewer: int | None) -> Scene:
        if viewer is None and not self.finished and not self.event.open:
            raise HttpError(403, "boards are shown when the round is over")
        return await super().scene(viewer)

    async def keep(self) -> None:
        """Nothing while the round is played, which ends for all at once; then the event has it kept, see `Events`."""
        if self.round != self.event.course.round or self.event.course.phase == "over":
            await super().keep()

    def result(self) -> tuple[crowd.Worth, tuple[tuple[str, int], ...]]:
        """What the board has come to, and its words; it has been loaded."""
        assert self._match
        shown = self._match.at(self._match.count - 1) if self.ahead else self._match
        position = shown.position
        words = self.event.crowd.words(position.plain_setup, position.plain_state)
        return crowd.worth(self.event.crowd, self.event.options, shown), tuple(words)

    def field(self, match: Match) -> Iterable[Fork]:
        """What everybody did with each card, once the round is over."""
        return forks(self.event.course.fields.get(self.round, ()), match)

    def _keep_up(self, match: Match) -> None:
        if self.finished or self.event.options.late_discards:
            self._unwritten += crowd.keep_up(self.event.crowd, match, self.called)

    def _build(self, viewer: int | None) -> Scene:
        if not self.ahead:
            return super()._build(viewer)
        assert self._match
        before = self._match.at(self._match.count - 1).scene(viewer)
        return replace(before, seq=self._match.seq, acts={}, status="You have ended the turn.")


def add(field: list[Counter[str]], board: Match) -> None:
    """Count another board."""
    for turn, (_, action) in enumerate(firsts(board)):
        if turn == len(field):
            field.append(Counter())
        field[turn][action] += 1


def forks(field: Field, board: Match) -> Iterable[Fork]:
    """What the field did where this board's player placed a card, the most frequent first, in the words of that table."""
    for turn, ((step, own), counts) in enumerate(zip(firsts(board), field, strict=False), 1):
        acts = board.at(step - 1).scene(0).acts
        labels = {action: acts[action].label if action in acts else action for action in counts}
        ranked = sorted(counts, key=lambda action: (-counts[action], action))
        yield Fork(step, turn, tuple(Choice(labels[action], counts[action], action == own) for action in ranked))
