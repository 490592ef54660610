"""Players of Grabble Road: whole turns are searched rightly and fairly, under all options."""

from __future__ import annotations

import pytest

from grabble_road.table import table
from grabble_road.thinking import decide, peeking, plays, tallies, viewed
from muckle.engine.position import Position
from muckle.games.grabble_road import GAME
from muckle.games.grabble_road.plays import is_lay
from muckle.games.grabble_road.search import WIDEST
from muckle.games.grabble_road.strategy import LEVELS
from muckle.match.header import find_word_list

WORDS = "act ad at cad cat ta tad fire fir re ire ten net tent in fit"
QUICK = LEVELS["expert"]._replace(playouts=5)
PAIRS = {
    **{preset: {"preset": preset} for preset in GAME.presets},
    "three": {"seats": 3},
    "four": {"seats": 4, "spans": "whole_runs"},
    "onto": {"through": "chain_straight", "through_onto": "any", "one_letter": "none"},
    "chains onto": {"seats": 4, "through": "chain_any", "through_onto": "any", "one_letter": "A_I_O"},
    "short racks": {"rack": 2, "board": "plain15"},
    "long racks": {"rack": 15, "seats": 3},
}
"""Presets and options, by a name for the test."""
FEW = ("grabble_road", "four", "chains onto", "short racks")
"""Those of them that the short run plays."""
every_kind = pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.slow) for name in PAIRS]
)
SHORT = [
    ("DCA", "0:T e5 0:A e6 1:R e8"),
    ("?D", "0:I h8 1:N i8 0:T h7"),
    ("EDTA", "0:N a2 0:I a1"),
    ("CTA", "0:F h8 0:I i8 1:R j8 1:T i9"),
    ("GAT", ""),
]
"""Racks, and what is laid."""


def begin(name: str, seed: int = 1) -> Position:
    """Return the deal of a match with some options."""
    values = dict(PAIRS[name])
    options = GAME.read_options(values.pop("preset", None), values)
    words = find_word_list(options)
    assert words is not None
    return Position(GAME, options, words.graph, seed)


def best_by_trying(position: Position) -> int:
    """Return the most points that the play of this turn can bring, by playing out every order of tiles."""
    seat, best, waiting = position.turn, -1, [position]
    while waiting:
        now = waiting.pop()
        for action in now.legal():
            if is_lay(action):
                after = now.copy()
                after.apply(action)
                if after.turn == seat:
                    waiting.append(after)
                else:
                    best = max(best, after.scores()[seat] - position.scores()[seat])
    return best


def promised(position: Position, width: int = WIDEST) -> int:
    """Return the most points of a play that the search finds."""
    return max(points for _, points in plays(position, width))


@pytest.mark.parametrize("options", [{}, {"through": "chain_any", "through_onto": "any"}, {"spans": "whole_runs"}])
@pytest.mark.parametrize(("rack", "laid"), SHORT)
def test_short_plays_are_searched_to_the_last(rack: str, laid: str, options: dict[str, str]):
    position = table(rack, "AE", laid=laid, words=WORDS, **options)
    assert promised(position) == best_by_trying(position) > 0


def test_a_beam_that_is_too_narrow_misses_plays():
    positions = [table(rack, "AE", laid=laid, words=WORDS) for rack, laid in SHORT]
    assert any(promised(position, width=1) < best_by_trying(position) for position in positions)


@every_kind
def test_what_a_last_tile_is_said_to_score_it_scores(name: str):
    position, checked = begin(name, seed=3), 0
    while not position.over:
        seat, before = position.turn, position.scores()
        for action, points in plays(position)[:5]:
            after = position.copy()
            after.apply(action)
            if after.turn != seat:
                checked += 1
                assert after.scores()[seat] - before[seat] == points
        position.apply(decide(position, LEVELS["easy"], mind=checked))
    assert checked > 5


@pytest.mark.parametrize("level", ["easy", "hard", "expert"])
@pytest.mark.parametrize("name", ["three", "chains onto", "tiny"])
def test_what_a_seat_cannot_know_decides_nothing(name: str, level: str):
    position, manner = begin(name), QUICK if level == "expert" else LEVELS[level]
    for step in range(12):
        if position.over:
            break
        one, other = viewed(position, 2 * step), viewed(position, 2 * step + 1)
        _, found = tallies(one, manner, step)
        assert (found == tallies(other, manner, step)[1]).all()
        position.apply(decide(one, manner, step))


def test_a_player_that_peeks_is_found_out():
    position = begin("three")
    found = [peeking(viewed(position, rng)) for rng in range(6)]
    assert len(set(found)) > 1


@pytest.mark.parametrize("level", LEVELS)
@every_kind
def test_every_level_plays_every_kind_of_match(name: str, level: str):
    position, manner, step = begin(name, seed=5), QUICK if level == "expert" else LEVELS[level], 0
    while not position.over:
        action = decide(viewed(position, step), manner, step)
        assert is_lay(action) or not any(map(is_lay, position.legal())), "a play is left for nothing"
        position.apply(action)
        step += 1
    assert max(position.scores()) > 0


def test_the_same_mind_decides_the_same():
    position = begin("grabble_road")
    _, found = tallies(position, QUICK, mind=7)
    assert (found == tallies(position, QUICK, mind=7)[1]).all()
    assert (found != tallies(position, QUICK, mind=8)[1]).any()
