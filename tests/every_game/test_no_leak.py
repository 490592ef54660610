"""The first law: what a viewer gets does not depend on what the viewer may not know.

Everything that a seat cannot know is dealt anew; what the seat is sent must stay the same to the last byte. At least
10,000 pairs of state and viewer for each game of the house, and 2,000 for one from outside; a glance at fewer in ./dev. That
a re-deal leaves nothing hidden in its place, `test_worlds` counts.
"""

import itertools
import random
from collections.abc import Iterator

import pytest

from every_game import guards
from every_game.walks import Case, covering, presets, walk
from every_game.worlds import hides
from muckle.engine.position import Position
from muckle.games import GAMES, OWN

GLANCE, OUTSIDE, PAIRS = 600, 2000, 10_000
CASES = [*presets(), *(case for name in GAMES for case in covering(name)[0])]


def sample(game: str, least: int) -> Iterator[tuple[Case, Position, list[str]]]:
    """Yield positions of random matches of all cases of a game, evenly up to a total, as seen by all viewers."""
    cases = [case for case in CASES if case.game.name == game]
    for number, case in enumerate(cases):
        matches = (guards.tried(case, 100 * seed + number, chance=0.25) for seed in itertools.count())
        needed = -(-least // len(cases) // (case.options.seats + 1))
        for position, tries in itertools.islice(itertools.chain.from_iterable(matches), needed):
            yield case, position, tries


@pytest.mark.parametrize("least", [pytest.param(GLANCE, marks=pytest.mark.glance), pytest.param(PAIRS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_general_4_and_6_scenes_choices_and_refusals_tell_nothing_hidden(game: str, least: int) -> None:
    rng, least = random.Random(0), least if game in OWN else min(least, OUTSIDE)
    changed = [
        guards.nothing_leaks(case, position, viewer, rng, tries)
        for case, position, tries in sample(game, least)
        for viewer in case.viewers
    ]
    assert len(changed) >= least
    assert sum(changed) > len(changed) // 4 or not hides(game), "a re-deal must change what is hidden, or nothing is shown"


FEW = [case for game in GAMES for case in [each for each in presets() if each.game.name == game][:3]]
STORIES = [
    pytest.param(FEW, marks=pytest.mark.glance, id="few"),
    pytest.param(CASES, marks=pytest.mark.slow, id="all"),
]


MATCHES = 200
"""Matches of each case that are tried until enough steps can be compared."""


@pytest.mark.parametrize("cases", STORIES)
@pytest.mark.parametrize("game", GAMES)
def test_general_4_stories_tell_nothing_hidden(game: str, cases: list[Case]) -> None:
    rng, compared = random.Random(1), 0
    for seed in range(21, 21 + MATCHES):  # short matches have few steps
        compared += sum(
            guards.stories_tell_nothing_hidden(case, position, action, viewer, rng)
            for case in cases
            if case.game.name == game
            for position, _, action in walk(case, seed=seed)
            for viewer in case.viewers
        )
        if compared > 100:
            break
    assert compared > 100, f"only {compared} steps of {MATCHES} matches could be compared"
