"""Promises of the five rules, kept by every game (see `muckle.engine.rules`)."""

from __future__ import annotations

import random

import pytest

from every_game.walks import Case, positions, presets, walk, with_every_case
from muckle.engine.rules import OVER
from muckle.errors import ActionError

every_case = with_every_case()


@every_case
def test_legal_is_ascending_within_bounds_and_empty_only_at_the_end(case: Case) -> None:
    position = case.position(11)
    for position, actions, _ in walk(case, seed=11):
        assert actions == sorted(set(actions))
        assert actions[0] >= 0 and actions[-1] < case.game.state.ACTIONS
        assert len(actions) <= case.game.state.MAX_ACTIONS
        assert 0 <= position.turn < case.options.seats
    assert position.legal() == [] and position.turn == OVER


@every_case
def test_general_9_an_illegal_action_raises_and_changes_nothing(case: Case) -> None:
    rng, position = random.Random(5), case.position(12)
    for position, actions, _ in walk(case, seed=12):
        before = position.copy()
        for action in rng.sample(range(-2, case.game.state.ACTIONS + 2), 5):
            if action not in actions:
                with pytest.raises(ValueError):  # its text is the game's own
                    position.apply(action)
        assert position.same(before)
    with pytest.raises(ValueError):
        position.apply(0)


@every_case
def test_a_match_ends_within_max_decisions(case: Case) -> None:
    for seed in range(5):
        assert sum(1 for _ in walk(case, seed, case.options.max_decisions() + 1)) <= case.options.max_decisions()


@every_case
def test_same_seed_same_match(case: Case) -> None:
    one = [(actions, action, position.drew()) for position, actions, action in walk(case, seed=3)]
    two = [(actions, action, position.drew()) for position, actions, action in walk(case, seed=3)]
    assert one == two


@every_case
def test_a_copy_goes_its_own_way(case: Case) -> None:
    for position, actions, action in walk(case, seed=4, most=40):
        copy, before = position.copy(), position.copy()
        copy.apply(action)
        assert position.same(before)
        assert position.legal() == actions


@every_case
def test_resample_keeps_the_turn_the_choices_and_the_scores(case: Case) -> None:
    for position in positions(case, seed=6, chance=0.2):
        for seat in range(case.options.seats):
            other = position.copy()
            other.resample(seat, rng=12345)
            assert (other.turn, other.scores()) == (position.turn, position.scores())
            assert other.drew() == []
            if position.turn == seat:
                assert other.legal() == position.legal()
            while actions := other.legal():  # a re-dealt match can be played to its end
                other.apply(actions[len(actions) // 2])


@every_case
def test_actions_read_back_from_their_texts(case: Case) -> None:
    text = case.game.text
    for position, actions, _ in walk(case, seed=8):
        seen = set[str]()
        for action in actions:
            for full in (
                text.completions(position.plain_setup, position.plain_state, action)
                if hasattr(text, "completions")
                else [action]
            ):
                written = text.action_text(position.plain_setup, position.plain_state, full)
                assert text.read_action(position.plain_setup, position.plain_state, written) == full
                assert (
                    text.read_action(position.plain_setup, position.plain_state, f"  {written.lower()} ".replace(" ", "  "))
                    == full
                )
                assert written not in seen
                seen.add(written)


@every_case
def test_nonsense_is_refused_with_a_sentence(case: Case) -> None:
    nonsense = [
        "",
        " ",
        "xyzzy",
        "place",
        "place ",
        "place ZZ",
        "discard 1",
        "claim",
        "claim 9 X",
        "\x00",
        "é" * 9,
        "place -1",
        "9" * 400,
        "end end",
        "draw",
    ]
    for position, _, _ in walk(case, seed=9, most=30):
        before = position.copy()
        for words in nonsense:
            with pytest.raises(ActionError) as error:
                position.apply(case.game.text.read_action(position.plain_setup, position.plain_state, words))
            assert 10 < len(str(error.value)) < 400
        assert position.same(before)


@every_case
def test_general_13_the_timeout_action_is_legal(case: Case) -> None:
    for position in positions(case, seed=10, chance=0.3):
        if not position.over:
            position.apply(case.game.text.timeout(position.plain_setup, position.plain_state))


def test_every_game_has_a_tiny_preset_and_rules() -> None:
    for case in presets():
        assert "tiny" in case.game.presets
        assert case.game.rules_text().startswith("# ")
