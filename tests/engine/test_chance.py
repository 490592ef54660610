"""Draws that are laid, asked for, counted and keyed, in every game (see `muckle.engine.chance`)."""

from collections import Counter
from fractions import Fraction
from typing import Annotated, NamedTuple

import pytest

from every_game.walks import Case, case, presets, walk
from mitch.table import GAME as MITCH
from muckle.engine.chance import ASKED, KEYED, OPEN, SCRIPTED, SPENT, below, most_draws, note
from muckle.engine.position import Draw, Position
from muckle.engine.record import Ints, new, record
from steps import lay


class Three(NamedTuple):
    """Chance for steps of three draws."""

    rng: int
    draws: int
    drawn: int
    drew: Annotated[Ints, 4]


class Forty(NamedTuple):
    """Chance for steps of forty draws."""

    rng: int
    draws: int
    drawn: int
    drew: Annotated[Ints, 41]


STATE = record(Three)
every_preset = pytest.mark.parametrize("case", presets(), ids=str)


def asked(state) -> int:
    """Return the number of possibilities of the draw that a step still asks for; 0 if it asks for none."""
    return max(0, ASKED - int(state.rng))


def draw(state, *among: int) -> list[int]:
    """Draw among each of these numbers, one after the other, as a rule does."""
    picks: list[int] = []
    for n in among:
        picks.append(int(below(state, n)))
        note(state, 100 + picks[-1])
    return picks


def test_a_script_is_drawn_and_then_asks():
    state = new(STATE)[0]
    lay(state, SCRIPTED, [2, 0])
    assert draw(state, 3, 1) == [2, 0] and state.rng == SCRIPTED and asked(state) == 0
    draw(state, 5)
    assert asked(state) == 5 and state.draws == 3


def test_what_is_asked_for_first_stays_asked_and_later_draws_differ():
    """Otherwise a rule that draws until something differs (Grabble Road 1a) would wait for ever."""
    state = new(record(Forty))[0]
    lay(state, SCRIPTED, [])
    drawn = draw(state, *[7] * 40)
    assert asked(state) == 7 and set(drawn) == set(range(7))


def test_a_pick_that_is_too_large_is_told():
    state = new(STATE)[0]
    lay(state, SCRIPTED, [3])
    assert 0 <= draw(state, 3)[0] < 3 and state.rng == SPENT and asked(state) == 0


def test_a_step_may_draw_all_there_is_room_for():
    state = new(STATE)[0]
    assert most_draws(state) == 3
    lay(state, SCRIPTED, [0, 1, 2])
    assert state.drew[3] == OPEN
    assert draw(state, 9, 9, 9) == [0, 1, 2] and asked(state) == 0


@pytest.mark.parametrize(
    ("bits", "n", "pick"), [(0, 52, 0), (2**32 - 1, 52, 51), (2**31, 2, 1), (2**31 - 1, 2, 0), (2**32 - 1, 2**31, 2**31 - 1)]
)
def test_keyed_draws_scale_their_bits(bits: int, n: int, pick: int):
    state = new(STATE)[0]
    lay(state, KEYED, [bits])
    assert draw(state, n) == [pick] and state.rng == KEYED


@every_preset
def test_outcomes_have_exact_probabilities(case: Case):
    """For each draw of the deal, and of some steps after it: they sum to what is asked among, each differs, each comes true."""
    position = case.position(3)
    steps: list[tuple[Position, int | None]] = [(position.copy(), None)]
    steps += [(before.copy(), action) for before, _, action in walk(case, seed=3, most=30)]
    for before, action in steps:
        picks: list[int] = []
        while isinstance(asking := before.ask(action, picks), Draw):
            outcomes = before.outcomes(action, picks)
            assert sum(Fraction(each.weight, asking.n) for each in outcomes) == 1
            assert len({each.code for each in outcomes}) == len(outcomes) and min(each.weight for each in outcomes) > 0
            assert [each.pick for each in outcomes] == sorted(each.pick for each in outcomes)
            chosen = outcomes[len(picks) * 7 % len(outcomes)]
            picks.append(chosen.pick)
        assert before.outcomes(action, picks) == []
        if picks:
            assert asking.drew()[-1] == chosen.code and len(asking.drew()) == len(picks)


def test_equal_cards_are_one_outcome():
    """Cards of two packs can be drawn twice each, except the one that is dealt."""
    position = Position(MITCH, MITCH.read_options("two_packs"))
    outcomes = position.outcomes(None, [0, 0])
    assert sorted(Counter(each.weight for each in outcomes).items()) == [(1, 1), (2, 51)]
    assert sum(each.weight for each in outcomes) == 103


def test_multzo_with_five_seats_draws_all_it_has_room_for():
    position = case("multzo", seats=5).position(0)
    picks: list[int] = []
    while isinstance(after := position.ask(None, picks), Draw):
        picks.append(after.n - 1)
    assert len(picks) == len(after.drew()) == most_draws(after.state)


@pytest.mark.parametrize(
    ("picks", "said"),
    [
        ([9], "is not below"),
        ([-1], "is not below"),
        ([0] * 40, "40 picks are given for"),
        ([0] * 10_000, "no step has 10000 draws"),
    ],
)
def test_picks_that_do_not_fit_are_refused(picks: list[int], said: str):
    position = Position(MITCH, MITCH.read_options("tiny"))
    before = position.copy()
    with pytest.raises(ValueError, match=said):
        position.ask(None, picks)
    assert position.same(before)


@every_preset
def test_keyed_steps_take_the_bits_of_their_numbers(case: Case):
    """Draw number i takes bits(i) wherever it falls: after the picks it gives, scripted by hand, the state is the same."""

    def bits(number: int) -> int:
        return (number * 2654435761 + 12345) % 2**32

    position: Position | None = None
    for action in (None, 0, 0, 0, 0, 0):
        before = position or case.position(0)
        action = action if position is None else before.legal()[0] if before.legal() else None
        if position is not None and action is None:
            break
        first = 0 if action is None else int(before.state.draws)
        picks: list[int] = []
        among: list[int] = []
        while isinstance(after := before.ask(action, picks), Draw):
            picks.append(bits(first + len(picks)) * after.n >> 32)
            among.append(after.n)
        position = before.keyed(action, bits)
        assert position.same(after)
        assert before.among(action, bits) == among


@every_preset
def test_nothing_laid_and_not_drawn_stays_in_the_state(case: Case):
    """It would be draws to come."""
    position = case.position(0).keyed(None, lambda number: 4_000_000_000 + number)
    while actions := position.legal():
        assert not position.state.drew[position.state.drawn :].any() and position.state.rng == SPENT
        position = position.keyed(actions[-1], lambda number: 4_000_000_000 - 977 * number)
