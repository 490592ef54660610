"""Cases and random walks that the tests for every game share."""

import functools
import itertools
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import pytest

from muckle.engine.game import Game
from muckle.engine.options import GameOptions
from muckle.engine.position import NO_WORDS, Position
from muckle.games import GAMES
from muckle.match.header import find_word_list
from muckle.scene.contract import Scene
from muckle.scene.diff import diff

LONG = 30
"""Numbers above are only counted up to (hands, rounds): of those the two smallest are tried."""
TRIES, STEPS = 6, 30
"""Combinations that are tried for a pair of values, and changes to make one valid."""
QUICK = 4
"""Combinations of each game in the quick tests."""


class Case(NamedTuple):
    """A game with options, and the word graph that goes with them."""

    game: Game
    options: GameOptions
    words: Any
    kind: type[Position] = Position
    """Class of the case's positions; a break gives them other rules."""
    changes: Callable[[Scene, Scene], Any] = diff
    """Computes what a viewer is sent between two scenes."""

    def position(self, seed: int) -> Position:
        return self.kind(self.game, self.options, self.words, seed)

    @property
    def viewers(self) -> list[int | None]:
        """Return all viewers: a spectator, and each seat."""
        return [None, *range(self.options.seats)]

    def __str__(self) -> str:
        changed = {f.name: v for f in self.options.fields() if (v := getattr(self.options, f.name)) != f.default}
        return f"{self.game.name} {' '.join(f'{name}={value}' for name, value in changed.items())}".strip()


def case(game: str, preset: str | None = None, **given: object) -> Case:
    """Return a game with a preset's options, some of them changed."""
    found = GAMES[game]
    options = found.read_options(preset, given)
    words = find_word_list(options)
    return Case(found, options, NO_WORDS if words is None else words.graph)


@functools.cache
def presets() -> tuple[Case, ...]:
    """Return every preset of every game."""
    return tuple(case(name, preset) for name, game in GAMES.items() for preset in game.presets)


@functools.cache
def has_chance(game: str) -> bool:
    """Return whether anything is ever drawn in a game's presets."""
    return any(
        position.drew() for each in presets() if each.game.name == game for position, _, _ in walk(each, seed=1, most=40)
    )


class Value(NamedTuple):
    """One value of one option."""

    option: str
    value: int | str


def values(game: Game) -> list[list[Value]]:
    """Return the values to try for every option: all words, the ends of numbers, the default, and texts that the game names."""
    found: list[list[Value]] = []
    for field in game.options.fields():
        tried: list[int | str] = [field.default, *field.choices, *game.options.tried().get(field.name, ())]
        if field.least is not None and field.most is not None:
            tried += [field.least, field.most if field.most <= LONG else field.least + 1]
        found.append([Value(field.name, value) for value in dict.fromkeys(tried)])
    return found


@functools.cache
def pair(one: Value, two: Value) -> tuple[Value, Value]:
    """Return two values in the order of their texts."""
    return (one, two) if str(one) <= str(two) else (two, one)


def pairs(combination: Iterable[Value]) -> set[tuple[Value, Value]]:
    """Return the pairs of values in a combination."""
    return {pair(one, two) for one, two in itertools.combinations(combination, 2)}


@functools.cache
def covering(name: str) -> tuple[tuple[Case, ...], frozenset[tuple[Value, Value]]]:
    """Return combinations of a game's options in which every possible pair of values occurs.

    Returns:
        the combinations, those that hold most new pairs first; and the pairs that were found in no valid combination.
    """
    game, rng = GAMES[name], random.Random(name)
    options = values(game)
    left = {pair(x, y) for one, two in itertools.combinations(options, 2) for x in one for y in two}
    waiting = sorted(left, key=str)
    found, never = list[Case](), set[tuple[Value, Value]]()
    for wanted in waiting:
        if wanted not in left:
            continue
        tries = [mended(game, completed(wanted, options, rng, left), wanted, options, rng) for _ in range(TRIES)]
        best = max((tried for tried in tries if tried), key=lambda tried: len(pairs(tried) & left), default=None)
        if best is None:
            never.add(wanted)
        else:
            found.append(case(name, **dict(best)))
        left -= pairs(best or wanted)
    return tuple(found), frozenset(never)


def completed(
    wanted: tuple[Value, Value], options: list[list[Value]], rng: random.Random, left: set[tuple[Value, Value]]
) -> list[Value]:
    """Return a combination with these two values; for each other option, take the value that adds most new pairs."""
    made = list(wanted)
    for tried in rng.sample(options, len(options)):
        if tried[0].option not in (wanted[0].option, wanted[1].option):
            made.append(max(tried, key=lambda value: (sum(pair(m, value) in left for m in made), rng.random())))
    return made


def mended(
    game: Game, combination: list[Value], wanted: tuple[Value, Value], options: list[list[Value]], rng: random.Random
) -> list[Value] | None:
    """Change other values, one at a time, until nothing is refused; None if that does not succeed."""
    for _ in range(STEPS):
        if not faults(game, combination):
            return combination
        changed = [
            [value if value.option == each.option else each for each in combination]
            for tried in options
            for value in tried
            if value not in combination and all(value.option != each.option for each in wanted)
        ]
        combination = min(changed, key=lambda each: (faults(game, each), rng.random()))
    return None


def faults(game: Game, combination: Iterable[Value]) -> int:
    """Return the number of reasons to refuse a combination to random players, who might never end some matches."""
    options = game.options(**dict(combination))
    return len([*options.problems(), *options.bot_problems()])


def mixed(count: int) -> list[Case]:
    """Return every preset, and the first of each game's covering combinations."""
    return [*presets(), *(case for name in GAMES for case in covering(name)[0][:count])]


def with_every_case() -> Any:
    """Parametrize a test over every preset and covering combination; all but the first few of each game are slow."""
    quick = mixed(QUICK)
    slow = (pytest.param(case, marks=pytest.mark.slow) for name in GAMES for case in covering(name)[0][QUICK:])
    return pytest.mark.parametrize("case", [*quick, *slow], ids=str)


def walk(case: Case, seed: int, most: int = 10_000) -> Iterator[tuple[Position, list[int], int]]:
    """Yield a random match: the position before each decision, its legal actions, and the one that will be taken."""
    rng = random.Random(seed)
    position = case.position(seed)
    for _ in range(most):
        actions = position.legal()
        if not actions:
            return
        action = rng.choice(actions)
        yield position, actions, action
        position.apply(action)


def positions(case: Case, seed: int, chance: float) -> Iterator[Position]:
    """Yield copies of some positions of a random match, the last one included."""
    rng = random.Random(seed)
    position = case.position(seed)
    for position, _, _ in walk(case, seed):
        if rng.random() < chance:
            yield position.copy()
    yield position


def names(case: Case) -> tuple[str, ...]:
    return tuple(f"Player {number}" for number in range(1, case.options.seats + 1))
