"""`Position`: one match in memory, driven from Python one action at a time.

It knows nothing of texts, logs or viewers (`muckle.match` does). Numba needs microseconds to recognise the type of a record
at every call, more than most rules take; so the rules are called through arrays of length 1, whose types are fixed once.
"""

from __future__ import annotations

import functools
import importlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from muckle.engine import contract
from muckle.engine.beliefs import Beliefs
from muckle.engine.chance import ASKED, COUNTED, KEYED, OPEN, SCRIPTED, SPENT, most_draws, read_seed, stream
from muckle.engine.compile import compiled, direct, plain
from muckle.engine.contract import OVER, Setup
from muckle.engine.facts import Fact, record_facts
from muckle.engine.game import Game
from muckle.engine.observer import Observer
from muckle.engine.record import INT, loose, new, reader, record, shapes
from muckle.errors import GameError, OptionsError

if TYPE_CHECKING:
    from muckle.engine.options import GameOptions

NO_WORDS = np.zeros(2, np.int32)
"""The word graph of games without words: that of a list without any."""
DEALS, RESAMPLES = 0, 6
"""Number of the stream that a seed's deal is drawn from, and of that for a re-deal, which must not repeat the deal."""
NO_NUMBERS = np.zeros(0, np.int64)
"""The numbers laid for a step without draws: none."""
NOT_READ: tuple[bytes, Any] = b"", None
"""The plain tree of a position that nobody has read yet."""
DEAL = -1
"""Number that stands for the deal where an action is expected."""
FEW_DRAWS = 8
"""Number of draws that suffices for nearly every step; a step with more is taken again."""


class Draw(NamedTuple):
    """A draw that a step asks for: a number from 0 to `n` - 1, each equally likely."""

    n: int


class Chance(NamedTuple):
    """The source of the draws of one step, so that the step can be taken again."""

    rng: int
    """`state.rng` before the step: a stream, SCRIPTED or KEYED (`muckle.engine.chance`)."""
    laid: tuple[int, ...] = ()
    """Numbers that were laid for the step, one for each draw; none for a stream."""


class Outcome(NamedTuple):
    """A possible outcome of a draw among n; its probability is `weight` / n."""

    code: int
    """The game's own number of the outcome, see its `text.chance_text`."""
    weight: int
    """Number of picks that lead to it: two, if the card is there twice."""
    pick: int
    """First of the picks that lead to it."""


@compiled
def _deal(options, words, states, rng):
    contract.deal(Setup(options[0], words), states[0], rng)


@compiled
def _legal(options, words, states, actions):
    return contract.legal(Setup(options[0], words), states[0], actions)


@compiled
def _apply(options, words, states, action):
    contract.apply(Setup(options[0], words), states[0], action)


@compiled
def _returns(options, words, states, scores):
    contract.returns(Setup(options[0], words), states[0], scores)


@compiled
def _resample(options, words, states, seat):
    contract.resample(Setup(options[0], words), states[0], seat)


@compiled
def _take(options, words, states, after, action, mode, numbers):
    """Take a step whose draws are laid, and leave none that was not drawn in the state.

    Args:
        states: the position, left as it is. after: filled in.
        numbers: what is laid: picks (SCRIPTED) or 32 bits each (KEYED, COUNTED); fewer than `drew` has places.

    Returns:
        the number of possibilities of the next draw if the step asks for one, 0 if it is over, -1 if a pick was too large.
    """
    setup = Setup(options[0], words)
    after[0] = states[0]
    after[0].drew[: len(numbers)] = numbers
    after[0].drew[len(numbers)] = OPEN
    if action == DEAL:
        contract.deal(setup, after[0], mode)
    else:
        after[0].rng = mode
        contract.apply(setup, after[0], action)
    rng = after[0].rng
    if rng < ASKED:
        return ASKED - rng
    after[0].rng = SPENT
    after[0].drew[after[0].drawn :] = 0  # at once: a loop over all places takes longer than the step in plain mode
    return -1 if rng == SPENT else 0


@compiled
def _codes(options, words, flat, after, after_flat, action, picks, codes):
    """Find the outcome of each possible pick of the draw that follows the given picks.

    Args:
        flat: memory of the position, left as it is. after, after_flat: scratch with the same content, and its memory.
        picks: one place more than picks are given.
        codes: filled in, one for each pick there is.
    """
    setup, last = Setup(options[0], contract.lent(words)), len(picks) - 1
    flat, after_flat = contract.lent(flat), contract.lent(after_flat)
    changing = len(flat) - len(after[0].drew)  # `drew` stands last; a step reads no more of it than is laid
    for pick in range(len(codes)):
        for number in range(changing):
            after_flat[number] = flat[number]
        for place in range(last):
            after[0].drew[place] = picks[place]
        after[0].drew[last], after[0].drew[last + 1] = pick, OPEN
        if action == DEAL:
            contract.deal(setup, after[0], SCRIPTED)
        else:
            after[0].rng = SCRIPTED
            contract.apply(setup, after[0], action)
        codes[pick] = after[0].drew[last]


_known: dict[tuple[Any, str], Any] = {}


def _ready(function: Any, game: str, *arguments: Any) -> Any:
    """Return a compiled function of a game, ready to call with arguments like these."""
    if (function, game) not in _known:
        _known[function, game] = direct(function, *arguments)
    return _known[function, game]


def blank(game: Game, options: GameOptions, words: Any = NO_WORDS) -> tuple[Any, Any, Any]:
    """Load the game and return options, word graph and an empty state as arrays, for compiled functions."""
    game.load()
    return _settings(game.state.Settings, options)[0], words, new(game.state.STATE)


@functools.lru_cache(maxsize=64)
def _settings(kind: type[tuple[Any, ...]], options: GameOptions) -> tuple[Any, Any]:
    """Return the options as the record that rules read and as a plain tree; matches with equal options share both.

    Args:
        kind: the `Settings` of the game's `state.py`.
    """
    given, settings = new(record(kind)), options.settings()
    for shape in shapes(kind):
        given[0][shape.name] = settings[shape.name]
    return given, reader(kind)(given)


class Position:
    """A match's options, word graph and state.

    Args:
        game: the game.
        options: checked options of that game.
        words: the word graph, int32; games without words leave it out.
        seed: whole number from 0 to 2**62; the same seed gives the same deal.
    """

    __slots__ = (
        "_apply",
        "_flat",
        "_legal",
        "_most_draws",
        "_observer",
        "_options",
        "_plain",
        "_plain_setup",
        "_states",
        "_take",
        "_words",
        "chance",
        "game",
        "options",
        "origin",
        "setup",
        "state",
    )

    def __init__(self, game: Game, options: GameOptions, words: Any = NO_WORDS, seed: int = 0) -> None:
        self.game = game
        self.options = options
        self._options, self._words, self._states = blank(game, options, words)
        self._flat: Any = self._states.view(INT)
        """The memory of the state as numbers: NumPy copies a record field by field, which takes thirty times as long."""
        self._most_draws = most_draws(self._states[0])
        self.chance: Chance | None = None
        """Chance of the last step; None if its draws came from the stream in the state before it."""
        self.origin: tuple[Callable[..., Any], tuple[Any, ...]] | None = None
        """Function and arguments by which another process finds the word graph; None: a pickle takes the graph along."""
        self.setup = Setup(self._options[0], words)
        self._plain_setup: Setup | None = None
        self._plain: tuple[bytes, Any] = NOT_READ
        self._observer: Observer | None = None
        self.state: Any = self._states[0]
        given = self._options, words, self._states
        self._legal = _ready(_legal, game.name, *given, np.zeros(1, np.int64))
        self._apply = _ready(_apply, game.name, *given, 0)
        self._take = _ready(_take, game.name, *given, self._states, DEAL, SCRIPTED, np.zeros(0, np.int64))
        self.deal(seed)

    @property
    def turn(self) -> int:
        """The seat to act, or OVER."""
        return int(self.state.turn)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.state.turn == OVER)

    @property
    def plain_setup(self) -> Setup:
        """The setup as text and scenes read it: the options as a plain tree, the words as numbers of Python's own."""
        if self._plain_setup is None:
            settings = _settings(self.game.state.Settings, self.options)[1]
            self._plain_setup = Setup(settings, memoryview(self._words))
        return self._plain_setup

    @property
    def plain_state(self) -> Any:
        """The state as text and scenes read it: a plain tree without its draws (`drew` is empty), made once a step."""
        now = self._flat[: -1 - self._most_draws].tobytes()
        if self._plain[0] != now:
            self._plain = now, self.game.read_state(self._states)
        return self._plain[1]

    @property
    def arrays(self) -> tuple[Any, Any, Any]:
        """Options, word graph and state as arrays, for compiled functions; the state is the true one."""
        return self._options, self._words, self._states

    def deal(self, seed: int) -> None:
        """Deal a match anew: the match that a new position with this seed has.

        Raises:
            OptionsError: the seed is not a whole number from 0 to 2**62.
        """
        self._begin(int(stream(read_seed(seed), DEALS)))

    def _begin(self, rng: int) -> None:
        """Deal a match anew whose draws come from `rng`: a stream, SCRIPTED, KEYED or COUNTED."""
        given = self._options, self._words, self._states, rng
        _ready(_deal, self.game.name, *given)(*given)
        self.chance = Chance(rng)

    def legal(self) -> list[int]:
        """Return the legal actions in ascending order; none when the match is over."""
        actions = np.empty(self.game.state.MAX_ACTIONS, np.int64)
        return actions[: self._legal(self._options, self._words, self._states, actions)].tolist()

    def apply(self, action: int) -> None:
        """Take an action.

        Raises:
            ValueError: it is not legal here; the state is unchanged.
        """
        self._apply(self._options, self._words, self._states, action)
        self.chance = None

    def facts(self, before: Position | None, action: int | None) -> list[Fact]:
        """Return what happened in the step that led here, in order, as the rules tell it.

        Args:
            before, action: the position before the step, and its action; None for the deal that begins a match.
        """
        return self.facts_and_draws(before, action)[0]

    def facts_and_draws(self, before: Position | None, action: int | None) -> tuple[list[Fact], tuple[int, ...] | None]:
        """Return the facts of the step, and what `among` returns for it; None for that if the step was not keyed."""
        tree, keyed = loose((before or self).plain_state), False
        if self.chance:
            rng, laid = self.chance
            keyed = rng == KEYED
            tree.rng = COUNTED if keyed else rng
            tree.drew[: len(laid) + 1] = (*laid, OPEN)
        rules: Any = plain(self.game.rules)
        if action is None:
            facts = record_facts(tree, lambda tree: rules.deal(self.plain_setup, tree, tree.rng))
        else:
            facts = record_facts(tree, lambda tree: rules.apply(self.plain_setup, tree, action))
        return facts, tuple(tree.drew[: tree.drawn]) if keyed else None

    def scores(self) -> list[int]:
        """Return each seat's score so far; final once the match is over."""
        scores = np.zeros(self.options.seats, np.int64)
        _returns(self._options, self._words, self._states, scores)
        return scores.tolist()

    @property
    def observer(self) -> Observer:
        """The observer of this match: the fields that seats observe, their places and shapes."""
        if self._observer is None:
            self._observer = Observer(self.game, self.options)
        return self._observer

    def observation(self, seat: int) -> Mapping[str, np.ndarray[Any, Any]]:
        """Return what a seat may know of the position, as named arrays of float32; `observer.fields` says what each means.

        It is what lies there now. What a seat was told before, `muckle.match.information_state` keeps.

        >>> from muckle.match.match import new_match
        >>> position = new_match("mitch", seats=3, seed=7).position
        >>> position.observation(0)["hand"].sum(), position.observation(0)["tableau"].shape
        (np.float32(5.0), (3, 52))
        """
        rows = np.zeros((1, self.observer.width), np.float32)
        self.observer.observe(*self.arrays, np.array([seat]), rows)
        return self.observer.named(rows[0])

    def resample(self, seat: int, seed: int) -> None:
        """Re-deal at random everything the seat cannot know, the chance to come included.

        Args:
            seat: the seat that looks, from 0; -1 is a spectator.
            seed: a whole number from 0 to 2**62; the same seed gives the same re-deal, and 0, 1, 2, … give independent ones.

        Raises:
            OptionsError: there is no such seat, or the seed is no such number.

        >>> from muckle.match.match import new_match
        >>> position = new_match("mitch", seats=3, seed=7).position
        >>> worlds = [position.copy() for _ in range(100)]
        >>> for seed, world in enumerate(worlds):
        ...     world.resample(0, seed)
        >>> [len({world.plain_state.seats[seat].hand for world in worlds}) for seat in range(3)]
        [1, 99, 100]
        """
        if not isinstance(seat, Integral) or not -1 <= seat < self.options.seats:
            raise OptionsError(
                f"a seat is a number from 0 to {self.options.seats - 1}, or -1 for a spectator, got {seat!r:.40}"
            )
        self.state.rng = stream(read_seed(seed), RESAMPLES)
        _resample(self._options, self._words, self._states, seat)

    def beliefs(self, seat: int) -> Beliefs[Self]:
        """Return the worlds that a seat (-1: a spectator) must hold possible, to draw from.

        >>> from muckle.match.match import new_match
        >>> worlds = new_match("mitch", seats=3, seed=7).position.beliefs(0).sample(100, 1)
        >>> [len({world.plain_state.seats[seat].hand for world in worlds}) for seat in range(3)]
        [1, 100, 100]
        """
        return Beliefs(self, seat)

    def copy(self) -> Self:
        """Return a copy that shares only what never changes."""
        flat = self._flat.copy()
        other = self._with(flat, self._room(flat))
        other._plain, other.chance = self._plain, self.chance
        return other

    def compact_copy(self) -> Self:
        """Return a copy without what was worked out from the state, which takes a tenth of the memory."""
        flat = self._flat.copy()
        other = self._with(flat, self._room(flat))
        other.chance = self.chance
        return other

    def _with(self, flat: Any, states: Any) -> Self:
        """Return a position of the same match whose state is in the given memory; `states` is the same memory as a state."""
        other = object.__new__(type(self))
        other.game, other.options, other.setup = self.game, self.options, self.setup
        other._options, other._words, other.origin = self._options, self._words, self.origin
        other._legal, other._apply, other._take, other._observer = self._legal, self._apply, self._take, self._observer
        other._plain_setup, other._plain, other.chance = self._plain_setup, NOT_READ, None
        other._flat, other._most_draws = flat, self._most_draws
        other._states, other.state = states, states[0]
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        find, given = self.origin or (_itself, (self._words,))
        return _restored, (self.game.folder, self.options, find, given, self.origin is not None, self.memory())

    def __repr__(self) -> str:
        seats = f"{self.options.seats} seat{'' if self.options.seats == 1 else 's'}"
        return f"<Position of {self.game.name}: {seats}, {'over' if self.over else f'seat {self.turn} to act'}>"

    def view(self, seat: int, words: Any, seed: int = 1) -> Self:
        """Return a new position as a seat sees it: everything the seat cannot know is dealt anew.

        Args:
            seat: the seat that looks, from 0; -1 is a spectator.
            words: the word graph of what the seat's player knows, an array of int32: `NO_WORDS` in games without words,
                ``position.arrays[1]`` for all words of the match.
            seed: as for `resample`.

        Raises:
            OptionsError: there is no such seat, `words` is no word graph, or the seed is wrong.
        """
        if not isinstance(words, np.ndarray) or words.dtype != np.int32 or words.ndim != 1:
            raise OptionsError(
                "words are the word graph of what the seat's player knows, an array of int32 such as position.arrays[1], "
                f"got {words!r:.40}; a seed is the third argument"
            )
        other = self.copy()
        other.chance = None  # what was laid for the last step would tell what it drew
        other._words, other.origin = words, self.origin if words is self._words else None
        other.setup, other._plain_setup = Setup(self.setup.options, words), None
        other.resample(seat, seed)
        return other

    def restore(self, other: Position) -> None:
        """Take over the state of another position of the same match."""
        self._flat[:] = other._flat
        self.chance = other.chance

    def memory(self) -> bytes:
        """Return the bytes of the state."""
        return self._states.tobytes()

    def load(self, memory: bytes) -> None:
        """Take over a state from its bytes, as `memory` of a position of the same match returned them."""
        self._flat[:] = np.frombuffer(memory, INT)
        self.chance = None

    def same(self, other: Position) -> bool:
        """Return whether both states are equal to the last byte."""
        return self._states.tobytes() == other._states.tobytes()

    def drew(self) -> list[int]:
        """Return the outcome codes of the draws in the last step, in order."""
        return self.state.drew[: self.state.drawn].tolist()

    def ask(self, action: int | None, picks: Sequence[int] = ()) -> Draw | Position:
        """Return the position after an action (None: the deal) with given draws; or the draw that is still to be picked.

        So a step's chance can be answered draw by draw: ask with no picks, then with one, until a position comes back.

        Args:
            picks: for each draw, in order, a number below the `n` that was asked for.

        Raises:
            ValueError: the action is not legal, there are more picks than draws, or a pick is too large.
        """
        if len(picks) > self._most_draws:
            raise ValueError(f"no step has {len(picks)} draws, at most {self._most_draws}")
        n, memory = self._step(action, SCRIPTED, picks)
        if n < 0 or (picks and min(picks) < 0):
            raise ValueError(f"one of the picks {list(picks)} is not below what is drawn among")
        if n:
            return Draw(n)
        after = self._after(memory, SCRIPTED, picks)
        assert after.chance
        if len(after.chance.laid) < len(picks):
            raise ValueError(f"{len(picks)} picks are given for {len(after.chance.laid)} draws")
        return after

    def outcomes(self, action: int | None, picks: Sequence[int] = ()) -> list[Outcome]:
        """Return the outcomes of the draw behind the given picks, by their first picks; none if there is no such draw.

        Equal outcomes are one: a card of which two are left has the weight 2.

        Raises:
            ValueError: as for `ask`.
        """
        asking = self.ask(action, picks)
        return outcomes_of(self.codes(asking.n, action, picks)) if isinstance(asking, Draw) else []

    def codes(self, n: int, action: int | None, picks: Sequence[int] = ()) -> list[int]:
        """Return the outcome's code for each pick of the draw among n behind the given picks; `ask` has said n."""
        codes, scratch = np.zeros(n, np.int64), self._flat.copy()
        step, laid = DEAL if action is None else action, np.array([*picks, 0], np.int64)
        given = self._options, self._words, self._flat, self._room(scratch), scratch, step, laid, codes
        _ready(_codes, self.game.name, *given)(*given)
        return codes.tolist()

    def keyed(self, action: int | None, bits: Callable[[int], int]) -> Position:
        """Return the position after an action (None: the deal) whose draws come from a key.

        Args:
            bits: 32 random bits for a draw's number, which counts from 0 over the whole match. The draw is among n of
                something and picks ``bits * n >> 32``.

        Raises:
            ValueError: the action is not legal.
        """
        return self._drawn(action, KEYED, bits)

    def among(self, action: int | None, bits: Callable[[int], int]) -> list[int]:
        """Return the number of possibilities of each draw in the step that `keyed` would take."""
        return self._drawn(action, COUNTED, bits).drew()

    def _drawn(self, action: int | None, mode: int, bits: Callable[[int], int]) -> Position:
        """Return the position after an action (None: the deal), with as many bits laid as it draws."""
        first = 0 if action is None else int(self.state.draws)
        numbers = [bits(first + place) for place in range(min(FEW_DRAWS, self._most_draws))]
        while (step := self._step(action, mode, numbers))[0]:
            more = range(len(numbers), min(4 * len(numbers), self._most_draws))
            if not more:
                raise GameError(f"{self.game.folder}: a step draws more than {self._most_draws} times; lengthen State.drew")
            numbers += [bits(first + place) for place in more]
        return self._after(step[1], mode, numbers)

    def _step(self, action: int | None, mode: int, numbers: Sequence[int]) -> tuple[int, tuple[Any, Any]]:
        """Return what `_take` returns for an action (None: the deal) whose draws are laid, and the next state.

        The next state is given twice: its memory, and the same memory as a state.
        """
        flat = np.empty_like(self._flat)
        states, step = self._room(flat), DEAL if action is None else action
        laid = np.array(numbers, np.int64) if numbers else NO_NUMBERS
        return self._take(self._options, self._words, self._states, states, step, mode, laid), (flat, states)

    def _after(self, memory: tuple[Any, Any], mode: int, numbers: Sequence[int]) -> Self:
        """Return the position after a step, from the next state and what was laid for the step."""
        after = self._with(*memory)
        after.chance = Chance(mode, tuple(numbers[: int(after.state.drawn)]) if numbers else ())
        return after

    def _room(self, flat: Any) -> Any:
        """Return a state, as an array of one, in the given memory."""
        return np.ndarray((1,), self._states.dtype, flat)


def outcomes_of(codes: Sequence[int]) -> list[Outcome]:
    """Return the outcomes of a draw, from the code of each of its picks."""
    weights, first = Counter(codes), dict[int, int]()
    for pick, code in enumerate(codes):
        first.setdefault(code, pick)
    return [Outcome(code, weight, first[code]) for code, weight in weights.items()]


def _itself(graph: Any) -> Any:
    return graph


def _restored(folder: str, options: GameOptions, find: Any, given: tuple[Any, ...], named: bool, memory: bytes) -> Position:
    """Return a position that was pickled.

    Raises:
        ValueError: the game's state has another layout in this program.
    """
    position = Position(importlib.import_module(folder).GAME, options, find(*given))
    position.origin = (find, given) if named else None
    position.load(memory)
    return position
