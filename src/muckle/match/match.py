"""`Match`: one play of a game, for people, programs and the server alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

import msgspec

from muckle import games
from muckle.engine.game import Game
from muckle.engine.position import NO_WORDS, Position
from muckle.engine.rules import tiebreak
from muckle.errors import ActionError, IllegalError, OptionsError, StaleError, TranscriptError, TurnError
from muckle.match.follow import follow
from muckle.match.header import read_header
from muckle.match.log import Decision, Header, LogEntry, Takeback
from muckle.match.secret import keeps, key
from muckle.match.words import bring_words
from muckle.scene.contract import Act, Event, Scene
from muckle.words import lists
from muckle.words.vocabulary import EVERY, known, read

UNDO = "undo"
"""The act of taking back one's last action; it is the match's, not the game's."""


class Match:
    """A match in memory: the fold of a header and events.

    Args:
        header: what is fixed. Its `chance` is filled in if it is empty, and checked if it is not.
        events: what has happened so far.
        secret: the secret of a hosted match; without it and without a seed, chance follows the recorded outcomes.
        names: what the seats are called.
        narrate: whether to keep the story for scenes.

    Raises:
        OptionsError: the header's options do not fit this version of the game.
        TranscriptError: an event cannot have happened, the message says which; or the secret is another one.
    """

    def __init__(
        self,
        header: Header,
        events: Iterable[LogEntry] = (),
        *,
        secret: str | None = None,
        names: Sequence[str] = (),
        narrate: bool = True,
    ) -> None:
        self.game: Game = games.find(header.game)
        self.options = read_header(header)
        self.secret = secret or header.secret
        if self.secret and not keeps(self.secret, header.commitment):
            raise TranscriptError("the secret is not the one that was committed to")
        self.names = tuple(names) + tuple(f"Seat {n + 1}" for n in range(len(names), header.seats))
        self.words = words = bring_words(header, self.options)
        """The list that judges, or None where no word is judged."""
        self._graph = NO_WORDS if words is None else words.graph
        self._narrate = narrate
        self.header = header
        self._begin()
        if not header.chance:
            self.header = msgspec.structs.replace(header, chance=self.chance())
        elif self.chance() != header.chance:
            raise TranscriptError("the deal is not what the seed or secret gives")
        for event in events:
            self.fold(event)

    @property
    def turn(self) -> int:
        """The seat to act, or -1 when the match is over."""
        return self.position.turn

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.position.over

    @property
    def open(self) -> bool:
        """Whether all that was hidden may be told: the match is over, and no option keeps the record (General 11)."""
        return bool(self.over) and self.options.reveal_after_match == "all"

    @property
    def state(self) -> Any:
        """The state record. It holds hidden information: never hand it to a player."""
        return self.position.state

    @property
    def seq(self) -> int:
        """How many events there have been; an action answers a seq."""
        return len(self.log)

    @property
    def scores(self) -> list[int]:
        """Each seat's score so far; final once the match is over."""
        return self.position.scores()

    @property
    def winners(self) -> list[int]:
        """The seats that lead; equal scores share, unless the game's tiebreak parts them (General 12)."""
        worth = [(score, int(tiebreak(self.position.setup, self.state, seat))) for seat, score in enumerate(self.scores)]
        return [seat for seat, own in enumerate(worth) if own == max(worth)]

    @property
    def reason(self) -> str:
        """Why the match is over, or nothing yet."""
        return self.game.text.reason(self.position.plain_setup, self.position.plain_state) if self.over else ""

    @property
    def lookups(self) -> bool:
        """Whether words may be looked up now: always, unless the option `lookup` forbids it and the match is not over."""
        return self.words is not None and (self.over or getattr(self.options, "lookup", "free") != "none")

    def dictionary(self) -> lists.WordList:
        """The word list that judges, to look words up in (Mickell D9).

        Raises:
            ActionError: the game has none, or this match is played without look-ups and is not over.
        """
        if self.words is None:
            raise ActionError(f"{self.game.title} is played without a word list")
        if not self.lookups:
            raise TurnError("this match is played with lookup = none: words can be looked up once it is over", "Mickell D9")
        return self.words

    def legal(self) -> list[str]:
        """The actions there are for the seat to act, as texts, in the order of the action numbers; empty when over."""
        text, setup, state = self.game.text, self.position.plain_setup, self.position.plain_state
        return [text.action_text(setup, state, action) for action in self.position.legal()]

    def offered(self) -> list[str]:
        """What the seat to act may try, as scenes and transcripts list it: `legal`, unless that would tell too much.

        A claim in Mickell is offered without its word, for every row that is long enough (Mickell I12).
        """
        text = self.game.text
        if not hasattr(text, "offered"):
            return self.legal()
        return text.offered(self.position.plain_setup, self.position.plain_state, self.position.legal())

    def unanswered(self, action: str) -> bool:
        """Whether an action leaves out what a person has to say, such as the word of a claim: to do or refuse it would tell."""
        written = " ".join(action.lower().split())
        return written in {text.lower() for text in set(self.offered()) - set(self.legal())}

    def chance(self) -> tuple[str, ...]:
        """What the last draws came to, as texts."""
        return tuple(self.game.text.chance_text(self.position.plain_setup, code) for code in self.position.drew())

    def apply(self, action: str, *, seat: int | None = None, seq: int | None = None, late: bool = False) -> Decision:
        """Take an action, written as in notation ("place KH").

        Args:
            seat: who asks; None for whoever's turn it is.
            seq: the `seq` the action answers; None for the present one.
            late: whether it is a timeout action.

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
        decision = self._step(number, late)
        self.log.append(decision)
        return decision

    def undo(self, seat: int | None = None, *, seq: int | None = None) -> Takeback:
        """Take back the last action that stands.

        Args:
            seat: who asks: then only what General 10 allows. None: whatever it was, for analysis and tests.

        Raises:
            ActionError: there is nothing to take back, or it may not be.
        """
        if seq is not None and seq != self.seq:
            raise StaleError(f"a takeback answers position {seq}; the match is at {self.seq}")
        if not self.decisions:
            raise ActionError("there is nothing to take back")
        if seat is not None and not self.may_undo(seat):
            raise ActionError("that can no longer be taken back", "General 10")
        takeback = Takeback(self.decisions[-1].seat)
        self._take_back()
        self.log.append(takeback)
        return takeback

    def may_undo(self, seat: int | None) -> bool:
        """Whether that seat may take back the last action alone (General 10)."""
        return bool(self.decisions) and self.decisions[-1].seat == seat and self._revocable[-1]

    def timeout(self) -> str:
        """The action that is played for a seat whose time has run out or who has left (General 13)."""
        number = self.game.text.timeout(self.position.plain_setup, self.position.plain_state)
        return self.game.text.action_text(self.position.plain_setup, self.position.plain_state, number)

    def explain(self, action: str) -> ActionError | None:
        """Why an action would be refused now, or None if it would not be."""
        try:
            if self.over:
                raise TurnError("the match is over")
            self.game.text.read_action(self.position.plain_setup, self.position.plain_state, action)
        except ActionError as error:
            return error
        return None

    def hints(self, seat: int, words: str = EVERY) -> list[str]:
        """What the game tells a seat that asks for a hint; from what that seat may know, and never with offensive words.

        Args:
            words: a vocabulary (`muckle.words.vocabulary`): the hint is given with its words only.

        Raises:
            OptionsError: there is no such vocabulary, or no words in this game.
        """
        name, text = read(words), self.game.text
        if name and self.words is None:
            raise OptionsError(f"{self.game.name} has no words, so a hint there has no vocabulary, got {words!r}")
        if self.over or not hasattr(text, "hints"):
            return []
        view = self.position.view(seat, NO_WORDS if self.words is None else known(self.words, name).graph)
        return text.hints(view.plain_setup, view.plain_state, seat)

    def story(self, viewer: int | None) -> list[str]:
        """Everything that happened, in sentences, as that viewer may know it."""
        return [event.told(viewer) for events in self._story for event in events]

    def news(self, viewer: int | None) -> tuple[str, ...]:
        """The sentences since the viewer's own last action; for spectators those of one round of turns."""
        seats = [decision.seat for decision in self.decisions]
        since = len(seats) - 1 - seats[::-1].index(viewer) if viewer in seats else -1
        if viewer is None:
            since = max(-1, len(seats) - self.options.seats)
        return tuple(event.told(viewer) for events in self._story[since + 1 :] for event in events)

    def scene(self, viewer: int | None = None) -> Scene:
        """What a viewer (a seat, or None for a spectator) sees and may do.

        Raises:
            TurnError: there is no such seat.
        """
        if viewer is not None and viewer not in range(self.options.seats):
            raise TurnError(f"there is no seat {viewer} at this table of {self.options.seats}")
        scene: Scene = self.game.scene.build(self.position.plain_setup, self.position.plain_state, viewer, self.names)
        acts = scene.acts
        if self.may_undo(viewer) and not self.over:
            acts = {**acts, UNDO: Act("Take back", UNDO, key="u")}
        words = None
        if self.lookups:
            told = (word for events in self._story for event in events for word in event.words)
            words = tuple(dict.fromkeys((*told, *(scene.words or ()))))
        seats = tuple(
            msgspec.structs.replace(seat, you=viewer == number) if viewer == number else seat
            for number, seat in enumerate(scene.seats)
        )
        return msgspec.structs.replace(
            scene,
            acts=acts,
            seats=seats,
            viewer=viewer,
            seq=self.seq,
            record=self.open,
            words=words,
            say=self.news(viewer) if self._narrate else (),
        )

    def transcript(self) -> str:
        """The match in the public file format, see `muckle.match.transcript`."""
        from muckle.match.transcript import write

        return write(self)

    def copy(self) -> Self:
        """The same match once more, to try things out on."""
        return type(self)(self.header, self.log, secret=self.secret, names=self.names, narrate=self._narrate)

    def _begin(self) -> None:
        self.position = Position(self.game, self.options, self._graph, self.header.seed or 0)
        if self.secret:
            self.position.deal(key(self.secret, 0))
        elif self.header.seed is None:
            self.position = follow(self.position, None, self.header.chance, self.game)
        self.log: list[LogEntry] = []
        self.decisions: list[Decision] = []
        self._revocable: list[bool] = []
        self._story: list[list[Event]] = [self._events(None, None)] if self._narrate else []

    def _step(self, number: int, late: bool = False, chance: Sequence[str] | None = None) -> Decision:
        """Do it: the decision with its chance. `chance` is followed where neither seed nor secret decides."""
        before, text = self.position.copy(), self.game.text
        setup, seat = before.plain_setup, before.turn
        action = text.action_text(setup, before.plain_state, number)
        try:
            if self.secret:
                self.position.state.rng = key(self.secret, int(self.state.draws))
            if not self.secret and self.header.seed is None:
                if chance is None:
                    raise ActionError("the match has no chance of its own: it follows a record")
                self.position = follow(before, number, chance, self.game)
            else:
                self.position.apply(number)
        except ValueError as error:
            self.position.restore(before)
            raise IllegalError(f"{action!r} is not legal here: {error}") from None
        decision = Decision(seat, action, self.chance(), late)
        revocable = hasattr(text, "revocable") and text.revocable(setup, before.plain_state, number, self.position.plain_state)
        self.decisions.append(decision)
        self._revocable.append(bool(revocable))
        if self._narrate:
            self._story.append(self._events(before, number))
        return decision

    def _events(self, before: Position | None, number: int | None) -> list[Event]:
        state = None if before is None else before.plain_state
        return self.game.text.events(self.position.plain_setup, state, number, self.position.plain_state, self.names)

    def fold(self, event: LogEntry) -> None:
        """Let a recorded event happen again.

        Raises:
            TranscriptError: it cannot have happened here.
        """
        place = f"event {self.seq + 1}"
        if isinstance(event, Takeback):
            if not self.decisions or self.decisions[-1].seat != event.seat:
                raise TranscriptError(f"{place}: seat {event.seat} has nothing to take back")
            self._take_back()
            self.log.append(event)
            return
        if self.over or event.seat != self.turn:
            raise TranscriptError(f"{place}: it is not seat {event.seat}'s turn")
        try:
            number = self.game.text.read_action(self.position.plain_setup, self.position.plain_state, event.action)
            decision = self._step(number, event.late, event.chance)
        except ActionError as error:
            raise TranscriptError(f"{place}: {error.message}", error.rule) from None
        if decision != event:
            raise TranscriptError(f"{place}: recorded as {told(event)}, but it comes to {told(decision)}")
        self.log.append(event)

    def _take_back(self) -> None:
        log, standing = self.log, self.decisions[:-1]
        self._begin()
        for decision in standing:
            self.fold(decision)
        self.log = log


def told(decision: Decision) -> str:
    """A decision in a few words, for messages."""
    return f"seat {decision.seat} {decision.action}" + (f" ({', '.join(decision.chance)})" if decision.chance else "")
