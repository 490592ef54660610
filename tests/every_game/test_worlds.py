"""A re-deal comes to every world that the seat must hold possible, to each as often as it is likely (see `worlds`).

From which of them it begins makes no difference.
"""

from __future__ import annotations

import pytest

from every_game import breaking, worlds
from every_game.guarded import guarded
from every_game.walks import Case, case
from every_game.whole import all_redeals_are_fair
from muckle.games import GAMES

FEW, MANY = 6, 16
"""Positions of each small match that are counted out."""
QUICK = [(small, FEW) for name in GAMES for small in worlds.small_cases(name)[:2]]
SLOW = [pytest.param(small, MANY, marks=pytest.mark.slow) for name in GAMES for small in worlds.small_cases(name)]

GLANCE, ALL = 60, 2000
"""Sets of worlds that are tried for each seat of a match that is walked through: none has more than ALL."""
SMALLEST = [case(name, **options) for name in GAMES for options in guarded(name).whole]
QUICK_WHOLE = [pytest.param(small, GLANCE, marks=pytest.mark.glance) for small in SMALLEST]
WHOLE = [pytest.param(small, ALL, marks=pytest.mark.slow) for small in SMALLEST]


@pytest.mark.parametrize(("case", "most"), [*QUICK, *SLOW], ids=str)
def test_general_2_re_deals_are_fair(case: Case, most: int) -> None:
    for position, seat, likely, _ in worlds.counted(case, most):
        worlds.redeals_are_fair(case, position, seat, likely)


@pytest.mark.parametrize(("case", "most"), [*QUICK, *SLOW], ids=str)
def test_general_4_a_re_deal_depends_on_nothing_hidden(case: Case, most: int) -> None:
    for position, seat, _, alike in worlds.counted(case, most):
        worlds.redeals_are_one(case, position, seat, alike)


@pytest.mark.parametrize(("case", "most"), [*QUICK_WHOLE, *WHOLE], ids=str)
def test_general_2_re_deals_are_fair_in_all_that_can_happen(case: Case, most: int) -> None:
    all_redeals_are_fair(case, most)


def test_general_2_a_re_deal_that_is_seldom_uneven_is_noticed() -> None:
    case = breaking.uneven(every=20).make(worlds.small_cases("mitch")[0])
    with pytest.raises(AssertionError, match="standard deviations"):
        all_redeals_are_fair(case, ALL)


@pytest.mark.parametrize("game", GAMES)
def test_in_some_small_match_there_is_something_to_count(game: str) -> None:
    counted = sum(len(worlds.counted(case, FEW)) for case in worlds.small_cases(game)[:2])
    assert counted >= FEW or not worlds.hides(game)


def test_all_lies_open_in_mickell_alone_of_our_games() -> None:
    assert [game for game in GAMES if guarded(game).rows and not worlds.hides(game)] == ["mickell"]
