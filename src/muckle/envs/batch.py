"""`Batch`: many matches in one array, for reinforcement learning."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np

from muckle import players as library
from muckle.engine.chance import PICKER, read_seed, stream
from muckle.engine.compile import direct
from muckle.engine.manner import MANNER, Manner
from muckle.engine.observer import ObservationField
from muckle.engine.options import read_number
from muckle.engine.position import Position
from muckle.envs import kernels
from muckle.envs.rewards import REWARDS, Reward, read_choice
from muckle.errors import ActionError, IllegalError, OptionsError
from muckle.games import find
from muckle.match.match import new_match
from muckle.players.choice import WORLDS
from muckle.players.contest import concatenate_graphs
from muckle.players.thinking import SEARCHES

Array = np.ndarray[Any, Any]
Autoreset = Literal["next_step", "same_step"]
Made = TypeVar("Made")

MAX_MATCHES = 1 << 24
"""Maximum number of matches in a batch."""
LARGEST = float(1 << 24)
"""Largest absolute value in an observation: up to here float32 holds whole numbers exactly."""
NOW, END = range(2)
AUTORESETS: dict[str, int] = {"next_step": kernels.NEXT_STEP, "same_step": kernels.SAME_STEP}


class BatchStep(NamedTuple):
    """The result of a step."""

    rewards: Array
    """Rewards, float32, ``(n, seats)``: 0 except in matches that this step ended."""
    ended: Array
    """True for matches that this step ended, bool, ``(n,)``."""


class _Part(NamedTuple):
    """The matches that one thread works on."""

    rows: slice
    arrays: tuple[Any, ...]
    """Arguments of `kernels.step_all` and `kernels.reset_all`: shared arrays, and this thread's rows of the others."""
    observe: tuple[Callable[[Array, Array], None], ...]
    """Functions of viewers and rows that fill in what these seats observe: NOW and at the last ENDs."""


class Batch:
    """n matches of one game, each waiting for an action of a seat from outside.

    Each row plays the matches of its own seed in `seeds`, one after the other; `match_seed` returns the seed with which
    `muckle.new_match` deals the same match. Nothing depends on the number of threads. A batch can be copied and pickled.

    Args:
        game, preset, options: as for `muckle.new_match`.
        n: number of matches.
        seed: whole number from 0 to 2**62, from which the rows' seeds are drawn; or a list with the seed of each row.
        players: for each seat the name of a built-in player that does not search, or None for actions from outside. Left
            out: all actions come from outside.
        autoreset: time at which a match that is over is dealt anew. "next_step": by the next step, which ignores its action;
            until then nothing is legal. "same_step": within the step that ends it; `observe_final` shows its end.
        reward: reward of a seat at the end: "score"; "lead", the score less the mean of the other seats' scores; "win", the
            share of the win.
        threads: number of threads.

    Raises:
        OptionsError: there is no such game, option or player, or values do not fit together.

    >>> batch = Batch("mitch", 4, seats=3, seed=7)
    >>> rewards, ended = batch.step(batch.pick())
    >>> rewards.shape, batch.legal_masks().shape, batch.turns.tolist()
    ((4, 3), (4, 106), [2, 2, 0, 1])
    """

    def __init__(
        self,
        game: str,
        n: int,
        preset: str | None = None,
        *,
        seed: int | Sequence[int] = 0,
        players: Sequence[str | None] | None = None,
        autoreset: Autoreset = "next_step",
        reward: Reward = "score",
        threads: int = 1,
        **options: int | str,
    ) -> None:
        self._given: dict[str, Any] = {"game": game, "n": n, "preset": preset, "players": players, **options}
        self._given |= {"autoreset": autoreset, "reward": reward, "threads": threads}
        self.game = find(game)
        self.n = read_number(n, "the number of matches", 1, MAX_MATCHES, str(MAX_MATCHES))
        given: dict[str, Any] = dict(options)
        match = new_match(game, preset, narrate=False, **given)
        self._position, self._match_words = match.position, match.words
        self._known: dict[str, tuple[Array, Array]] = {}
        self.seats = match.options.seats
        """Number of seats in a match."""
        seated = self._read_players(players)
        graph = self._position.arrays[1]
        known = [graph if player is None else player.graph(match.words) for player in seated]
        self._words, self._begins = concatenate_graphs(graph, known) if match.words else (graph, np.zeros(self.seats, np.int64))
        manners = [Manner(kernels.OUTSIDE) if player is None else player.manner(self.game) for player in seated]
        self._manners = np.array([tuple(manner) for manner in manners], MANNER)
        course = read_choice("autoreset", autoreset, AUTORESETS), read_choice("reward", reward, REWARDS)
        self._courses = np.array([course], kernels.BATCH_OPTIONS)
        state = self.game.state
        self._states, self._finals = (np.zeros(self.n, state.STATE) for _ in range(2))
        self._minds, self._pickers = (np.zeros(self.n, PICKER) for _ in range(2))
        self._seeds, self._numbers = (np.zeros(self.n, np.int64) for _ in range(2))
        self._lists, self._counts = np.zeros((self.n, state.MAX_ACTIONS), np.int64), np.zeros(self.n, np.int64)
        self._parts = self._split(read_number(threads, "the number of threads", 1, self.n, f"{self.n}, one a match"))
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self._calls: dict[Any, Callable[..., Any]] = {}
        self._alone = np.zeros(1, np.int64), np.zeros(1, np.bool_), np.zeros(1, np.int64)
        self._looking: dict[int, Array] = {}
        """For each seat that has looked at all matches, an array of its number."""
        self.reset(seed)

    def __getstate__(self) -> tuple[dict[str, Any], list[bytes]]:
        return self._given, [array.tobytes() for array in self._own]

    def __setstate__(self, saved: tuple[dict[str, Any], list[bytes]]) -> None:
        """Set up a batch that was copied or pickled; threads and compiled calls are made anew."""
        given, blocks = saved
        Batch.__init__(self, **given)
        for own, block in zip(self._own, blocks, strict=True):
            own[:] = np.frombuffer(block, own.dtype).reshape(own.shape)

    @property
    def actions(self) -> int:
        """Number of actions of the game; actions are numbered from 0."""
        return self.game.state.ACTIONS

    @property
    def width(self) -> int:
        """Number of values in an observation."""
        return self._position.observer.width

    @property
    def fields(self) -> tuple[ObservationField, ...]:
        """Named parts of an observation."""
        return self._position.observer.fields

    @property
    def turns(self) -> Array:
        """Seat to act in each match, or -1 if the match is over, int64, ``(n,)``."""
        return self._states["turn"].copy()

    @property
    def seeds(self) -> Array:
        """Seed of each row, int64, ``(n,)``. Those of one `seed` do not depend on n."""
        return self._seeds.copy()

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Deal the first match of every row's seed.

        Args:
            seed: a new seed, or a list with a new seed for each row; None: the same matches again.

        Raises:
            OptionsError: a seed is not a whole number from 0 to 2**62, or the list has another length; nothing has changed.
        """
        if seed is not None:
            self._seeds[:] = self._read_seeds(seed)
        self._numbers[:] = 0
        self._pickers["rng"] = [stream(each, 2) for each in self._seeds.tolist()]
        self._deal()

    def next_matches(self) -> None:
        """Deal the next match of every row's seed, also where a match is not over."""
        self._numbers += 1
        self._deal()

    def step(self, actions: Array) -> BatchStep:
        """Take one action in every match, and let built-in players act until a seat from outside is to act.

        Args:
            actions: actions of the seats in `turns`, whole numbers, ``(n,)``.

        Raises:
            ActionError: an action is not legal (IllegalError), or not a whole number; nothing has changed.
        """
        taken = _read_actions(actions, (self.n,), f"actions are {self.n} whole numbers, one a match")
        self._check(taken)
        rewards, ended = np.empty((self.n, self.seats), np.float32), np.empty(self.n, np.bool_)

        def step(part: _Part) -> None:
            rows = part.rows
            self._call(
                kernels.step_all, *part.arrays, self._courses, (taken[rows], rewards[rows], ended[rows], self._finals[rows])
            )

        self._everywhere(step)
        return BatchStep(rewards, ended)

    def step_alone(self, action: int, seat: int) -> tuple[Array, bool, Array, Array]:
        """Return rewards, end, observation and mask of a batch of one match after an action, without the detour over rows.

        The same as `step`, `observe(seat)` and `legal_masks()`, in half the time.

        Raises:
            ActionError: the action is not legal (IllegalError), or not one of the game; nothing has changed.
        """
        taken = read_action(action, self.actions)
        part, (actions, ended, viewers), call = self._parts[0], self._alone, self._call
        if taken not in self._lists[0, : self._counts[0]].tolist():
            self._check(np.array([taken]))
        rewards, row, mask = np.empty((1, self.seats), np.float32), np.empty((1, self.width), np.float32), self._mask()
        actions[0], viewers[0] = taken, seat
        call(kernels.step_all, *part.arrays, self._courses, (actions, rewards, ended, self._finals))
        part.observe[NOW](viewers, row)
        call(kernels.mask_all, self._lists, self._counts, mask)
        return rewards[0], bool(ended[0]), row[0], mask[0]

    def legal_lists(self) -> tuple[Array, Array]:
        """Return the legal actions of each match in ascending order, and their numbers.

        Returns:
            int64, ``(n, most)`` and ``(n,)``. Values beyond the count of a row are meaningless. Both arrays belong to the batch
            and change with the next step.
        """
        return self._lists, self._counts

    def legal_masks(self, out: Array | None = None) -> Array:
        """Return a mask of legal actions, int8, ``(n, actions)``; all 0 if the match is over.

        Args:
            out: array to fill instead of a new one.
        """
        lists, counts = self.legal_lists()
        masks = self._mask() if out is None else out
        self._everywhere(lambda part: self._call(kernels.mask_all, lists[part.rows], counts[part.rows], masks[part.rows]))
        return masks

    def pick(self, player: str | None = None) -> Array:
        """Return a random legal action of each match, int64, ``(n,)``; 0 if the match is over. The matches do not change.

        Args:
            player: name of a built-in player that does not search; return the actions it would take instead, by what the seat
                to act may know.

        Raises:
            OptionsError: there is no such player, or the player searches.
        """
        lists, counts = self.legal_lists()
        actions = np.empty(self.n, np.int64)
        chooser = None if player is None else self._chooser(player)

        def pick(part: _Part) -> None:
            rows, state = part.rows, self.game.state
            if chooser is None:
                self._call(kernels.pick_all, lists[rows], counts[rows], self._pickers[rows], actions[rows])
                return
            given = self._position.arrays[0], self._words, *chooser, self._states[rows], self._pickers[rows]
            scratch = np.zeros(WORLDS, state.STATE), np.zeros(state.MAX_ACTIONS, np.int64)
            self._call(kernels.choose_all, *given, *scratch, actions[rows])

        self._everywhere(pick)
        return actions

    def observe(self, seats: Array | int | None = None, out: Array | None = None) -> Array:
        """Return what one seat of each match may know, float32, ``(n, width)``. `fields` describes the columns.

        Args:
            seats: one seat for all matches, or one per match, ``(n,)``; None: the seats to act. Rows of seat -1 are zeros.
            out: array to fill instead of a new one.
        """
        return self._observed(NOW, self._states["turn"] if seats is None else seats, out)

    def observe_final(self, seats: Array | int, out: Array | None = None) -> Array:
        """Return what a seat may know at the end of each row's last finished match; only with autoreset "same_step"."""
        return self._observed(END, seats, out)

    def named(self, rows: Array) -> dict[str, Array]:
        """Return the fields of observations by name, each ``(n, *shape)``, as views of the rows."""
        return dict(self._position.observer.named(rows))

    def position(self, at: int) -> Position:
        """Return a copy of the true position of match `at`, including everything hidden."""
        position = self._position.copy()
        position.load(self._states[at].tobytes())
        return position

    def match_seed(self, at: int) -> int:
        """Return the seed with which `muckle.new_match` deals the current match of row `at`."""
        return seed_of(int(self._seeds[at]), int(self._numbers[at]))

    @property
    def _own(self) -> tuple[Array, ...]:
        """The arrays that change as matches are played."""
        played = self._states, self._finals, self._minds, self._pickers
        return (*played, self._seeds, self._numbers, self._lists, self._counts)

    def _read_seeds(self, given: int | Sequence[int]) -> Array | list[int]:
        if not isinstance(given, Sequence | np.ndarray):
            return np.random.SeedSequence(read_seed(given)).generate_state(self.n, np.uint64) >> np.uint64(2)
        if len(given) != self.n:
            raise OptionsError(f"seeds are one number or {self.n}, one a match, got {len(given)}")
        return [read_seed(each) for each in given]

    def _deal(self) -> None:
        self._everywhere(lambda part: self._call(kernels.reset_all, *part.arrays))

    def _read_players(self, players: Sequence[str | None] | None) -> list[library.Player | None]:
        names = [None] * self.seats if players is None else list(players)
        if len(names) != self.seats or None not in names:
            raise OptionsError(
                f"{self.game.name}: players are {self.seats} names, one a seat, None for at least one, got {players!r:.80}"
            )
        return [None if name is None else self._find_quick(name) for name in names]

    def _find_quick(self, name: str) -> library.Player:
        player = library.find(name, self.game)
        if player.manner(self.game).method in SEARCHES:
            raise OptionsError(f"{self.game.name}: {player.name} searches, which a batch has no time for; take greedy")
        return player

    def _chooser(self, name: str) -> tuple[Array, Array]:
        """Return the word graph and the manner of a player."""
        if name not in self._known:
            player = self._find_quick(name)
            manner = np.array([tuple(player.manner(self.game))], MANNER)
            self._known[name] = np.array(player.graph(self._match_words)), manner
        return self._known[name]

    def _split(self, threads: int) -> list[_Part]:
        """Return one part of the matches per thread."""
        ends = [self.n * number // threads for number in range(threads + 1)]
        return [self._part(slice(begin, end)) for begin, end in itertools.pairwise(ends)]

    def _part(self, rows: slice) -> _Part:
        options, observer = self._position.arrays[0], self._position.observer
        observe = [observer.over(options, self._words, states[rows]) for states in (self._states, self._finals)]
        return _Part(rows, self._arrays_of(rows), tuple(observe))

    def _arrays_of(self, rows: slice) -> tuple[Any, ...]:
        state = self.game.state
        fixed = self._position.arrays[0], self._words, self._begins
        worlds, scratch = np.zeros(WORLDS, state.STATE), np.zeros(max(state.MAX_ACTIONS, self.seats), np.int64)
        own = self._states[rows], self._minds[rows], worlds, self._manners, scratch
        return (*fixed, *own, self._seeds[rows], self._numbers[rows], self._lists[rows], self._counts[rows])

    def _everywhere(self, work: Callable[[_Part], Made]) -> list[Made]:
        if self._pool is None:
            return [work(self._parts[0])]
        return [*self._pool.map(work, self._parts)]

    def _call(self, function: Callable[..., Any], *given: Any) -> Any:
        call = self._calls.get(function)
        if call is None:
            call = self._calls[function] = direct(function, *given)
        return call(*given)

    def _mask(self) -> Array:
        return np.empty((self.n, self.actions), np.int8)

    def _check(self, actions: Array) -> None:
        lists, counts = self.legal_lists()
        wrong = self._call(kernels.first_illegal, lists, counts, actions)
        if wrong >= 0:
            raise IllegalError(
                f"action {actions[wrong]} is not legal in match {wrong}, where seat {self.turns[wrong]} is to act"
            )

    def _viewers(self, seats: Array | int) -> Array:
        """Return the seat that looks in each match."""
        if not isinstance(seats, int):
            return np.ascontiguousarray(np.broadcast_to(seats, self.n), np.int64)
        if seats not in self._looking:
            self._looking[seats] = np.full(self.n, seats, np.int64)
        return self._looking[seats]

    def _observed(self, place: int, seats: Array | int, out: Array | None) -> Array:
        rows = np.empty((self.n, self.width), np.float32) if out is None else out
        viewers = self._viewers(seats)
        self._everywhere(lambda part: part.observe[place](viewers[part.rows], rows[part.rows]))
        return rows


def read_action(given: object, n: int) -> int:
    """Return a whole number below n that a program gave as an action.

    Raises:
        ActionError: the action is something else.
    """
    expected = f"an action is a whole number from 0 to {n - 1}"
    action = int(_read_actions(given, (), expected))
    if not 0 <= action < n:
        raise ActionError(f"{expected}, got {action}")
    return action


def _read_actions(given: object, shape: tuple[int, ...], expected: str) -> Array:
    """Return whole numbers that a program gave in an array of a shape, as int64."""
    try:
        taken = np.asarray(given)
    except ValueError:  # a list of lists of different lengths
        taken = np.array(None)
    if taken.shape != shape or taken.dtype.kind not in "iu":
        found = f", an array of {taken.dtype} of shape {taken.shape}" if isinstance(given, np.ndarray) else ""
        raise ActionError(f"{expected}, got {given!r:.80}{found}")
    return np.asarray(taken, np.int64, order="C")


def seed_of(seed: int, number: int) -> int:
    """Return the seed with which `muckle.new_match` deals match `number` (from 0) of a row's seed."""
    return int(stream(seed, number)) & kernels.MATCH_SEED
