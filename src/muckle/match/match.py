"""`Match`: one play of a game, with its scenes and its transcript; and the functions that make one: new, dealt or loaded."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Self

import msgspec
import numpy as np

from muckle import games
from muckle.engine.chance import read_seed
from muckle.engine.contract import is_default
from muckle.engine.facts import Fact
from muckle.engine.position import NO_WORDS, Position
from muckle.errors import ActionError, MuckleError, OptionsError, TranscriptError, TurnError
from muckle.match import draws, resignation, transcript
from muckle.match.fairness import fairness
from muckle.match.fold import Fold
from muckle.match.header import new_header, promised_header
from muckle.match.history import Step
from muckle.match.information_state import learned_lines, learned_row, stack_rows, tensor_shape
from muckle.match.log import Decision, Header, Picks, Resignation
from muckle.match.transcript import DecisionLine, Transcript
from muckle.match.transcript_check import check_header, check_legal, check_picks, check_result
from muckle.scene.contract import Act, Blocks, Scene, ScoredLine
from muckle.scene.result import own_title
from muckle.words import lists
from muckle.words.vocabulary import EVERY, known_words, read_vocabulary

UNDO, RECALL = "undo", "recall"
"""Names of the acts that take back the viewer's last action, or all of the last ones. Every game has them."""


class Match(Fold):
    """A match in memory. `muckle.new_match` begins one, `muckle.load` reads one; its base `Fold` applies actions to it."""

    @classmethod
    def from_transcript(cls, text: str, *, names: Sequence[str] = (), narrate: bool = True) -> Self:
        """Return the match of a transcript, over or not, after comparing every line with the rules.

        An unfinished match with a seed can go on. A hosted match (with a commitment) can go on only in the room that has its
        secret; here it is a record that can be looked at and taken back in (`only_a_record`).

        Raises:
            TranscriptError: the text is no transcript, has several matches, or a line breaks the rules; the message says which.

        >>> match = new_match("mitch", seats=3, seed=7)
        >>> _ = match.apply(match.legal()[0])
        >>> Match.from_transcript(match.transcript())
        <Match of mitch: 3 seats, 1 decision, seat 0 to act>
        """
        *_, match = cls.replay(transcript.read_one(text), names=names, narrate=narrate)
        return match

    @classmethod
    def replay(cls, recorded: Transcript, *, names: Sequence[str] = (), narrate: bool = True) -> Iterator[Self]:
        """Yield a recorded match after its deal and after each decision (always the same object), comparing every line.

        Raises:
            TranscriptError: a line differs from what the rules give; the message says which line.
        """
        at = 0
        try:
            match = cls(recorded.header, names=names, narrate=narrate)
            check_header(recorded.header, match.options.public(), match.header.chance)
            check_picks(recorded.header.picks, match._picks(match.position, None))
            for at, line in enumerate(recorded.lines, 1):  # noqa: B007  # told when something differs
                yield match
                check_legal(line.legal, match.offered())
                before = match.position  # with a secret every step has a position of its own
                match.fold(Decision(line.seat, line.action, line.chance))
                check_picks(line.picks, match._picks(before, match._last.number, line.chance))
            at = len(recorded.places) - 1
            if recorded.result is not None and recorded.result.resigned is not None:
                match.fold(Resignation(recorded.result.resigned, recorded.result.void))
            yield match
            check_result(recorded.result, match.result, match.options.seats)
        except MuckleError as error:
            raise TranscriptError(f"line {recorded.places[at]}: {error.message}", error.rule) from None

    @property
    def open(self) -> bool:
        """Whether all that was hidden may be told: the match is over, and no option keeps the record (General 11)."""
        return bool(self.over) and self.options.reveal_after_match == "all"

    @property
    def lookups(self) -> bool:
        """Whether words may be looked up now: always, unless the option `lookup` forbids it and the match is not over."""
        return self.words is not None and (self.over or self.options.lookup_refusal() is None)

    def dictionary(self) -> lists.WordList:
        """Return the word list of the match, to look words up in (Mickell D9).

        Raises:
            ActionError: the game has none, or this match is played without look-ups and is not over.
        """
        if self.words is None:
            raise ActionError(f"{self.game.title} is played without a word list")
        refusal = self.options.lookup_refusal()
        if refusal is not None and not self.over:
            raise refusal
        return self.words

    def unanswered(self, action: str) -> bool:
        """Return whether an action lacks an answer, such as the word of a claim: to play or refuse it would tell a secret."""
        if is_default(self.game.text.offered):
            return False  # every action that may be tried is legal, and complete
        written, legal = " ".join(action.lower().split()), self.legal()
        if written in legal:
            return False  # the usual case; `offered` takes much longer
        return written in {text.lower() for text in set(self.offered()) - set(legal)}

    def explain(self, action: str) -> ActionError | None:
        """Return why an action would be refused now, or None if it is legal.

        `muckle.best_advice` says what to do instead.

        >>> print(new_match("mitch", "tiny", seed=7).explain("place AS"))
        A♠ is an Ace: Aces only go into the display [Mitch 1c]
        """
        try:
            if self.over:
                raise TurnError("the match is over")
            self.game.text.read_action(self.position.plain_setup, self.position.plain_state, action)
        except ActionError as error:
            return error
        return None

    def hints(self, seat: int, words: str = EVERY) -> list[str]:
        """Return the game's hints for a seat, from what that seat may know and without offensive words.

        Args:
            words: the vocabulary (`muckle.words.vocabulary`) that hints may use.

        Raises:
            OptionsError: there is no such vocabulary, or the game has no words.
        """
        name, text = read_vocabulary(words), self.game.text
        if name and self.words is None:
            raise OptionsError(f"{self.game.name} has no words, so a hint there has no vocabulary, got {words!r}")
        if self.over:
            return []
        view = self.position.view(seat, NO_WORDS if self.words is None else known_words(self.words, name).graph)
        return text.hints(view.plain_setup, view.plain_state, seat)

    def story(self, viewer: int | None) -> list[str]:
        """Return the story of the match in sentences, as a viewer may know it."""
        return self._story.sentences(self._last, viewer)

    def facts(self) -> list[Fact]:
        """Return everything that has happened, as the rules tell it; it names hidden things, too."""
        steps = reversed([*self._last.back()])
        return [fact for step in steps for fact in self._story.facts(step)]

    def scored_lines(self, seat: int) -> tuple[ScoredLine, ...]:
        """Return what a seat has made of the match so far: its words, plays, hands or rounds with their points."""
        return self._story.scored_lines(self._last, seat)

    def information_state(self, seat: int) -> str:
        """Return everything a seat has learned so far as a text: its actions, the story it was told, and its observations.

        A seat cannot tell two matches of one game apart if their texts are equal; then it has the same legal actions in both.

        >>> match = new_match("mitch", "tiny", seed=7)
        >>> print(match.information_state(match.turn).splitlines()[0])
        Seat 1 deals one card to everybody: hand 1
        """
        return "\n".join(text for text, _, _ in self._learned(seat))

    def information_tensor(self, seat: int) -> np.ndarray[Any, Any]:
        """Return `information_state` as numbers of a fixed shape, float32; `muckle.match.information_state` has the layout.

        >>> match = new_match("mitch", "tiny", seed=7)
        >>> match.information_tensor(0).shape
        (5, 229)
        """
        rows = [learned_row(text, action, after, seat) for text, action, after in self._learned(seat)]
        return stack_rows(rows, tensor_shape(self.position))

    def _learned(self, seat: int) -> Iterator[tuple[str, int | None, Position]]:
        """Yield what a seat learned in each step that told it something, its own action, and the position after the step."""
        before = None
        for step in reversed([*self._last.back()]):
            after = self._story.position(step)
            if text := "\n".join(learned_lines(before, step.number, after, seat, self.names)):
                yield text, step.number if before is not None and before.turn == seat else None, after
            before = after

    def news(self, viewer: int | None) -> tuple[str, ...]:
        """Return the sentences since the viewer's own last action; for spectators those of the last decisions, one a seat."""
        return tuple(event.told(viewer) for event in self._story.news(self._last, viewer, self.options.seats))

    def latest(self, viewer: int | None) -> tuple[str, ...]:
        """Return the sentences about the last decision (or the deal), as a viewer may know it."""
        return tuple(event.told(viewer) for event in self._story.events(self._last))

    def scene(self, viewer: int | None = None) -> Scene:
        """Return what a viewer (a seat, or None for a spectator) sees and may do.

        Raises:
            TurnError: there is no such seat.
        """
        if viewer is not None and viewer not in range(self.options.seats):
            raise TurnError(f"there is no seat {viewer} at this table of {self.options.seats}")
        scene = self._story.scene(self._last, self.position, viewer)
        if self.given_up:
            scene = resignation.resigned_scene(scene, self.given_up, self.winners, self.names)
        elif scene.result and viewer is not None:
            own = own_title(viewer, self.names, self.scores, self.winners) if self.options.seats > 1 else ""
            blocks = tuple(Blocks(line.points, line.full, line.empty) for line in self.scored_lines(viewer))
            result = msgspec.structs.replace(scene.result, own=own, blocks=blocks)
            scene = msgspec.structs.replace(scene, result=result)
        acts = scene.acts
        if self.may_undo(viewer) and not self.over:
            acts = {**acts, UNDO: Act("Take back", UNDO, key="u")}
            if self.revocable(viewer) > 1:
                acts[RECALL] = Act("Take all back", UNDO)
        words = None
        if self.lookups:
            words = tuple(dict.fromkeys((*self._story.words(self._last), *(scene.words or ()))))
        seats = tuple(
            msgspec.structs.replace(seat, you=viewer == number) if viewer == number else seat
            for number, seat in enumerate(scene.seats)
        )
        news = self._story.news(self._last, viewer, self.options.seats) if self._narrate else []
        return msgspec.structs.replace(
            scene,
            acts=acts,
            seats=seats,
            viewer=viewer,
            seq=self.seq,
            record=self.open,
            fairness=fairness(self.header, begun=True, over=self.over, secret=self.secret if self.open else None),
            words=words,
            say=tuple(event.told(viewer) for event in news),
            own=tuple(place for place, event in enumerate(news) if viewer is not None and event.seat == viewer),
            reckoning=self._story.reckoning(self._last, viewer) if self._narrate else None,
        )

    def retractable(self, seat: int) -> int:
        """Return how many decisions are undone if a seat takes back its last one with the consent of the others (General 10).

        0 if that is not allowed: because something was drawn since, the seat has seen a new face, or another seat has acted and
        could not take its action back alone.
        """
        if self.over:
            return 0
        for count, step in enumerate(self._last.back(), 1):
            if step.decision is None or step.decision.chance:
                break
            if step.decision.seat == seat:
                return 0 if self._shows(step, seat) else count
            if not self._story.revocable(step):
                break
        return 0

    def untouched(self, people: Container[int] | None = None) -> bool:
        """Return whether no person has acted yet, on any of these seats; by default on all."""
        acted = (step.decision.seat for step in self._last.back() if step.decision)
        return not any(people is None or seat in people for seat in acted)

    def rest(self) -> None:
        """Free memory that the next step does not need, once all viewers have their scenes."""
        self._story.rest()

    def resign(self, seat: int, people: Container[int] | None = None) -> Resignation:
        """End the match by a resignation; it is called off (void) if it is `untouched` by people.

        Raises:
            TurnError: the match is over already, or there is no such seat.
        """
        if self.over:
            raise TurnError("the match is over")
        if not 0 <= seat < self.options.seats:
            raise TurnError(f"there is no seat {seat} at this table of {self.options.seats}")
        return self._resign(Resignation(seat, void=self.untouched(people)))

    def lines(self) -> Iterator[DecisionLine]:
        """Yield the transcript's lines of the decisions that stand, with the actions that were legal at each."""
        steps = reversed([*self._last.back()])
        before = next(steps)
        for step in steps:
            assert step.decision
            decision, position = step.decision, self._story.position(before)
            legal = self._offered(position)
            picks = self._picks(position, step.number, decision.chance, step.among) if self.over else None
            yield DecisionLine(decision.seat, tuple(legal), decision.action, decision.chance, picks)
            before = step

    def transcript(self) -> str:
        """Return the match in the public file format (`muckle.match.transcript`), without the secret if it is not over.

        A transcript reveals hidden information: check `open` before handing it out.
        """
        picks = self._picks(self.position, None) if self.over else None
        header = msgspec.structs.replace(self.header, secret=self.secret if self.over else None, picks=picks)
        return transcript.write(header, self.lines(), self.result)

    def _shows(self, step: Step, seat: int) -> bool:
        """Return whether a step showed a seat a face that it had not seen just before."""
        assert step.before
        if self.game.all_open:
            return False
        if step.showed is None or seat not in step.showed:
            before, after = (self._story.faces(each, seat) for each in (step.before, step))
            step.showed = {**(step.showed or {}), seat: not after.items() <= before.items()}
        return step.showed[seat]

    def _picks(
        self,
        before: Position,
        action: int | None,
        chance: Sequence[str] | None = None,
        among: Sequence[int] | None = None,
    ) -> Picks | None:
        """Return the picks of a step's draws; None in a match without a secret.

        Args:
            chance: the outcomes of the step, if they are known.
            among: see `draws.step_picks`.
        """
        if not self.secret:
            return None
        return () if chance == () else draws.step_picks(before, action, self.header, self.secret, among)


def new_match(
    game: str,
    preset: str | None = None,
    *,
    seed: int | None = None,
    secret: str | None = None,
    match: str = "",
    salts: Sequence[str] | None = None,
    names: Sequence[str] = (),
    narrate: bool = True,
    **options: int | str,
) -> Match:
    """Deal a new match; options are given by name and listed in ``muckle.GAMES``.

    Args:
        game: the name of the game, such as "mitch".
        preset: a named set of option values, which `options` change.
        seed: whole number from 0 to 2**62; the same seed gives the same deal. The default is 0 where no secret is given.
        secret: the secret of a hosted match (`muckle.match.secret`), instead of a seed.
        match: the id of a hosted match.
        salts: the salts of a hosted match, one for each seat; by default empty texts.
            (A room first publishes a header and deals later: `promised_header`, `deal_promised`.)
        names: the names of the seats in stories; by default "Seat 1", "Seat 2", …
        narrate: whether scenes tell the story; simulations leave it out.

    Raises:
        OptionsError: the game, preset or an option does not exist, or values do not fit.

    >>> new_match("mitch", seats=3, seed=7).turn in (0, 1, 2)
    True
    """
    kind = games.find(game)
    checked = kind.read_options(preset, options)
    if secret is None:
        header = msgspec.structs.replace(new_header(kind, checked), seed=read_seed(0 if seed is None else seed))
        return Match(header, names=names, narrate=narrate)
    header = promised_header(kind, checked, match, secret)
    return deal_promised(header, secret, [""] * header.seats if salts is None else salts, names=names, narrate=narrate)


def deal_promised(
    header: Header, secret: str, salts: Sequence[str], *, names: Sequence[str] = (), narrate: bool = True
) -> Match:
    """Deal a match whose header was published before, when everybody has sat down.

    Args:
        header: from `promised_header`.
        salts: one for each seat: 64 hexadecimal digits, or an empty text.

    Raises:
        OptionsError: a salt is malformed.
        TranscriptError: the secret is not the one that the header commits to.
    """
    return Match(msgspec.structs.replace(header, salts=tuple(salts)), secret=secret, names=names, narrate=narrate)


def load(saved: str | PathLike[str], *, names: Sequence[str] = (), narrate: bool = True) -> Match:
    """Return the match of a saved transcript, over or not, after checking every line.

    Args:
        saved: the transcript's text, which begins with ``{``, or the path of its file.
        names: as for `new_match`.
        narrate: as for `new_match`.

    Raises:
        TranscriptError: the file cannot be read, has no match or several, or a line breaks the rules.
        OptionsError: the word list of the match is missing.

    >>> match = new_match("mitch", seats=3, seed=7)
    >>> load(match.transcript()).turn == match.turn
    True
    """
    if isinstance(saved, str) and saved.lstrip().removeprefix("\ufeff").startswith("{"):
        return Match.from_transcript(saved, names=names, narrate=narrate)
    path = Path(saved)
    shown = repr(str(path)) if len(str(path)) < 200 else f"{str(path)[:60]!r}…"  # it may be a text that is no path at all
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise TranscriptError(f"{shown} cannot be read: {reason}") from None
    try:
        return Match.from_transcript(text, names=names, narrate=narrate)
    except TranscriptError as error:
        raise TranscriptError(f"{shown}: {error.message}", error.rule) from None


def check_transcript(recorded: Transcript) -> Match:
    """Replay a transcript, compare every line (legal actions, chance, scores, winners), and return the match.

    Raises:
        TranscriptError: a line differs from what the rules give; the message says which line.
    """
    *_, match = Match.replay(recorded, narrate=False)
    return match
