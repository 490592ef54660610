"""Exact solutions of matches whose game tree is small: a yardstick for players that search.

The tree is stored in sequence form (von Stengel 1996). A *sequence* of a seat is what the seat knew and did up to some point.
Each end of a match has one sequence and one reward per seat, and a probability of chance. A *plan* (realization plan) gives
for each sequence of a seat the probability that the seat plays it, if chance and the other seats allow it. Best responses are
found by backward induction, and equilibria of zero-sum matches of two seats by a linear programme.

If every seat knew all cards, a match would be solved by backward induction alone, with a table of positions: `solve_open`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np

from muckle.engine.position import Draw, Position
from muckle.errors import MuckleError, missing_extra

Plan = np.ndarray[Any, Any]
"""A strategy in sequence form: the probability of each of a seat's action sequences. The first, the empty sequence, has 1."""
Policy = Callable[[Position], Mapping[int, float]]
"""Function that returns the probabilities of actions at a position."""
NO_POLICIES: Mapping[int, Policy] = {}
MAX_POSITIONS = 200_000
"""Default maximum number of positions in a tree."""
MAX_DECISIONS = 150
"""Largest number of decisions in a match that `solve_open` follows, as it calls itself for each of them."""


class InformationSet(NamedTuple):
    """Positions that the seat to act cannot tell apart."""

    parent: int
    """Sequence of the seat that leads to the set."""
    first: int
    """Number of the sequence that ends with the first action. The other actions have the next numbers."""
    position: Position
    """One of the positions."""
    actions: tuple[int, ...]
    """Legal actions in ascending order."""

    def action_texts(self) -> list[str]:
        """Return the legal actions as texts."""
        text, setup, state = self.position.game.text, self.position.plain_setup, self.position.plain_state
        return [text.action_text(setup, state, action) for action in self.actions]


class Tree:
    """The game tree of a match in sequence form.

    Args:
        position: a position of the match; its own deal does not matter.
        rewards: function that returns the reward of each seat at a position that is over.
        most: maximum number of positions.
        names: names of the seats in the facts that they are told.

    Raises:
        MuckleError: there are more than `most` positions.
    """

    def __init__(
        self,
        position: Position,
        rewards: Callable[[Position], Sequence[float]],
        most: int = MAX_POSITIONS,
        names: str = "ABCDEFGHIJ",
    ) -> None:
        seats = position.options.seats
        self.information_sets: list[list[InformationSet]] = [[] for _ in range(seats)]
        """Information sets of each seat; earlier ones of a match come before later ones."""
        self._rewards, self._names, self._most, self._left = rewards, names[:seats], most, most
        self._sequences = [1] * seats
        self._sets: list[dict[bytes, int]] = [{} for _ in range(seats)]
        self._ends: list[tuple[float, list[int], Sequence[float]]] = []
        for after, chance in successors(position, None):
            self._walk(after, chance, None, None, [b""] * seats, [0] * seats)
        self.chances = np.array([end[0] for end in self._ends])
        """Probability of the chance outcomes that lead to each terminal position, ``(ends,)``."""
        self.sequences = np.array([end[1] for end in self._ends])
        """Number of each seat's action sequence at each terminal position, ``(ends, seats)``."""
        self.rewards = np.array([end[2] for end in self._ends])
        """Reward of each seat at each terminal position, ``(ends, seats)``."""

    @property
    def positions(self) -> int:
        """Number of positions in the tree, terminal ones included."""
        return self._most - self._left

    def _walk(
        self, position: Position, chance: float, before: Position | None, by: int | None, told: list[bytes], played: list[int]
    ) -> None:
        """Add a position and all that can follow to the tree.

        Args:
            position: the position.
            chance: probability of chance on the way there.
            before: the position one step earlier; None after the deal.
            by: the action of that step; None for the deal.
            told: digest of what each seat was told before that step.
            played: sequence of each seat.
        """
        self._left -= 1
        if self._left < 0:
            raise MuckleError(f"{position.game.name} with these options has too many positions to walk through all of them")
        if position.over:  # before the step is told: the sequences alone decide here, and most positions are ends
            self._ends.append((chance, played, self._rewards(position)))
            return
        told = self._tell(position, before, by, told)
        seat = position.turn
        known = self._meet(position, told[seat], played[seat])
        for number, action in enumerate(known.actions):
            then = [known.first + number if other == seat else at for other, at in enumerate(played)]
            for after, likely in successors(position, action):
                self._walk(after, chance * likely, position, action, told, then)

    def _meet(self, position: Position, told: bytes, parent: int) -> InformationSet:
        """Return the information set of the seat to act, and add it if it is new."""
        seat = position.turn
        key = _digest(b"%d " % parent, told, _knowledge(position, seat))
        if key not in self._sets[seat]:
            actions = tuple(position.legal())
            self._sets[seat][key] = len(self.information_sets[seat])
            self.information_sets[seat].append(InformationSet(parent, self._sequences[seat], position.compact_copy(), actions))
            self._sequences[seat] += len(actions)
        return self.information_sets[seat][self._sets[seat][key]]

    def _tell(self, after: Position, before: Position | None, action: int | None, told: list[bytes]) -> list[bytes]:
        """Return for each seat a digest of the texts of all facts that it was told, step by step."""
        events = after.game.text.events(after.plain_setup, after.facts(before, action), self._names)
        return [_digest(so_far, "\n".join(event.told(seat) for event in events).encode()) for seat, so_far in enumerate(told)]

    def plan(self, seat: int, policy: Policy) -> Plan:
        """Return the plan of a seat that follows a policy, which is called once per information set that the plan can reach.

        Args:
            seat: the seat.
            policy: function that returns the probabilities of actions at a position.
        """
        plan = np.zeros(self._sequences[seat])
        plan[0] = 1
        for known in self.information_sets[seat]:
            likely = policy(known.position) if plan[known.parent] else {}
            for number, action in enumerate(known.actions):
                plan[known.first + number] = plan[known.parent] * likely.get(action, 0)
        return plan

    def expected_rewards(self, plans: Sequence[Plan]) -> np.ndarray[Any, Any]:
        """Return the expected reward of each seat if the seats follow their plans."""
        return self._weights(plans) @ self.rewards

    def best_response(self, seat: int, plans: Sequence[Plan]) -> tuple[float, Plan]:
        """Return the greatest expected reward of a seat against the plans of the others, and a plan that achieves it."""
        others = [np.ones_like(plan) if number == seat else plan for number, plan in enumerate(plans)]
        gains = np.zeros(self._sequences[seat])
        np.add.at(gains, self.sequences[:, seat], self._weights(others) * self.rewards[:, seat])
        taken: list[int] = []
        for known in reversed(self.information_sets[seat]):
            mine = gains[known.first : known.first + len(known.actions)]
            taken.append(known.first + int(mine.argmax()))
            gains[known.parent] += mine.max()
        plan = np.zeros_like(gains)
        plan[0] = 1
        for known, best in zip(self.information_sets[seat], reversed(taken), strict=True):
            plan[best] = plan[known.parent]
        return float(gains[0]), plan

    def exploitability(self, plans: Sequence[Plan]) -> float:
        """Return the sum of what each seat could gain by its best response to the others; 0 for an equilibrium."""
        rewards = self.expected_rewards(plans)
        return sum(self.best_response(seat, plans)[0] - rewards[seat] for seat in range(len(plans)))

    def equilibrium(self) -> tuple[Plan, Plan]:
        """Return the plans of two seats in a Nash equilibrium.

        Raises:
            MuckleError: there are not two seats, or the sum of their rewards varies, or SciPy is not installed.
        """
        if len(self.information_sets) != 2 or np.ptp(self.rewards.sum(axis=1)) > 1e-9:
            raise MuckleError("an equilibrium is found for two seats of which one wins what the other loses")
        return self._maximin(0), self._maximin(1)

    def certificate(self, plans: Sequence[Plan]) -> dict[str, Any]:
        """Return the tree and the plans of all seats as data for JSON, for `examples/certificates/check_tree.py`.

        Whoever has it can check that no seat does better against the others' plans, without the rules of the game.
        """
        sets = [[[known.parent, known.action_texts()] for known in seat] for seat in self.information_sets]
        ends = zip(self.chances.tolist(), self.sequences.tolist(), self.rewards.tolist(), strict=True)
        return {
            "sets": sets,
            "ends": [*ends],
            "plans": [np.maximum(plan, 0).tolist() for plan in plans],
            "value": self.expected_rewards(plans).tolist(),
        }

    def _maximin(self, seat: int) -> Plan:
        """Return the plan of one of two seats that is best against the other seat's best response."""
        try:
            from scipy.optimize import linprog
            from scipy.sparse import coo_array, hstack
        except ImportError:
            raise missing_extra("exact play needs SciPy", "lab") from None
        mine, theirs = self._sequences[seat], self._sequences[1 - seat]
        places = self.sequences[:, 1 - seat], self.sequences[:, seat]
        gains = coo_array((self.chances * self.rewards[:, seat], places), shape=(theirs, mine))
        own, answer = self._flow(seat), self._flow(1 - seat)
        levels = answer.shape[0]
        found = linprog(
            np.r_[np.zeros(mine), -1, np.zeros(levels - 1)],  # maximise the value of the other seat's empty sequence
            A_ub=hstack([-gains, answer.T]),
            b_ub=np.zeros(theirs),
            A_eq=hstack([own, coo_array((own.shape[0], levels))]),
            b_eq=np.r_[1, np.zeros(own.shape[0] - 1)],
            bounds=[(0, None)] * mine + [(None, None)] * levels,
        )
        return np.asarray(found.x[:mine])

    def _flow(self, seat: int) -> Any:
        """Return the matrix of the constraints on a plan.

        The empty sequence has probability 1, and the actions of an information set share that of the sequence leading to it.
        """
        from scipy.sparse import coo_array

        entries = [(0, 0, 1.0)]
        for row, known in enumerate(self.information_sets[seat], 1):
            entries.append((row, known.parent, -1.0))
            entries.extend((row, known.first + number, 1.0) for number in range(len(known.actions)))
        rows, columns, values = zip(*entries, strict=True)
        return coo_array((values, (rows, columns)), shape=(1 + len(self.information_sets[seat]), self._sequences[seat]))

    def _weights(self, plans: Sequence[Plan]) -> np.ndarray[Any, Any]:
        """Return the probability of each end."""
        likely = self.chances.copy()
        for seat, plan in enumerate(plans):
            likely *= plan[self.sequences[:, seat]]
        return likely


def successors(position: Position, action: int | None, picks: tuple[int, ...] = ()) -> Iterator[tuple[Position, float]]:
    """Yield the positions that can follow an action (None: the deal) with their probabilities. Equal outcomes are joined."""
    after = position.ask(action, picks)
    if not isinstance(after, Draw):
        yield after, 1.0
        return
    for outcome in position.outcomes(action, picks):
        for then, likely in successors(position, action, (*picks, outcome.pick)):
            yield then, likely * outcome.weight / after.n


class OpenSolution(NamedTuple):
    """Best play in a match without secrets: every seat knows all cards but those to be drawn."""

    rewards: tuple[float, ...]
    """Expected reward of each seat."""
    positions: int
    """Number of positions that can arise, ends included."""
    histories: int
    """Number of sequences of actions and outcomes from the beginning to an end."""


def solve_open(
    position: Position,
    rewards: Callable[[Position], Sequence[float]] | None = None,
    most: int = MAX_POSITIONS,
    *,
    dealt: bool = False,
    policies: Mapping[int, Policy] = NO_POLICIES,
) -> OpenSolution:
    """Return what each seat can expect from best play if every seat knows all cards but those to be drawn.

    Each seat takes the action with its greatest expected reward, of several the first one. With two seats of which one wins
    what the other loses, that is the value of the match.

    Args:
        position: a position of the match.
        rewards: function that returns the reward of each seat at a position that is over; `lead` if None.
        most: maximum number of positions.
        dealt: whether to go on from the position; else the match begins, and the solution is the mean over all deals.
        policies: those of seats that do not play their best. Only what they may play counts as a position or history.

    Raises:
        MuckleError: there are more than `most` positions, or more than MAX_DECISIONS decisions in a row.
    """
    solver = _OpenSolver(rewards or lead, most, policies)
    found = solver.solve(position, 0) if dealt else solver.expect(position, None, 0)
    return OpenSolution(found.rewards, len(solver.table), found.histories)


class _Solved(NamedTuple):
    """The expected reward of each seat at a position, and the number of ways to go on from there to an end."""

    rewards: tuple[float, ...]
    histories: int


class _OpenSolver:
    """Backward induction with a table of the positions that are solved."""

    def __init__(
        self, rewards: Callable[[Position], Sequence[float]], most: int, policies: Mapping[int, Policy] = NO_POLICIES
    ) -> None:
        self.table: dict[bytes, _Solved] = {}
        self._rewards, self._most, self._policies = rewards, most, policies

    def solve(self, position: Position, decisions: int) -> _Solved:
        """Return the solution of a position that comes after so many decisions."""
        key = _open_key(position)
        if key not in self.table:
            self.table[key] = self._solve_anew(position, decisions)
            if len(self.table) > self._most:
                self._refuse(position)
        return self.table[key]

    def expect(self, position: Position, action: int | None, decisions: int) -> _Solved:
        """Return the mean of the solutions of the positions that can follow an action (None: the deal)."""
        total, histories = np.zeros(position.options.seats), 0
        for after, chance in successors(position, action):
            solved = self.solve(after, decisions)
            total += chance * np.array(solved.rewards)
            histories += solved.histories
        return _Solved(tuple(total.tolist()), histories)

    def _solve_anew(self, position: Position, decisions: int) -> _Solved:
        if position.over:
            return _Solved(tuple(self._rewards(position)), 1)
        if decisions == MAX_DECISIONS:
            self._refuse(position)
        seat = position.turn
        policy = self._policies.get(seat)
        likely = {action: 1.0 for action in position.legal()} if policy is None else policy(position)
        tried = {action: self.expect(position, action, decisions + 1) for action, chance in likely.items() if chance}
        histories = sum(solved.histories for solved in tried.values())
        if policy is None:
            return _Solved(max(tried.values(), key=lambda solved: solved.rewards[seat]).rewards, histories)
        mean = sum(likely[action] * np.array(solved.rewards) for action, solved in tried.items())
        return _Solved(tuple(np.asarray(mean).tolist()), histories)

    def _refuse(self, position: Position) -> NoReturn:
        limits = f"more than {self._most:,} positions or {MAX_DECISIONS} decisions"
        raise MuckleError(f"{position.game.name} with these options is too large to be solved: it has {limits}")


def _open_key(position: Position) -> bytes:
    """Return a digest of a state without the record of its draws, which no later rule depends on."""
    bare = position.copy()
    bare.state.rng = bare.state.draws = bare.state.drawn = 0
    bare.state.drew[:] = 0
    return _digest(bare.memory())


def _digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"".join(parts), digest_size=16).digest()


def _knowledge(position: Position, seat: int) -> bytes:
    """Return everything a seat knows of a state: the bytes of the state after a re-deal for the seat from a fixed seed."""
    seen = position.copy()
    seen.resample(seat, 1)
    seen.state.rng = seen.state.draws = 0
    return seen.memory()


def lead(position: Position) -> list[float]:
    """Return the score of each seat less the mean of the other seats' scores; with one seat, its score."""
    scores = position.scores()
    total, others = sum(scores), max(1, len(scores) - 1)
    return [score - (total - score) / others for score in scores]
