"""`Match`: one play of a game, for people, programs and the server alike: what each viewer sees of it, and its transcript."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

import msgspec

from muckle.engine.contract import is_default
from muckle.engine.position import NO_WORDS, Position
from muckle.errors import ActionError, MuckleError, OptionsError, TranscriptError, TurnError
from muckle.match import draws, given_up, transcript
from muckle.match.compare import same_header, same_legal, same_picks, same_result
from muckle.match.fairness import fairness
from muckle.match.fold import Fold
from muckle.match.history import Step
from muckle.match.log import Decision, Picks, Resignation
from muckle.match.recall import learned
from muckle.match.transcript import DecisionLine, Transcript
from muckle.scene.contract import Act, Scene
from muckle.scene.result import own_title
from muckle.words import lists
from muckle.words.vocabulary import EVERY, known, read

UNDO, RECALL = "undo", "recall"
"""The act of taking back one's last action; it is the match's, not the game's."""


class Match(Fold):
    """A match in memory. Begin one with `muckle.new_match`, read one with `muckle.load`; see `Fold` for what it is made of."""

    @classmethod
    def from_transcript(cls, text: str, *, names: Sequence[str] = (), narrate: bool = True) -> Self:
        """The match that a transcript tells, over or not; every line is compared with the rules.

        An unfinished one with a seed goes on where it stopped. A hosted one (with a commitment) goes on only in the room
        that has its secret; here it is a record, to be looked at and taken back in (`only_a_record`).

        Raises:
            TranscriptError: it is none, or of several matches, or something in it cannot have happened; says at which line.

        >>> from muckle.match.begin import new_match
        >>> match = new_match("mitch", seats=3, seed=7)
        >>> _ = match.apply(match.legal()[0])
        >>> Match.from_transcript(match.transcript())
        <Match of mitch: 3 seats, 1 decision, seat 2 to act>
        """
        *_, match = cls.replay(transcript.only(text), names=names, narrate=narrate)
        return match

    @classmethod
    def replay(cls, recorded: Transcript, *, names: Sequence[str] = (), narrate: bool = True) -> Iterator[Self]:
        """A recorded match after its deal, and again (the same object) after each decision; all that is written is compared.

        Raises:
            TranscriptError: something differs from what the rules make of it; the message says at which line.
        """
        at = 0
        try:
            match = cls(recorded.header, names=names, narrate=narrate)
            same_header(recorded.header, match.options.public(), match.header.chance)
            same_picks(recorded.header.picks, match._picks(match.position, None))
            for at, line in enumerate(recorded.lines, 1):  # noqa: B007  # told when something differs
                yield match
                same_legal(line.legal, match.offered())
                before = match.position  # with a secret every step has a position of its own
                match.fold(Decision(line.seat, line.action, line.chance))
                same_picks(line.picks, match._picks(before, match._last.number, line.chance))
            at = len(recorded.places) - 1
            if recorded.result is not None and recorded.result.resigned is not None:
                match.fold(Resignation(recorded.result.resigned, recorded.result.void))
            yield match
            same_result(recorded.result, match.result, match.options.seats)
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
        """The word list that judges, to look words up in (Mickell D9).

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
        """Whether an action leaves out what a person has to say, such as the word of a claim: to do or refuse it would tell."""
        if is_default(self.game.text.offered):
            return False  # whatever may be tried is whole
        written, legal = " ".join(action.lower().split()), self.legal()
        if written in legal:
            return False  # as clients send it; what may be tried is much longer to find out
        return written in {text.lower() for text in set(self.offered()) - set(legal)}

    def explain(self, action: str) -> ActionError | None:
        """Return why an action would be refused now, or None if it is legal. (`muckle.best_advice` says what to do instead.)

        >>> from muckle.match.begin import new_match
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
        """What the game tells a seat that asks for a hint; from what that seat may know, and never with offensive words.

        Args:
            words: a vocabulary (`muckle.words.vocabulary`): the hint is given with its words only.

        Raises:
            OptionsError: there is no such vocabulary, or no words in this game.
        """
        name, text = read(words), self.game.text
        if name and self.words is None:
            raise OptionsError(f"{self.game.name} has no words, so a hint there has no vocabulary, got {words!r}")
        if self.over:
            return []
        view = self.position.view(seat, NO_WORDS if self.words is None else known(self.words, name).graph)
        return text.hints(view.plain_setup, view.plain_state, seat)

    def story(self, viewer: int | None) -> list[str]:
        """Everything that happened, in sentences, as that viewer may know it."""
        return self._story.told(self._last, viewer)

    def information_state(self, seat: int) -> str:
        """Everything a seat has learned so far, forgetting nothing: its actions, what it was told, and what it observed.

        Two matches of one game with the same text are the same to the seat; then its legal actions are the same, too.

        >>> from muckle.match.begin import new_match
        >>> match = new_match("mitch", "tiny", seed=7)
        >>> print(match.information_state(match.turn).splitlines()[0])
        You deal one card to everybody: hand 1
        """
        lines: list[str] = []
        before = None
        for step in reversed([*self._last.back()]):
            after = self._story.position(step)
            lines += learned(before, step.number, after, seat, self.names)
            before = after
        return "\n".join(lines)

    def news(self, viewer: int | None) -> tuple[str, ...]:
        """The sentences since the viewer's own last action; for spectators those of one round of turns."""
        return tuple(event.told(viewer) for event in self._story.news(self._last, viewer, self.options.seats))

    def latest(self, viewer: int | None) -> tuple[str, ...]:
        """What happened at the last decision, or the deal, in sentences, as that viewer may know it."""
        return tuple(event.told(viewer) for event in self._story.events(self._last))

    def scene(self, viewer: int | None = None) -> Scene:
        """What a viewer (a seat, or None for a spectator) sees and may do.

        Raises:
            TurnError: there is no such seat.
        """
        if viewer is not None and viewer not in range(self.options.seats):
            raise TurnError(f"there is no seat {viewer} at this table of {self.options.seats}")
        scene: Scene = self.game.scene.build(self.position.plain_setup, self.position.plain_state, viewer, self.names)
        self._story.saw(self._last, viewer, scene)
        if self.given_up:
            scene = given_up.last_board(scene, self.given_up, self.winners, self.names)
        elif scene.result and viewer is not None and self.options.seats > 1:
            own = own_title(viewer, self.names, self.scores, self.winners)
            scene = msgspec.structs.replace(scene, result=msgspec.structs.replace(scene.result, own=own))
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
        """How many decisions fall if a seat takes its last one back with the consent of the others (General 10).

        It is 0 where that may not be: nothing is drawn again, the seat has been shown nothing new, and of others only what
        they may still take back alone has come after it.
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

    @property
    def untouched(self) -> bool:
        """Whether no person has acted yet in a hosted match; people are the seats that sealed a salt."""
        header = self.header
        people = header.redraws[0].seals if header.redraws else header.seals or header.salts
        return not any(step.decision and (people is None or people[step.decision.seat]) for step in self._last.back())

    def resign(self, seat: int) -> Resignation:
        """Give the match up, or call it off if no person has acted yet: either way it is over.

        Raises:
            TurnError: it is over already, or there is no such seat.
        """
        if self.over:
            raise TurnError("the match is over")
        if not 0 <= seat < self.options.seats:
            raise TurnError(f"there is no seat {seat} at this table of {self.options.seats}")
        return self._give_up(Resignation(seat, void=self.untouched))

    def lines(self) -> Iterator[DecisionLine]:
        """The decisions that stand, with what there was to choose from."""
        steps = reversed([*self._last.back()])
        before = next(steps)
        for step in steps:
            assert step.decision
            decision, legal = step.decision, self._offered(self._story.position(before))
            picks = self._picks(self._story.position(before), step.number, decision.chance) if self.over else None
            yield DecisionLine(decision.seat, tuple(legal), decision.action, decision.chance, picks)
            before = step

    def transcript(self) -> str:
        """The match in the public file format, see `muckle.match.transcript`; one that is not over keeps its secret.

        It tells what was hidden: whoever hands it out asks `open` first.
        """
        picks = self._picks(self.position, None) if self.over else None
        header = msgspec.structs.replace(self.header, secret=self.secret if self.over else None, picks=picks)
        return transcript.write(header, self.lines(), self.result)

    def _shows(self, step: Step, seat: int) -> bool:
        """Whether a step laid a face before a seat that it did not see just before."""
        assert step.before
        if step.showed is None or seat not in step.showed:
            before, after = (self._story.faces(each, seat) for each in (step.before, step))
            step.showed = {**(step.showed or {}), seat: not after.items() <= before.items()}
        return step.showed[seat]

    def _picks(self, before: Position, action: int | None, chance: Sequence[str] | None = None) -> Picks | None:
        """The draws of a step, where they come from a secret; `chance` is what came up, if that is known."""
        if not self.secret:
            return None
        return () if chance == () else draws.picks(before, action, self.header, self.secret)
