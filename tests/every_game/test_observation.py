"""Observations of seats as numbers and texts: named, sound, and enough to know what is legal.

That neither tells anything hidden is guarded by `test_no_leak`, and `test_breaks` turns it red.
"""

import collections
import dataclasses
import itertools
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from every_game.guards import observed, redealt, sent, table
from every_game.walks import Case, case, names, positions, presets
from muckle.engine.observation import As, Observed, SeenField, usual
from muckle.engine.observer import Observer
from muckle.engine.position import Draw, Position
from muckle.errors import GameError
from muckle.games import GAMES
from muckle.match.information_state import learned_lines
from muckle.match.match import new_match

WHOLE = ("mitch",)
"""Games whose tiny tree is walked through to its last position."""
DEALS, NODES = 10, 40
"""Number of deals that differ in what is dealt last, and of positions walked in each, for games without a count below."""
COUNTS = {
    "alphabetickell": (400, 400, [190, 210]),
    "grabble_road": (400, 400, [26, 77]),
    "mickell": (320, 320, [320]),
    "mitch": (6456, 3144, [888, 888]),
    "multzo": (400, 400, [4, 178]),
}
"""Expected size of the tree of each tiny preset: positions, decisions, information states in which each seat acts, and so on.
"""
LARGE = ("mitch", "multzo")
"""Games whose scenes are built all over that tree in the long run only."""


@pytest.mark.parametrize("case", presets(), ids=str)
def test_fields_have_names_places_and_meanings(case: Case) -> None:
    observer = case.position(0).observer
    assert len({field.name for field in observer.fields}) == len(observer.fields)
    ends = [field.start + field.size for field in observer.fields]
    assert [field.start for field in observer.fields] == [0, *ends[:-1]] and observer.width == ends[-1]
    assert all(field.meaning and field.size for field in observer.fields)


@pytest.mark.parametrize("case", presets(), ids=str)
def test_observations_are_finite_and_of_their_shapes(case: Case) -> None:
    for position in positions(case, seed=3, chance=0.2):
        for seat in range(case.options.seats):
            seen = position.observation(seat)
            assert {field.name: field.shape for field in position.observer.fields} == {k: v.shape for k, v in seen.items()}
            assert all(np.isfinite(values).all() and values.dtype == np.float32 for values in seen.values())


@pytest.mark.parametrize("game", [name for name in GAMES if name != "mickell"])
def test_each_seat_observes_itself_first(game: str) -> None:
    position = case(game).position(1)
    seats = position.options.seats
    for seat in range(seats):
        place = (position.turn - seat) % seats
        assert position.observation(seat)["turn"].tolist() == [number == place for number in range(seats)]


def test_mitch_i1_a_hand_is_observed_by_its_seat_alone() -> None:
    position = case("mitch", seats=3).position(4)
    hand = int(position.state.seats[1].hand)
    assert np.flatnonzero(position.observation(1)["hand"]).tolist() == [card for card in range(52) if hand >> card & 1]
    assert [position.observation(seat)["holds"].tolist() for seat in range(3)] == [[5, 5, 6], [5, 6, 5], [6, 5, 5]]


def test_multzo_i8_the_face_down_tile_is_observed_by_the_declarer_alone() -> None:
    for position in positions(case("multzo", seats=3), seed=5, chance=1):
        for seat in range(3):
            known = position.state.down >= 0 and position.state.declarer == seat
            assert bool(position.observation(seat)["down"].any()) == known


def test_grabble_road_i10_a_play_that_is_composed_is_observed_by_its_seat_alone() -> None:
    match, shown = new_match("grabble_road", "tiny", seed=7), []
    for _ in range(3):
        before = match.position.copy()
        match.apply(match.legal()[0])
        if match.turn == before.turn:
            shown.append([observed(before, seat) == observed(match.position, seat) for seat in (before.turn, 1 - before.turn)])
    assert shown == [[False, True]] * len(shown)


def without_a_list(name: str) -> Case:
    """Return a game that does not say what is observed."""
    known = case(name, "tiny")
    game = dataclasses.replace(known.game)
    game.__dict__["observed"] = usual(game.state.State)
    return known._replace(game=game)


@pytest.mark.parametrize("game", ["mitch", "grabble_road"])
def test_a_game_that_lists_nothing_is_observed_whole_and_dealt_anew(game: str) -> None:
    rng, changed = random.Random(2), 0
    for position in positions(without_a_list(game), seed=6, chance=0.5):
        for seat in range(position.options.seats):
            other = redealt(case(game, "tiny"), position, seat, rng)
            assert observed(other, seat) == observed(position, seat)
            changed += table(other) != table(position)
    assert changed


@pytest.mark.parametrize(
    ("seen", "message"),
    [
        (SeenField("hat", As.NUMBER, "none"), "no such field"),
        (SeenField("seats.scored", As.NUMBER, "points"), "a row in a row"),
    ],
)
def test_a_list_that_does_not_fit_the_state_is_refused(seen: SeenField, message: str) -> None:
    game = dataclasses.replace(GAMES["mitch"])
    game.__dict__["observed"] = Observed((seen,))
    with pytest.raises(GameError, match=message):
        Observer(game, game.options())


class Node(NamedTuple):
    """A position of a tree, and what each seat has learned on the way to it."""

    position: Position
    states: tuple[str, ...]


def nodes(case: Case) -> Iterator[Node]:
    """Yield the positions of a match, over all chance and all actions, the shortest ways first."""
    deals, most = (None, None) if case.game.name in WHOLE else (DEALS, NODES)
    for dealt in itertools.islice(steps(case.position(0), None), deals):
        root = Node(dealt, recalled(case, None, None, dealt, ("",) * case.options.seats))
        yield from itertools.islice(below(case, root), most)


def below(case: Case, root: Node) -> Iterator[Node]:
    waiting = collections.deque([root])
    while waiting:
        node = waiting.popleft()
        yield node
        for action in node.position.legal():
            for then in itertools.islice(steps(node.position, action), NODES):
                waiting.append(Node(then, recalled(case, node.position, action, then, node.states)))


def steps(position: Position, action: int | None, picks: tuple[int, ...] = ()) -> Iterator[Position]:
    """Yield the positions that can follow an action, equal outcomes once."""
    after = position.ask(action, picks)
    if not isinstance(after, Draw):
        yield after
        return
    for outcome in position.outcomes(action, picks):
        yield from steps(position, action, (*picks, outcome.pick))


def recalled(
    case: Case, before: Position | None, action: int | None, after: Position, states: tuple[str, ...]
) -> tuple[str, ...]:
    lessons = (learned_lines(before, action, after, seat, names(case)) for seat in range(len(states)))
    return tuple("\n".join([state, *lesson]) for state, lesson in zip(states, lessons, strict=True))


def all_alike(case: Case, what: Any) -> tuple[int, int, list[int]]:
    """Check over a tree that histories with equal information states are equal in something.

    Returns:
        positions, decisions, and how many information states each seat decides in.
    """
    known: list[dict[str, Any]] = [{} for _ in range(case.options.seats)]
    count = decisions = 0
    for position, states in nodes(case):
        count += 1
        if not position.over:
            decisions += 1
            seat = position.turn
            now = what(position, seat)
            assert known[seat].setdefault(states[seat], now) == now, states[seat]
    return count, decisions, [len(each) for each in known]


@pytest.mark.parametrize("game", [pytest.param(each, marks=[pytest.mark.slow] * (each in LARGE)) for each in COUNTS])
def test_equal_information_states_have_equal_legal_actions_and_scenes(game: str) -> None:
    tiny = case(game, "tiny")

    def seen(position: Position, seat: int) -> tuple[list[int], bytes]:
        return position.legal(), sent(tiny, position, seat)

    assert all_alike(tiny, seen) == COUNTS[game]


def test_what_an_information_state_does_not_tell_is_noticed() -> None:
    def hidden(position: Position, seat: int) -> int:
        return int(position.state.seats[1 - seat].hand)

    with pytest.raises(AssertionError):
        all_alike(case("mitch", "tiny"), hidden)
