"""Advice in every game: by what the seat may know, legal, short; and never a word where words may not be looked up."""

import random
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from every_game.walks import presets
from muckle.engine.position import Position
from muckle.errors import ActionError, OptionsError, TurnError
from muckle.games import GAMES
from muckle.kit.letter_tiles import BLANK
from muckle.match.match import Match, new_match
from muckle.players.advice import Advice, act_of, advise, amount, amount_with_unit, best_advice
from muckle.players.weighing import COMPARING, Weighed, Weigher
from muckle.scene.tell import CLAIM
from order import LATE
from steps import read_action

EFFORT = 0.02
ADVISED = [pytest.param(name, marks=[pytest.mark.slow] * (name in LATE)) for name in GAMES]


def moments(game: str, seed: int, every: int = 5, most: int = 6) -> Iterator[Match]:
    """Yield some moments of a small random match."""
    match, rng = new_match(game, "tiny", seed=seed), random.Random(seed)
    for _ in range(every * most):
        if match.over:
            return
        if match.count % every == 0:
            yield match.copy()
        match.apply(rng.choice(match.legal()))


def redealt(match: Match, rng: int) -> Match:
    other = match.copy()
    other.position.resample(match.turn, rng)
    return other


def differ(game: str) -> int:
    """Return the number of moments at which the advice changes when what the seat cannot know is dealt anew."""
    return sum(
        advised(match) != advised(redealt(match, number + 1))
        for seed in range(3)
        for number, match in enumerate(moments(game, seed))
    )


def advised(match: Match) -> bytes:
    return msgspec.json.encode(best_advice(match, 7, effort=EFFORT))


@pytest.mark.parametrize("game", ADVISED)
def test_general_4_advice_goes_by_what_the_seat_may_know(game: str):
    assert differ(game) == 0


@pytest.mark.parametrize("game", ADVISED)
def test_advice_that_goes_by_the_true_state_is_noticed(game: str, monkeypatch: pytest.MonkeyPatch):
    def peeking(self: Weigher, position: Any, actions: Any, seed: int) -> Any:
        return np.random.default_rng(zlib.crc32(position.memory())).random(len(actions))

    monkeypatch.setattr(Weigher, "_means", peeking)
    assert differ(game) > 0


@pytest.mark.parametrize("game", ADVISED)
def test_a_merit_that_goes_by_the_true_state_is_noticed(game: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Position, "view", lambda position, seat, words, rng=1: position.copy())
    monkeypatch.setattr(GAMES[game].text, "merit", lambda setup, state, action: str(zlib.crc32(repr(state).encode())))
    assert differ(game) > 0


@pytest.mark.parametrize("game", ADVISED)
def test_advice_is_legal_and_short_and_grows(game: str):
    for match in moments(game, 4):
        told = list(advise(match, 1, effort=EFFORT))
        assert told[-1].share == 1 and [advice.share for advice in told] == sorted(advice.share for advice in told)
        for advice in told:
            assert 1 <= len(advice.suggestions) <= 3
            for each in advice.suggestions:
                assert match.explain(each.action) is None
                assert len(each.claim) <= CLAIM
        assert told[-1].suggestions[0].equal and told[-1].forced == (len(match.legal()) == 1)


@pytest.mark.parametrize("game", GAMES)
def test_merits_are_short(game: str):
    for case in presets():
        if case.game.name == game:
            rng, position = random.Random(3), case.position(3)
            while actions := position.legal():
                some = rng.sample(actions, min(3, len(actions)))
                merits = [case.game.text.merit(position.plain_setup, position.plain_state, action) for action in some]
                assert max(map(len, merits)) <= CLAIM, merits
                position.apply(rng.choice(actions))


def test_explain_gives_a_refusal_and_best_advice_advice():
    match = new_match("mitch", "tiny", seed=7)
    assert isinstance(best_advice(match, effort=EFFORT), Advice)
    assert match.explain(match.legal()[0]) is None and match.explain("xyzzy") is not None


def test_who_asks_for_no_more_has_it_cancelled(monkeypatch: pytest.MonkeyPatch):
    thought: list[int] = []
    monkeypatch.setattr(Weigher, "_means", lambda self, position, actions, seed: thought.append(seed))
    told = advise(new_match("mitch", seed=7), effort=EFFORT)
    next(told)
    del told
    assert not thought


def test_where_nothing_may_be_looked_up_no_word_is_named():
    with pytest.raises(ActionError) as refused:
        best_advice(new_match("mickell", "no_lookups", seed=7))
    assert refused.value.rule == "Mickell D9"


def test_advice_of_a_match_that_is_over_or_of_words_there_are_not_is_refused():
    match = new_match("mitch", "tiny", seed=7)
    with pytest.raises(OptionsError, match="no words"):
        next(advise(match, words="common"))
    while not match.over:
        match.apply(match.legal()[0])
    with pytest.raises(TurnError):
        best_advice(match)


def noisy(results: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> Advice:
    """Return advice for Mitch whose rounds of comparing came to these results, a column for each of three actions."""
    rounds = iter(results)
    monkeypatch.setattr(Weigher, "_means", lambda self, position, actions, seed: next(rounds))
    return best_advice(new_match("mitch", seed=7), effort=EFFORT)


def test_differences_within_noise_are_called_equal(monkeypatch: pytest.MonkeyPatch):
    worlds = np.random.default_rng(1).normal(130, 60, (COMPARING, 1))
    told = noisy(worlds + np.random.default_rng(2).normal([0, 10, 5], 30, (COMPARING, 3)), monkeypatch)
    assert [each.equal for each in told.suggestions] == [True, True, True]
    assert all(abs(each.loss or 0) <= (each.margin or 0) for each in told.suggestions)


def test_its_break_who_goes_by_the_mean_alone_presents_noise_as_knowledge(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Weighed, "equal", property(lambda self: self.loss == 0))
    worlds = np.random.default_rng(1).normal(130, 60, (COMPARING, 1))
    told = noisy(worlds + np.random.default_rng(2).normal([0, 10, 5], 30, (COMPARING, 3)), monkeypatch)
    assert not all(each.equal for each in told.suggestions)


def test_a_difference_beyond_noise_is_told_with_its_interval(monkeypatch: pytest.MonkeyPatch):
    first, *others = noisy(np.random.default_rng(2).normal([130, 120, 110], 1, (COMPARING, 3)), monkeypatch).suggestions
    assert (first.loss, first.margin, first.equal) == (0, 0, True)
    assert [each.equal for each in others] == [False, False]
    assert [round(each.loss or 0, -1) for each in others] == [10, 20] and all(0 < (each.margin or 0) < 2 for each in others)


def test_before_anything_is_compared_nothing_is_told_apart():
    told = next(advise(new_match("mitch", seed=7), effort=EFFORT))
    assert {(each.loss, each.margin, each.equal) for each in told.suggestions} == {(None, None, True)}


@pytest.mark.parametrize("game", ADVISED)
def test_every_suggestion_names_the_act_that_does_it(game: str):
    for match in moments(game, 4):
        acts = match.scene(match.turn).acts
        for each in best_advice(match, 1, effort=EFFORT).suggestions:
            assert each.act == each.action or acts[each.act].ask, each


def test_the_act_of_a_blank_asks_for_its_letter():
    matches = (new_match("grabble_road", seed=seed) for seed in range(99))
    match = next(match for match in matches if match.position.plain_state.seats[match.turn].tiles[BLANK])
    match.apply(next(action for action in match.legal() if action[0] in "DGBCMPFHVWYK"))
    position, acts = match.position, match.scene(match.turn).acts
    written = next(action for action in match.legal() if action.startswith("?E"))
    blank = read_action(position, written)
    assert written not in acts and acts[act_of(position, acts, blank)].ask
    assert act_of(position, {}, blank) == "", "its break: a scene without the act"


def test_amounts_have_a_true_minus_and_no_minus_zero():
    assert (amount(-0.04, "points"), amount(-3.21, "points"), amount_with_unit(0.525, "chance")) == ("0.0", "−3.2", "52 %")
