"""The rules of Grabble Road one by one; the worked examples are in test_examples."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from every_game import guards
from grabble_road.table import do, kinds, rack, rules, scores, square, squares, table, told, words
from muckle.engine.chance import SCRIPTED, stream
from muckle.engine.position import Position
from muckle.games.grabble_road import GAME
from muckle.games.grabble_road import text as grabble_text
from muckle.games.grabble_road.state import FACE_BITS
from muckle.kit import letter_tiles
from muckle.match.match import Match, new_match
from steps import lay, legal, refused, scene

ELEVEN = "DEFGHIKLMN"
"""A rack of ten without A."""


def lots(position: Position) -> list[tuple[int, str]]:
    """Return the draws for the start, in order."""
    outcomes = map(grabble_text.outcome_of, position.drew())
    return [(seat, letter_tiles.text(kind)) for lot, seat, kind in outcomes if lot]


# Set-up


def test_grabble_road_1_the_lowest_letter_starts_and_a_blank_is_lowest():
    for seed in range(200):
        position = Position(GAME, GAME.read_options(None, {"seats": 4}), seed=seed)
        last = dict(lots(position))
        order = {seat: -1 if tile == "?" else ord(tile) for seat, tile in last.items()}
        decisive = [seat for seat, _ in lots(position)[-sum(1 for _ in drawers(position)) :]]
        assert position.turn == position.state.starter == min(decisive, key=lambda seat: order[seat])


def drawers(position: Position) -> list[int]:
    """Return the seats of the last draw for the start: those tied before."""
    drawn, tied = lots(position), list(range(position.options.seats))
    while True:
        tiles, drawn = drawn[: len(tied)], drawn[len(tied) :]
        assert [seat for seat, _ in tiles] == tied
        if not drawn:
            return tied
        lowest = min((tile for _, tile in tiles), key=lambda tile: " " if tile == "?" else tile)
        tied = [seat for seat, tile in tiles if tile == lowest]


def test_grabble_road_1a_tied_players_draw_again_and_all_tiles_go_back():
    seeds = [seed for seed in range(300) if len(lots(Position(GAME, GAME.read_options("tiny"), seed=seed))) > 2]
    assert 20 < len(seeds) < 80, "one match in seven"
    for seed in seeds:
        position = Position(GAME, GAME.read_options("tiny"), seed=seed)
        out = Counter(tile for _, tile in lots(position))
        assert all(count <= GAME.read_options("tiny").counts[kinds(tile)[0]] for tile, count in out.items()), "they stay out"
        assert position.state.bag_left == 8 - 6 and sum(position.state.bag) == 2
        assert len(drawers(position)) == 2


def test_grabble_road_1b_a_bag_that_runs_out_is_filled_again():
    """It cannot with the tiles of the game: so a bag with three tiles, two of them equal."""
    position = Position(GAME, GAME.read_options("tiny"))
    setup, state = position.setup, position.state
    rules.clear_table(setup, state)
    for kind in range(letter_tiles.KINDS):
        state.bag[kind] = {0: 2, 2: 1}.get(kind, 0)
    state.bag_left = 3
    lay(state, SCRIPTED, [0, 0, 0, 1])  # A and A, then all go back; A and C
    state.drawn = 0
    assert rules.draw_for_start(setup, state) == 0
    assert lots(position) == [(0, "A"), (1, "A"), (0, "A"), (1, "C")]
    assert (state.bag[0], state.bag[2], state.bag_left, state.back_count) == (2, 1, 3, 0)


def test_grabble_road_2_everybody_draws_ten_tiles():
    for seats in (2, 3, 4):
        position = Position(GAME, GAME.read_options(None, {"seats": seats}), seed=seats)
        assert [len(rack(position, seat)) for seat in range(seats)] == [10] * seats
        everything = Counter("".join(rack(position, seat) for seat in range(seats)))
        everything += Counter({letter_tiles.text(kind): int(n) for kind, n in enumerate(position.state.bag)})
        assert [everything[letter_tiles.text(kind)] for kind in range(27)] == list(letter_tiles.COUNTS)


def test_grabble_road_2_every_tile_is_as_likely():
    deals, counts = 4000, np.zeros(27)
    position = Position(GAME, GAME.read_options(None))
    for seed in range(deals):
        position.deal(stream(seed, 5))
        counts += position.state.seats[0].tiles
    expected = np.array(letter_tiles.COUNTS) * deals / 10
    assert ((counts - expected) ** 2 / expected).sum() < 26 + 5 * (2 * 26) ** 0.5, "chi-square, five sigmas"


# Turns


def test_grabble_road_2a_a_turn_is_a_play_a_mulligan_or_a_pass():
    start = table("ADC", "TT", "E", bag="OO", laid="0:E d5 1:E k5", rack=3)
    assert {text.split()[0] for text in legal(start)} == {"A", "D", "C", "mulligan", "pass"}
    assert do(start, "pass").turn == 1
    assert do(start, "A d4").turn == 1
    assert do(start, "pass", "pass", "pass").over
    assert do(start, "A d4", "pass").turn == 2
    assert do(start, "A d4", "pass", "mulligan", "return E", "done").turn == 0


def test_grabble_road_2a_passing_can_be_left_out():
    start = table("AEEEEEEIII", "T", bag="OQ", passing="no")
    assert "mulligan" in legal(start) and "pass" not in legal(start)
    assert refused(start, "pass") == ("in this match who can play may not pass", "Grabble Road 2a")
    assert scene(start, 0).prompt == "lay a tile or return tiles."
    stuck = table("F?", "T", bag="OQ", passing="no")
    assert legal(stuck) == ["mulligan", "pass"], "no tile of the rack can be the first of a play"
    assert scene(stuck, 0).prompt == "return tiles or pass."


# Play


@pytest.mark.parametrize("first", ["A", "D", "C", "H", "K", "J", "Z"])
def test_grabble_road_3_the_first_number_says_how_many_tiles(first: str):
    number = letter_tiles.NUMBERS[kinds(first)[0]]
    position = do(table(f"{first}EEEEEEEEE", "T"), f"{first} a1")
    for column in "bcdefghij"[: number - 1]:
        assert position.turn == 0 and not {"pass", "mulligan"} & set(legal(position))
        position = do(position, f"E {column}1")
    assert position.turn == 1
    assert position.state.tiles == number


def test_grabble_road_3a_a_first_tile_needs_so_many_tiles_on_the_rack():
    assert {text[0] for text in legal(table("AJQZ?EEE", "T", bag=""))} == {"A", "J", "E", "p"}
    told = "Z asks for 10 tiles in this turn, but your rack holds 8"
    assert refused(table("AJQZ?EEE", "T", bag=""), "Z a1") == (told, "Grabble Road 3a")
    told = "a blank has the number 0, so it cannot be the first tile of a play"
    assert refused(table("AJQZ?EEE", "T", bag=""), "?A a1") == (told, "Grabble Road 3a")


def test_grabble_road_3b_the_number_laid_counts_not_the_one_below():
    over = do(table("DEEEEEEEEE", "T", laid="1:Z e5 0:A d5"), "D e5")
    assert over.state.left == 1
    assert do(table("EEEEEEEEEE", "T", laid="1:Z e5 0:A d5"), "E e5").turn == 1


def test_grabble_road_3c_later_tiles_are_any_of_the_rack():
    begun = do(table("DQ?", "T", bag=""), "D a1")
    assert {text.split()[0] for text in legal(begun)} == {"Q", *(f"?{letter}" for letter in letter_tiles.LETTERS)}
    assert refused(begun, "E b1") == ("there is no E on your rack", "Grabble Road 3c")


def test_grabble_road_4_the_first_tile_goes_on_an_empty_corner():
    assert squares(table("AE", "T")) == "a1 a15 o1 o15"
    assert squares(table("AE", "T", laid="1:E a1 1:E o15")) == "a15 o1"
    assert squares(table("AE", "T", board="tiny3")) == "a1 a3 c1 c3"
    message = "your first tile goes on an empty corner (o1, a15), not on a1"
    assert refused(table("AE", "T", laid="1:E a1 1:E o15"), "A a1") == (message, "Grabble Road 4")
    assert refused(table("AE", "T"), "A h8")[1] == "Grabble Road 4"


def test_grabble_road_4a_the_head_stays_between_turns():
    position = do(table("AEEEEEEEEE", "TNNNNN", laid="1:R e4"), "A a1", "T e5")
    assert position.state.seats[0].head == square("a1")
    assert squares(position) == "a2 b1"


def test_grabble_road_4b_the_square_of_the_last_tile_is_the_head():
    position = do(table("DEEEEEEEEE", "T"), "D a1", "E b1")
    assert position.state.seats[0].head == position.state.seats[0].home == square("b1")
    message = "d4 is not on the board, which has 3 by 3 squares"
    assert refused(table("AE", "T", board="tiny3"), "A d4") == (message, "Grabble Road 4b")


def test_grabble_road_4c_plain_goes_beside_the_head():
    assert squares(table("A", "T", laid="0:E h8")) == "g8 h7 h9 i8"
    assert squares(table("A", "T", laid="0:E a8")) == "a7 a9 b8"
    assert squares(table("A", "T", laid="0:E o15")) == "n15 o14"
    message = "h10 is not next to h8, where your last tile lies"
    assert refused(table("A", "T", laid="0:E h8", through="off"), "A h10") == (message, "Grabble Road 4b")


def test_grabble_road_4d_over_covers_a_tile_and_stacks_may_grow():
    position = table("AAAAA", "EEEEE", laid="0:I h7 1:I h9 0:I h7 1:I h9", bag="")
    for place, step in enumerate(["A h8", "E h8", "A h7", "E h9", "A h8", "E h8", "A h9", "E h7", "A h8", "E h8"]):
        position = do(position, step)
        assert position.state.tiles == 5 + place
    tile, height = position.state.laid[position.state.tiles - 1], 1
    while tile.under:
        tile, height = position.state.laid[(tile.under >> FACE_BITS) - 1], height + 1
    assert height == 6


def test_grabble_road_4d_covering_can_be_left_out():
    start = table("T", "T", laid="1:R e5 0:A d5", covering="no")
    assert squares(start) == "c5 d4 d6 e4 e6 f5"
    message = "e5 holds a tile: in this match one is covered only if no other square is in reach"
    assert refused(start, "T e5") == (message, "Grabble Road 4d")
    assert scene(start, 0).help["Grabble Road 4d"] == "or over a tile beside it, if no other square is in reach"


@pytest.mark.parametrize(("through", "there"), [("one_any", "a3 b2 c1"), ("chain_any", "a3 b2 c1"), ("off", "a2 b1")])
def test_grabble_road_4d_without_covering_a_road_that_is_shut_in_goes_over_a_tile(through: str, there: str):
    assert squares(table("A", "T", laid="1:R b1 1:R a2 0:A a1", through=through, covering="no")) == there


def test_grabble_road_4e_through_passes_a_tile():
    before = table("TEEEEEEEEE", "A", laid="1:R e5 0:A d5")
    assert set(squares(before).split()) - {"c5", "d4", "d6", "e5"} == {"e4", "e6", "f5"}
    after = do(before, "T f5")
    assert after.state.board[square("e5")] == before.state.board[square("e5")]
    message = "g5 is neither next to d5, where your last tile lies, nor reached from there through a tile"
    assert refused(before, "T g5") == (message, "Grabble Road 4e")


def test_grabble_road_4f_two_ways_to_a_square_are_one_move():
    start = table("E", "T", laid="1:R e5 1:R d4 0:A d5")
    assert legal(start).count("E e4") == 1
    assert len(legal(start)) == len(set(legal(start)))


def test_grabble_road_4g_any_tile_but_the_head_is_covered_or_passed():
    start = table("DEEEEEEEEE", "T", laid="1:?R e5 0:S d4 0:A d5")
    assert {"e5", "d4", "f5", "e4", "e6", "d3", "c4"} <= set(squares(start).split())
    assert "d5" not in squares(start).split()
    message = "your last tile lies on d5: the next one cannot cover it"
    assert refused(start, "D d5") == (message, "Grabble Road 4g")
    begun = do(start, "D d6")
    assert {"d5", "c5"} <= set(squares(begun).split()), "over the tile left just now, and through it"


def test_grabble_road_4h_roads_bend_touch_and_cross():
    start = table("CDFHEEEEEE", "MPEEEE", laid="0:A h8 1:A i9", bag="")
    position = do(start, "F h7", "E i7", "E i8", "E h8")  # back over the own tile
    position = do(position, "M i8", "P h8", "E h7")  # and the other road over it
    assert position.state.seats[1].head == square("h7")


def test_grabble_road_5_a_blank_is_named_when_it_is_laid():
    begun = do(table("D?EEEEEEEE", "T", laid="0:A d5", words="at"), "D d4")
    named = do(begun, "?Q c4")
    assert named.state.laid[2].face == letter_tiles.BLANK + kinds("Q")[0]
    assert (
        GAME.scene.build(named.plain_setup, named.plain_state, None, ("A", "B"))
        .pieces["t3"]
        .label.startswith("Q, a blank, 0 points")
    )


def test_grabble_road_6_nothing_must_be_spelled():
    after = do(table("CQZEEEEEEE", "T", words="at"), "C a1", "Q b1", "Z c1")
    assert scores(after) == [0, 0]
    assert after.turn == 1


def composing() -> Match:
    """Return a match in which the seat to act has begun a play of three tiles or more."""
    for seed in range(200):
        match = new_match("grabble_road", seed=seed)
        starter = match.turn
        for first in match.legal():
            if first[0] in "BCMPFHVWY":
                match.apply(first)
                assert match.turn == starter
                return match
    raise AssertionError


def test_grabble_road_6a_a_play_is_composed_alone_and_changed_freely():
    match = composing()
    seat = match.turn
    begun = [match.scene(viewer) for viewer in (None, 1 - seat)]
    assert match.may_undo(seat) and not match.may_undo(1 - seat)
    match.undo(seat)
    assert not match.decisions and match.scene(seat).acts
    assert [scene.zones["board"].on for scene in begun] == [{}, {}]
    assert all(text in match.legal() for text in ("pass", "mulligan"))


def test_grabble_road_6a_a_play_that_is_laid_is_not_taken_back_alone():
    match = composing()
    seat = match.turn
    while match.turn == seat:
        match.apply(next(text for text in match.legal() if text[0] != "?"))
    assert not match.may_undo(seat) and not match.may_undo(1 - seat)
    assert not any("new" in piece.marks for piece in match.scene(None).pieces.values())
    assert len(match.scene(1 - seat).zones["board"].on) > 0


def test_grabble_road_6a_the_points_are_in_view():
    start = table("FIRETTTTTT", "A", words="fire fir ire re")
    begun = do(start, "F a1", "I b1", "R c1")
    acts = scene(begun, 0).acts
    assert acts["E d1"].label == "Lay E on d1: 50 points"
    assert acts["T c2"].label == "Lay T on c2: 19 points"
    assert scene(begun, 0).status == "Your turn: 1 more of 4 tiles to lay; 19 points so far."
    so_far = next(each for each in scene(begun, 0).tables if each.title == "This play so far")
    assert so_far.rows == (("FIR", "a1 across", "18"), ("I", "b1 across", "1"))


# Scoring


def test_grabble_road_7_spans_with_a_new_tile_score_in_reading_direction():
    after = do(table("TEEEEEEEEE", "A", laid="1:C g8 0:A h8", words="cat at act ta tac"), "T i8")
    assert words(after) == "CAT 5, AT 2"
    assert words(do(table("TEEEEEEEEE", "A", laid="1:C i8 0:A h8", words="cat at ta tac"), "T g8")) == "TAC 5, TA 2"


def test_grabble_road_7a_spans_inside_spans_count_even_of_no_word():
    after = do(table("TEEEEEEEEE", "A", laid="1:X g8 0:A h8", words="at"), "T i8")
    assert words(after) == "AT 2"
    longer = do(table("TEEEEEEEEE", "A", laid="1:X g8 1:Z j8 0:A h8", words="at"), "T i8")
    assert words(longer) == "AT 2"


def test_grabble_road_7b_both_directions_and_other_roads():
    after = do(table("TEEEEEEEEE", "A", laid="1:A i7 1:O i9 0:A h8", words="at ato to"), "T i8")
    assert words(after) == "ATO 3, AT 2, AT 2, TO 2"


def test_grabble_road_7c_the_same_word_twice_and_a_single_square_once():
    after = do(table("AEEEEEEEEE", "T", laid="1:T h7 1:T h9 1:T i8 0:T g8", words="ta", board="plain15"), "A h8")
    assert words(after) == "TA 2, TA 2, A 1"
    alone = do(table("AEEEEEEEEE", "T", laid="0:T h9"), "A h10")
    assert words(alone) == "A 1"


def test_grabble_road_7d_one_letter_words_are_not_the_dictionarys():
    def made(letter: str, **options: str) -> str:
        start = table(f"{letter}EEEEEEEEE", "T", laid="0:T h9", words="o e a i at", board="plain15", **options)
        return words(do(start, f"{letter} h10"))

    assert [made(letter) for letter in "AIOE"] == ["A 1", "I 1", "", ""]
    assert [made(letter, one_letter="A_I_O") for letter in "AIOE"] == ["A 1", "I 1", "O 1", ""]
    assert [made(letter, one_letter="none") for letter in "AIOE"] == [""] * 4


def test_grabble_road_7e_passed_and_covered_tiles_are_not_new():
    through = do(table("TEEEEEEEEE", "A", laid="1:A e5 0:C d5", words="ca cat at"), "T f5")
    assert words(through) == "CAT 5, AT 2", "CA has no new tile"
    covered = do(table("CTTEEEEEEE", "A", laid="0:A d5 1:T e4 0:A d5", words="ac at"), "C e5", "T f5", "T e5")
    assert words(covered) == "AT 4", "AC is covered"


def test_grabble_road_8_premiums_change_tiles_then_the_sum():
    """a1 triples words, d1 doubles its letter."""
    after = do(table("HOTTEEEEEE", "A", words="hott hot", one_letter="none"), "H a1", "O b1", "T c1", "T d1")
    assert words(after) == f"HOTT {(4 + 1 + 1 + 1 * 2) * 3}, HOT {(4 + 1 + 1) * 3}"


def test_grabble_road_8_several_word_premiums_multiply():
    letters = "TATATATA"
    start = table(letters, "E", words="tatatata", left=8, laid="1:E o15", one_letter="none")
    after = do(start, *(f"{letter} {column}1" for letter, column in zip(letters, "abcdefgh", strict=True)))
    assert words(after) == f"TATATATA {9 * (8 + 1)}"


def test_grabble_road_8a_a_premium_counts_if_the_square_was_empty():
    fresh = do(table("TEEEEEEEEE", "A", laid="0:A d5", words="at"), "T e5")
    assert words(fresh) == "AT 4"
    covered = do(table("TEEEEEEEEE", "A", laid="1:R e5 0:A d5", words="at"), "T e5")
    assert words(covered) == "AT 2"
    later = do(table("OEEEEEEEEE", "A", laid="1:T e5 1:A d5 0:A f5", words="to"), "O e6")
    assert words(later) == "TO 2", "an old tile's premium is dead"
    twice = do(table("CATEEEEEEE", "T", words="ta"), "C a1", "A b1", "T a1")
    assert words(twice) == "TA 6, A 1", "also under two tiles of this turn"


def test_grabble_road_8b_a_blank_adds_nothing_but_its_premium_counts():
    after = do(table("?EEEEEEEEE", "A", laid="0:A d5", words="at", left=1), "?T e5")
    assert words(after) == "AT 2"
    assert words(do(table("?EEEEEEEEE", "T", laid="0:T d5", words="at", left=1), "?A e5")) == "A 0"


def test_grabble_road_9_no_bonus_and_old_words_are_spent():
    letters = "EEEEEEEEEE"
    after = do(table(letters, "A", words="aa", left=10, laid="0:T a9"), *(f"E {column}10" for column in "abcdefghij"))
    assert scores(after) == [0, 0]
    position = do(table("TEEEEEEEEE", "EE", laid="1:E o15 0:A d5", words="at ate"), "T e5", "pass", "E f5")
    assert scores(position) == [4 + 3, 0], "ATE, but AT no more"


def test_grabble_road_10_words_are_found_by_the_rules():
    assert scores(do(table("FIRETTTTTT", "A", words="fire fir ire re"), "F a1", "I b1", "R c1", "E d1")) == [50, 0]
    assert not any("claim" in text for text in legal(table("FIRETTTTTT", "A")))


# After a play, mulligan, pass, end


def test_grabble_road_11_the_player_draws_up_to_a_full_rack():
    after = do(table("CATEEEEEEE", "T", bag="NOPQ"), "C a1", "A b1", "T c1 > OPN")
    assert rack(after, 0) == "EEEEEEENOP" and after.state.bag_left == 1
    short = do(table("CATEEEE", "T", bag="NO", rack=15), "C a1", "A b1", "T c1 > ON")
    assert rack(short, 0) == "EEEENO" and short.state.bag_left == 0
    assert rack(do(table("CATE", "T", bag=""), "C a1", "A b1", "T c1"), 0) == "E"


def test_grabble_road_11a_racks_are_full_while_the_bag_lasts():
    rng = np.random.default_rng(3)
    for seed in range(5):
        position = Position(GAME, GAME.read_options(None, {"seats": 3}), seed=seed)
        while not position.over:
            if position.state.bag_left and position.state.tiles == position.state.begun and not position.state.returning:
                assert all(position.state.seats[seat].held == 10 for seat in range(3))
            position.apply(int(rng.choice(position.legal())))


def test_grabble_road_12_a_mulligan_returns_some_tiles_and_draws():
    start = table("AEEEEEEIII", "T", bag="OQ")
    begun = do(start, "mulligan")
    assert legal(begun) == ["return A", "return E", "return I"], "one at least"
    one = do(begun, "return I")
    assert legal(one) == ["return A", "return E", "return I", "done"]
    after = do(one, "return I", "done > OI")
    assert rack(after, 0) == "AEEEEEEIIO"
    assert after.turn == 1 and after.state.bag_left == 2
    assert scores(after) == [0, 0]


def test_grabble_road_12_what_a_mulligan_refuses():
    start = table("AEEEEEEIII", "T", bag="OQ")
    begun = do(start, "mulligan")
    assert refused(begun, "done") == ("return at least one tile first, for a mulligan without any is a pass", "Grabble Road 12")
    assert refused(begun, "A a1") == ("a mulligan is begun: return tiles, then end it", "Grabble Road 12")
    assert refused(begun, "pass")[1] == refused(begun, "mulligan")[1] == "Grabble Road 12"
    assert refused(begun, "return Z") == ("there is no Z on your rack", "Grabble Road 12")
    assert refused(start, "done") == ("no mulligan is begun", "Grabble Road 12")
    assert refused(start, "return A") == ("tiles are returned in a mulligan only; begin one first", "Grabble Road 12")
    told = "the bag is empty, so there is no mulligan any more"
    assert refused(table("A", "T", bag=""), "mulligan") == (told, "Grabble Road 12")


def test_grabble_road_12_mulligans_can_be_left_out():
    start = table("AEEEEEEIII", "T", bag="OQ", mulligan="no")
    assert "mulligan" not in legal(start) and "pass" in legal(start)
    assert refused(start, "mulligan") == ("in this match there are no mulligans", "Grabble Road 12")
    assert "return tiles" not in scene(start, 0).prompt


def test_grabble_road_12_in_a_mulligan_all_but_returning_is_refused():
    begun = do(table("AEEEEEEIII", "T", bag="OQ"), "mulligan")
    for action in range(GAME.state.ACTIONS):
        if action not in begun.legal():
            guards.refuses(begun, action)


def test_grabble_road_13_the_match_ends_when_all_pass_in_a_row():
    position = table("AE", "TE", "IE", bag="", laid="0:E h8 1:E a1 2:E o1")
    for step in ("pass", "pass", "I o2", "pass", "pass"):
        position = do(position, step)
        assert not position.over
    over = do(position, "pass")
    assert over.over and over.legal() == []
    assert GAME.text.reason(over.plain_setup, over.plain_state) == "all passed in a row"
    assert told(position, "pass", None)[-1] == "The match is over: all passed in a row"


def test_grabble_road_13a_the_highest_score_wins_and_racks_cost_nothing():
    position = do(table("AE", "AZ", bag=""), "A a1", "A o1", "pass", "pass")
    assert position.over and scores(position) == [3, 3]
    result = scene(position, None).result
    assert result.title == "Ann and Bob share the win with 3 points"
    assert [row.place for row in result.standings] == [1, 1]
    assert result.standings[1].why == ("1 play, the best 3 points", "Left on the rack: Z")
    one = do(table("AE", "TZ", bag=""), "A a1", "pass", "pass")
    assert scene(one, None).result.title == "Ann wins, 3 to 0"


def test_grabble_road_14_the_match_ends_after_rounds_without_a_play():
    position = table("AE", "TE", "IE", bag="OOO", rack=2, stall_cap=2, idle=3)
    position = do(position, "mulligan", "return A", "done", "pass")
    assert not position.over and position.state.idle == 5
    begun = do(position, "mulligan", "return I")
    assert not begun.over, "it is finished first"
    over = do(begun, "done")
    assert over.over
    assert GAME.text.reason(over.plain_setup, over.plain_state) == "no play in 2 rounds of turns"
    play = do(position, "I a1")
    assert not play.over and play.state.idle == 0


def test_grabble_road_14_without_a_cap_it_goes_on():
    position = table("AE", "TE", bag="OOO", rack=2, stall_cap="none", idle=500)
    assert not do(position, "mulligan", "return A", "done").over
