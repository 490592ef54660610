"""`Fold`: the state of a match, folded from its header and log. `muckle.match.match` adds what viewers see."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

import msgspec

from muckle import games
from muckle.engine.contract import tiebreak
from muckle.engine.game import Game
from muckle.engine.position import NO_WORDS, Position
from muckle.errors import ActionError, IllegalError, StaleError, TranscriptError, TurnError
from muckle.match import draws, resignation
from muckle.match.header import find_word_graph, read_header, recorded_word_list
from muckle.match.history import Link, Step, entries
from muckle.match.log import (
    Decision,
    Header,
    LogEntry,
    Resignation,
    Takeback,
    decision_text,
    standing_decisions,
    takeback_error,
)
from muckle.match.secret import keeps
from muckle.match.story import Story
from muckle.match.transcript import ResultLine
from muckle.match.transcript_check import check_seat


class Fold:
    """The fold of a header and a log, with methods to act, take back and copy.

    Copies (`copy`, or the module of that name) cost microseconds and share the past, which never changes. A match can be
    pickled; unpickling needs its word list.

    Args:
        header: the fixed part of the match. Its `chance` is filled in if it is empty, and checked otherwise.
        log: the entries so far. Only decisions that were not taken back are played again.
        secret: the secret of a hosted match; without it and without a seed, chance follows the recorded outcomes.
        names: what the seats are called.
        narrate: whether scenes tell the story.

    Raises:
        OptionsError: the header's options do not fit this version of the game.
        TranscriptError: an entry breaks the rules (the message says which), or the secret is another one.
    """

    def __init__(
        self,
        header: Header,
        log: Iterable[LogEntry] = (),
        *,
        secret: str | None = None,
        names: Sequence[str] = (),
        narrate: bool = True,
    ) -> None:
        self.game: Game = games.find(header.game)
        self.options = read_header(header)
        self.secret = secret or header.secret
        if self.secret and not keeps(self.secret, header):
            raise TranscriptError("the secret is not the one that was committed to")
        self.names = tuple(names) + tuple(f"Seat {n + 1}" for n in range(len(names), header.seats))
        self.words = recorded_word_list(header, self.options)
        """The word list of the match; None in a game without words."""
        self._narrate = narrate
        self._deal(header)
        self._play_log(tuple(log))

    @property
    def turn(self) -> int:
        """The seat to act, or -1 when the match is over."""
        return -1 if self.given_up else self.position.turn

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.given_up is not None or self.position.over

    @property
    def state(self) -> Any:
        """The state record. It holds hidden information: never hand it to a player."""
        return self.position.state

    @property
    def seq(self) -> int:
        """Number of entries in the log. An action may name the `seq` that it answers."""
        return self._link.seq if self._link else 0

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """All entries so far, including takebacks and the decisions that were taken back."""
        return entries(self._link)

    @property
    def last(self) -> Step:
        """The last decision that stands, or the deal, with the state after it. Two matches share it where their past is one."""
        return self._last

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions that stand."""
        return tuple(reversed([step.decision for step in self._last.back() if step.decision]))

    @property
    def count(self) -> int:
        """Number of decisions that stand."""
        return self._last.count

    @property
    def only_a_record(self) -> bool:
        """Whether the next draws are unknown here, so that the match cannot go on: it has neither a seed nor its secret."""
        return draws.is_record_only(self.header, self.secret)

    @property
    def scores(self) -> list[int]:
        """Each seat's score so far; final once the match is over."""
        return self.position.scores()

    @property
    def winners(self) -> list[int]:
        """The seats that lead; equal scores share, unless the game's tiebreak parts them (General 12)."""
        worth = [(score, int(tiebreak(self.position.setup, self.state, seat))) for seat, score in enumerate(self.scores)]
        if self.given_up:
            return resignation.winners(self.given_up, worth)
        return [seat for seat, own in enumerate(worth) if own == max(worth)]

    @property
    def reason(self) -> str:
        """Reason why the match is over; an empty text while it goes on."""
        if self.given_up:
            return resignation.reason(self.given_up)
        return self.game.text.reason(self.position.plain_setup, self.position.plain_state) if self.over else ""

    @property
    def result(self) -> ResultLine | None:
        """Result of the match; None while it goes on."""
        if not self.over:
            return None
        ended = ResultLine(tuple(self.scores), tuple(self.winners), self.reason)
        if self.given_up:
            return msgspec.structs.replace(ended, resigned=self.given_up.seat, void=self.given_up.void)
        return ended

    def legal(self) -> list[str]:
        """Return the legal actions of the seat to act as texts, in the order of their numbers; none when the match is over."""
        if self.given_up:
            return []
        text, setup, state = self.game.text, self.position.plain_setup, self.position.plain_state
        return [text.action_text(setup, state, action) for action in self.position.legal()]

    def offered(self) -> list[str]:
        """Return the actions that the seat to act may try: the legal ones, unless that list would reveal too much.

        A claim in Mickell is offered without its word, for every row that is long enough (Mickell I12).
        """
        return [] if self.given_up else self._offered(self.position)

    def apply(self, action: str, *, seat: int | None = None, seq: int | None = None, late: bool = False) -> Decision:
        """Apply an action in notation, such as "place KH".

        Args:
            seat: the seat that acts; None for the seat to act.
            seq: the `seq` that the action answers; None for the present one.
            late: whether the action is played because of a timeout.

        Raises:
            TurnError, StaleError, NotationError, IllegalError: the match is unchanged.
        """
        if seq is not None and seq != self.seq:
            raise StaleError(f"{action!r} answers position {seq}; the match is at {self.seq}")
        if self.over:
            raise TurnError("the match is over")
        if seat is not None and not 0 <= seat < self.options.seats:
            raise TurnError(f"there is no seat {seat} at this table of {self.options.seats}")
        if seat is not None and seat != self.turn:
            raise TurnError(f"it is {self.names[self.turn]}'s turn, not {self.names[seat]}'s")
        number = self.game.text.read_action(self.position.plain_setup, self.position.plain_state, action)
        decision = self._step(number, late=late)
        self._link = Link(self._link, decision, self.seq + 1)
        return decision

    def undo(self, seat: int | None = None, *, seq: int | None = None) -> Takeback:
        """Take back the last action that stands.

        Args:
            seat: the seat that takes back, within General 10; None takes back any action, for analysis and tests.
            seq: the `seq` that the takeback answers; None for the present one.

        Raises:
            ActionError: there is nothing to take back, or the takeback is not allowed.
        """
        if seq is not None and seq != self.seq:
            raise StaleError(f"a takeback answers position {seq}; the match is at {self.seq}")
        if self.given_up:
            raise ActionError("the match was given up")
        if self._last.decision is None:
            raise ActionError("there is nothing to take back")
        if seat is not None and not self.may_undo(seat):
            raise ActionError("that can no longer be taken back", "General 10")
        return self._take_back(self._last.decision.seat)

    def may_undo(self, seat: int | None) -> bool:
        """Return whether a seat may take back the last action alone (General 10)."""
        last = self._last.decision
        return not self.given_up and last is not None and last.seat == seat and self._story.revocable(self._last)

    def revocable(self, seat: int | None) -> int:
        """Return how many of the last actions a seat may take back alone, one after the other (General 10)."""
        last = self._last.back() if self.may_undo(seat) else ()
        own = itertools.takewhile(lambda step: step.decision and step.decision.seat == seat, last)
        return sum(1 for _ in itertools.takewhile(self._story.revocable, own))

    def recall(self, seat: int, *, seq: int | None = None) -> list[Takeback]:
        """Take back all actions that the seat may take back alone.

        Raises:
            ActionError: there is nothing to take back, or the takeback is not allowed.
        """
        return [self.undo(seat, seq=seq), *(self.undo(seat) for _ in range(self.revocable(seat)))]

    def timeout(self) -> str:
        """Return the action that is played for the seat to act if its time has run out or its person has left (General 13)."""
        number = self.game.text.timeout(self.position.plain_setup, self.position.plain_state)
        return self.game.text.action_text(self.position.plain_setup, self.position.plain_state, number)

    def fold(self, entry: LogEntry) -> None:
        """Apply a recorded entry of the log.

        Raises:
            TranscriptError: the entry breaks the rules here.
        """
        if isinstance(entry, Takeback):
            check_seat(entry.seat, self.options.seats, "seat")
            if self._last.decision is None or self._last.decision.seat != entry.seat:
                raise takeback_error(entry.seat)
            self._take_back(entry.seat)
        elif isinstance(entry, Resignation):
            check_seat(entry.seat, self.options.seats, "resigned")
            if self.over:
                raise TranscriptError(f"seat {entry.seat} cannot give this match up: it was over already")
            self._resign(entry)
        else:
            self._replay(entry)
            self._link = Link(self._link, entry, self.seq + 1)

    def copy(self) -> Self:
        """Return a copy of the match, which changes independently."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.position = self.position.copy()
        return other

    def at(self, count: int) -> Self:
        """Return a copy after the first `count` decisions that stand, without takebacks in its log.

        A resignation is kept only if `count` is the number of all decisions.

        Raises:
            TurnError: fewer decisions stand.
        """
        if not 0 <= count <= self.count:
            raise TurnError(f"a match of {self.count} decision{'s' * (self.count != 1)} has no position after {count}")
        other = self.copy()
        other._last = next(step for step in self._last.back() if step.count == count)
        other.position.load(other._last.memory())
        other._story = Story(other._last, other.position, other.names)
        other._link = None
        for number, decision in enumerate(other.decisions, 1):
            other._link = Link(other._link, decision, number)
        other.given_up = None
        if self.given_up and count == self.count:
            other._resign(self.given_up)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Fold], tuple[object, ...]]:
        return _restored, (type(self), self.header, self.log, self.secret, self.names, self._narrate)

    def __repr__(self) -> str:
        seats, done = self.options.seats, self.count
        state = f"over, scores {', '.join(map(str, self.scores))}" if self.over else f"seat {self.turn} to act"
        plural = "" if seats == 1 else "s", "" if done == 1 else "s"
        return f"<{type(self).__name__} of {self.game.name}: {seats} seat{plural[0]}, {done} decision{plural[1]}, {state}>"

    def _deal(self, header: Header) -> None:
        graph = NO_WORDS if self.words is None else self.words.graph
        position = Position(self.game, self.options, graph, header.seed or 0)
        if self.words is not None and isinstance(self.options.word_list(), str):
            position.origin = find_word_graph, (self.words.name, self.words.sha256)
        self.position = draws.deal_position(position, header, self.secret)
        self._link: Link | None = None
        self._last = Step(None, None, None, self.position)
        self._story = Story(self._last, self.position, self.names)
        self._outcomes: dict[int, str] = {}
        self.given_up: Resignation | None = None
        """The resignation that ended the match; None if there was none."""
        if header.chance and header.chance != self._chance():
            raise TranscriptError("the deal is not what the seed or secret gives")
        self.header = msgspec.structs.replace(header, chance=self._chance())

    def _play_log(self, log: tuple[LogEntry, ...]) -> None:
        """Play the decisions of a log that stand, and keep all of its entries."""
        number, last = 0, log[-1] if log and isinstance(log[-1], Resignation) else None
        played = log[:-1] if last else log
        try:
            for number, decision in standing_decisions(played):  # noqa: B007  # for the message
                self._replay(decision)
        except TranscriptError as error:
            raise TranscriptError(f"entry {number} of the log: {error.message}", error.rule) from None
        for number, entry in enumerate(played, 1):
            self._link = Link(self._link, entry, number)
        if last:
            self.fold(last)

    def _replay(self, decision: Decision) -> None:
        """Apply a recorded decision and compare its chance."""
        check_seat(decision.seat, self.options.seats, "seat")
        if self.over or decision.seat != self.turn:
            raise TranscriptError(f"it is not seat {decision.seat}'s turn")
        try:
            number = self.game.text.read_action(self.position.plain_setup, self.position.plain_state, decision.action)
            made = self._step(number, decision)
        except ActionError as error:
            raise TranscriptError(error.message, error.rule) from None
        if made != decision:
            self._go_back()
            raise TranscriptError(f"recorded as {decision_text(decision)}, but it comes to {decision_text(made)}")

    def _step(self, number: int, recorded: Decision | None = None, *, late: bool = False) -> Decision:
        """Apply an action and return the decision with its chance outcomes."""
        seat, action = self.turn, self.game.text.action_text(self.position.plain_setup, self.position.plain_state, number)
        outcomes = None if recorded is None else recorded.chance
        try:
            self.position = draws.next_position(self.position, number, self.header, self.secret, outcomes)
        except ValueError as error:
            raise IllegalError(f"{action!r} is not legal here: {error}") from None
        decision = Decision(seat, action, self._chance(), recorded.late if recorded else late)
        self._last = Step(self._last, decision, number, self.position)
        if self.secret:  # then each step has a position of its own
            self._story.keep(self._last, self.position)
        return decision

    def _take_back(self, seat: int) -> Takeback:
        self._go_back()
        takeback = Takeback(seat)
        self._link = Link(self._link, takeback, self.seq + 1)
        return takeback

    def _resign(self, entry: Resignation) -> Resignation:
        self.given_up = entry
        self._link = Link(self._link, entry, self.seq + 1)
        return entry

    def _go_back(self) -> None:
        """Return to the state before the last step."""
        assert self._last.before
        self._last, self.position = self._last.before, self.position.copy()
        self.position.load(self._last.memory())

    def _chance(self) -> tuple[str, ...]:
        """Return the outcomes of the last draws as texts."""
        known = self._outcomes
        codes = self.position.drew()
        for code in codes:
            if code not in known:
                known[code] = self.game.text.chance_text(self.position.plain_setup, code)
        return tuple(known[code] for code in codes)

    def _offered(self, position: Position) -> list[str]:
        return self.game.text.offered(position.plain_setup, position.plain_state, position.legal())


def _restored(
    kind: type[Fold], header: Header, log: tuple[LogEntry, ...], secret: str | None, names: tuple[str, ...], narrate: bool
) -> Fold:
    """Return the match of a pickle."""
    return kind(header, log, secret=secret, names=names, narrate=narrate)
