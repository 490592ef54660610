"""The whole of a small match as a seat knows it: every set of worlds that it can ever have to hold possible.

`worlds` follows one match and keeps what fits it; here all that can happen to a set of worlds is followed, and parted by what
the seat is then told. Sets that hold the same worlds, each as likely, are one. A match that is too large for that is followed
for its first decisions; one whose deal alone is, is counted behind the deal, for every hand.
"""

import itertools
import random
from collections.abc import Callable, Iterator

from every_game.guarded import Extent, guarded
from every_game.guards import table, told
from every_game.walks import Case
from every_game.worlds import (
    HIDDEN_DRAWS,
    Counted,
    Face,
    Weighed,
    as_known,
    chance_text,
    face,
    fall,
    redeals_are_fair,
    redeals_are_one,
    unseen,
)
from muckle.engine.position import Position

Worlds = dict[Face, Weighed]
"""A set of worlds, each with its weight, by what tells it from others."""
Step = tuple[Position | None, int | None, float]
"""A position, what is done there (None, None: the deal), and its weight."""
DEALS: list[Step] = [(None, None, 1.0)]
SEEDS = 10_000
"""Number of matches that are dealt in search of every hand."""


class Whole:
    """Everything that a seat can come to know in the matches of a case."""

    def __init__(self, case: Case, seat: int) -> None:
        self.case, self.seat = case, seat
        self.faces: dict[bytes, Face] = {}

    def sets(self, decisions: int | None, seed: int = 1) -> Iterator[Counted]:
        """Yield every set of worlds once, in random order, so that the first few are from all over the tree.

        Args:
            decisions: how far it goes behind the deal; None: to the end.
        """
        rng, known = random.Random(seed), set[frozenset[tuple[Face, float]]]()
        waiting = [(worlds, 0) for worlds in self._parted(DEALS)]
        while waiting:
            place = rng.randrange(len(waiting))
            waiting[place], waiting[-1] = waiting[-1], waiting[place]
            worlds, made = waiting.pop()
            counted = self._counted(worlds)
            key = frozenset((face, round(share, 9)) for face, share in counted.likely.items())
            if key not in known:
                known.add(key)
                yield counted
                if made != decisions:
                    waiting += [(part, made + 1) for part in self._parted(self._steps(worlds))]

    def hands(self, number: int) -> Iterator[Counted]:
        """Yield one set of worlds for each of some first hands of the seat, whatever the open draws were.

        Raises:
            AssertionError: fewer were found.
        """
        known = set[tuple[str, ...]]()
        for seed in itertools.takewhile(lambda _: len(known) < number, range(SEEDS)):
            position = self.case.position(seed)
            hand = self._hand(position)
            if position.turn == self.seat and hand not in known:
                known.add(hand)
                yield from map(self._counted, self._parted(DEALS, as_known(position, self.seat)))
        assert len(known) == number, f"{self.case}, seat {self.seat}: {len(known)} hands were found, not {number}"

    def _hand(self, dealt: Position) -> tuple[str, ...]:
        """Return what the seat alone drew, in any order."""
        drew = [chance_text(dealt, code).split() for code in dealt.drew()]
        return tuple(sorted(piece for verb, *drawer, piece in drew if verb in HIDDEN_DRAWS and drawer == [str(self.seat)]))

    def _counted(self, worlds: Worlds) -> Counted:
        whole = sum(weight for _, weight in worlds.values())
        likely = {face: weight / whole for face, (_, weight) in worlds.items()}
        positions = [position for position, _ in worlds.values()]
        return Counted(positions[0], self.seat, likely, positions)

    def _steps(self, worlds: Worlds) -> list[Step]:
        """Return every possible step from each world, with its weight."""
        copies = guarded(self.case.game.name).copies
        return [
            (position, action, weight * copies(position, action))
            for position, weight in worlds.values()
            for action in position.legal()
        ]

    def _parted(self, steps: list[Step], fits: Callable[[int, int], bool] = lambda place, code: True) -> list[Worlds]:
        """Return the worlds that steps lead to and whose draws fit, grouped by what the seat is told."""
        parts: dict[tuple[object, ...], Worlds] = {}
        for before, action, weight in steps:
            start = before or self.case.position(0)
            for after, share in fall(start, action, [], weight, fits):
                worlds, seen = parts.setdefault(self._told(before, action, after), {}), self._face(after)
                known, more = worlds.get(seen, (after, 0.0))
                worlds[seen] = known, more + share
        return list(parts.values())

    def _told(self, before: Position | None, action: int | None, after: Position) -> tuple[object, ...]:
        """Return all that the seat gets to know of a step."""
        drew = [chance_text(after, code) for code in after.drew()]
        own = tuple("" if unseen(text, self.seat) else text for text in drew)
        seen = self._face(after)[self.seat], own
        if before is None or action is None:
            return seen
        story = repr(told(self.case, before, action, after, self.seat))
        return *seen, story, action if before.turn == self.seat else None

    def _face(self, position: Position) -> Face:
        key = table(position)
        if key not in self.faces:
            self.faces[key] = face(self.case, position)
        return self.faces[key]


def all_redeals_are_fair(case: Case, extent: Extent, most: int) -> None:
    """Check that re-deals are fair and depend on nothing else, in all sets of worlds that a seat can reach or some per seat."""
    for seat in range(case.options.seats if extent.hands is None else 1):
        whole = Whole(case, seat)
        sets = whole.sets(extent.decisions) if extent.hands is None else whole.hands(extent.hands)
        for position, _, likely, alike in itertools.islice(sets, most):
            redeals_are_one(case, position, seat, alike)
            redeals_are_fair(case, position, seat, likely, faces=whole.faces)
