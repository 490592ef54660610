"""Muckell: many boards, one deck."""

from __future__ import annotations

import pytest

from muckle import games
from muckle.engine.crowd import Crowd, CrowdOptions, Worth, places
from muckle.errors import OptionsError
from muckle.match.begin import new_match
from muckle.match.crowd import keep_up, turn, worth

MUCKELL = games.find("mickell").crowd
assert MUCKELL
TINY = "BET BETA DEBT ECHO HOPE HOPED POEM REACH RETCH THE"


def options(**given: int | str) -> CrowdOptions:
    read = games.find("mickell").read_options("tiny", {"seats": 3, **given})
    assert isinstance(read, CrowdOptions)
    return read


def crowd() -> Crowd:
    assert MUCKELL
    return MUCKELL


def test_more_than_one_seat_is_muckell() -> None:
    assert options().alone() == games.find("mickell").read_options("tiny")
    with pytest.raises(OptionsError, match="pace must be wait_for_all, caller or seconds:1"):
        options(pace="seconds:0")
    with pytest.raises(OptionsError, match="nobody is late"):
        options(late="queue")
    with pytest.raises(OptionsError, match="no option 'pace'"):
        games.find("mickell").read_options("tiny", {"pace": "caller"})
    with pytest.raises(OptionsError, match="a match has one board"):
        new_match("mickell", "tiny", seats=3)


def test_equal_scores_share_the_place_or_the_longer_word_is_ahead() -> None:
    """Muckell 6, E17."""
    assert places([Worth(21, 0), Worth(25, 0), Worth(25, 0)]) == [3, 1, 1]
    assert places([Worth(21, 9), Worth(25, 7), Worth(25, 9)]) == [3, 2, 1]
    board = new_match("mickell", "tiny", seed=1)
    assert worth(crowd(), options(tie="longest_word"), board) == Worth(0, 0)


def test_the_next_card_discards_what_is_not_resolved_and_a_claim_stands() -> None:
    """Muckell 4, E18; the first card is placed (Mickell 3f)."""
    for seed in range(300):  # some deals let a word be claimed in the third turn
        board = new_match("mickell", "tiny", seed=seed)
        assert [entry.action for entry in keep_up(crowd(), board, 2)] == ["place 1", "end"]
        while turn(crowd(), board) == 2:
            board.apply("place 1" if "place 1" in board.legal() else "end")
        for action in ("place 1", "end"):
            board.apply(action)
        claims = [action for action in board.legal() if action.startswith("claim")]
        if claims:
            break
    else:
        pytest.fail("no deal with a word")
    board.apply(claims[0])
    assert [(entry.action, entry.late) for entry in keep_up(crowd(), board, 5)] == [("discard", True), ("end", True)]
    assert board.scores == [1]
    assert keep_up(crowd(), board, 5) == []


def test_a_board_that_nobody_plays_is_done_after_the_final_phase() -> None:
    """Muckell 5."""
    board = new_match("mickell", "tiny", seed=3)
    keep_up(crowd(), board, options().turns())
    assert not board.over and board.legal() == ["trim 1", "end"]
    keep_up(crowd(), board, options().turns() + 1)
    assert board.over and turn(crowd(), board) == options().turns() + 1
