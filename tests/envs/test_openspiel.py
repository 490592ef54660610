"""OpenSpiel's own tests over every game, agreement of its solver with the exact one, and its search algorithms."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test

import muckle.envs.openspiel
from envs.playthroughs import FOLDER, PLAYED, playthrough
from every_game.walks import case
from muckle.engine.position import Position
from muckle.envs.game_tree import Node, root
from muckle.errors import OptionsError
from muckle.games import GAMES
from muckle.lab.exact import InformationSet, Plan, Tree, lead
from muckle.match.match import new_match

flags.FLAGS(["tests"])

TINY = "muckle_mitch(preset=tiny)"
COUNTS = (1013, 3144, 3312)
"""Numbers of draws, decisions and ends in the tree of that game."""
INFORMATION_STATES = 1776
"""How many information states its decisions fall into."""
SOLVED: dict[str, tuple[dict[str, Any], int, float]] = {
    "mitch": ({"preset": "tiny"}, INFORMATION_STATES, 0.02),
    "mitch, no hand": ({"preset": "tiny_zero", "seats": 2}, 584, 0.02),
    "alphabetickell, four cards": (
        {"preset": "tiny", "deck": "custom", "deck_check": "loose", "cards": "NH SC AP EL", "target": 1},
        448,
        0.02,
    ),
}
"""Matches whose whole tree is solved: options, number of information sets, and exploitability that CFR+ leaves."""


def set_ups() -> Iterator[str]:
    """Yield every preset, and each game with the fewest and the most seats."""
    for name, game in GAMES.items():
        yield from (f"muckle_{name}(preset={preset.replace('-', '_')})" for preset in game.presets)
        seats = next(field for field in game.options.fields() if field.name == "seats")
        for number in sorted({seats.least, seats.most} - {None}, key=int):
            yield f"muckle_{name}(seats={number}{',packs=2' if number == 10 else ''})"


@pytest.mark.parametrize("text", list(set_ups()))
def test_random_matches_pass_with_serialising(text: str) -> None:
    game = pyspiel.load_game(text)
    assert str(pyspiel.load_game(str(game))) == str(game)
    random_steps(game.new_initial_state(), random.Random(1), 60)
    if "tiny" in text:
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def random_steps(state: Any, rng: random.Random, most: int) -> Any:
    """Walk on at random; everything that a step promises holds on the way."""
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert len(outcomes) == len({*state.node.codes()}), "draws_differ of the game's Options says that all picks differ"
            assert sum(Fraction(likely).limit_denominator(1000) for _, likely in outcomes) == 1
            assert len({state.action_to_string(-1, action) for action, _ in outcomes}) == len(outcomes)
            actions = [action for action, _ in outcomes]
        else:
            actions = state.legal_actions()
            seat = state.current_player()
            assert state.node.history.position.turn == seat and actions == sorted(set(actions))
        state.apply_action(rng.choice(actions))
    return state


def test_a_game_that_wrongly_says_that_its_draws_differ_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES["mitch"].options, "draws_differ", lambda options: True)
    with pytest.raises(AssertionError, match="draws_differ"):
        random_steps(pyspiel.load_game("muckle_mitch(preset=two_packs)").new_initial_state(), random.Random(1), 3)


class TestOnTheWholeTree(api_test.EnforceAPIOnFullTreeBase):
    """OpenSpiel's own, tensors of information states included."""

    game_name = TINY

    @classmethod
    def setUpClass(cls) -> None:
        cls.game = pyspiel.load_game(TINY)
        super().setUpClass()


class TestOnPartsOfATree(api_test.EnforceAPIOnPartialTreeBase):
    """OpenSpiel's API tests on a part of the tree of a larger game."""

    game_name = "muckle_mitch(seats=3,hands=1)"

    @classmethod
    def setUpClass(cls) -> None:
        cls.game = pyspiel.load_game(cls.game_name)
        super().setUpClass()


@pytest.fixture(autouse=True)
def counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, TINY, COUNTS)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, TINY, INFORMATION_STATES)
    np.random.seed(7)


@pytest.mark.parametrize("name", GAMES)
def test_matches_are_cloned_and_pickled_on_the_way(name: str) -> None:
    games_sim_test.GamesSimTest("test_pig").sim_game(pyspiel.load_game(f"muckle_{name}({PLAYED[name]})"))


class Met(Tree):
    """The tree of a match, with the point of choice of each position in the order in which they are met."""

    def __init__(self, position: Position) -> None:
        self.met: list[InformationSet] = []
        super().__init__(position, lead)

    def _meet(self, position: Position, told: tuple[str, ...], parent: int) -> InformationSet:
        self.met.append(super()._meet(position, told, parent))
        return self.met[-1]


def decisions(state: Any) -> Iterator[Any]:
    """Return all positions at which a seat chooses, in the order in which the tree is walked."""
    if not state.is_chance_node() and not state.is_terminal():
        yield state
    for action in state.legal_actions():
        yield from decisions(state.child(action))


class Solved:
    """A match of two whose whole tree is walked, by OpenSpiel and by the exact solver."""

    def __init__(self, game: str, options: Mapping[str, Any], points: int, left: float) -> None:
        self.points, self.left = points, left
        own = f"muckle_{game}({','.join(f'{name}={value}' for name, value in options.items())})"
        self.game, self.cached = pyspiel.load_game(own), pyspiel.load_game(f"cached_tree(game={own})")
        self.tree = Met(case(game, **options).position(0))
        states = decisions(self.game.new_initial_state())
        self.pairs = {(id(known), state.information_state_string()) for known, state in zip(self.tree.met, states, strict=True)}
        """The exact solver's points of choice, each with what the seat to act knows there, as OpenSpiel tells it."""
        self.texts = dict(self.pairs)

    def plans(self, policy: Any) -> list[Plan]:
        """Return a policy of OpenSpiel as plans of the exact solver."""
        known = {id(one.position): self.texts[id(one)] for one in self.tree.met}

        def likely(position: Position) -> Mapping[int, float]:
            return dict(policy.action_probabilities(known[id(position)]))

        return [self.tree.plan(seat, likely) for seat in range(2)]


@pytest.fixture(scope="module", params=SOLVED)
def solved(request: pytest.FixtureRequest) -> Solved:
    return Solved(request.param.split(",")[0], *SOLVED[request.param])


def test_the_same_is_known_as_in_exact_play(solved: Solved) -> None:
    """One text for one point of choice, which has one way that its seat went there: so nothing is forgotten."""
    texts = {text for _, text in solved.pairs}
    assert len(solved.pairs) == len(solved.texts) == len(texts) == sum(map(len, solved.tree.information_sets)) == solved.points
    assert {text.split("\n")[0] for text in texts} == {"seat: 0", "seat: 1"}


def test_policies_are_worth_what_the_exact_solver_says(solved: Solved) -> None:
    solver, tree = pyspiel.CFRPlusSolver(solved.cached), solved.tree
    for rounds in (0, 1, 60):
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        average = solver.average_policy()
        mine, far = solved.plans(average), pyspiel.nash_conv(solved.cached, average, True)
        assert tree.exploitability(mine) == pytest.approx(far, abs=1e-6)
    assert far < solved.left and abs(tree.expected_rewards(mine)[0] - tree.expected_rewards(tree.equilibrium())[0]) < far + 1e-9


def test_the_exact_equilibrium_leaves_nothing_to_gain(solved: Solved) -> None:
    table: dict[str, list[tuple[int, float]]] = {}
    for seat, plan in enumerate(solved.tree.equilibrium()):
        for one in solved.tree.information_sets[seat]:
            before = plan[one.parent]
            share = [
                plan[one.first + place] / before if before > 1e-12 else 1 / len(one.actions)
                for place in range(len(one.actions))
            ]
            table[solved.texts[id(one)]] = [*zip(one.actions, (np.array(share) / sum(share)).tolist(), strict=True)]
    assert pyspiel.nash_conv(solved.cached, pyspiel.TabularPolicy(table), True) == pytest.approx(0, abs=1e-6)


def test_searches_in_python_run() -> None:
    rng = np.random.RandomState(7)
    game = pyspiel.load_game("muckle_mickell(preset=tiny,rows=1)")
    state = random_steps(game.new_initial_state(), random.Random(1), 1)
    bot = mcts.MCTSBot(game, 2.0, 30, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()
    state = pyspiel.load_game("muckle_mitch(seats=3,hands=1)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    searcher = ismcts.ISMCTSBot(
        state.get_game(), mcts.RandomRolloutEvaluator(1, rng), 2.0, 20, random_state=rng, use_observation_string=True
    )
    assert searcher.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", GAMES)
def test_a_match_dealt_anew_looks_the_same_to_who_asked(name: str) -> None:
    state = random_steps(pyspiel.load_game(f"muckle_{name}").new_initial_state(), random.Random(3), 90)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    seat = max(state.current_player(), 0)
    other = state.resample_from_infostate(seat, random.Random(4).random)
    for told in ("information_state_string", "observation_string", "observation_tensor"):
        assert getattr(other, told)(seat) == getattr(state, told)(seat)
    assert other.legal_actions() == state.legal_actions()
    assert str(pickle.loads(pickle.dumps(other))) == str(other)


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_playthrough_holds(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_every_game_has_a_golden_playthrough() -> None:
    assert set(GAMES) <= {*PLAYED} == {path.stem for path in FOLDER.glob("*.txt")}


def test_equal_outcomes_are_one() -> None:
    """Join equal outcomes: with two packs most cards exist twice (Mitch 16)."""
    state = pyspiel.load_game("muckle_mitch(preset=two_packs)").new_initial_state()
    state.apply_action(0)
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 52 and all(likely == pytest.approx(2 / 104) for _, likely in outcomes)


def test_options_and_rewards_are_parameters() -> None:
    game = pyspiel.load_game("muckle_mitch", {"seats": 2, "hands_word": "one_per_seat", "reward": "win", "draw": "must_place"})
    options = game.root.history.position.options
    assert (options.seats, options.hands, options.draw) == (2, "one_per_seat", "must_place")
    assert (game.utility_sum(), game.min_utility(), game.max_utility()) == (1, 0, 1)
    state = random_steps(pyspiel.load_game("muckle_mitch(seats=3,hands=1)").new_initial_state(), random.Random(2), 200)
    scores = state.node.history.position.scores()
    assert sum(state.returns()) == pytest.approx(0) and state.returns()[0] == scores[0] - sum(scores[1:]) / 2


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("muckle_mitch(preset=tiny,reward=score)", -14, 4),
        ("muckle_mitch(preset=tiny)", -18, 18),
        ("muckle_mickell(preset=tiny)", 0, 8),
        ("muckle_alphabetickell(reward=score)", 1, 30 * 11),
        ("muckle_multzo(preset=tiny,reward=score)", 0, 4 * (2 + 3) * 5),
    ],
)
def test_utilities_have_bounds(text: str, low: float, high: float) -> None:
    """Compare the bounds only; tests/every_game/test_score_bounds.py tests that no score exceeds them."""
    game = pyspiel.load_game(text)
    assert (game.min_utility(), game.max_utility()) == (low, high)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("muckle_mitch(seats=11)", "seats must be a whole number"),
        ("muckle_mitch(reward=glory)", "reward is one of"),
        ("muckle_mitch(preset=big)", "preset"),
    ],
)
def test_wrong_parameters_are_refused_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(OptionsError, match=message):
        pyspiel.load_game(text)


def known_alike(game: str, tensor: Any, matches: int = 40, most: int = 14) -> int:
    """Check that tensors are equal if and only if texts are; return in how many matches a text was met again.

    Own choices are the first legal action, most draws the first outcome, so that matches often differ in hidden things alone.
    """
    texts: dict[str, bytes] = {}
    tensors: dict[bytes, str] = {}
    again = 0
    for number in range(matches):
        rng, state = random.Random(number), pyspiel.load_game(game).new_initial_state()
        met = set[str]()
        while not state.is_terminal() and len(met) < most:
            actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(rng.choice(actions) if rng.random() < 0.2 else actions[0])
            if not state.is_chance_node():
                for seat in range(state.num_players()):
                    text, numbers = state.information_state_string(seat), tensor(state, seat)
                    text = text.split("\n", 1)[1]  # without the seat's own number, which the rows need not hold
                    again += text in texts and text not in met
                    met.add(text)
                    assert texts.setdefault(text, numbers) == numbers, f"two tensors of one text:\n{text}"
                    assert tensors.setdefault(numbers, text) == text, f"one tensor of two texts:\n{text}\n{tensors[numbers]}"
    return again


def rows_of(state: Any, seat: int) -> bytes:
    tensor = muckle.envs.openspiel.stack_rows(state.node.history.information_rows(seat), state.get_game().tensor_shape)
    return tensor.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_tensors_of_information_states_are_equal_if_and_only_if_their_texts_are(name: str) -> None:
    assert known_alike(f"muckle_{name}({PLAYED[name]})", rows_of) > 20


@pytest.mark.parametrize("last", [slice(-1, None), slice(0, 1)])
def test_a_tensor_that_forgets_is_noticed(last: slice) -> None:
    def forgetful(state: Any, seat: int) -> bytes:
        return b"".join(row.tobytes() for row in state.node.history.information_rows(seat)[last])

    with pytest.raises(AssertionError, match="one tensor of two texts"):
        known_alike("muckle_alphabetickell(preset=tiny)", forgetful)


def test_a_match_and_openspiel_have_the_same_tensor_which_is_left_out_where_it_is_too_long() -> None:
    state = random_steps(pyspiel.load_game("muckle_mitch(preset=tiny)").new_initial_state(), random.Random(5), 6)
    assert np.array_equal(np.frombuffer(rows_of(state, 1), np.float32), state.information_state_tensor(1))
    assert state.get_game().information_state_tensor_shape() == list(new_match("mitch", "tiny").information_tensor(0).shape)
    long = pyspiel.load_game("muckle_grabble_road")
    assert not long.get_type().provides_information_state_tensor and long.new_initial_state().information_state_string(0)


def test_nothing_is_known_before_the_deal() -> None:
    state = pyspiel.load_game("muckle_mitch").new_initial_state()
    assert state.observation_string(0) == "seat: 0\n" and not any(state.observation_tensor(0))
    assert state.information_state_string(0) == "seat: 0\n"


def test_a_node_is_the_same_when_it_is_pickled_in_mid_step() -> None:
    node = root(case("mitch", "tiny").position(0)).draw(1)
    again = pickle.loads(pickle.dumps(node))
    assert again.draw_size == node.draw_size > 0 and again.pending == node.pending and copy.deepcopy(node) is node
    assert [outcome.code for outcome in again.outcomes()] == [outcome.code for outcome in node.outcomes()]
    with pytest.raises(ValueError):
        Node(node.history).act(99)
