"""Promises of the five rules, kept by every game (see `muckle.engine.contract`); what each is, `guards` says."""

import pytest

from every_game import guards
from every_game.guarded import guarded
from every_game.walks import Case, presets, with_every_case

every_case = with_every_case()


@every_case
def test_legal_is_ascending_within_bounds_and_empty_only_at_the_end(case: Case) -> None:
    guards.legal_is_in_order(case)


@every_case
def test_pick_takes_what_is_listed(case: Case) -> None:
    guards.pick_takes_what_is_listed(case)


@every_case
def test_advance_does_as_apply_does(case: Case) -> None:
    guards.advance_does_as_apply(case)


@every_case
def test_general_9_an_illegal_action_raises_and_changes_nothing(case: Case) -> None:
    guards.illegal_raises_and_changes_nothing(case)


@every_case
def test_a_match_ends_within_max_decisions(case: Case) -> None:
    guards.ends_in_time(case)


@every_case
def test_same_seed_same_match(case: Case) -> None:
    guards.same_seed_same_match(case)


@every_case
def test_a_deal_leaves_nothing_of_the_match_before(case: Case) -> None:
    guards.deal_sets_everything(case)


@every_case
def test_general_4_draws_that_one_seat_sees_are_named_so(case: Case) -> None:
    guards.hidden_draws_are_named(case)


@every_case
def test_general_5_every_draw_of_a_match_has_its_number(case: Case) -> None:
    guards.every_draw_is_counted(case)


@every_case
def test_a_copy_goes_its_own_way(case: Case) -> None:
    guards.copies_part(case)


@every_case
def test_resample_keeps_the_turn_the_choices_and_the_scores(case: Case) -> None:
    guards.redeal_keeps_what_a_seat_knows(case)


@every_case
def test_general_4_a_re_deal_leaves_no_trace(case: Case) -> None:
    guards.redeals_leave_no_trace(case)


@every_case
def test_no_piece_comes_or_goes(case: Case) -> None:
    pieces = guarded(case.game.name).pieces
    if pieces is None:
        pytest.skip("a game from outside, whose pieces nobody here can count")
    guards.pieces_are_kept(case, pieces)


@every_case
def test_actions_read_back_from_their_texts(case: Case) -> None:
    guards.texts_read_back(case)


@every_case
def test_nonsense_is_refused_with_a_sentence(case: Case) -> None:
    guards.nonsense_is_refused(case)


@every_case
def test_general_13_the_timeout_action_is_legal(case: Case) -> None:
    guards.timeouts_are_legal(case)


@every_case
def test_general_5_after_a_re_deal_chance_is_another(case: Case) -> None:
    guards.chance_is_drawn_anew(case)


def test_every_game_has_a_tiny_preset_and_rules() -> None:
    for case in presets():
        assert "tiny" in case.game.presets
        assert case.game.rules_text().startswith("# ")
