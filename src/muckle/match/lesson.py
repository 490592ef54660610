"""Lessons: a short match with laid cards and given moves, in which a coach speaks before each act of the learner.

A lesson is data in a game's folder: `lesson.toml`, and `lesson_NAME.toml` for another form of the game, such as Muckell. It is
played by the game's own rules, so a change of the rules that breaks it is found by replaying it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_uppercase
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from muckle import games
from muckle.engine.game import Game
from muckle.errors import ActionError, GameError, IllegalError, MuckleError, OptionsError, TurnError, suggest
from muckle.match.header import new_header
from muckle.match.log import Decision, Header
from muckle.match.match import Match
from muckle.scene.contract import Ask

LEARNER = 0
"""The seat of whoever learns."""
OTHERWISE = "You may do that, but this lesson goes another way."
"""Answer to an act that the rules allow and the lesson does not want."""

Move = tuple[str, ...]
"""An action in the game's notation, and behind it the outcomes of the draws that follow."""


class Closing(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a lesson."""

    coach: str
    """Last sentence of the coach."""
    scores: tuple[int, ...]
    """Scores of the match, so that a change of how it is scored is noticed, too."""
    before: tuple[Move, ...] = ()
    """Moves until the match is over."""


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One act of the learner."""

    coach: str
    """Sentence that says what to do, and why."""
    act: Move
    before: tuple[Move, ...] = ()
    """Moves before the coach speaks: those of the others, and those that the lesson makes for the learner."""
    rule: str = ""
    """Id of the rule that the step is about."""
    said: Mapping[str, str] = MappingProxyType({})
    """Sentences that answer other legal actions, by action."""
    otherwise: str = OTHERWISE
    """Sentence that answers every other legal action."""


class LessonFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a lesson's file."""

    deal: tuple[str, ...]
    """Outcomes of the deal, in order."""
    step: tuple[Step, ...]
    end: Closing
    others: tuple[str, ...] = ()
    """Names of the others at the table, from seat 1 on."""
    preset: str = ""
    options: dict[str, int | str] = {}


class Lesson(NamedTuple):
    """A lesson of a game."""

    name: str
    """Name of the game, or of the form of the game that the lesson is about."""
    game: Game
    file: LessonFile

    @property
    def title(self) -> str:
        """Name for people: that of the game, or of its form."""
        return self.game.title if self.name == self.game.name else self.name.replace("_", " ").capitalize()


class LessonMatch(Match):
    """A match that follows a lesson: it goes on by the lesson's next act only, and then makes the others' moves, too.

    Raises:
        GameError: the rules give something else than the lesson's file says; the message names the step.
    """

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.place = lesson, 0
        try:
            super().__init__(_header(lesson), names=("Learner", *lesson.file.others))
        except MuckleError as error:
            raise _fault(lesson, "the deal", error) from None
        for _ in self._moves(1, lesson.file.step[0].before):
            pass

    @property
    def step(self) -> Step | None:
        """The step that the learner is at; None once all are done."""
        steps = self.lesson.file.step
        return steps[self.place] if self.place < len(steps) else None

    @property
    def coach(self) -> str:
        """The coach's sentence now."""
        return self.step.coach if self.step else self.lesson.file.end.coach

    @property
    def open(self) -> bool:
        """Whether the record is open: never, as nobody needs the record of a lesson."""
        return False

    def may_undo(self, seat: int | None) -> bool:
        """Return False: a lesson does not play a wrong act, so there is nothing to take back."""
        return False

    def explain(self, action: str) -> ActionError | None:
        """Return why an action is not the lesson's next one: the rule that forbids it, or the lesson's own sentence."""
        refusal = super().explain(action)
        if refusal or self.step is None:
            return refusal or TurnError("the lesson is over")
        number, step = self._number(action), self.step
        if number == self._number(step.act[0]):
            return None
        said = {self._number(other): sentence for other, sentence in step.said.items()}
        return IllegalError(said.get(number, step.otherwise))

    def apply(self, action: str, *, seat: int | None = None, seq: int | None = None, late: bool = False) -> Decision:
        """Apply the lesson's next action and all moves up to the learner's next step, and return the last of them.

        Raises:
            ActionError: it is another action; the match is unchanged.
            GameError: as for the class.
        """
        if refusal := self.explain(action):
            raise refusal
        for _ in self.advance():
            pass
        return self.decisions[-1]

    def advance(self) -> Iterator[None]:
        """Play the lesson's next action, then all moves up to the learner's next step, pausing after each.

        Raises:
            TurnError: the lesson is over. GameError: as for the class.
        """
        if self.step is None:
            raise TurnError("the lesson is over")
        act = self.step.act
        self.place += 1
        yield from self._moves(self.place, [act])
        yield from self._moves(self.place + 1, (self.step or self.lesson.file.end).before)
        scores = list(self.lesson.file.end.scores)
        if not self.step and (not self.over or self.scores != scores):
            found = f"{self.scores}, {'over' if self.over else 'not over'}"
            raise _fault(self.lesson, "the end", IllegalError(f"expected a match that is over with {scores}, got {found}"))

    def expected(self) -> tuple[str, str]:
        """Return the scene's act that is the lesson's next action, and the answer to its question; both empty at the end.

        Raises:
            GameError: the scene offers no such act.
        """
        if self.step is None:
            return "", ""
        action = self.step.act[0]
        for name, act in self.scene(LEARNER).acts.items():
            for answer in _answers(act.ask, action):
                if self._number(action) is not None and self._number(f"{name} {answer}".strip()) == self._number(action):
                    return name, answer
        raise _fault(self.lesson, f"step {self.place + 1}, {action!r}", IllegalError("the table offers no such act"))

    def _moves(self, number: int, moves: Sequence[Move]) -> Iterator[None]:
        for action, *draws in moves:
            try:
                self.fold(Decision(self.turn, action, tuple(draws)))
            except MuckleError as error:
                raise _fault(self.lesson, f"step {number}, {action!r}", error) from None
            yield

    def _number(self, action: str) -> int | None:
        """Return the number of an action, None if it is not legal."""
        if super().explain(action):
            return None
        return self.game.text.read_action(self.position.plain_setup, self.position.plain_state, action)


def lessons() -> Mapping[str, Lesson]:
    """Return all lessons that can be read, by name, those of the games from outside included."""
    return _read_all()[0]


def find_lesson(name: str) -> Lesson:
    """Return the lesson of a name, ignoring case.

    Raises:
        OptionsError: there is none. GameError: its file is not what `LessonFile` says.
    """
    (known, broken), wanted = _read_all(), name.strip().lower()
    if wanted in broken:
        raise broken[wanted]
    if wanted not in known:
        hint = suggest(name, known) or f"; there are {', '.join(sorted(known))}"
        raise OptionsError(f"there is no lesson for {name!r}{hint}")
    return known[wanted]


@functools.cache
def _read_all() -> tuple[Mapping[str, Lesson], Mapping[str, GameError]]:
    """Return the lessons by name, and the errors of those that cannot be read: one bad file spoils no other lesson."""
    known: dict[str, Lesson] = {}
    broken: dict[str, GameError] = {}
    for game in games.GAMES.values():
        for name, text in game.lesson_texts().items():
            try:
                known[name] = Lesson(name, game, msgspec.toml.decode(text, type=LessonFile))
            except msgspec.DecodeError as error:
                broken[name] = GameError(f"{game.folder}: the lesson {name!r} cannot be read: {error}")
    return known, broken


def _header(lesson: Lesson) -> Header:
    """Return the header of a lesson's match: without seed and secret, so that every draw is the one that is laid."""
    file = lesson.file
    options = lesson.game.read_options(file.preset or None, file.options)
    return replace(new_header(lesson.game, options), chance=file.deal)


def _answers(ask: Ask | None, action: str) -> Sequence[str]:
    """Return the answers to an act's question that may make it the action."""
    if ask is None:
        return ("",)
    if ask.kind == "letter":
        return ascii_uppercase
    return ask.choices or (action.split()[-1],)


def _fault(lesson: Lesson, place: str, error: MuckleError) -> GameError:
    return GameError(f"{lesson.game.folder}: the lesson {lesson.name!r}, {place}: {error.message}", error.rule)
