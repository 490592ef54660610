"""`Batch` beside a twin: each of its matches played again on its own, as a `Position` driven from Python."""

from __future__ import annotations

import copy
import functools
import pickle
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyspiel
import pytest

import muckle.envs.openspiel  # noqa: F401  # registers the games
from every_game.walks import Case, case
from muckle import new_match
from muckle.engine.chance import stream
from muckle.engine.contract import Setup
from muckle.engine.position import Position
from muckle.envs import pettingzoo
from muckle.envs.batch import Autoreset, Batch
from muckle.envs.gymnasium import SeatEnv
from muckle.errors import ActionError, IllegalError, OptionsError
from muckle.games import GAMES
from muckle.lab.plan import match_seed
from muckle.lab.simulate import simulate
from muckle.players import find
from muckle.players.chooser import Chooser
from muckle.players.contest import win_shares

Players = Sequence[str | None] | None


class Twin:
    """One row of a batch."""

    def __init__(self, case: Case, seed: int, players: Players) -> None:
        self.case, self.seed, self.players = case, seed, players or [None] * case.options.seats
        self.number = -1
        self.begin()

    def begin(self) -> None:
        """Deal the next match of the seed in which a seat from outside has a turn."""
        self.number += 1
        self.position = self.case.position(match_seed(self.seed, self.number))
        self.chooser = Chooser(self.position, match_seed(self.seed, self.number))
        self.go_on()
        if self.position.over:
            self.begin()

    def go_on(self) -> None:
        while not self.position.over and (name := self.players[self.position.turn]):
            self.position.apply(self.chooser.choose(find(name).manner(self.case.game), self.position))

    def step(self, action: int, autoreset: Autoreset) -> Position | None:
        """Take an action; the position at the end of a match."""
        if self.position.over:
            self.begin()
            return None
        self.position.apply(action)
        self.go_on()
        end = self.position.copy() if self.position.over else None
        if end and autoreset == "same_step":
            self.begin()
        return end


def same(batch: Batch, twins: Sequence[Twin]) -> None:
    """Compare everything a batch returns with the positions of its twins."""
    lists, counts = batch.legal_lists()
    masks, rows, first = batch.legal_masks(), batch.observe(), batch.observe(0)
    assert batch.turns.tolist() == [twin.position.turn for twin in twins]
    for at, twin in enumerate(twins):
        position = twin.position
        assert lists[at, : counts[at]].tolist() == np.flatnonzero(masks[at]).tolist() == position.legal()
        assert batch.match_seed(at) == match_seed(twin.seed, twin.number)
        for row, seat in ((rows[at], position.turn), (first[at], 0)):
            if seat >= 0:
                assert_seen(batch, row, position, seat)
        assert rows[at].any() == (not position.over)


def assert_seen(batch: Batch, row: Any, position: Position, seat: int) -> None:
    seen = position.observation(seat)
    assert all(np.array_equal(values, seen[name]) for name, values in batch.named(row).items())


def played(batch: Batch, twins: Sequence[Twin], autoreset: Autoreset, steps: int) -> Iterator[tuple[int, Any, Position]]:
    """Step both side by side; each match that ended, with what it was worth."""
    for _ in range(steps):
        same(batch, twins)
        actions = batch.pick()
        rewards, ended = batch.step(actions)
        for at, twin in enumerate(twins):
            end = twin.step(int(actions[at]), autoreset)
            assert bool(ended[at]) == (end is not None)
            if end:
                yield at, rewards[at], end
            else:
                assert not rewards[at].any()


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
@pytest.mark.parametrize("game", GAMES)
def test_a_batch_plays_what_its_twins_play(game: str, autoreset: Autoreset) -> None:
    tiny, ends = case(game, "tiny"), 0
    batch = Batch(game, 3, "tiny", seed=11, autoreset=autoreset, threads=2)
    twins = [Twin(tiny, seed, None) for seed in batch.seeds.tolist()]
    for at, rewards, end in played(batch, twins, autoreset, 120):
        ends += 1
        assert rewards.tolist() == end.scores()
        if autoreset == "same_step":
            for seat in range(batch.seats):
                assert_seen(batch, batch.observe_final(seat)[at], end, seat)
    assert ends


@pytest.mark.parametrize("game", [game for game in GAMES if game != "mickell"])
def test_built_in_players_choose_as_they_do_elsewhere(game: str) -> None:
    seats: list[str | None] = ["greedy", None]
    batch, twins = Batch(game, 2, "tiny", seed=[3, 4], players=seats), [Twin(case(game, "tiny"), at, seats) for at in (3, 4)]
    assert [*played(batch, twins, "next_step", 60)]


class Asked(Chooser):
    """A player with the chance that a batch has for picking."""

    def begin(self, seed: int) -> None:
        self._minds[0].rng = stream(seed, 2)


@pytest.mark.parametrize("game", GAMES)
def test_a_built_in_player_says_what_it_would_do(game: str) -> None:
    """Asked in a batch it says what it says of the same position alone; where a match is over it says nothing."""
    tiny, greedy, overs = case(game, "tiny"), find("greedy"), 0
    batch = Batch(game, 3, "tiny", seed=11, threads=2)
    twins = [Twin(tiny, seed, None) for seed in batch.seeds.tolist()]
    askeds = [Asked(twin.position, twin.seed) for twin in twins]
    known = greedy.graph(new_match(game, "tiny").words)
    for _ in range(60):
        actions = batch.pick("greedy")
        same(batch, twins)
        batch.step(actions)
        for twin, asked, action in zip(twins, askeds, actions.tolist(), strict=True):
            overs += twin.position.over
            said = 0 if twin.position.over else asked.choose(greedy.manner(tiny.game), twin.position, known)
            assert said in (action, *claims(twin.position, action, known))
            twin.step(said, "next_step")
    assert overs


def claims(position: Position, action: int, words: Any) -> list[int]:
    """Return a claim with the words that it can mean to a player who knows them; in a batch a claim has no word."""
    setup = Setup(position.plain_setup.options, memoryview(words))
    return [] if position.over else position.game.text.completions(setup, position.plain_state, action)[:1]


def test_who_asks_a_built_in_player_plays_like_it() -> None:
    batch = Batch("mitch", 256, seats=3, hands=1, players=(None, "random", "random"), reward="win")
    steps = [batch.step(batch.pick("greedy")) for _ in range(60)]
    assert np.concatenate([step.rewards[step.ended, 0] for step in steps]).mean() > 0.8


def test_rewards_are_scores_leads_or_shares_of_the_win() -> None:
    for at, rewards, end in ends("lead"):
        scores = end.scores()
        assert rewards == pytest.approx([score - (sum(scores) - score) / 2 for score in scores]), at
    for _, rewards, end in ends("win"):
        assert rewards == pytest.approx(win_shares(end))


def ends(reward: Any) -> Iterator[tuple[int, Any, Position]]:
    batch = Batch("mitch", 4, seats=3, hands=1, reward=reward)
    twins = [Twin(case("mitch", seats=3, hands=1), seed, None) for seed in batch.seeds.tolist()]
    yield from played(batch, twins, "next_step", 120)


def test_no_number_of_threads_and_no_restart_changes_a_batch() -> None:
    def course(batch: Batch) -> bytes:
        return b"".join(batch.step(batch.pick()).rewards.tobytes() + batch.observe().tobytes() for _ in range(100))

    one, three = (Batch("multzo", 7, "tiny", seed=5, players=(None, "random"), threads=threads) for threads in (1, 3))
    first = course(one)
    assert course(three) == first
    one.reset()
    assert course(one) == first
    one.reset(6)
    assert course(one) != first


def test_rows_of_near_seeds_share_no_match() -> None:
    batches = [Batch("mitch", 8, seed=seed) for seed in range(20)]
    assert len({seed for batch in batches for seed in batch.seeds.tolist()}) == 8 * 20
    assert Batch("mitch", 3, seed=5).seeds.tolist() == Batch("mitch", 8, seed=5).seeds[:3].tolist()


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_batch_is_copied_in_its_middle(way: Any) -> None:
    def course(batch: Batch) -> bytes:
        return b"".join(batch.step(batch.pick("greedy")).rewards.tobytes() + batch.observe().tobytes() for _ in range(40))

    batch = Batch("multzo", 3, "tiny", seed=[4, 9, 4], players=(None, "random"), reward="lead", threads=2)
    course(batch)
    other = way(batch)
    assert course(other) == course(batch) and other.seeds.tolist() == [4, 9, 4]


def test_random_play_comes_to_what_a_simulation_comes_to() -> None:
    """Another way to play whole matches at random: the mean scores agree within five standard errors."""
    batch = Batch("mitch", 512, seats=3, seed=1)
    scores = [rewards[ended] for rewards, ended in (batch.step(batch.pick()) for _ in range(400))]
    mine = np.concatenate(scores)
    other = simulate("mitch", games=2000, seats=3, seed=2)
    error = mine.std(axis=0) * np.sqrt(1 / len(mine) + 1 / 2000)
    assert (np.abs(mine.mean(axis=0) - other.mean_scores) < 5 * error).all()


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    batch = Batch("mitch", 5, seats=3)
    before, actions = [batch.position(at) for at in range(5)], batch.pick()
    actions[3] = next(action for action in range(batch.actions) if not batch.legal_masks()[3, action])
    with pytest.raises(IllegalError, match=rf"action {actions[3]} is not legal in match 3, where seat \d is to act"):
        batch.step(actions)
    assert all(batch.position(at).same(position) for at, position in enumerate(before))


@pytest.mark.parametrize(("name", "message"), [("expert", "expert searches"), ("gredy", "no player is called 'gredy'")])
def test_who_cannot_be_asked_is_refused(name: str, message: str) -> None:
    with pytest.raises(OptionsError, match=message):
        Batch("mitch", 4).pick(name)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n": 0}, "number of matches"),
        ({"players": ("greedy",)}, "players are 3 names"),
        ({"players": ("greedy",) * 3}, "None for at least one"),
        ({"players": (None, "expert", "random")}, "expert searches"),
        ({"autoreset": "never"}, "autoreset is one of next_step, same_step"),
        ({"reward": "fame"}, "reward is one of score, lead, win"),
        ({"threads": 9}, "number of threads"),
        ({"seed": [1, 2]}, "seeds are one number or 4, one a match, got 2"),
        ({"seed": [1, 2, 3, None]}, "a seed is a whole number"),
        ({"seed": 1.5}, "a seed is a whole number"),
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, Any], message: str) -> None:
    asked: dict[str, Any] = {"n": 4, "seats": 3, **given}
    with pytest.raises(OptionsError, match=message):
        Batch("mitch", **asked)


@pytest.mark.parametrize("actions", [np.zeros(3, np.int64), [1.0] * 4, [None] * 4, [[1], [1, 2]], [1 << 70] * 4, None])
def test_what_are_no_actions_is_refused(actions: Any) -> None:
    with pytest.raises(ActionError, match="actions are 4 whole numbers, one a match, got "):
        Batch("mitch", 4).step(actions)


NO_ACTIONS = [None, 1.0, np.float32(1), "1", True, [1], np.array([1]), -1, 106, 1 << 70]


def in_gymnasium(illegal: Any) -> Any:
    env = SeatEnv("mitch", illegal=illegal)
    env.reset(seed=1)
    return env.step


def in_pettingzoo() -> Any:
    env = pettingzoo.env("mitch")
    env.reset(seed=1)
    return env.step


def in_openspiel() -> Any:
    state = pyspiel.load_game("muckle_mitch(preset=tiny)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state.apply_action


ADAPTERS = {
    "batch": lambda: functools.partial(Batch("mitch", 1).step_alone, seat=0),
    "raise": lambda: in_gymnasium("raise"),
    "ignore": lambda: in_gymnasium("ignore"),
    "pettingzoo": in_pettingzoo,
    "openspiel": in_openspiel,
}


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_every_adapter_says_what_an_action_is(adapter: str) -> None:
    step = ADAPTERS[adapter]()
    for given in NO_ACTIONS:
        with pytest.raises(ActionError, match=r"an action is a whole number from 0 to 105, got " + re.escape(repr(given))):
            step(given)
    if adapter != "ignore":
        with pytest.raises((ValueError, ActionError), match=r"action \d+ .*is not legal"):
            for illegal in range(106):
                step(illegal)
