"""The story of a match: the events of each step in sentences, made on demand, as each viewer may know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from muckle.engine.contract import is_default, rounds
from muckle.engine.facts import Fact
from muckle.engine.position import Position
from muckle.match.history import Step
from muckle.scene.contract import Event, Face, Piece, Reckoning, Scene, ScoredLine


class Story:
    """Tells the steps of a match.

    Args:
        last: the newest step of that match. position: the position after it.
        names: the names of the seats.
    """

    def __init__(self, last: Step, position: Position, names: Sequence[str]) -> None:
        self._names = names
        self._near: tuple[tuple[Step, Position], ...] = ((last, position.copy()),)
        """One position or two, the newest last: events of a step need the positions before and after it."""
        self._scenes: dict[int | None, tuple[Step, Scene]] = {}
        """Cache of the game's scene that was built last for each viewer, with the step after which it was."""
        self._seen: dict[int | None, tuple[tuple[Step, Mapping[str, Piece]], ...]] = {}
        """Cache of the pieces that each viewer saw after the last two steps, to tell which faces a step showed."""

    @property
    def _position(self) -> Position:
        """Some position of the match: all have the same game and setup."""
        return self._near[-1][1]

    def sentences(self, last: Step, viewer: int | None) -> list[str]:
        """Return the whole story up to a step, in sentences for a viewer."""
        steps = reversed([*last.back()])
        return [event.told(viewer) for step in steps for event in self.events(step)]

    def news(self, last: Step, viewer: int | None, turns: int) -> list[Event]:
        """Return what happened since the viewer's own last action; for spectators during the last `turns` decisions."""
        steps: list[Step] = []
        for step in last.back():
            steps.append(step)
            own = step.decision is not None and step.decision.seat == viewer
            if own or (viewer is None and len(steps) == turns):
                break
        return [event for step in reversed(steps) for event in self.events(step)]

    def words(self, last: Step) -> tuple[str, ...]:
        """Return the words named up to a step, in capitals, each once."""
        unread: list[Step] = []
        so_far: tuple[str, ...] = ()
        for step in last.back():
            if step.words is not None:
                so_far = step.words
                break
            unread.append(step)
        for step in reversed(unread):
            named = (word for event in self.events(step) for word in event.words)
            so_far = step.words = tuple(dict.fromkeys((*so_far, *named)))
        return so_far

    def reckoning(self, last: Step, viewer: int | None) -> Reckoning | None:
        """Return the reckoning of the last hand or round that ended up to a step; None before the first has ended."""
        ended = self._ended(last)
        if ended is None or ended.before is None:
            return None
        known, reckoned = (tuple(self._names), viewer), ended.reckoned or {}
        if known not in reckoned:
            ended.reckoned = reckoned = {**reckoned, known: self._reckon(ended, viewer)}
        return reckoned[known]

    def _ended(self, last: Step) -> Step | None:
        """Return the last step, up to a step, that ended a hand or round, or else the deal; None without reckonings."""
        if is_default(self._position.game.scene.reckoning):
            return None
        if self.position(last).over:
            return last
        ended = last
        for step in last.back():
            if self._round(step) != self._round(last):
                break
            ended = step.ended or step
            if step.ended:
                break
        last.ended = ended
        return ended

    def _round(self, step: Step) -> int:
        if step.round is None:
            position = self.position(step)
            step.round = int(rounds(position.setup, position.state))
        return step.round

    def _reckon(self, step: Step, viewer: int | None) -> Reckoning | None:
        game, setup = self._position.game, self._position.plain_setup
        made = game.scene.reckoning(setup, self.facts(step), viewer, self._names)
        return replace(made, zones={}, pieces={}) if made and self.position(step).over else made

    def facts(self, step: Step) -> list[Fact]:
        """Return what happened in a step, as its rules tell it."""
        before = None if step.before is None else self.position(step.before)
        facts, step.among = self.position(step).facts_and_draws(before, step.number)
        return facts

    def events(self, step: Step) -> Sequence[Event]:
        """Return the events of a step."""
        if step.told is None or step.told[0] != self._names:
            facts = self.facts(step)
            step.told = self._names, self._position.game.text.events(self._position.plain_setup, facts, self._names)
            step.lines = self._lines(facts)
        return step.told[1]

    def scored_lines(self, last: Step, seat: int) -> tuple[ScoredLine, ...]:
        """Return what a seat made of the match up to a step, line by line."""
        lines: list[ScoredLine] = []
        for step in reversed([*last.back()]):
            if step.lines is None:
                step.lines = self._lines(self.facts(step))
            lines += step.lines[seat]
        return tuple(lines)

    def _lines(self, facts: Sequence[Fact]) -> tuple[tuple[ScoredLine, ...], ...]:
        """Return the lines that each seat scored in a step with these facts."""
        scored, setup = self._position.game.scene.scored_lines, self._position.plain_setup
        return tuple(scored(setup, facts, seat) for seat in range(self._position.options.seats))

    def revocable(self, step: Step) -> bool:
        """Return whether the seat that took a step may take it back alone (General 10)."""
        if step.revocable is None:
            step.revocable = (
                step.before is not None
                and step.number is not None
                and self._position.game.text.revocable(
                    self._position.plain_setup, self.state(step.before), step.number, self.state(step)
                )
            )
        return step.revocable

    def scene(self, last: Step, position: Position, viewer: int | None) -> Scene:
        """Return the game's scene for a viewer: of the present position, or of the last one without another seat's draft.

        Args:
            last: the last step. position: the present position, which that step led to.
        """
        shown, state = last, position.plain_state
        if state.turn != viewer and not is_default(self._position.game.scene.draft):
            shown = next(step for step in last.back() if not self._is_draft(step))
        step, scene = self._scenes.get(viewer, (None, None))
        if scene is None or shown is last or shown is not step:
            state = state if shown is last else self.state(shown)
            scene = self._position.game.scene.build(self._position.plain_setup, state, viewer, self._names)
            self._scenes[viewer] = shown, scene
        self.saw(last, viewer, scene)
        return scene

    def _is_draft(self, step: Step) -> bool:
        if step.draft is None:
            step.draft = bool(self._position.game.scene.draft(self._position.plain_setup, self.state(step)))
        return step.draft

    def faces(self, step: Step, viewer: int | None) -> Mapping[str, Face]:
        """Return the faces that a viewer saw after a step, by the ids of their pieces."""
        pieces = next((pieces for known, pieces in self._seen.get(viewer, ()) if known is step), None)
        if pieces is None:
            scene = self._position.game.scene.build(self._position.plain_setup, self.state(step), viewer, self._names)
            self.saw(step, viewer, scene)
            pieces = scene.pieces
        return {id: piece.face for id, piece in pieces.items() if piece.face}

    def saw(self, step: Step, viewer: int | None, scene: Scene) -> None:
        """Cache the pieces of a scene that was made after a step."""
        self._seen[viewer] = (*self._seen.get(viewer, ())[-1:], (step, scene.pieces))

    def state(self, step: Step) -> Any:
        """Return the plain state after a step."""
        return self.position(step).plain_state

    def position(self, step: Step) -> Position:
        """Return the position after a step, which callers must not change."""
        for known, position in self._near:
            if known is step:
                return position
        position = self._position.copy()
        position.load(step.memory())
        position.chance = step.chance
        self._near = ((step, position), *self._near[-1:])  # the newest stays last: the next step needs it
        return position

    def keep(self, step: Step, position: Position) -> None:
        """Cache the position after the newest step, which must not change any more."""
        self._near = (*self._near[-1:], (step, position))

    def rest(self) -> None:
        """Forget the position before the newest step: once all viewers have their scenes, only a takeback asks for it again."""
        self._near = self._near[-1:]
