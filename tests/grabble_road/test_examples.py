"""The worked examples of the rulebook page. Each states its words; other spans are no words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from grabble_road.table import do, rack, scores, square, squares, table, words
from grabble_road.twin import STANDARD, Twin
from muckle.engine.position import Position
from muckle.games.grabble_road import GAME
from muckle.games.grabble_road.options import TINY_WORDS
from muckle.kit import letter_tiles
from steps import chance_texts, legal, picked, refused

FIRE = "fire fir ire re"


def test_grabble_road_e1_fire_from_the_corner():
    across = do(table("FIRETTTTTT", "A", words=FIRE), "F a1", "I b1", "R c1", "E d1")
    assert words(across) == "FIRE 24, FIR 18, IRE 4, RE 3, I 1"
    assert scores(across) == [50, 0]
    down = do(table("FIRETTTTTT", "A", words=FIRE), "F a1", "I a2", "R a3", "E a4")
    assert scores(down) == [50, 0]


def test_grabble_road_e2_fire_where_no_premium_lies():
    after = do(table("FIRETTTTTT", "A", words=FIRE, board="plain15"), "F a1", "I b1", "R c1", "E d1")
    assert words(after) == "FIRE 7, FIR 6, IRE 3, RE 2, I 1"
    assert scores(after) == [7 + 6 + 1 + 3 + 2, 0]


def test_grabble_road_e3_upwards_reads_backwards():
    after = do(table("FIRETTTTTT", "A", words=FIRE), "F a15", "I a14", "R a13", "E a12")
    assert words(after) == "I 1"


def test_grabble_road_e4_an_a_in_the_corner():
    after = do(table("AEEEEEEEEE", "T"), "A a1")
    assert after.turn == 1
    assert words(after) == "A 3"


def test_grabble_road_e5_a_d_asks_for_a_second_tile():
    begun = do(table("DEEEEEEEEE", "TTTTTT"), "D a1")
    assert begun.turn == 0 and begun.state.left == 1
    assert refused(begun, "pass") == ("the play is not finished: 1 tile more must be laid", "Grabble Road 3")
    after = do(begun, "E b1")
    assert (after.turn, after.state.left) == (1, 0)


def test_grabble_road_e6_what_can_be_first():
    assert refused(table("?EEEEEEEEE", "T"), "?E a1")[1] == "Grabble Road 3a"
    assert refused(table("QEEEEEEEE", "T", bag=""), "Q a1")[1] == "Grabble Road 3a"
    ten = do(table("QEEEEEEEEE", "T"), "Q a1")
    assert ten.state.left == 9
    assert "F a1" in legal(table("FEEE", "T", bag=""))


def test_grabble_road_e7_jokester():
    start = table("JOKESTERAA", "T", words="jokester joke jokes oke okes ester")
    after = do(start, *(f"{letter} {column}1" for letter, column in zip("JOKESTER", "abcdefgh", strict=True)))
    assert words(after) == "JOKESTER 180, JOKES 51, JOKE 48, ESTER 18, OKES 9, OKE 8"
    assert scores(after) == [314, 0]


def test_grabble_road_e8_through_a_tile():
    after = do(table("TEEEEEEEEE", "A", laid="1:R e5 0:A d5", words="art"), "T f5")
    assert words(after) == "ART 3"
    assert after.turn == 1


def test_grabble_road_e9_over_a_tile():
    assert words(do(table("TEEEEEEEEE", "A", laid="1:R e5 0:A d5", words="at"), "T e5")) == "AT 2"
    assert words(do(table("TEEEEEEEEE", "A", laid="0:A d5", words="at"), "T e5")) == "AT 4"
    assert words(do(table("?EEEEEEEEE", "A", laid="0:A d5", words="at", left=1), "?T e5")) == "AT 2"


def test_grabble_road_e10_where_a_road_goes_on():
    ways = next(field.choices for field in GAME.options.fields() if field.name == "through")
    where = {way: squares(table("AEIO", "A", laid="1:E e5 0:A d5", through=way)) for way in ways}
    plain_and_over = {"c5", "d4", "d6", "e5"}
    behind = {way: " ".join(sorted(set(found.split()) - plain_and_over)) for way, found in where.items()}
    assert all(plain_and_over <= set(found.split()) for found in where.values())
    assert behind == {"one_any": "e4 e6 f5", "chain_any": "e4 e6 f5", "one_straight": "f5", "chain_straight": "f5", "off": ""}


def test_grabble_road_e11_behind_two_tiles():
    def behind(way: str) -> str:
        found = squares(table("AEIO", "A", laid="1:E f5 1:E e5 0:A d5", through=way))
        return " ".join(sorted(set(found.split()) - {"c5", "d4", "d6", "e5"}))

    assert behind("one_any") == "e4 e6"
    assert behind("one_straight") == ""
    assert behind("chain_any") == "e4 e6 f4 f6 g5"
    assert behind("chain_straight") == "g5"


def test_grabble_road_e12_round_a_corner():
    start = table("A", "A", laid="1:E b1 1:E a2 0:A a1", bag="")
    assert legal(start) == ["A b1", "A c1", "A a2", "A b2", "A a3", "pass"]


def test_grabble_road_e13_an_s_behind_a_word():
    laid = {"laid": "0:C f11 0:A g11 0:R h11", "words": "car cars ars"}
    assert words(do(table("SEEEEEEEEE", "A", **laid), "S i11")) == "CARS 6, ARS 3"
    assert words(do(table("?EEEEEEEEE", "A", **laid, left=1), "?S i11")) == "CARS 5, ARS 2"


def test_grabble_road_e14_between_two_letters():
    start = table("OEEEEEEEEE", "A", laid="1:N i6 1:T i8 0:G h7", words="go not")
    assert words(do(start, "O i7")) == "NOT 4, GO 4"


def test_grabble_road_e15_a_single_a():
    start = table("AEEEEEEEEE", "T", laid="0:E h9", words="aa")
    assert words(do(start, "A i9")) == "A 2"


def test_grabble_road_e16_papa():
    new = table("PAPAEEEEEE", "T", laid="0:T e11", words="pa papa", left=4)
    after = do(new, "P f11", "A g11", "P h11", "A i11")
    assert words(after) == "PAPA 8, PA 4, PA 4, A 1, A 1"
    assert scores(after) == [18, 0]
    last = do(table("AEEEEEEEEE", "T", laid="0:P f11 0:A g11 0:P h11", words="pa papa"), "A i11")
    assert words(last) == "PAPA 8, PA 4, A 1"


def test_grabble_road_e17_a_tile_covered_in_the_same_turn():
    after = do(table("CATEEEEEEE", "T", words="ta"), "C a1", "A b1", "T a1")
    assert words(after) == "TA 6, A 1"


def test_grabble_road_e18_back_over_the_first_tile():
    start = table("E", "T", laid="0:A d4 0:B e4 0:C e5 0:D d5", bag="")
    assert "d4" in squares(start).split()
    begun = do(table("JABCDEEE", "T", bag=""), "J a1", "A b1", "B b2", "C a2")
    assert "D a1" in legal(begun), "also when it was laid in this turn"


def test_grabble_road_e19_passes_in_a_row():
    position = table("AAAAAAA", "EEEEEEEEEE", "IIIIIIIII")
    for step in ("pass", "pass", "mulligan", "return I", "done", "pass", "pass"):
        position = do(position, step)
        assert not position.over
    assert do(position, "pass").over


def test_grabble_road_e20_drawing_at_the_end_of_the_bag():
    eight_left = do(table("AEEEEEEEE", "T", bag="OOO", rack=10), "A a1")
    assert rack(eight_left, 0) == "EEEEEEEEOO" and eight_left.state.bag_left == 1
    five_left = do(table("AEEEEE", "T", bag="OOO", rack=10), "A a1")
    assert rack(five_left, 0) == "EEEEEOOO" and five_left.state.bag_left == 0


def test_grabble_road_e21_mulligans():
    assert refused(table("AEEEEEEEEE", "T", bag=""), "mulligan")[1] == "Grabble Road 12"
    start = table("AEEEEEEIII", "T", bag="OO")
    after = do(start, "mulligan", "return I", "return I", "return I", "return A", "done")
    assert (after.state.bag_left, len(rack(after, 0))) == (2, 10)


def drawn_for_start(*lots: str) -> tuple[int, int]:
    """Return who starts, and how many tiles were drawn for it, if these are drawn first."""
    bag, order, picks = Counter(STANDARD), "ABCDEFGHIJKLMNOPQRSTUVWXYZ?", list[int]()
    for tile in (lot[-1] for lot in lots):
        picks.append(sum(bag[other] for other in order[: order.index(tile)]))
        bag[tile] -= 1
    after = picked(Position(GAME, GAME.read_options(None, {"seats": 3})), None, picks)
    told = chance_texts(after)
    assert told[: len(lots)] == [f"lot {lot}" for lot in lots]
    return int(after.state.starter), sum(text.startswith("lot") for text in told)


def test_grabble_road_e22_ties_for_the_lowest():
    assert drawn_for_start("0 C", "1 A", "2 A", "1 F", "2 D") == (2, 5)
    assert drawn_for_start("0 A", "1 ?", "2 B") == (1, 3)


def test_grabble_road_e23_a_play_without_a_word():
    after = do(table("DTEEEEEEEE", "A", words="fire"), "D a1", "T b1 > OO")
    assert scores(after) == [0, 0] and after.turn == 1
    assert rack(after, 0) == "EEEEEEEEOO"


def test_grabble_road_e24_no_tile_can_be_first():
    assert legal(table("Z?", "A", bag="", laid="0:E a1")) == ["pass"]


def test_grabble_road_e25_the_bag_after_the_deal():
    for seats, left in ((2, 80), (3, 70), (4, 60)):
        assert Position(GAME, GAME.read_options(None, {"seats": seats})).state.bag_left == left
    there = zip(letter_tiles.COUNTS, letter_tiles.NUMBERS, strict=True)
    assert sum(count for count, number in there if 1 <= number <= 10) == 98


@pytest.mark.parametrize(("letters", "spans"), [("AIAI", 10), ("AIAIAIAIAI", 55)])
def test_grabble_road_e26_spans_of_a_run(letters: str, spans: int):
    parts = {letters[a:b] for a in range(len(letters)) for b in range(a + 2, len(letters) + 1)}
    start = table(letters, "T", laid="0:T a9", words=" ".join(parts), left=len(letters))
    after = do(start, *(f"{letter} {column}9" for letter, column in zip(letters, "bcdefghijk", strict=False)))
    assert words(after).count(",") + 1 == spans


def test_grabble_road_e27_a_covered_head_is_still_the_head():
    covered = do(table("AEEEEEEEEE", "TE", laid="0:A d5 1:R e5"), "pass", "T d5")
    assert covered.turn == 0
    assert {"d4", "d6", "c5", "e5"} <= set(squares(covered).split()) and "d5" not in squares(covered).split()


def test_grabble_road_e28_every_corner_is_occupied():
    start = table("AE", "T", "I", laid="1:E a1 1:E o1 2:E a15 2:E o15", bag="")
    assert squares(start) == "a1 a15 o1 o15"
    assert do(start, "A o1").state.seats[0].head == square("o1")


# Exact counts on tiny

TINY = dict(GAME.presets["tiny"].values)
SEQUENCES = {"one_any": 84, "chain_any": 84, "one_straight": 68, "chain_straight": 68, "off": 68}
HISTOGRAM = {0: 8, 1: 32, 2: 4, 3: 12, 7: 4, 8: 4, 10: 8, 12: 8, 64: 4}
Plays = Callable[[str], dict[tuple[str, ...], int]]


def plays_by_the_rules(through: str) -> dict[tuple[str, ...], int]:
    """Return every first play of the rack A D C, with its points."""
    options = {**TINY, "through": through}
    start = table("ADC", "TT?", bag="AA", words=" ".join(TINY_WORDS), **options)
    found: dict[tuple[str, ...], int] = {}

    def walk(position: Position, steps: tuple[str, ...]) -> None:
        for text in legal(position):
            if text in ("pass", "mulligan"):
                continue
            after = do(position, text)
            if after.turn == 0:
                walk(after, (*steps, text))
            else:
                found[*steps, text] = after.scores()[0]

    walk(start, ())
    return found


def plays_by_the_twin(through: str) -> dict[tuple[str, ...], int]:
    twin = Twin({**GAME.read_options("tiny", {"through": through}).public(), "seats": 2}, [word.upper() for word in TINY_WORDS])
    twin.racks, twin.bag = [Counter("ADC"), Counter("TT?")], Counter("AA")
    found: dict[tuple[str, ...], int] = {}

    def walk(before: Twin, steps: tuple[str, ...]) -> None:
        for text in before.legal():
            if text in ("pass", "mulligan"):
                continue
            after = before.copy()
            last = before.left == 1 or (before.left == 0 and text[0] == "A")
            after.apply(text, ["draw 0 A"] * min(2, len(steps) + 1) if last else [])
            if last:
                found[*steps, text] = after.scores[0]
            else:
                walk(after, (*steps, text))

    walk(twin, ())
    return found


both = pytest.mark.parametrize("plays", [plays_by_the_rules, plays_by_the_twin], ids=["rules", "twin"])


@both
@pytest.mark.parametrize("through", SEQUENCES)
def test_grabble_road_e29_first_plays_of_tiny(plays: Plays, through: str):
    found = plays(through)
    assert len(found) == SEQUENCES[through]
    by_first = Counter(steps[0][0] for steps in found)
    assert by_first == {"A": 4, "D": 16, "C": 64 if SEQUENCES[through] == 84 else 48}


@both
def test_grabble_road_e30_their_scores(plays: Plays):
    found = plays("one_any")
    assert Counter(found.values()) == HISTOGRAM
    assert found["C a1", "A a2", "D a3"] == max(found.values()) == 54 + 9 + 1
