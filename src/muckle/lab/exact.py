"""Exact play of matches small enough to walk through: the yardstick for players that search.

The whole tree is written as its sequence form (von Stengel 1996): a seat's *sequence* is what it knew and did up to some point;
each end of a match is one sequence a seat, a chance and a reward a seat. A *plan* says how likely a seat plays each of its
sequences if chance and the others play along. One seat's best answer is found by going back from the ends; two seats whose
rewards add up to nothing by a linear programme.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from muckle.engine.position import Draw, Position
from muckle.errors import MuckleError, lacking

Plan = np.ndarray[Any, Any]
"""For each sequence of a seat, how likely the seat plays it; the first, in which it did nothing yet, is 1."""
MOST = 200_000
"""Positions of the largest tree that is walked through."""


class Known(NamedTuple):
    """A point at which a seat chooses, as it knows it."""

    parent: int
    """The seat's sequence that leads there."""
    first: int
    """The sequence of its first action; the others follow."""
    position: Position
    """One of the positions it may be in."""
    actions: tuple[int, ...]


class Tree:
    """Everything that can happen in a match, and what comes of it.

    Args:
        position: of the match; its own deal does not matter.
        rewards: what each seat gets at a position that is over.
        names: what the seats are called in what they are told.

    Raises:
        MuckleError: there are more than `most` positions.
    """

    def __init__(
        self, position: Position, rewards: Callable[[Position], Sequence[float]], most: int = MOST, names: str = "ABCDEFGHIJ"
    ) -> None:
        seats = position.options.seats
        self.known: list[list[Known]] = [[] for _ in range(seats)]
        """Where each seat chooses, what comes first in a match before what comes later."""
        self._rewards, self._names, self._left = rewards, names[:seats], most
        self._sequences = [1] * seats
        self._sets: list[dict[tuple[int, tuple[str, ...], bytes], int]] = [{} for _ in range(seats)]
        self._ends: list[tuple[float, list[int], Sequence[float]]] = []
        for after, chance in steps(position, None):
            told = [self._told(after, seat, (), None, None) for seat in range(seats)]
            self._walk(after, chance, told, [0] * seats)
        self.chances = np.array([end[0] for end in self._ends])
        """How likely chance makes each end."""
        self.sequences = np.array([end[1] for end in self._ends])
        """For each end the sequence of each seat."""
        self.rewards = np.array([end[2] for end in self._ends])
        """For each end the reward of each seat."""

    def _walk(self, position: Position, chance: float, told: list[tuple[str, ...]], played: list[int]) -> None:
        self._left -= 1
        if self._left < 0:
            raise MuckleError(f"{position.game.name} with these options has too many positions to walk through all of them")
        if position.over:
            self._ends.append((chance, played, self._rewards(position)))
            return
        seat = position.turn
        known = self._meet(position, told[seat], played[seat])
        for number, action in enumerate(known.actions):
            then = [known.first + number if other == seat else at for other, at in enumerate(played)]
            for after, likely in steps(position, action):
                more = [self._told(after, other, so_far, position, action) for other, so_far in enumerate(told)]
                self._walk(after, chance * likely, more, then)

    def _meet(self, position: Position, told: tuple[str, ...], parent: int) -> Known:
        """What the seat to act knows here; made when it is first met."""
        seat = position.turn
        key = parent, told, _knowledge(position, seat)
        if key not in self._sets[seat]:
            actions = tuple(position.legal())
            self._sets[seat][key] = len(self.known[seat])
            self.known[seat].append(Known(parent, self._sequences[seat], position, actions))
            self._sequences[seat] += len(actions)
        return self.known[seat][self._sets[seat][key]]

    def _told(
        self, after: Position, seat: int, so_far: tuple[str, ...], before: Position | None, action: int | None
    ) -> tuple[str, ...]:
        """What a seat was told up to here: the facts of each step."""
        events = after.game.text.events(after.plain_setup, after.facts(before, action), self._names)
        return (*so_far, *(event.told(seat) for event in events), "")

    def plan(self, seat: int, policy: Callable[[Position], Mapping[int, float]]) -> Plan:
        """The plan of a seat that takes each action as likely as a policy says; it is asked once for all that looks alike."""
        plan = np.zeros(self._sequences[seat])
        plan[0] = 1
        for known in self.known[seat]:
            likely = policy(known.position)
            for number, action in enumerate(known.actions):
                plan[known.first + number] = plan[known.parent] * likely.get(action, 0)
        return plan

    def worth(self, plans: Sequence[Plan]) -> np.ndarray[Any, Any]:
        """What each seat gets on average."""
        return self._weights(plans) @ self.rewards

    def answer(self, seat: int, plans: Sequence[Plan]) -> tuple[float, Plan]:
        """The most a seat can get on average while the others keep to their plans, and a plan that gets it."""
        others = [np.ones_like(plan) if number == seat else plan for number, plan in enumerate(plans)]
        gains = np.zeros(self._sequences[seat])
        np.add.at(gains, self.sequences[:, seat], self._weights(others) * self.rewards[:, seat])
        taken: list[int] = []
        for known in reversed(self.known[seat]):
            mine = gains[known.first : known.first + len(known.actions)]
            taken.append(known.first + int(mine.argmax()))
            gains[known.parent] += mine.max()
        plan = np.zeros_like(gains)
        plan[0] = 1
        for known, best in zip(self.known[seat], reversed(taken), strict=True):
            plan[best] = plan[known.parent]
        return float(gains[0]), plan

    def exploitability(self, plans: Sequence[Plan]) -> float:
        """How much all seats could gain, each by its best answer to the others: nothing where nobody can do better."""
        worth = self.worth(plans)
        return sum(self.answer(seat, plans)[0] - worth[seat] for seat in range(len(plans)))

    def equilibrium(self) -> tuple[Plan, Plan]:
        """Plans of two seats that neither can better; their rewards must add up to the same everywhere.

        Raises:
            MuckleError: there are not two seats, or their rewards do not; or SciPy is not installed.
        """
        if len(self.known) != 2 or np.ptp(self.rewards.sum(axis=1)) > 1e-9:
            raise MuckleError("an equilibrium is found for two seats of which one wins what the other loses")
        return self._best(0), self._best(1)

    def _best(self, seat: int) -> Plan:
        """The plan of one of two seats that gets the most against the best answer to it."""
        try:
            from scipy.optimize import linprog
            from scipy.sparse import coo_array, hstack
        except ImportError:
            raise lacking("exact play needs SciPy", "lab") from None
        mine, theirs = self._sequences[seat], self._sequences[1 - seat]
        places = self.sequences[:, 1 - seat], self.sequences[:, seat]
        gains = coo_array((self.chances * self.rewards[:, seat], places), shape=(theirs, mine))
        own, answer = self._flow(seat), self._flow(1 - seat)
        levels = answer.shape[0]
        found = linprog(
            np.r_[np.zeros(mine), -1, np.zeros(levels - 1)],  # the most of what the other's empty sequence leaves
            A_ub=hstack([-gains, answer.T]),
            b_ub=np.zeros(theirs),
            A_eq=hstack([own, coo_array((own.shape[0], levels))]),
            b_eq=np.r_[1, np.zeros(own.shape[0] - 1)],
            bounds=[(0, None)] * mine + [(None, None)] * levels,
        )
        return np.asarray(found.x[:mine])

    def _flow(self, seat: int) -> Any:
        """What makes numbers a plan: the first is 1, and at each point the actions share what leads there."""
        from scipy.sparse import coo_array

        entries = [(0, 0, 1.0)]
        for row, known in enumerate(self.known[seat], 1):
            entries.append((row, known.parent, -1.0))
            entries.extend((row, known.first + number, 1.0) for number in range(len(known.actions)))
        rows, columns, values = zip(*entries, strict=True)
        return coo_array((values, (rows, columns)), shape=(1 + len(self.known[seat]), self._sequences[seat]))

    def _weights(self, plans: Sequence[Plan]) -> np.ndarray[Any, Any]:
        """How likely each end is."""
        likely = self.chances.copy()
        for seat, plan in enumerate(plans):
            likely *= plan[self.sequences[:, seat]]
        return likely


def steps(position: Position, action: int | None, picks: tuple[int, ...] = ()) -> Iterator[tuple[Position, float]]:
    """The positions that can follow an action (None: the deal), each with its chance; equal outcomes are one."""
    after = position.ask(action, picks)
    if not isinstance(after, Draw):
        yield after, 1.0
        return
    for outcome in position.outcomes(action, picks):
        for then, likely in steps(position, action, (*picks, outcome.pick)):
            yield then, likely * outcome.weight / after.n


def _knowledge(position: Position, seat: int) -> bytes:
    """Everything a seat knows of a state: what a re-deal for it from one stream comes to."""
    seen = position.copy()
    seen.resample(seat, 1)
    seen.state.rng = seen.state.draws = 0
    return seen.memory()


def lead(position: Position) -> list[float]:
    """Each seat's score less the mean of the others'; alone its score."""
    scores = position.scores()
    total, others = sum(scores), max(1, len(scores) - 1)
    return [score - (total - score) / others for score in scores]
