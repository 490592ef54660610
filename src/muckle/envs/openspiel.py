# pyright: reportUntypedBaseClass=false
# (pyspiel is compiled and says nothing of its types)
"""OpenSpiel's interface: after importing this, ``pyspiel.load_game("muckle_mitch(seats=3)")``. Needs the extra `openspiel`.

Chance is explicit: every draw is a node of its own, whose outcomes have exact probabilities and are told apart only where the
game tells them apart. Information states are texts of perfect recall; observations are what lies there now.

Parameters of every game: `preset`; `reward`, what a seat gets at the end: "lead" (its score less the mean of the others'; what
one wins the others lose), "score", or "win" (its share of the win); and the game's options by name. An option that is a number
or a word is a number here, and with ``_word`` behind its name a word. Hyphens in the name of a preset may be underscores:
OpenSpiel takes ``2018-09-04`` for a number.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from muckle.engine.chance import most_draws
from muckle.engine.game import Game
from muckle.engine.options import OptionField
from muckle.envs.batch import REWARDS, read_choice
from muckle.envs.course import Point, beginning, seen
from muckle.envs.rewards import bounds, worth
from muckle.errors import OptionsError
from muckle.games import GAMES
from muckle.match.match import new_match

AS_PRESET: dict[type, Any] = {int: -1, str: "preset"}
"""What a parameter is where nobody gives it: as the preset says. No option has these values."""
WORD = "_word"
MOST_OUTCOMES = 256
"""No draw is among more."""
SINGLE = pyspiel.PrivateInfoType.SINGLE_PLAYER
UTILITIES: dict[str, Any] = {
    "score": pyspiel.GameType.Utility.GENERAL_SUM,
    "lead": pyspiel.GameType.Utility.ZERO_SUM,
    "win": pyspiel.GameType.Utility.CONSTANT_SUM,
}


class MuckleGame(pyspiel.Game):
    """A game of muckle with its options; each game has a class of its own with its `kind`."""

    kind: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {name: value for name, value in (params or {}).items() if value != AS_PRESET[type(value)]}
        self.reward: Any = given.get("reward", "lead")
        read_choice("reward", self.reward, REWARDS)
        presets = {_spelt(name): name for name in self.kind.presets}
        if "preset" in given:
            given["preset"] = _spelt(given["preset"])
        preset = presets.get(given.get("preset", ""), given.get("preset"))
        position = new_match(self.kind.name, preset, narrate=False, **_options(given)).position
        self.first: Point = beginning(position)
        self.observer = position.observer
        seats, decisions = position.options.seats, position.options.max_decisions()
        alone = seats == 1
        utility = UTILITIES["score" if alone else self.reward]
        low, high = bounds(position.options, self.reward)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.kind.state.ACTIONS,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=low,
            max_utility=high,
            utility_sum=None if alone else {"score": None, "lead": 0.0, "win": 1.0}[self.reward],
            max_game_length=decisions,
        )
        self._draws = (decisions + 1) * most_draws(position.state)
        super().__init__(game_type(self.kind, utility), info, given)

    def new_initial_state(self) -> MuckleState:
        """A match that is about to be dealt."""
        return MuckleState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No match has more draws."""
        return self._draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> MuckleObserver | None:
        """What reads a seat's observation; None for kinds of observation there are none of."""
        if params:
            raise OptionsError(f"{self.kind.name}: observations have no parameters, got {params!r:.60}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return MuckleObserver(self, kind.perfect_recall) if kind.public_info and kind.private_info == SINGLE else None


class MuckleState(pyspiel.State):
    """A match of muckle; `at` is everything it consists of."""

    def __init__(self, game: MuckleGame) -> None:
        super().__init__(game)
        self.at = game.first

    def current_player(self) -> int:
        """The seat to act, chance, or nobody."""
        if self.at.draw:
            return pyspiel.PlayerId.CHANCE
        position = self.at.moment.position
        return pyspiel.PlayerId.TERMINAL if position.over else position.turn

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return not self.at.draw and self.at.moment.position.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.moment.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What the draw can come to, by the first pick that comes to it; probabilities are exact."""
        return [(outcome.pick, outcome.weight / self.at.draw) for outcome in self.at.outcomes()]

    def _apply_action(self, action: int) -> None:
        self.at = self.at.fall(action) if self.at.draw else self.at.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.at.moment.position
        if player == pyspiel.PlayerId.CHANCE:
            code = next(outcome.code for outcome in self.at.outcomes() if outcome.pick == action)
            return position.game.text.chance_text(position.plain_setup, code)
        return position.game.text.action_text(position.plain_setup, position.plain_state, action)

    def returns(self) -> list[float]:
        """What each seat gets; nothing before the end."""
        position = self.at.moment.position
        return worth(position, self.get_game().reward) if self.is_terminal() else [0.0] * position.options.seats

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> MuckleState:
        """A match that the player cannot tell from this one as it lies there now, for search among what may be hidden.

        The way to it is another one only as far as others knew it: give searches ``use_observation_string=True``.
        """
        other = self.clone()
        other.at = self.at.as_known_by(player, int(probability_sampler() * (1 << 62)))
        return other

    def __str__(self) -> str:
        lines = [moment.told() for moment in self.at.moment.way()]
        pending = f"drawing among {self.at.draw} behind {self.at.step}" if self.at.draw else ""
        return "\n".join(filter(None, [*lines, pending]))


class MuckleObserver:
    """What a seat observes, as a row of float32 with named fields and as a text; or its information state, as a text."""

    def __init__(self, game: MuckleGame, perfect_recall: bool) -> None:
        self._recall = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(game.observer.width, np.float32)
        self.dict: dict[str, Any] = {} if self.tensor is None else dict(game.observer.named(self.tensor))

    def set_from(self, state: MuckleState, player: int) -> None:
        """Fill in `tensor`, and so `dict`; zeros before the deal."""
        if self.tensor is not None:
            self.tensor[:] = 0
        if self.tensor is not None and state.at.moment.dealt:
            for name, values in state.at.moment.position.observation(player).items():
                self.dict[name][...] = values

    def string_from(self, state: MuckleState, player: int) -> str:
        """What the seat may know, in lines: all it has learned, or what lies there now."""
        moment = state.at.moment
        known = moment.information(player) if self._recall else seen(moment.position, player) if moment.dealt else ""
        return f"seat: {player}\n{known}"


def game_type(kind: Game, utility: Any = UTILITIES["lead"]) -> Any:
    """What OpenSpiel is told of a game."""
    seats = next(field for field in kind.options.fields() if field.name == "seats")
    return pyspiel.GameType(
        short_name=f"muckle_{kind.name}",
        long_name=f"{kind.title} (muckle)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats.most,
        min_num_players=seats.least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"preset": AS_PRESET[str], "reward": AS_PRESET[str], **_parameters(kind.options.fields())},
    )


def _parameters(fields: tuple[OptionField, ...]) -> dict[str, Any]:
    """A parameter for each option; two for those that are a number or a word."""
    numbers = {field.name: AS_PRESET[int] for field in fields if field.least is not None}
    words = {field.name + WORD * (field.name in numbers): AS_PRESET[str] for field in fields if field.choices or field.free}
    return numbers | words


def _spelt(preset: str) -> str:
    """The name of a preset so that OpenSpiel does not take it for a number."""
    return preset.replace("-", "_")


def _options(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that parameters stand for."""
    return {name.removesuffix(WORD): value for name, value in given.items() if name not in ("preset", "reward")}


def _register(kind: Game) -> None:
    """Make a game known to OpenSpiel, under a class that is found by its name again when a state is unpickled."""
    name = "".join(part.title() for part in kind.name.split("_")) + "Game"
    made = type(name, (MuckleGame,), {"kind": kind, "__module__": __name__, "__doc__": f"{kind.title}. {kind.tagline}"})
    setattr(sys.modules[__name__], name, made)
    pyspiel.register_game(game_type(kind), made)


for _kind in GAMES.values():
    _register(_kind)
