"""Muckell: many boards, one deck."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from muckle import games
from muckle.errors import OptionsError
from muckle.games.mickell.muckell import MUCKELL, Options, Worth, places, read_options
from muckle.games.rulebook import rule_text
from muckle.match.header import new_header
from muckle.match.match import Match, new_match
from muckle.server.events.boards import turn_of, worth_of
from muckle.server.tables.calls import play_timeouts

TINY = "BET BETA DEBT ECHO HOPE HOPED POEM REACH RETCH THE"


def options(**given: int | str) -> Options:
    return read_options("tiny", {"seats": 3, **given})


def test_muckell_2_and_d11_and_d13_more_than_one_seat_is_muckell() -> None:
    assert options().alone() == games.find("mickell").read_options("tiny")
    with pytest.raises(OptionsError, match="pace must be wait_for_all, caller or seconds:1"):
        options(pace="seconds:0")
    with pytest.raises(OptionsError, match="nobody is late"):
        options(late="queue")
    with pytest.raises(OptionsError, match="no option 'pace'"):
        games.find("mickell").read_options("tiny", {"pace": "caller"})
    with pytest.raises(OptionsError, match="mickell: seats must be 1, got 3"):
        new_match("mickell", "tiny", seats=3)


def test_muckell_6_and_d12_and_e17_equal_scores_share_the_place_or_the_longer_word_is_ahead() -> None:
    assert places([Worth(21, 0), Worth(25, 0), Worth(25, 0)]) == [3, 1, 1]
    assert places([Worth(21, 9), Worth(25, 7), Worth(25, 9)]) == [3, 2, 1]
    board = new_match("mickell", "tiny", seed=1)
    assert worth_of(options(tie="longest_word"), board) == Worth(0, 0)


def test_muckell_4_and_e18_the_next_card_discards_what_is_not_resolved_and_a_claim_stands() -> None:
    """First cards are placed (Mickell 3f)."""
    for seed in range(300):  # some deals let a word be claimed in the third turn
        board = new_match("mickell", "tiny", seed=seed)
        assert [entry.action for entry in play_timeouts(turn_of, board, 2)] == ["place 1", "end"]
        while turn_of(board) == 2:
            board.apply("place 1" if "place 1" in board.legal() else "end")
        for action in ("place 1", "end"):
            board.apply(action)
        claims = [action for action in board.legal() if action.startswith("claim")]
        if claims:
            break
    else:
        pytest.fail("no deal with a word")
    board.apply(claims[0])
    assert [(entry.action, entry.late) for entry in play_timeouts(turn_of, board, 5)] == [("discard", True), ("end", True)]
    assert board.scores == [1]
    assert play_timeouts(turn_of, board, 5) == []


def test_muckell_5_and_d14_a_board_that_nobody_plays_is_done_after_the_final_phase() -> None:
    board = new_match("mickell", "tiny", seed=3)
    play_timeouts(turn_of, board, options().turns())
    assert not board.over and board.legal() == ["trim 1", "end"]
    play_timeouts(turn_of, board, options().turns() + 1)
    assert board.over and turn_of(board) == options().turns() + 1


def board(seed: int = 3, **given: int | str) -> Match:
    return Match(replace(new_header(games.find("mickell"), options(**given).alone()), seed=seed))


def test_muckell_1_all_have_the_same_cards_whatever_they_do() -> None:
    boards, drawn = [board() for _ in range(4)], list[list[str]]()
    for number, each in enumerate(boards):
        while not each.over:
            legal = each.legal()
            each.apply(legal[number % len(legal)] if number else each.timeout())
        drawn.append([*each.header.chance, *(card for decision in each.decisions for card in decision.chance)])
    assert len({each.transcript() for each in boards}) > 1, "they did not all do the same"
    assert drawn[0] == drawn[1] == drawn[2] == drawn[3] and len(drawn[0]) == 8
    assert len({board(seed).header.chance for seed in range(5)}) > 1, "other deals begin with other cards"


def test_muckell_3_and_3a_the_pace_decides_when_a_card_comes_and_nothing_else() -> None:
    led = [{}, {"pace": "caller"}, {"pace": "seconds:60"}]
    assert len({str(options(**given).alone()) for given in led}) == 1
    assert [options(**given).led()["pace"] for given in led] == ["wait_for_all", "caller", "seconds:60"]
    called, own = board(pace="caller"), board()
    assert play_timeouts(turn_of, called, 1) == [] and turn_of(called) == 1, "nobody is hurried before the second call"
    for action in ("place 1", "end"):
        called.apply(action), own.apply(action)
    assert play_timeouts(turn_of, called, 2) == [], "who has ended the turn loses nothing by the call"
    assert called.legal() == own.legal() and called.position.plain_state == own.position.plain_state


def test_muckell_d10_a_board_is_hidden_before_the_end_unless_all_agreed_that_it_is_open() -> None:
    assert options().led()["visibility"] == "hidden_until_end"
    assert options(visibility="open").led()["visibility"] == "open"
    with pytest.raises(OptionsError, match="visibility must be one of hidden_until_end, open"):
        options(visibility="half")


def test_the_rules_and_the_list_of_games_know_muckell() -> None:
    game = games.find("mickell")
    with pytest.raises(OptionsError, match="no game is called 'muckell'; did you mean 'mickell'"):
        games.find("muckell")
    assert rule_text(game, "muckell 4").startswith("**Muckell 4** Who has not resolved")
    known = {field.name: field for field in MUCKELL.options.fields()}
    assert (known["seats"].least, known["seats"].most) == (2, 10_000) and known["tie"].choices == ("shared", "longest_word")
    assert {*known} > {field.name for field in game.options.fields()} and {*MUCKELL.presets} > {*game.presets}
