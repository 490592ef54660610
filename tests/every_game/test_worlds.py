"""A re-deal comes to every world that the seat must hold possible, to each as often as it is likely (see `worlds`).

From which of them it begins makes no difference.
"""

from collections import Counter
from collections.abc import Callable

import pytest

from every_game import breaking, worlds
from every_game.guarded import Extent, guarded
from every_game.walks import Case, case
from every_game.whole import all_redeals_are_fair
from muckle.engine.position import Position
from muckle.errors import OptionsError
from muckle.games import GAMES

FEW, MANY = 6, 16
"""Positions of each small match that are counted out."""
QUICK = [(small, FEW) for name in GAMES for small in worlds.small_cases(name)[:2]]
SLOW = [pytest.param(small, MANY, marks=pytest.mark.slow) for name in GAMES for small in worlds.small_cases(name)]

GLANCE, ALL = 60, 5000
"""Sets of worlds that are tried for each seat of a match that is walked through: none has more than ALL."""
EXTENTS = [(case(name, **extent.options), extent) for name in GAMES for extent in guarded(name).whole]
HIDING = [(case, extent) for case, extent in EXTENTS if case.game.name not in ("alphabetickell", "mickell")]
"""Those in which a seat is ever left in doubt."""
QUICK_WHOLE = [
    pytest.param(case, extent, GLANCE if str(extent) == "whole" else FEW, marks=pytest.mark.glance) for case, extent in EXTENTS
]
WHOLE = [pytest.param(*each, ALL, marks=pytest.mark.slow) for each in EXTENTS]


@pytest.mark.parametrize(("case", "most"), [*QUICK, *SLOW], ids=str)
def test_general_2_re_deals_are_fair(case: Case, most: int) -> None:
    for position, seat, likely, _ in worlds.counted(case, most):
        worlds.redeals_are_fair(case, position, seat, likely)


@pytest.mark.parametrize(("case", "most"), [*QUICK, *SLOW], ids=str)
def test_general_4_a_re_deal_depends_on_nothing_hidden(case: Case, most: int) -> None:
    for position, seat, _, alike in worlds.counted(case, most):
        worlds.redeals_are_one(case, position, seat, alike)


@pytest.mark.parametrize(("case", "extent", "most"), [*QUICK_WHOLE, *WHOLE], ids=str)
def test_general_2_re_deals_are_fair_in_all_that_can_happen(case: Case, extent: Extent, most: int) -> None:
    all_redeals_are_fair(case, extent, most)


@pytest.mark.parametrize(("case", "extent"), HIDING, ids=str)
def test_general_2_a_re_deal_that_is_seldom_uneven_is_noticed(case: Case, extent: Extent) -> None:
    with pytest.raises(AssertionError, match="standard deviations"):
        all_redeals_are_fair(breaking.uneven(every=20 if extent.hands is None else 1).make(case), extent, ALL)


@pytest.mark.parametrize(("case", "extent"), EXTENTS, ids=str)
def test_general_2_a_re_deal_of_what_lies_open_is_noticed(case: Case, extent: Extent) -> None:
    with pytest.raises(AssertionError, match="a world that the seat knows is not"):
        all_redeals_are_fair(breaking.deals_afresh().make(case), extent, ALL)


@pytest.mark.parametrize("game", GAMES)
def test_in_some_small_match_there_is_something_to_count(game: str) -> None:
    counted = sum(len(worlds.counted(case, FEW)) for case in worlds.small_cases(game)[:2])
    assert counted >= FEW or not worlds.hides(game)


@pytest.mark.parametrize("game", GAMES)
def test_samples_of_beliefs_are_fair(game: str) -> None:
    """Checks by chi-square that each world comes up as often as it is likely, and that independent samples differ."""
    worlds.skip_if_open(game)
    for position, seat, likely, _ in worlds.counted(worlds.small_cases(game)[0], FEW):
        before, times = position.memory(), max(240, 16 * len(likely))
        made = position.beliefs(seat).sample(times, 1)
        counts = Counter(worlds.face(worlds.small_cases(game)[0], world) for world in made)
        assert counts.keys() <= likely.keys() and position.memory() == before
        assert worlds.far_off([(counts[world], times * share) for world, share in likely.items()]) < worlds.FAR


@pytest.mark.parametrize("game", [game if game == "mitch" else pytest.param(game, marks=pytest.mark.slow) for game in GAMES])
def test_likelihoods_weigh_beliefs(game: str) -> None:
    """Checks by chi-square that worlds come up as often as probability times likelihood says. The break: no likelihood."""
    worlds.skip_if_open(game)
    counted = [(case, each) for case in worlds.small_cases(game)[:2] for each in worlds.counted(case, FEW)]
    case, (position, seat, likely, _) = max(counted, key=lambda each: len(each[1][2]))
    likelihood = {world: (0, 1, 4, 2)[number % 4] for number, world in enumerate(sorted(likely))}
    total = sum(share * likelihood[world] for world, share in likely.items())
    times = max(400, 8 * len(likely))

    def far_off(weigh: Callable[[Position], float] | None) -> float:
        counts = Counter(worlds.face(case, world) for world in position.beliefs(seat).sample(times, 1, weigh))
        assert weigh is None or not any(counts[world] for world in likely if not likelihood[world])
        pairs = [(counts[world], times * likely[world] * weight / total) for world, weight in likelihood.items() if weight]
        return worlds.far_off(pairs)

    assert far_off(lambda world: likelihood[worlds.face(case, world)]) < worlds.FAR < far_off(None)
    with pytest.raises(OptionsError, match=r"a likelihood is a number from 0, got -1\.0"):
        position.beliefs(seat).sample(1, 1, lambda world: -1)
    with pytest.raises(OptionsError, match="all of 8 worlds have likelihood 0"):
        position.beliefs(seat).sample(1, 1, lambda world: 0, candidates=8)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_all_open_hides_nothing(game: str) -> None:
    told = f"{game}/hidden.py says ALL_OPEN, but a re-deal of a small match comes to several worlds: leave ALL_OPEN out"
    assert not (GAMES[game].all_open and worlds.hides(game)), told


def test_a_game_that_wrongly_says_so_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(GAMES["mitch"]), "all_open", True)
    with pytest.raises(AssertionError, match=r"mitch/hidden\.py says ALL_OPEN"):
        test_a_game_with_all_open_hides_nothing("mitch")


@pytest.mark.slow  # counts worlds of every game in one process; each game's own are counted above
def test_all_lies_open_in_mickell_alone_of_our_games() -> None:
    assert [game for game in GAMES if guarded(game).rows and not worlds.hides(game)] == ["mickell"]
