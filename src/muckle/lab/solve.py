"""`solve`: the value of a small match, and what best answers gain against players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from muckle import players as catalogue
from muckle.engine.contract import Setup
from muckle.engine.position import Position
from muckle.lab.exact import MAX_POSITIONS, Plan, Policy, Tree, lead, solve_open
from muckle.match.header import find_word_list
from muckle.match.match import Match, new_match
from muckle.players.chooser import Chooser
from muckle.words.wordlist import WordList

SEEDS = 4
"""Number of seeds with which a player chooses at a position: the frequencies of its actions are its policy."""


class Gain(Struct, frozen=True):
    """The gain of best responses against a player (exploitability)."""

    player: str
    points: float
    """Points that best answers to the player gain, summed over all seats; in a game for one, points lost to best play."""


class Solution(Struct, frozen=True):
    """Best play in a small match. Rewards are a score less the mean of the others' scores; in a game for one, the score."""

    game: str
    version: int
    options: dict[str, int | str]
    open: bool
    """Whether the match was solved as if every seat saw all cards except those still to be drawn."""
    values: tuple[float, ...]
    """Expected reward of each seat if all play their best."""
    histories: int
    """Number of sequences of actions and outcomes from the beginning to an end."""
    positions: int
    """Number of positions, terminal ones included. If every card lies open, equal positions count once."""
    information_sets: tuple[int, ...]
    """Number of information sets of each seat; empty if all lie open."""
    gains: tuple[Gain, ...]


def solve(
    game: str,
    preset: str | None = None,
    *,
    players: Sequence[str] = (),
    all_open: bool = False,
    most: int = MAX_POSITIONS,
    certificate: Callable[[dict[str, Any]], object] | None = None,
    **options: Any,
) -> Solution:
    """Return the value of a small match, and what best answers gain against players.

    Args:
        game, preset, options: as for `muckle.new_match`.
        players: levels or birds. Each chooses with four seeds at each position that it can come to.
        all_open: whether every seat knows all cards but those to be drawn: much faster, and the same for a game for one.
        most: maximum number of positions.
        certificate: function that is given data for `examples/certificates/check_tree.py`; not with `all_open`.

    Raises:
        MuckleError: the match is too large, or has more than two seats, or SciPy is not installed.
        OptionsError: there is no such game, option or player.
    """
    match = new_match(game, preset, **options)
    words, position = find_word_list(match.options), match.position
    seats = range(match.options.seats)
    policies = {name: player_policy(name, match, words) for name in players}
    if all_open:
        best = solve_open(position, most=most)
        counts, values = (best.histories, best.positions, ()), best.rewards
        gains = [Gain(name, _open_gain(position, policy, most)) for name, policy in policies.items()]
    else:
        tree = Tree(position, lead, most)
        plans = _best_plans(tree)
        if certificate:
            certificate({"game": match.game.name, "options": _options(match), **tree.certificate(plans)})
        counts = len(tree.rewards), tree.positions, tuple(map(len, tree.information_sets))
        values = tuple(tree.expected_rewards(plans).tolist())
        gains = [
            Gain(name, float(tree.exploitability([tree.plan(seat, policy) for seat in seats])))
            for name, policy in policies.items()
        ]
    return Solution(match.game.name, match.header.version, _options(match), all_open, values, *counts, tuple(gains))


def _options(match: Match) -> dict[str, int | str]:
    return {"seats": match.options.seats, **match.options.public()}


def _best_plans(tree: Tree) -> Sequence[Plan]:
    """Return plans of which none can be bettered."""
    if len(tree.information_sets) == 1:
        return [tree.best_response(0, [tree.plan(0, random_policy)])[1]]
    return tree.equilibrium()


def _open_gain(position: Position, policy: Policy, most: int) -> float:
    """Return what the best answer of each seat gains against a policy of the others, in all, if all cards lie open."""
    seats = range(position.options.seats)
    alike = solve_open(position, most=most, policies=dict.fromkeys(seats, policy)).rewards
    answers = [
        solve_open(position, most=most, policies={other: policy for other in seats if other != seat}).rewards[seat]
        for seat in seats
    ]
    return sum(answer - reward for answer, reward in zip(answers, alike, strict=True))


def random_policy(position: Position) -> dict[int, float]:
    """Return equal probabilities of all legal actions."""
    actions = position.legal()
    return dict.fromkeys(actions, 1 / len(actions))


def player_policy(name: str, match: Match, words: WordList | None) -> Policy:
    """Return the policy of a level or bird: how often it takes each legal action, over `SEEDS` seeds of its own chance.

    Raises:
        OptionsError: there is no such player.
    """
    player = catalogue.find(name, match.game)
    if player.who == "random":
        return random_policy
    manner, graph, known = player.manner(match.game), player.graph(words), dict[bytes, dict[int, float]]()

    def policy(position: Position) -> dict[int, float]:
        actions = position.legal()
        if len(actions) == 1:
            return {actions[0]: 1.0}
        memory = position.memory()
        if memory not in known:
            text, setup, state = position.game.text, position.plain_setup, position.plain_state
            own = Setup(setup.options, setup.words)
            meant = {spelled: action for action in actions for spelled in text.completions(own, state, action)}
            chosen = Counter(meant[Chooser(position, seed).choose(manner, position, graph)] for seed in range(SEEDS))
            known[memory] = {action: times / SEEDS for action, times in chosen.items()}
        return known[memory]

    return policy
