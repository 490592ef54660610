# pyright: reportUntypedBaseClass=false
# (pyspiel is compiled and has no types)
"""OpenSpiel's interface. Importing this module registers the games: ``pyspiel.load_game("muckle_mitch(seats=3)")``.

It needs the extra `openspiel`. Chance is explicit: every draw is a node, with exact probabilities; outcomes that the game does
not distinguish are one outcome. Information states are texts with perfect recall. Observations describe the present position.
OpenSpiel's search bots in C++ crash on games written in Python: search with `open_spiel.python.algorithms`.

Every game has the parameters `preset`, `reward` and its options. `reward` is "lead" (the score less the mean of the other
seats' scores, zero-sum), "score", or "win" (the share of the win). An option that is a number or a word takes a number
under its name, and a word under its name with ``_word``. Hyphens in the name of a preset may be written as underscores, because
OpenSpiel reads ``2018-09-04`` as a number.
"""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from muckle.engine.chance import most_draws
from muckle.engine.contract import OVER
from muckle.engine.game import Game
from muckle.engine.options import OptionField
from muckle.engine.position import outcomes_of
from muckle.envs.batch import read_action
from muckle.envs.game_tree import Node, observation_text, root
from muckle.envs.rewards import REWARDS, final_rewards, read_choice, reward_bounds
from muckle.errors import OptionsError
from muckle.games import GAMES
from muckle.match.information_state import stack_rows, tensor_shape
from muckle.match.match import new_match

AS_PRESET: dict[type, Any] = {int: -1, str: "preset"}
"""Default values of parameters, which stand for the preset's value. No option has these values."""
WORD = "_word"
MAX_TENSOR = 1 << 20
"""Largest tensor of an information state, in numbers; longer matches have texts only, as OpenSpiel copies number by number."""
MAX_OUTCOMES = 256
"""Maximum number of outcomes of one chance node."""
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
SINGLE = pyspiel.PrivateInfoType.SINGLE_PLAYER
UTILITIES: dict[str, Any] = {
    "score": pyspiel.GameType.Utility.GENERAL_SUM,
    "lead": pyspiel.GameType.Utility.ZERO_SUM,
    "win": pyspiel.GameType.Utility.CONSTANT_SUM,
}


class MuckleGame(pyspiel.Game):
    """A game of muckle with its options. Each game has a subclass, which sets `kind`."""

    kind: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {name: value for name, value in (params or {}).items() if value != AS_PRESET[type(value)]}
        self.reward: Any = given.get("reward", "lead")
        read_choice("reward", self.reward, REWARDS)
        presets = {_with_underscores(name): name for name in self.kind.presets}
        if "preset" in given:
            given["preset"] = _with_underscores(given["preset"])
        preset = presets.get(given.get("preset", ""), given.get("preset"))
        position = new_match(self.kind.name, preset, narrate=False, **_options(given)).position
        self.root: Node = root(position)
        self.observer = position.observer
        seats, decisions = position.options.seats, position.options.max_decisions()
        alone = seats == 1
        utility = UTILITIES["score" if alone else self.reward]
        low, high = reward_bounds(position.options, self.reward)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.kind.state.ACTIONS,
            max_chance_outcomes=MAX_OUTCOMES,
            num_players=seats,
            min_utility=low,
            max_utility=high,
            utility_sum=None if alone else {"score": None, "lead": 0.0, "win": 1.0}[self.reward],
            max_game_length=decisions,
        )
        self.tensor_shape = tensor_shape(position)
        """Shape of the tensor of an information state."""
        self.draws_differ = position.options.draws_differ()
        self._draws = (decisions + 1) * most_draws(position.state)
        super().__init__(game_type(self.kind, utility, math.prod(self.tensor_shape) <= MAX_TENSOR), info, given)

    def new_initial_state(self) -> MuckleState:
        """Return the state before the deal."""
        return MuckleState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of draws in a match."""
        return self._draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> MuckleObserver | None:
        """Return an observer, or None for kinds of observation that are not provided."""
        if params:
            raise OptionsError(f"{self.kind.name}: observations have no parameters, got {params!r:.60}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return MuckleObserver(self, kind.perfect_recall) if kind.public_info and kind.private_info == SINGLE else None


class MuckleState(pyspiel.State):
    """A match of muckle. `node` is its place in the game tree."""

    def __init__(self, game: MuckleGame) -> None:
        super().__init__(game)
        self._draws_differ = game.draws_differ
        self.go_to(game.root)

    def go_to(self, node: Node) -> None:
        """Go to a place in the game tree. OpenSpiel asks many times who is to act there, so that is looked up once."""
        self.node = node
        turn = OVER if node.draw_size else node.turn
        self._player = CHANCE if node.draw_size else TERMINAL if turn == OVER else turn

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's ids for chance and the end."""
        return self._player

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self._player == TERMINAL

    def is_chance_node(self) -> bool:
        """Return whether a draw is pending. OpenSpiel's own answer asks `current_player` through C++, which takes longer."""
        return self._player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a seat in ascending order; for CHANCE, or at a draw, the outcomes."""
        if self._player < 0 or player not in (None, self._player):
            return super().legal_actions() if player is None else super().legal_actions(player)
        return self.node.history.position.legal()

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.history.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the pending draw with their exact probabilities. An outcome's number is its first pick."""
        n = self.node.draw_size
        if self._draws_differ or len({*(codes := self.node.codes())}) == n:
            return [*evenly(n)]
        return [(outcome.pick, outcome.weight / n) for outcome in outcomes_of(codes)]

    def apply_action(self, action: int) -> None:
        """Take an action of the seat to act or, at a draw, the outcome of this number.

        Raises:
            ValueError: the action is not legal here.
            ActionError: the action is not one of the game.
        """
        taken = read_action(action, self.node.draw_size or self.get_game().num_distinct_actions())
        try:
            super().apply_action(taken)
        except ValueError as error:
            raise ValueError(f"action {taken} is not legal: {error}") from None

    def _apply_action(self, action: int) -> None:
        self.go_to(self.node.draw(action) if self.node.draw_size else self.node.act(action))

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.node.history.position
        if player == pyspiel.PlayerId.CHANCE:
            code = next(outcome.code for outcome in self.node.outcomes() if outcome.pick == action)
            return position.game.text.chance_text(position.plain_setup, code)
        return position.game.text.action_text(position.plain_setup, position.plain_state, action)

    def returns(self) -> list[float]:
        """Return the reward of each seat; zeros before the end."""
        position = self.node.history.position
        return final_rewards(position, self.get_game().reward) if self.is_terminal() else [0.0] * position.options.seats

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> MuckleState:
        """Return a random match that the player cannot tell from this one, for search algorithms.

        The other seats lose what they know of earlier steps, so run searches with ``use_observation_string=True``.
        """
        other = self.clone()
        other.go_to(self.node.resampled(player, int(probability_sampler() * (1 << 62))))
        return other

    def __str__(self) -> str:
        lines = [history.step_text() for history in self.node.history.path()]
        pending = f"drawing among {self.node.draw_size} behind {self.node.pending}" if self.node.draw_size else ""
        return "\n".join(filter(None, [*lines, pending]))


@functools.cache
def evenly(n: int) -> tuple[tuple[int, float], ...]:
    """Return the outcomes 0 to n - 1 of a fair draw, each with its probability."""
    return tuple((pick, 1 / n) for pick in range(n))


class MuckleObserver:
    """Reads the observation or, with perfect recall, the information state of a seat, as text and as numbers of float32."""

    def __init__(self, game: MuckleGame, perfect_recall: bool) -> None:
        self._recall, size = perfect_recall, math.prod(game.tensor_shape)
        self.tensor, self.dict = None, dict[str, Any]()
        if not perfect_recall:
            self.tensor = np.zeros(game.observer.width, np.float32)
            self.dict |= game.observer.named(self.tensor)
        elif size <= MAX_TENSOR:
            self.tensor = np.zeros(size, np.float32)
            self.dict["learned"] = self.tensor.reshape(game.tensor_shape)

    def set_from(self, state: MuckleState, player: int) -> None:
        """Fill `tensor`, of which `dict` holds views; zeros before the deal."""
        if self.tensor is None:
            return
        history = state.node.history
        self.tensor[:] = 0
        if self._recall:
            self.dict["learned"][:] = stack_rows(history.information_rows(player), self.dict["learned"].shape)
        elif history.is_dealt:
            for name, values in history.position.observation(player).items():
                self.dict[name][...] = values

    def string_from(self, state: MuckleState, player: int) -> str:
        """Return the observation or information state of a seat as text."""
        history = state.node.history
        if self._recall:
            known = history.information_state(player)
        else:
            known = observation_text(history.position, player) if history.is_dealt else ""
        return f"seat: {player}\n{known}"


def game_type(kind: Game, utility: Any = UTILITIES["lead"], has_tensor: bool = True) -> Any:
    """Return OpenSpiel's description of a game; `has_tensor`: whether its information states fit into a tensor."""
    least, most = kind.options.seat_limits()
    return pyspiel.GameType(
        short_name=f"muckle_{kind.name}",
        long_name=f"{kind.title} (muckle)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=has_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"preset": AS_PRESET[str], "reward": AS_PRESET[str], **_parameters(kind.options.fields())},
    )


def _parameters(fields: tuple[OptionField, ...]) -> dict[str, Any]:
    """Return the default of the parameter of each option; an option that is a number or a word has two parameters."""
    numbers = {field.name: AS_PRESET[int] for field in fields if field.least is not None}
    words = {field.name + WORD * (field.name in numbers): AS_PRESET[str] for field in fields if field.choices or field.free}
    return numbers | words


def _with_underscores(preset: str) -> str:
    """Return the name of a preset in a spelling that OpenSpiel does not read as a number."""
    return preset.replace("-", "_")


def _options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are set by parameters."""
    return {name.removesuffix(WORD): value for name, value in given.items() if name not in ("preset", "reward")}


def _register(kind: Game) -> None:
    """Register a game in OpenSpiel. Its class is put into this module, where unpickling finds it by name."""
    name = "".join(part.title() for part in kind.name.split("_")) + "Game"
    made = type(name, (MuckleGame,), {"kind": kind, "__module__": __name__, "__doc__": f"{kind.title}. {kind.tagline}"})
    setattr(sys.modules[__name__], name, made)
    pyspiel.register_game(game_type(kind), made)


for _kind in GAMES.values():
    _register(_kind)
