"""Ways to break a game on purpose, for the guards to notice.

A break makes a broken case of a sound one: positions with other rules, a text or scene that tells too much. Nothing is
compiled anew: a broken rule is a method of `Position`, which is plain Python.
"""

import zlib
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
import numpy as np

from every_game.guards import CHANCE, sent
from every_game.walks import Case
from muckle.engine.bits import size
from muckle.engine.contract import OVER
from muckle.engine.facts import Fact
from muckle.engine.position import Position
from muckle.engine.slots import row_of, slots
from muckle.errors import ActionError
from muckle.scene.contract import Event, Scene

LEAK = -1
"""Kind of the fact with which a broken game tells too much."""

Reader = Callable[[Any, Any, int | None], Any]
"""Reads what a viewer must not know of a state, called with setup, state and viewer; empty (None, 0, "") if there is nothing.
"""


class Break(NamedTuple):
    """One way to break a game."""

    name: str
    make: Callable[[Case], Case]
    guard: str
    """Which guard has to notice: leak, story, worlds, one, knows, chance, words."""

    def __str__(self) -> str:
        return self.name


class Other:
    """A thing with some of its attributes replaced."""

    def __init__(self, thing: Any, **replaced: Any) -> None:
        self._thing = thing
        self.__dict__.update(replaced)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._thing, name)


def with_scene(case: Case, build: Callable[..., Any]) -> Case:
    return case._replace(game=Other(case.game, scene=Other(case.game.scene, build=build)))  # type: ignore


def with_reckoning(case: Case, make: Callable[..., Any]) -> Case:
    return case._replace(game=Other(case.game, scene=Other(case.game.scene, reckoning=make)))  # type: ignore


def with_text(case: Case, **functions: Any) -> Case:
    return case._replace(game=Other(case.game, text=Other(case.game.text, **functions)))  # type: ignore


def with_rules(case: Case, **methods: Any) -> Case:
    """Return the case with positions that have other methods."""
    return case._replace(kind=type("Broken", (case.kind,), {"__slots__": (), **methods}))


# A re-deal that does too little or too much


def stays(*fields: str, others: str = "") -> Break:
    """Leave some fields of the state, and some of the other seats' records, out of the re-deal."""

    def make(case: Case) -> Case:
        def resample(position: Position, seat: int, rng: int) -> None:
            before = position.copy()
            case.kind.resample(position, seat, rng)
            for field in fields:
                position.state[field] = before.state[field]
            for number in range(case.options.seats):
                for field in others.split() if number != seat else ():
                    position.state.seats[number][field] = before.state.seats[number][field]

        return with_rules(case, resample=resample)

    return Break(f"{' '.join((*fields, others)).strip()} stays", make, "worlds")


def nothing_redealt() -> Break:
    """Write the stream of chance and re-deal nothing (trial P1)."""

    def resample(position: Position, seat: int, rng: int) -> None:
        position.state.rng, position.state.drawn = rng, 0

    return Break("nothing is re-dealt", lambda case: with_rules(case, resample=resample), "worlds")


def known_future() -> Break:
    """Leave the stream of chance as it is, so that what will be drawn stays the same."""

    def make(case: Case) -> Case:
        def resample(position: Position, seat: int, rng: int) -> None:
            before = int(position.state.rng)
            case.kind.resample(position, seat, rng)
            position.state.rng = before

        return with_rules(case, resample=resample)

    return Break("the order to come stays", make, "chance")


def past_stays() -> Break:
    """Leave in place what earlier steps drew."""

    def make(case: Case) -> Case:
        def resample(position: Position, seat: int, rng: int) -> None:
            before = position.state.drew.copy()
            case.kind.resample(position, seat, rng)
            position.state.drew = before

        return with_rules(case, resample=resample)

    return Break("what was drawn stays", make, "one")


def known_keep_their_places(known: str) -> Break:
    """Leave what everybody knows of a hand in its true place among what is held.

    Args:
        known: the field with the set of pieces that everybody knows to be held; `held` has all those of `hand`, longest held
            first.
    """

    def make(case: Case) -> Case:
        def resample(position: Position, seat: int, rng: int) -> None:
            before = position.copy()
            case.kind.resample(position, seat, rng)
            for number in range(case.options.seats):
                one, two = before.state.seats[number], position.state.seats[number]
                kept, count = int(one[known]), size(one.hand)
                others = [held for held in slots(two.held, count) if not kept >> held & 1]
                two.held = row_of([held if kept >> held & 1 else others.pop(0) for held in slots(one.held, count)])

        return with_rules(case, resample=resample)

    return Break("known pieces keep their places", make, "one")


def loses(name: str, change: Callable[[Any, int], None]) -> Break:
    """Change what everybody knows.

    Args:
        change: ``change(state, seat)`` writes to the record after a re-deal for a seat.
    """

    def make(case: Case) -> Case:
        def resample(position: Position, seat: int, rng: int) -> None:
            case.kind.resample(position, seat, rng)
            change(position.state, seat)

        return with_rules(case, resample=resample)

    return Break(f"a re-deal loses {name}", make, "leak")


def uneven(every: int = 1) -> Break:
    """Deal half of the worlds a second time, so that some come up more often than they should.

    Args:
        every: one of how many positions is re-dealt so.
    """

    def make(case: Case) -> Case:
        def resample(position: Position, seat: int, rng: int) -> None:
            chosen = mark([sent(case, position, seat)]) % every == 0
            case.kind.resample(position, seat, rng)
            if chosen and mark(sent(case, position, other) for other in range(case.options.seats)) % 2:
                case.kind.resample(position, seat, rng >> 1 | 1)

        return with_rules(case, resample=resample)

    return Break("a re-deal prefers some worlds", make, "worlds")


def deals_afresh() -> Break:
    """Deal another match, including what lies open."""

    def make(case: Case) -> Case:
        def resample(position: Position, seat: int, rng: int) -> None:
            position.deal(rng)

        return with_rules(case, resample=resample)

    return Break("another match is dealt", make, "worlds")


# Telling too much


def shows(name: str, secret: Reader) -> list[Break]:
    """Return all ways in which a hidden thing can be told."""
    return [
        Break(f"a {way} shows {name}", make, guard)
        for way, make, guard in (
            ("scene", lambda case: shown_in_scenes(case, secret), "leak"),
            ("observation", lambda case: shown_in_observations(case, secret), "leak"),
            ("refusal", lambda case: shown_in_refusals(case, secret), "leak"),
            ("hint", lambda case: shown_in_hints(case, secret), "leak"),
            ("legal list", lambda case: shown_in_choices(case, secret), "leak"),
            ("timeout", lambda case: shown_in_timeouts(case, secret), "leak"),
            ("story", lambda case: shown_in_stories(case, secret), "story"),
            ("patch", lambda case: shown_in_patches(case, secret), "story"),
        )
    ]


def shown(secret: Reader, setup: Any, state: Any, viewer: int | None) -> str:
    return str(secret(setup, state, viewer) or "")


def mark(parts: Iterable[bytes]) -> int:
    """Return a number that another secret hardly shares."""
    return zlib.crc32(b"".join(parts))


def shown_in_scenes(case: Case, secret: Reader) -> Case:
    def build(setup: Any, state: Any, viewer: int | None, names: Any) -> Scene:
        scene = case.game.scene.build(setup, state, viewer, names)
        return msgspec.structs.replace(scene, status=scene.status + shown(secret, setup, state, viewer))

    return with_scene(case, build)


def shown_in_refusals(case: Case, secret: Reader) -> Case:
    def read_action(setup: Any, state: Any, text: str) -> int:
        try:
            return case.game.text.read_action(setup, state, text)
        except ActionError as error:
            raise type(error)(error.message + shown(secret, setup, state, state.turn), error.rule) from None

    return with_text(case, read_action=read_action)


def shown_in_observations(case: Case, secret: Reader) -> Case:
    def observation(position: Position, seat: int) -> Any:
        told = mark([shown(secret, position.plain_setup, position.plain_state, seat).encode()])
        return {**case.kind.observation(position, seat), "leak": np.array(told)}

    return with_rules(case, observation=observation)


def shown_in_hints(case: Case, secret: Reader) -> Case:
    return with_text(case, hints=lambda setup, state, seat: [shown(secret, setup, state, seat)])


def shown_in_choices(case: Case, secret: Reader) -> Case:
    """Let what is hidden decide whether the last action is offered."""

    def legal(position: Position) -> list[int]:
        actions = case.kind.legal(position)
        odd = mark([shown(secret, position.plain_setup, position.plain_state, position.turn).encode()]) % 2
        return actions[:-1] if odd and len(actions) > 1 else actions

    return with_rules(case, legal=legal)


def shown_in_timeouts(case: Case, secret: Reader) -> Case:
    """Let what is hidden decide which action is the timeout action."""

    def timeout(setup: Any, state: Any) -> int:
        return case.game.text.timeout(setup, state) + 1000 * mark([shown(secret, setup, state, state.turn).encode()])

    return with_text(case, timeout=timeout)


def shown_in_stories(case: Case, secret: Reader) -> Case:
    """Let the story of a step tell what lies hidden after it."""

    def facts(position: Position, before: Any, action: int | None) -> list[Fact]:
        return [*case.kind.facts(position, before, action), Fact(LEAK, (), position.plain_state)]

    def events(setup: Any, facts: Any, names: Any) -> list[Event]:
        *sound, leak = facts
        return [*case.game.text.events(setup, sound, names), Event("leak", f"{shown(secret, setup, leak.board, None)}.")]

    return with_text(with_rules(case, facts=facts), events=events)


def shown_in_patches(case: Case, secret: Reader) -> Case:
    """Put into the change of a scene what the scene does not show; the broken scenes are kept beside their states."""
    known: dict[int, tuple[Scene, str]] = {}

    def build(setup: Any, state: Any, viewer: int | None, names: Any) -> Scene:
        scene = case.game.scene.build(setup, state, viewer, names)
        known[id(scene)] = scene, shown(secret, setup, state, viewer)
        return scene

    def changes(old: Scene, new: Scene) -> Any:
        return case.changes(old, new), known[id(new)][1]

    return with_scene(case, build)._replace(changes=changes)


def told_to_all(kind: str = "", guard: str = "story") -> Break:
    """Tell everybody of a step what its maker is told, in facts of one kind or in all."""

    def make(case: Case) -> Case:
        def events(*step: Any) -> list[Event]:
            told = case.game.text.events(*step)
            open_ = (msgspec.structs.replace(each, text=each.own or each.text) for each in told)
            return [each if kind in ("", each.kind) else kept for each, kept in zip(open_, told, strict=True)]

        return with_text(case, events=events)

    return Break(f"a story tells everybody of a {kind or 'step'} what the player is told", make, guard)


def reckoning_tells() -> Break:
    """Let a reckoning depend on everything that lay on the table when the hand or round was scored."""

    def make(case: Case) -> Case:
        def reckoning(setup: Any, facts: Any, viewer: int | None, names: Any) -> Any:
            made = case.game.scene.reckoning(setup, facts, viewer, names)
            board = next(fact.board for fact in facts if fact.board)
            lying = [value for field, value in vars(board).items() if field not in CHANCE]
            return made and msgspec.structs.replace(made, text=f"{made.text} {zlib.crc32(repr(lying).encode())}")

        return with_reckoning(case, reckoning)

    return Break("a reckoning tells what lay hidden", make, "story")


def acts_to_all() -> Break:
    """Show everybody what the seat to act may do."""

    def make(case: Case) -> Case:
        def build(setup: Any, state: Any, viewer: int | None, names: Any) -> Scene:
            scene = case.game.scene.build(setup, state, viewer, names)
            acts = {} if state.turn == OVER else case.game.scene.build(setup, state, int(state.turn), names).acts
            return msgspec.structs.replace(scene, help={**scene.help, "acts": " ".join(acts)})

        return with_scene(case, build)

    return Break("everybody sees the acts of the player", make, "leak")


def shows_words() -> Break:
    """Tell in a scene whether there is a word to claim."""

    def make(case: Case) -> Case:
        def build(setup: Any, state: Any, viewer: int | None, names: Any) -> Scene:
            scene = case.game.scene.build(setup, state, viewer, names)
            return msgspec.structs.replace(scene, status=f"{scene.status} {int(state.spelled)}")

        return with_scene(case, build)

    return Break("a scene tells which rows spell a word", make, "words")


def claims_where_words_are() -> Break:
    """Offer only what is legal."""

    def make(case: Case) -> Case:
        text = case.game.text

        def offered(setup: Any, state: Any, actions: Any) -> list[str]:
            return [text.action_text(setup, state, action) for action in actions]

        return with_text(case, offered=offered)

    return Break("claims are offered where there are words", make, "words")
