"""The whole of a small match as a seat knows it: every set of worlds that it can ever have to hold possible.

`worlds` follows one match and keeps what fits it; here all that can happen to a set of worlds is followed, and parted by what
the seat is then told. Sets that hold the same worlds, each as likely, are one.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from every_game.guarded import guarded
from every_game.guards import sent, table, told
from every_game.walks import Case
from every_game.worlds import Counted, Face, Weighed, chance_text, face, fall, redeals_are_fair, redeals_are_one, unseen
from muckle.engine.position import Position

Worlds = dict[Face, Weighed]
"""A set of worlds, each with its weight, by what tells it from others."""


class Whole:
    """All that a seat can come to know in the matches of a case."""

    def __init__(self, case: Case, seat: int) -> None:
        self.case, self.seat = case, seat
        self.faces: dict[bytes, Face] = {}

    def sets(self, seed: int = 1) -> Iterator[Counted]:
        """Every set of worlds once; the next is any of those that are reached, so that the first few are from all over."""
        rng, known = random.Random(seed), set[frozenset[tuple[Face, float]]]()
        waiting = self._parted([(None, None, 1.0)])
        while waiting:
            place = rng.randrange(len(waiting))
            waiting[place], waiting[-1] = waiting[-1], waiting[place]
            worlds = waiting.pop()
            whole = sum(weight for _, weight in worlds.values())
            likely = {face: weight / whole for face, (_, weight) in worlds.items()}
            key = frozenset((face, round(share, 9)) for face, share in likely.items())
            if key not in known:
                known.add(key)
                positions = [position for position, _ in worlds.values()]
                yield Counted(positions[0], self.seat, likely, positions)
                waiting += self._parted(self._steps(worlds))

    def _steps(self, worlds: Worlds) -> list[tuple[Position | None, int | None, float]]:
        """Everything that can be done in each world, with its weight."""
        copies = guarded(self.case.game.name).copies
        return [
            (position, action, weight * copies(position, action))
            for position, weight in worlds.values()
            for action in position.legal()
        ]

    def _parted(self, steps: list[tuple[Position | None, int | None, float]]) -> list[Worlds]:
        """The worlds that steps (None: the deal) lead to, those together of which the seat is told the same."""
        parts: dict[tuple[object, ...], Worlds] = {}
        for before, action, weight in steps:
            start = before or self.case.position(0)
            for after, share in fall(start, action, [], weight, lambda place, code: True):
                worlds, seen = parts.setdefault(self._told(before, action, after), {}), self._face(after)
                known, more = worlds.get(seen, (after, 0.0))
                worlds[seen] = known, more + share
        return list(parts.values())

    def _told(self, before: Position | None, action: int | None, after: Position) -> tuple[object, ...]:
        """All that the seat gets to know of a step."""
        drew = [chance_text(after, code) for code in after.drew()]
        own = tuple("" if unseen(text, self.seat) else text for text in drew)
        seen = sent(self.case, after, self.seat), own
        if before is None or action is None:
            return seen
        story = repr(told(self.case, before, action, after, self.seat))
        return *seen, story, action if before.turn == self.seat else None

    def _face(self, position: Position) -> Face:
        key = table(position)
        if key not in self.faces:
            self.faces[key] = face(self.case, position)
        return self.faces[key]


def all_redeals_are_fair(case: Case, most: int) -> None:
    """In every set of worlds that a seat can come to, or so many of each seat, re-deals are fair and depend on nothing else."""
    for seat in range(case.options.seats):
        for position, _, likely, alike in itertools.islice(Whole(case, seat).sets(), most):
            redeals_are_one(case, position, seat, alike)
            redeals_are_fair(case, position, seat, likely)
