"""Scores of a composed play, told for every tile and square as the rules score them (Grabble Road 6a, 7)."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from grabble_road.table import do, square, table
from muckle.games.grabble_road import plays
from muckle.match.match import Match, new_match
from muckle.scene.contract import Act
from steps import scene

FIRE = "fire fir ire re"


def begun(last: str = "E") -> dict[str, Act]:
    """Return the acts when F, I and R lie and the last of four tiles is to come."""
    return scene(do(table(f"FIR{last}TTTTTT", "A", words=FIRE), "F a1", "I b1", "R c1"), 0).acts


def test_grabble_road_6a_the_button_of_the_last_tile_names_the_longest_word_and_all_points() -> None:
    act = begun()["E d1"]
    assert (act.gain, act.confirm) == ("50", "Play FIRE, 50 points")
    assert act.note == "FIRE 24, FIR 18, IRE 4, RE 3 and I 1"
    assert act.label == "Lay E on d1: 50 points"


def test_grabble_road_6a_a_play_for_nothing_says_so() -> None:
    act = scene(do(table("DTTTTTNNNN", "A"), "D a1"), 0).acts["T b1"]
    assert (act.gain, act.confirm, act.note) == ("0", "Play for nothing: no word is made", "")


def test_grabble_road_6a_a_tile_that_does_not_end_the_play_is_not_asked_about() -> None:
    act = scene(do(table("FIRETTTTTT", "A", words=FIRE), "F a1", "I b1"), 0).acts["R c1"]
    assert (act.gain, act.confirm) == ("19", "")
    assert act.label.endswith(": 19 points so far")


def test_grabble_road_5_a_blank_says_what_each_letter_would_bring() -> None:
    act = begun("?")["? d1"]
    assert act.ask and len(act.ask.gains) == 26
    assert {letter: act.ask.gains[ord(letter) - ord("A")] for letter in "DEZ"} == {"D": "19", "E": "40", "Z": "19"}
    assert (act.gain, act.confirm) == ("40", "Play with the blank as")


def test_grabble_road_7_no_word_through_a_tile_is_left_out() -> None:
    """The tile fills the gap in the middle of a full row and a full column, where every span is a word."""
    row, column = "EINORTSAEIONRTL", "EINORTUADGOINRT"
    across = [f"0:{letter} {'abcdefghijklmno'[place]}8" for place, letter in enumerate(row) if place != 7]
    down = [f"0:{letter} h{place + 1}" for place, letter in enumerate(column) if place != 7]
    spans = [run[first:end] for run in (row, column) for first in range(8) for end in range(8, 16) if end - first > 1]
    state = (position := table("A", "B", laid=" ".join(across + down), words=" ".join(spans))).plain_state
    after = plays.with_tile(state, plays.Tile(0, square("h8")))
    words = plays.scored_words(position.plain_setup, after, state.begun)
    assert sorted(word.word for word in words) == sorted(["A", *spans])
    assert len(words) == plays.MOST_WORDS


def test_a_pass_is_asked_about() -> None:
    assert scene(table("DTTTTTNNNN", "A"), 0).acts["pass"].confirm == "Pass, for no points"


def guard(match: Match) -> None:
    """Check that what is said beforehand is what the whole board scores."""
    setup, state = match.position.plain_setup, match.position.plain_state
    tiles = plays.tiles_of(setup, state, [action for action in plays.legal_actions(setup, state) if plays.is_lay(action)])
    whole = [plays.scoring.score(setup, plays.with_tile(state, tile), state.begun, ()) for tile in tiles]
    assert plays.previews(setup, state, tiles) == whole


def walk(options: dict[str, Any], seed: int, look: Any = guard) -> None:
    """Look at some positions of a match of random plays."""
    chance, match = random.Random(seed), new_match("grabble_road", seed=seed, **options)
    for step in range(60):
        if match.over:
            return
        lays = [text for text in match.legal() if " " in text] or match.legal()
        match.apply(chance.choice(lays))
        if step % 4 == 0 and not match.over:
            look(match)


@pytest.mark.parametrize("options", [{}, {"spans": "whole_runs"}, {"through": "chain_any"}], ids=str)
def test_grabble_road_6a_points_are_the_same_before_and_after(options: dict[str, Any]) -> None:
    for seed in range(2):
        walk(options, seed)


def test_a_covered_tile_that_is_forgotten_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = plays.tile_gain

    def look(setup: Any, state: Any, sight: Any, square: int) -> None:
        real.look_at_square(setup, state, sight, square)
        sight.lost = 0

    monkeypatch.setattr(plays, "tile_gain", SimpleNamespace(look_at_square=look, gain=real.gain))
    with pytest.raises(AssertionError):
        for seed in range(2):
            walk({}, seed)


def scenes_are_of_the_present(match: Match, chance: random.Random) -> None:
    """Play some turns, taking tiles up again at times, and compare all scenes with those built from the present position."""
    for _ in range(40):
        if match.over:
            return
        if match.may_undo(match.turn) and chance.random() < 0.2:
            match.undo(match.turn)
        else:
            match.apply(chance.choice(match.legal()))
        for viewer in (0, 1, None):
            built = match.game.scene.build(match.position.plain_setup, match.position.plain_state, viewer, match.names)
            shown = match.scene(viewer)
            for field in ("status", "prompt", "zones", "pieces", "tables", "help"):
                assert getattr(shown, field) == getattr(built, field), (viewer, field)


def test_a_scene_kept_while_another_seat_composes_is_the_one_of_the_present() -> None:
    for seed in range(3):
        scenes_are_of_the_present(new_match("grabble_road", seats=2, seed=seed), random.Random(seed))


def test_a_scene_kept_for_too_long_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("grabble_road", seats=2, seed=0)
    monkeypatch.setattr(match.game.scene, "draft", lambda setup, state: state.tiles > 0 or state.returning == 1)
    with pytest.raises(AssertionError):
        scenes_are_of_the_present(match, random.Random(0))
