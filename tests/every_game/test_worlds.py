"""A re-deal comes to every world that the seat must hold possible, to each as often as it is likely (see `worlds`).

From which of them it begins makes no difference.
"""

from __future__ import annotations

import pytest

from every_game import worlds
from every_game.guarded import guarded
from every_game.walks import Case
from muckle.games import GAMES

FEW, MANY = 6, 16
"""Positions of each small match that are counted out."""
QUICK = [(case, FEW) for name in GAMES for case in worlds.small_cases(name)[:2]]
SLOW = [pytest.param(case, MANY, marks=pytest.mark.slow) for name in GAMES for case in worlds.small_cases(name)]


@pytest.mark.parametrize(("case", "most"), [*QUICK, *SLOW], ids=str)
def test_general_2_re_deals_are_fair(case: Case, most: int) -> None:
    for position, seat, likely, _ in worlds.counted(case, most):
        worlds.redeals_are_fair(case, position, seat, likely)


@pytest.mark.parametrize(("case", "most"), [*QUICK, *SLOW], ids=str)
def test_general_4_a_re_deal_depends_on_nothing_hidden(case: Case, most: int) -> None:
    for position, seat, _, alike in worlds.counted(case, most):
        worlds.redeals_are_one(case, position, seat, alike)


@pytest.mark.parametrize("game", GAMES)
def test_in_some_small_match_there_is_something_to_count(game: str) -> None:
    counted = sum(len(worlds.counted(case, FEW)) for case in worlds.small_cases(game)[:2])
    assert counted >= FEW or not worlds.hides(game)


def test_all_lies_open_in_mickell_alone_of_our_games() -> None:
    assert [game for game in GAMES if guarded(game).rows and not worlds.hides(game)] == ["mickell"]
