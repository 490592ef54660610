"""The decisions of section 4 of the rulebook page, each with its option or fixed."""

from __future__ import annotations

from grabble_road.table import do, scores, square, squares, table, words
from muckle.games.grabble_road import GAME
from muckle.match.match import new_match
from steps import legal, picked, refused, refused_options, scene, timeout


def behind(way: str, laid: str, **options: str) -> str:
    """Return the squares reached through tiles, the head being d5."""
    found = set(squares(table("E", "T", laid=f"{laid} 0:A d5", through=way, **options)).split())
    return " ".join(sorted(found - {"c5", "d4", "d6", "e5"}))


def test_grabble_road_d1_what_may_be_passed_through():
    line = "1:R e5 1:R f5 1:R g5"
    assert behind("one_any", line) == "e4 e6"
    assert behind("one_straight", line) == ""
    assert behind("chain_any", line) == "e4 e6 f4 f6 g4 g6 h5"
    assert behind("chain_straight", line) == "h5"
    assert behind("off", line) == ""
    ring = "1:R e5 1:R e4 1:R e3"
    assert behind("chain_any", ring) == "d3 e2 e6 f3 f4 f5"
    assert behind("chain_straight", ring) == "f5"


def test_grabble_road_d1_a_chain_does_not_go_through_the_head():
    assert "b5" not in behind("chain_any", "1:R e5").split()
    both_sides = "1:R e5 1:R c5"
    assert behind("chain_any", both_sides) == "b5 c4 c6 e4 e6 f5"
    assert behind("chain_straight", both_sides) == "b5 f5"


def test_grabble_road_d1_at_the_edge_of_the_board():
    assert squares(table("E", "T", laid="1:R n8 1:R o7 0:A o8", through="one_any")) == "m8 n7 n8 n9 o6 o7 o9"
    assert squares(table("E", "T", laid="1:R o7 1:R n7 0:A o8", through="chain_any")) == "m7 n6 n8 o6 o7 o9"
    edge = "1:R b15 1:R c15 0:A a15"
    assert squares(table("E", "T", laid=edge, through="chain_straight")) == "a14 b15 d15"
    full = "1:R a14 1:R a13 " + edge
    assert squares(table("E", "T", laid=full, through="chain_straight")) == "a12 a14 b15 d15"


def test_grabble_road_d2_the_landing_square_may_be_occupied():
    line = "1:R e5 1:R f5 1:R g5"
    assert behind("one_any", line, through_onto="any") == "e4 e6 f5"
    assert behind("one_straight", line, through_onto="any") == "f5"
    assert behind("chain_any", line, through_onto="any") == "e4 e6 f4 f5 f6 g4 g5 g6 h5"
    assert behind("chain_straight", line, through_onto="any") == "f5 g5 h5"
    after = do(table("E", "T", laid=f"{line} 0:A d5", through_onto="any"), "E f5")
    assert after.state.laid[4].under and after.state.seats[0].head == square("f5")


def test_grabble_road_d3_a_first_tile_covers_only_if_no_corner_is_empty():
    three = "1:E a1 1:E o1 1:E a15"
    assert squares(table("E", "T", laid=three)) == "o15"
    assert squares(table("E", "T", laid=f"{three} 1:E o15")) == "a1 a15 o1 o15"


def test_grabble_road_d4_the_head_stays_under_a_covering_tile():
    covered = do(table("AE", "TE", laid="0:A d5 1:R e5", bag=""), "pass", "T d5")
    assert "d4" in squares(covered) and "d5" not in squares(covered)
    seen = scene(covered, 0)
    top = seen.pieces[seen.zones["board"].on["5,4"][-1]]
    assert top.label.startswith("T") and top.marks == ("covers your head", "head", "last play")


def test_grabble_road_d5_tiles_of_this_turn_are_covered_and_passed():
    start = table("HABCEEEE", "T", bag="")
    begun = do(start, "H a1", "A b1", "B b2")
    assert {"b1", "c1"} <= set(squares(begun).split()), "over b1, and through it"


def test_grabble_road_d6_parts_of_runs_or_whole_runs():
    whole = {"words": "fire fir ire re", "spans": "whole_runs"}
    fire = ("F a1", "I b1", "R c1", "E d1")
    assert words(do(table("FIRETTTTTT", "A", **whole), *fire)) == "FIRE 24"
    assert words(do(table("FIRETTTTTT", "A", laid="1:S e1", **whole), *fire)) == "", "FIRES is no word here"
    single = {"laid": "0:T h9", "words": "aa", "spans": "whole_runs"}
    assert words(do(table("AEEEEEEEEE", "T", **single), "A h10")) == "", "a tile lies beside it"
    assert words(do(table("AEEEEEEEEE", "T", spans="whole_runs"), "A a1")) == "A 3"


def test_grabble_road_d7_which_letters_are_words():
    for option, letters in {"A_I": "AI", "A_I_O": "AIO", "none": ""}.items():
        made = [bool(words(do(table(f"{letter}EEEEEEEEE", "T", one_letter=option), f"{letter} a1"))) for letter in "AIOE"]
        assert made == [letter in letters for letter in "AIOE"]


def test_grabble_road_d8_a_single_square_scores_once():
    assert scores(do(table("IEEEEEEEEE", "T"), "I a1")) == [3, 0]


def test_grabble_road_d9_words_are_found_not_claimed():
    assert {text.split()[0] for text in legal(table("AT", "E", words="at", bag=""))} == {"A", "T", "pass"}


def test_grabble_road_d10_a_blank_is_before_a():
    position = new_match("grabble_road", seed=1).position
    after = picked(position, None, [98, 0])
    assert [GAME.text.chance_text(after.plain_setup, code) for code in after.drew()[:2]] == ["lot 0 ?", "lot 1 A"]
    assert after.turn == 0


def test_grabble_road_d11_a_mulligan_returns_at_least_one_tile():
    begun = do(table("AE", "T", bag="O"), "mulligan")
    assert "done" not in legal(begun)
    assert refused(begun, "done")[1] == "Grabble Road 12"


def test_grabble_road_d12_a_play_is_composed_unseen_and_laid_whole():
    begun = do(table("CATEEEEEEE", "T", words="cat"), "C a1", "A b1")
    assert scene(begun, 1).zones["board"].on == {}
    assert len(scene(begun, 0).zones["board"].on) == 2
    laid = do(begun, "T c1")
    assert len(scene(laid, 1).zones["board"].on) == 3


def test_grabble_road_d13_a_cap_for_matches_that_stand_still():
    assert [GAME.read_options(None, {"stall_cap": cap}).settings()["stall_cap"] for cap in (1, 100, "none")] == [1, 100, 0]
    message, rule = refused_options(GAME, stall_cap=0)
    assert "a whole number from 1 to 100" in message and rule == "Grabble Road 14"


def test_grabble_road_d14_the_timeout_action():
    start = table("DZCA?EEEEE", "T", laid="1:R e5 0:A d5", bag="OO")
    assert timeout(start) == "pass"
    assert timeout(table("DZCA?EEEEE", "T", laid="1:R e5 0:A d5", bag="OO", passing="no")) == "A d4"
    assert timeout(do(start, "D d6")) == "A d4"
    blanks = table("??", "T", laid="1:R e5 0:A d5", bag="OO", left=2)
    assert timeout(blanks) == "?A d4"
    begun = do(start, "mulligan")
    assert timeout(begun) == "return A"
    assert timeout(do(begun, "return Z")) == "done"
    assert timeout(do(table("Z?", "T", bag="OO"), "mulligan")) == "return Z"


def test_grabble_road_d14_squares_far_and_near_in_board_order():
    chain = table("AE", "T", laid="1:R d4 1:R d3 0:A d5", through="chain_any", left=2)
    assert timeout(chain) == "A d2"


def test_grabble_road_d15_the_dictionary_is_an_option():
    british, american = (new_match("grabble_road", dictionary=f"{name}-standard") for name in ("british", "american"))
    assert british.header.words != american.header.words
    assert new_match("grabble_road", "tiny").header.words.name == "tiny"  # pyright: ignore
