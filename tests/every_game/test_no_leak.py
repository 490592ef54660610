"""The first law: what a viewer gets does not depend on what the viewer may not know.

Everything that a seat cannot know is dealt anew; what the seat is sent must stay the same to the last byte. At least
10,000 pairs of state and viewer for each game; a glance at fewer in ./dev.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from every_game.walks import Case, covering, names, positions, presets, walk
from muckle.engine.position import Position
from muckle.errors import ActionError
from muckle.games import GAMES

GLANCE, PAIRS = 600, 10_000
CASES = [*presets(), *(case for name in GAMES for case in covering(name)[0])]


def scene(case: Case, position: Position, viewer: int | None) -> bytes:
    return msgspec.json.encode(case.game.scene.build(position.plain_setup, position.plain_state, viewer, names(case)))


def redealt(case: Case, position: Position, viewer: int | None, rng: random.Random) -> Position:
    """The same position as far as the viewer knows; for a spectator everything hidden from any seat is re-dealt."""
    other = position.copy()
    for seat in range(case.options.seats) if viewer is None else [viewer]:
        other.resample(seat, rng.getrandbits(60) | 1)
    return other


def answers(case: Case, position: Position, tries: list[str]) -> list[str]:
    """What the player to act is told when trying these texts."""
    told: list[str] = []
    for text in tries:
        try:
            told.append(str(case.game.text.read_action(position.plain_setup, position.plain_state, text)))
        except ActionError as error:
            told.append(f"{error.code} {error}")
    return told


def sample(game: str, least: int) -> Iterator[tuple[Case, Position]]:
    """Positions of random matches of all the cases of a game, as many of each as make that many in all, seen by all viewers."""
    cases = [case for case in CASES if case.game.name == game]
    for number, case in enumerate(cases):
        matches = (positions(case, 100 * seed + number, chance=0.25) for seed in itertools.count())
        needed = -(-least // len(cases) // (case.options.seats + 1))
        for position in itertools.islice(itertools.chain.from_iterable(matches), needed):
            yield case, position


@pytest.mark.parametrize("least", [GLANCE, pytest.param(PAIRS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_general_4_and_6_scenes_choices_and_refusals_tell_nothing_hidden(game: str, least: int) -> None:
    rng = random.Random(0)
    pairs, changed = 0, Counter[bool]()
    for case, position in sample(game, least):
        for viewer in (None, *range(case.options.seats)):
            other = redealt(case, position, viewer, rng)
            changed[not other.same(position)] += 1
            assert scene(case, other, viewer) == scene(case, position, viewer), f"{case}, viewer {viewer}"
            pairs += 1
        if not position.over:
            seat = position.turn
            other = redealt(case, position, seat, rng)
            tries = ["place KH", "discard 2S", "place 2", "claim 1 THE", "trim 1", "end", "draw stock", "draw discard", "x"]
            tries += ["Q a1", "?E d4", "mulligan", "return E", "done", "pass"]
            assert answers(case, other, tries) == answers(case, position, tries)
            assert other.legal() == position.legal()
    assert pairs >= least
    assert changed[True] > pairs // 4, "re-dealing must change what is hidden, or the test shows nothing"


@pytest.mark.parametrize("cases", [presets(), pytest.param(CASES, marks=pytest.mark.slow)], ids=["presets", "all"])
@pytest.mark.parametrize("game", GAMES)
def test_general_4_stories_tell_nothing_hidden(game: str, cases: list[Case]) -> None:
    """If before and after an action two matches look alike to a viewer, the viewer is told the same of it.

    Steps in which a hand or round ends are passed over: what was open in it has left the table.
    """
    rng = random.Random(1)
    compared = 0
    for case in (case for case in cases if case.game.name == game):
        for position, _, action in walk(case, seed=21):
            for viewer in (None, *range(case.options.seats)):
                other = redealt(case, position, viewer, rng)
                if action not in other.legal():
                    continue
                told: list[tuple[bytes, list[str]]] = []
                ended = False
                for world in (position.copy(), other):
                    before = world.copy()
                    world.apply(action)
                    events = case.game.text.events(
                        world.plain_setup, before.plain_state, action, world.plain_state, names(case)
                    )
                    ended |= world.over or any(event.kind in ("deal", "round") for event in events)
                    told.append((scene(case, world, viewer), [event.told(viewer) for event in events]))
                if told[0][0] == told[1][0] and not ended:
                    compared += 1
                    assert told[0] == told[1], f"{case}, viewer {viewer}"
    assert compared > 100


@pytest.mark.parametrize("game", GAMES)
def test_general_5_raw_chance_is_in_no_scene(game: str) -> None:
    for case in (case for case in CASES if case.game.name == game):
        for position in positions(case, seed=31, chance=0.1):
            stream = str(int(position.state.rng)).encode()
            assert all(stream not in scene(case, position, viewer) for viewer in (None, *range(case.options.seats)))
