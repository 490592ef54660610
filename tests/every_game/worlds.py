"""Belief of a seat: every world that fits all it was told, found by walking through all that can happen.

Nothing here re-deals. A belief begins with every way the deal can fall and follows the match step by step: what the seat did,
all that others could have done, and all that could have been drawn. It keeps what would have looked and sounded the same to the
seat. Chance weighs the worlds; what others chose does not, except that each of several like pieces counts as one choice.
"""

import functools
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from every_game.guarded import guarded
from every_game.guards import HIDDEN_DRAWS, chance_text, done, remade, sent, table, told
from every_game.walks import Case, case, walk
from muckle.engine.position import Position

MOST = 6000
"""Worlds and steps into them beyond which a belief is given up."""
COUNTED, SEEDS = 150, 10
"""Worlds beyond which a position is passed over, and matches that are tried."""
FIRST = 6
"""Steps of a match that `hides` looks at."""
FAR = 5.0
"""Standard deviations: chance alone is so far off once in three million counts."""

Face = tuple[bytes, ...]
Likely = dict[Face, float]
Weighed = tuple[Position, float]


class TooMany(Exception):
    """Raised if there are more worlds than can be counted."""


class Belief:
    """The worlds that a seat must hold possible, each with its weight.

    Args:
        case, position: a match that has just been dealt.
        seat: whose belief it is.
    """

    def __init__(self, case: Case, position: Position, seat: int) -> None:
        self.case, self.seat = case, seat
        self.worlds: dict[Face, Weighed] = {}
        self.steps = 0
        self._keep(self._outcomes(position, None, 1.0, position), None, position, {})

    def follow(self, before: Position, action: int, after: Position) -> None:
        """Update the belief by a step of the true match.

        Raises:
            TooMany: of the worlds.
        """
        worlds, self.worlds = self.worlds, {}
        faces: dict[bytes, Face | None] = {}
        for world, weight in worlds.values():
            for act in [action] if before.turn == self.seat else world.legal():
                chosen = weight * guarded(self.case.game.name).copies(world, act)
                self._keep(self._outcomes(world, act, chosen, after), (before, action, world, act), after, faces)

    def likely(self) -> Likely:
        """Return the probability of each world, by what distinguishes it from others."""
        whole = sum(weight for _, weight in self.worlds.values())
        return {face: weight / whole for face, (_, weight) in self.worlds.items()}

    def _keep(self, outcomes: Iterator[Weighed], step: Any, true: Position, faces: dict[bytes, Face | None]) -> None:
        """Add the outcomes that look like the true one as far as the seat is told."""
        seen = sent(self.case, true, self.seat)
        for world, weight in outcomes:
            self.steps += 1
            if self.steps > MOST:
                raise TooMany
            key = table(world)
            if key not in faces:
                faces[key] = self._face(world, seen)
            face = faces[key]
            if face and self._sounds_alike(step, world, true):
                known, before = self.worlds.get(face, (world, 0.0))
                self.worlds[face] = known, before + weight

    def _face(self, world: Position, seen: bytes) -> Face | None:
        """Return what distinguishes a world from others; None if the seat sees that it is not the true one."""
        return face(self.case, world) if sent(self.case, world, self.seat) == seen else None

    def _sounds_alike(self, step: Any, world: Position, true: Position) -> bool:
        if step is None:
            return True
        before, action, other, act = step
        return told(self.case, other, act, world, self.seat) == told(self.case, before, action, true, self.seat)

    def _outcomes(self, position: Position, action: int | None, weight: float, true: Position) -> Iterator[Weighed]:
        """Yield the outcomes of an action that agree with what the seat itself drew, with their probabilities."""
        return fall(position, action, [], weight, as_known(true, self.seat))


def as_known(true: Position, seat: int) -> Callable[[int, int], bool]:
    """Return a function ``fits(place, outcome)``: whether a seat that saw the result must hold an outcome possible."""
    known = [chance_text(true, code) for code in true.drew()]

    def fits(place: int, code: int) -> bool:
        texts = chance_text(true, code), known[place] if place < len(known) else ""
        return texts[0] == texts[1] or all(unseen(text, seat) for text in texts)

    return fits


def unseen(text: str, seat: int) -> bool:
    """Return whether a seat does not see what another drew."""
    verb, drawer, *_ = [*text.split(), "", ""]
    return verb in HIDDEN_DRAWS and drawer != str(seat)


def fall(
    position: Position, action: int | None, first: list[int], weight: float, fits: Callable[[int, int], bool]
) -> Iterator[Weighed]:
    """Yield every position that can follow an action (None: the deal) with given first draws, and its weight.

    Args:
        fits: ``fits(place, outcome)`` says which outcomes of a draw are followed.
    """
    fell = position.outcomes(action, first)
    if not fell:
        after = position.ask(action, first)
        assert isinstance(after, Position)
        yield after, weight
    for outcome in fell:
        if fits(len(first), outcome.code):
            share = weight * outcome.weight / sum(each.weight for each in fell)
            yield from fall(position, action, [*first, outcome.pick], share, fits)


def face(case: Case, position: Position) -> Face:
    """Return what distinguishes one world from another: what each seat sees."""
    return tuple(sent(case, position, seat) for seat in range(case.options.seats))


def beliefs(case: Case, seed: int, seat: int) -> Iterator[tuple[Position, Belief]]:
    """Yield the positions of a random match at which the seat was told something new, with the worlds it must hold possible."""
    try:
        position = case.position(seed)
        belief = Belief(case, position, seat)
        yield position, belief
        for before, _, action in walk(case, seed):
            after = done(before, action)
            belief.follow(before, action, after)
            if sent(case, after, seat) != sent(case, before, seat):
                yield after, belief
    except TooMany:
        return


def small_cases(game: str) -> list[Case]:
    """Return the matches of a game in which all worlds can be counted."""
    return [case(game, **options) for options in guarded(game).small]


def skip_if_open(game: str) -> None:
    """Skip the running test if the game hides nothing, so that a re-deal has nothing to change."""
    if not hides(game):
        pytest.skip("the game hides nothing")


@functools.cache
def hides(game: str) -> bool:
    """Return whether a seat must ever hold more than one world possible; some games hide nothing."""
    return any(
        len(belief.likely()) > 1
        for small in small_cases(game)
        for seat in range(small.options.seats)
        for _, belief in itertools.islice(beliefs(small, 1, seat), FIRST)
    )


class Counted(NamedTuple):
    """A position in which a seat must hold several worlds possible."""

    position: Position
    seat: int
    likely: Likely
    worlds: list[Position]
    """One for each entry of `likely`."""


KEPT: dict[tuple[str, int], list[Counted]] = {}
"""Results of `counted`, by case and number."""


def counted(case: Case, most: int) -> list[Counted]:
    """Return some such positions of random matches."""
    if (str(case), most) not in KEPT:
        KEPT[str(case), most] = list(itertools.islice(countable(case, most), most))
    return KEPT[str(case), most]


def countable(case: Case, most: int) -> Iterator[Counted]:
    for seed, seat in itertools.product(range(SEEDS), range(case.options.seats)):
        for position, belief in itertools.islice(beliefs(case, seed, seat), most):
            likely = belief.likely()
            if 1 < len(likely) <= COUNTED:
                yield Counted(position.copy(), seat, likely, [world for world, _ in belief.worlds.values()])


def redeals_are_one(case: Case, position: Position, seat: int, worlds: Sequence[Position]) -> None:
    """Check that worlds that look alike to a seat are equal to the last byte once re-dealt from one stream."""
    made = remade(case, position, seat)
    for world in worlds:
        assert remade(case, world, seat).same(made), f"{case}, seat {seat}: a re-deal depends on what the seat cannot know"


def redeals_are_fair(
    case: Case, position: Position, seat: int, likely: Likely, seed: int = 1, faces: dict[bytes, Face] | None = None
) -> None:
    """Check that re-deals for a seat lead to worlds it must hold possible, each as often as it is likely.

    Args:
        faces: those that are known, by `table`; filled in.
    """
    times, rng = max(240, 16 * len(likely)) if len(likely) > 1 else 2, random.Random(seed)
    dealt, faces = Counter[bytes](), {} if faces is None else faces
    for _ in range(times):
        other = position.copy()
        other.resample(seat, rng.getrandbits(60) | 1)
        key = table(other)
        if key not in faces:
            faces[key] = face(case, other)
        dealt[key] += 1
    counts = Counter[Face]()
    for key, count in dealt.items():
        counts[faces[key]] += count
    assert counts.keys() <= likely.keys(), f"{case}, seat {seat}: a re-deal came to a world that the seat knows is not"
    off = far_off([(counts[world], times * share) for world, share in likely.items()])
    assert off < FAR, f"{case}, seat {seat}: {off:.1f} standard deviations off among {len(likely)} worlds"


def far_off(pairs: Sequence[tuple[int, float]]) -> float:
    """Return the deviation of counts from what was expected, in standard deviations: chi-square, by Wilson and Hilferty."""
    often = [(count, mean) for count, mean in pairs if mean >= 5]
    seldom = [(count, mean) for count, mean in pairs if mean < 5]
    if seldom:
        often.append((sum(count for count, _ in seldom), sum(mean for _, mean in seldom)))
    if len(often) < 2:
        return 0.0
    free = len(often) - 1
    square = sum((count - mean) ** 2 / mean for count, mean in often)
    spread = 2 / (9 * free)
    return ((square / free) ** (1 / 3) - (1 - spread)) / spread**0.5
