"""Multzo rule by rule."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from muckle.engine.contract import OVER
from muckle.engine.position import Position
from muckle.games.multzo import GAME, scoring, scoring_text, text
from muckle.kit import piecepack
from multzo.counting import deal_often
from multzo.table import coins, do, groups, hand, left, nulls, showdown, table, told, winners
from steps import chance_texts, legal, refused, scene

rules = GAME.rules
PLAIN = ("C2 C3 A5 SA", "A2 S3 M5 MA", "CN C5 S4 S2")
"""Three hands without a group."""


def start(seed: int = 1, **options: object) -> Position:
    return Position(GAME, GAME.options.read(options), seed=seed)


def verbs(position: Position) -> Counter[str]:
    return Counter(action.split()[0] for action in legal(position))


def random_rounds(seed: int, **options: object) -> Iterator[Position]:
    """Yield the positions of a random match with few declarations."""
    rng, position = random.Random(seed), start(seed, **options)
    while not position.over:
        yield position
        actions = position.legal()
        quiet = [a for a in actions if not rules.DECLARE <= a < rules.NULL]
        position.apply(rng.choice(actions if rng.random() < 0.02 else quiet))


# Values and set-up


def test_multzo_0_a_null_counts_nothing_and_an_ace_six():
    assert [int(scoring.total(1 << tile)) for tile in range(6)] == [0, 2, 3, 4, 5, 6]
    assert int(scoring.total(sum(1 << tile for tile in range(24)))) == 80
    assert groups("CA AN S2 M4") == {"Prime": "12"}, "the Ace is only high"


def test_multzo_1_stacks_of_five_with_the_two_on_top_and_null_coins_beside():
    position = start()
    assert [left(position, suit) for suit in "CASM"] == ["2 3 4 5 6"] * 4
    assert nulls(position) == "CASM"
    zone = scene(position, 0).zones["coins-arms"]
    assert zone.items[-1] == "coin-A2" and zone.items[0] == "coin-AA" and "coin-AN" not in zone.items


@pytest.mark.parametrize(
    ("category", "suit", "strong"),
    [("Flush", "C", "M2 M3 M5 MA"), ("Prime", "A", "C5 A5 SA M2"), ("Set", "S", "C5 A5 S5 AN"), ("Run", "M", "C2 C3 A4 SA")],
)
def test_multzo_2_each_stack_pays_one_category(category: str, suit: str, strong: str):
    position = showdown(strong, "CN AA S3 A3")
    assert winners(position) == "".join("0" if name == category else "-" for name in scoring_text.CATEGORIES)
    assert coins(position, 0) == (f"{suit}2" if suit != "C" else "C2 C3")
    assert scene(position, 0).zones[f"coins-{piecepack.SUIT_NAMES['CASM'.index(suit)].lower()}"].label.startswith(category)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_multzo_3_four_tiles_each_and_the_rest_is_the_stack(seats: int):
    position = start(seats=seats)
    first, *dealt, drawn = chance_texts(position)
    starter = int(first.removeprefix("start "))
    order = [(starter + place) % seats for place in range(seats)]
    assert [int(outcome.split()[1]) for outcome in dealt] == order * 4
    assert drawn.startswith(f"draw {starter} ")
    assert len({outcome.split()[2] for outcome in [*dealt, drawn]}) == 4 * seats + 1
    assert position.state.stack_left == 24 - 4 * seats - 1
    assert position.state.laid == 0 and not position.state.row.any()


def test_multzo_3_every_tile_is_dealt_as_often():
    """Chi-square with 23 degrees of freedom over the tiles that the first seat is dealt."""
    hands = np.zeros((24_000, 2), np.int64)
    deal_often(*start(seats=2).arrays, hands)
    counts = [int((hands[:, 0] >> tile & 1).sum()) for tile in range(24)]
    assert sum(counts) == 96_000
    assert sum((count - 4000) ** 2 / 4000 for count in counts) < 60, counts


def test_multzo_4_the_highest_score_starts_and_turns_go_clockwise():
    position = showdown(*PLAIN, won=("C2", "AA", "S2"), starter=0)
    assert (position.turn, position.state.starter) == (1, 1)
    seats = []
    while position.state.rounds == 2 and len(seats) < 7:
        seats.append(position.turn)
        steps = ["draw stack"] if position.state.phase == rules.DRAWING else []
        position = do(position, *steps)
        position = do(position, f"discard {hand(position, position.turn).split()[0]}")
    assert seats == [1, 2, 0, 1, 2, 0, 1]


def test_multzo_4a_the_first_starter_is_drawn():
    counts = Counter(int(start(seed, seats=3).state.starter) for seed in range(900))
    assert sum((counts[seat] - 300) ** 2 / 300 for seat in range(3)) < 14, counts


def test_multzo_4a_a_tie_goes_clockwise_and_the_last_starter_comes_last():
    for won, starter in ((("C2", "A2", "S2"), 2), (("C2", "A2", ""), 0), (("", "A2", ""), 1)):
        assert showdown(*PLAIN, won=won, starter=1, turn=1).state.starter == starter


# Turns


def test_multzo_5_draw_one_tile_then_discard_one():
    position = table(*PLAIN, face_up="M2:1")
    assert legal(position) == ["draw stack", "draw M2"]
    assert refused(position, "discard C2") == ("draw a tile first, then discard one", "Multzo 5")
    position = do(position, "draw stack > M4")
    assert verbs(position) == {"discard": 5, "declare": 5}
    assert refused(position, "draw stack") == ("a tile was drawn in this turn: discard one", "Multzo 5")
    assert refused(position, "discard AN") == ("the null of Arms is not in your hand", "Multzo 5")
    position = do(position, "discard A5")
    assert position.turn == 1 and hand(position, 0) == "C2 C3 SA M4"
    assert legal(position) == ["draw stack", "draw A5", "draw M2"]


def test_multzo_5a_any_face_up_tile_may_be_drawn():
    position = table(*PLAIN, face_up="M2:1 AN:0 S5:2 M4:1")
    assert legal(position)[1:] == ["draw AN", "draw S5", "draw M2", "draw M4"]
    after = do(position, "draw AN")
    assert hand(after, 0) == "C2 C3 AN A5 SA"
    assert [piecepack.text(int(code) % 32) for code in after.state.row[:3]] == ["M2", "S5", "M4"]
    assert not after.state.row[3:].any()
    assert refused(position, "draw CA") == ("the Ace of Crowns does not lie face up", "Multzo 5a")
    assert refused(position, "draw A2") == ("the 2 of Arms does not lie face up", "Multzo 5a"), (
        "in another hand, it says no more"
    )


def test_multzo_5a_face_up_tiles_can_be_left_alone():
    begun = start(face_up_draws="no")
    after = do(begun, f"discard {legal(begun)[0].split()[1]}")
    assert after.state.open and verbs(after) == Counter(discard=5, declare=5), (
        "the draw is from the stack and happens by itself"
    )
    assert "face-up" not in scene(after, after.turn).help["Multzo 5"]


@pytest.mark.parametrize(("empty_stack", "left"), [("open_draw", 0), ("last_turns", 0), ("reshuffle", 1)])
def test_multzo_5a_without_a_tile_to_draw_the_showdown_follows(empty_stack: str, left: int):
    last = do(table(*PLAIN, stack="C4", face_up="A3:1", face_up_draws="no", empty_stack=empty_stack), "draw stack > C4")
    after = last.copy()
    after.apply(
        next(
            action for action in after.legal() if text.action_text(after.plain_setup, after.plain_state, action) == "discard C4"
        )
    )
    assert after.state.rounds == 2 - left and (left == 0 or after.state.recycled)


def test_multzo_5a_last_turns_without_a_tile_to_draw_are_lost():
    position = do(table(*PLAIN, stack="C4", face_up="A3:1", face_up_draws="no", empty_stack="reshuffle"), "draw stack > C4")
    assert do(position, "declare C4").state.rounds == 2


def test_multzo_5b_the_tile_just_drawn_may_be_discarded():
    position = table(*PLAIN, face_up="M2:1")
    for drawn, step in (("M4", "draw stack > M4"), ("M2", "draw M2")):
        drawing = do(position, step)
        assert {f"discard {drawn}", f"declare {drawn}"} <= set(legal(drawing))
        assert hand(do(drawing, f"discard {drawn}"), 0) == "C2 C3 A5 SA"


def test_multzo_5c_with_an_empty_stack_a_face_up_tile_must_be_drawn():
    position = table(*PLAIN, stack="", face_up="M2:1 AN:0")
    assert legal(position) == ["draw AN", "draw M2"]
    assert refused(position, "draw stack") == ("the stack is empty: take a face-up tile", "Multzo 5c")


def test_multzo_5c_there_is_always_something_to_draw():
    rng = random.Random(3)
    for seats in (2, 3, 4, 5):
        for empty_stack in ("open_draw", "last_turns", "reshuffle"):
            for position in random_rounds(rng.randrange(99), seats=seats, empty_stack=empty_stack):
                state = position.state
                if state.phase == rules.DRAWING:
                    declared = state.declarer != rules.NONE
                    assert state.stack_left + state.laid == 24 - 4 * seats - declared
                    assert len(legal(position)) >= 2, "a draw without a choice is none"


def test_multzo_5d_on_the_first_turn_the_draw_is_chance():
    position = start(seats=4, seed=5)
    assert position.state.phase == rules.DISCARDING
    assert chance_texts(position)[-1].startswith(f"draw {position.turn} ")
    declared = do(table(*PLAIN), "draw stack > M4", "declare M4 > A4")
    assert declared.state.phase == rules.DISCARDING and hand(declared, 1) == "A2 A4 S3 M5 MA", "and whenever none lies face up"


def test_multzo_6_face_down_declares_the_end_while_nobody_has():
    first = start(seats=3, seed=2)
    assert verbs(first)["declare"] == 5, "also on the very first turn"
    tile = legal(first)[-1].split()[1]
    declared = do(first, f"declare {tile}")
    assert (declared.state.declarer, declared.state.remaining) == (first.turn, 2)
    assert piecepack.text(int(declared.state.down)) == tile
    for _ in range(2):
        declared = do(declared, "draw stack") if declared.state.phase == rules.DRAWING else declared
        assert verbs(declared) == {"discard": 5}
        declared = do(declared, legal(declared)[0])


def test_multzo_6_declaring_can_be_left_out():
    begun = start(declaring="no")
    assert verbs(begun) == Counter(discard=5)
    tile = legal(begun)[0].split()[1]
    assert refused(begun, f"declare {tile}") == ("in this match nobody may declare the end of a round", "Multzo 6")
    assert scene(begun, begun.turn).prompt.startswith("discard a tile face up.")
    assert scene(begun, begun.turn).help["Multzo 6"] == "in this match nobody may declare the end of a round"


def test_multzo_6_without_declaring_a_round_ends_when_nobody_draws_from_the_stack():
    turns = 3 * len(PLAIN)
    taken = do(table(*PLAIN, stack="", face_up="M2:1 AN:0", idle=turns - 1, declaring="no"), "draw M2")
    assert f"Nobody drew from the stack for {turns} turns: the round ends" in told(taken, "discard M2", None)
    assert do(taken, "discard M2").state.rounds == 2


def test_multzo_6a_everyone_else_has_one_more_turn_and_discards_face_up():
    position = do(table(*PLAIN, turn=1), "draw stack > M4", "declare M4 > A4")
    assert (position.turn, position.state.remaining) == (2, 2)
    assert refused(position, "declare A4") == ("the end of the round is settled: last turns discard face up", "Multzo 6a")
    position = do(position, "discard A4")
    assert (position.turn, position.state.remaining) == (0, 1)
    position = do(position, "draw A4", "discard A4")
    assert position.state.rounds == 2, "the declarer has no further turn"


def test_multzo_6b_the_face_down_tile_cannot_be_drawn():
    position = do(table(*PLAIN), "draw stack > M4", "declare M4 > A4", "discard A4")
    assert legal(position) == ["draw stack", "draw A4"]
    assert refused(position, "draw M4") == ("the 4 of Moons does not lie face up", "Multzo 5a")
    assert "M4" not in hand(position, 0)
    with_it = int(position.state.stack_left) + sum(len(hand(position, seat).split()) for seat in range(3)) + 1
    assert with_it + 1 == 24


def test_multzo_6c_at_the_showdown_all_hands_are_shown():
    position = showdown("C2 C3 C4 C5", "AA SA MA A5", "CN A4 S5 M5")
    assert position.state.phase == rules.SHOWDOWN
    for viewer in (None, 0, 1, 2):
        zones = scene(position, viewer).zones
        for seat, written in enumerate(("C2 C3 C4 C5", "A5 AA SA MA", "CN A4 S5 M5")):
            items = zones["hand" if seat == viewer else f"seat{seat}-hand"].items
            assert " ".join(item.split("-")[0] for item in items) == written


# The showdown


def test_multzo_7_flush_is_one_suit_and_prime_one_of_each():
    assert groups("M2 M3 M5 MA") == {"Flush": "16"}
    assert groups("M2 M3 M5 A5") == {}
    assert groups("C5 A5 SA M2") == {"Prime": "18"}
    assert groups("CN C2 C3", suits=3, hand=3) == {"Flush": "5", "Run": "5 (three tiles)"}
    assert groups("CN A4 S5", suits=3, hand=3) == {"Prime": "9"}


def test_multzo_8_sets_and_runs_of_three_or_four():
    assert groups("C3 A3 S3 C5") == {"Set": "14 (three tiles)"}
    assert groups("C3 A3 S3 M3") == {"Prime": "12", "Set": "12 (four tiles)"}
    for run in ("N 2 3", "2 3 4", "3 4 5", "4 5 A", "N 2 3 4", "2 3 4 5", "3 4 5 A"):
        tiles = [suit + rank for suit, rank in zip("CCAA", run.split(), strict=False)]
        size = {3: "three", 4: "four"}[len(tiles)]
        odd = [] if len(tiles) == 4 else ["AA" if "N" in run or "2" in run else "AN"]
        assert groups(" ".join(tiles + odd))["Run"].endswith(f"({size} tiles)"), run
    assert groups("C5 CA AN A2") == {}, "5-Ace-null is no run"
    assert groups("CN C2 A2 S3") == {"Run": "7 (three tiles)"}, "with a rank twice"
    assert groups("CN C2 A4 A5") == {}, "two and two are no run"


def test_multzo_8a_no_hand_is_in_three_categories():
    for other in ("Prime", "Set"):
        assert not any({"Flush", other} <= found.keys() for found in all_groups())
    assert not any({"Set", "Run"} <= found.keys() for found in all_groups())
    assert max(len(found) for found in all_groups()) == 2


def test_multzo_8b_no_hand_is_flush_and_set():
    assert sum("Flush" in found for found in all_groups()) == 60
    assert not any({"Flush", "Set"} <= found.keys() for found in all_groups())


_found: list[dict[str, int]] = []


def all_groups() -> list[dict[str, int]]:
    """Return the value of each of the 10,626 hands by the rules."""
    if not _found:
        from multzo.test_counts import by_the_rules

        _found.extend(by_the_rules(4, 6))
    return _found


def test_multzo_9_flush_and_prime_compare_the_sum():
    assert winners(showdown("C2 C3 C5 CA", "AN A2 A4 A5", "SN S3 S5 SA")) == "0---"
    assert winners(showdown("CN A5 S5 MA", "C3 A3 SA M2", "CA C5 S3 S2")) == "-0--"


def test_multzo_9a_four_tiles_beat_three_and_then_all_tiles_count():
    assert winners(showdown("C2 A2 S2 M2", "CA AA SA A5"))[2] == "0", "a set of four Deuces beats three Aces"
    assert winners(showdown("C2 A3 S4 S5", "C4 C5 MA AA"))[3] == "0", "and so do runs"
    assert winners(showdown("C3 A3 S3 AA", "C4 A4 S4 AN"))[2] == "0", "15 beats 12: the odd tile counts"
    assert winners(showdown("C3 A3 S3 AA", "C4 A4 S4 AN", three_tile_value="group_only"))[2] == "1"


def test_multzo_10_equal_hands_win_nothing_and_it_does_not_pass_on():
    position = showdown("CN A4 S5 M5", "C5 A5 S4 MN", "C2 CA AN M4")
    assert winners(position) == "----"
    assert [coins(position, seat) for seat in range(3)] == ["", "", ""]
    assert left(position, "A") == "2 3 4 5 6"
    assert "Prime: nobody wins, the best hands are equal" in story(position)
    assert "Set: nobody has one" in story(position)


def story(position: Position) -> str:
    """Return the categories of the last showdown in words."""
    names = ["Ann", "Bob", "Cy", "Di", "Eve"][: position.options.seats]
    return "; ".join(
        scoring_text.category_text(position.plain_setup, position.plain_state, category, names) for category in range(4)
    )


# Awards


def test_multzo_11_the_top_coin_and_two_of_the_crowns():
    position = showdown("M2 M3 M5 MA", "C5 A5 S5 AN", arms="4 5 6", suns="3 6")
    assert (coins(position, 0), coins(position, 1)) == ("C2 C3", "S3")
    assert (left(position, "C"), left(position, "S"), left(position, "A")) == ("4 5 6", "6", "4 5 6")


def test_multzo_11a_the_last_crown_coin_alone():
    position = showdown("M2 M3 M5 MA", "C5 A5 S5 AN", crowns="6")
    assert coins(position, 0) == "CA" and left(position, "C") == ""


def choosing(**laid: object) -> Position:
    """Seat 0 has won Flush and Run, seat 1 Prime."""
    return showdown("C2 C3 C4 C5", "CN A4 S5 M5", **laid)


def test_multzo_12_the_null_coin_of_one_of_two_categories():
    position = choosing()
    assert legal(position) == ["null Crowns", "null Moons", "coins"]
    assert refused(position, "null Suns") == ("you did not win Set", "Multzo 12")
    assert refused(position, "discard C2") == (
        "the hands are shown: take a null coin you won, or keep the other coins",
        "Multzo 12",
    )
    assert coins(do(position, "null Moons"), 0) == "C2 C3 MN"
    assert coins(do(position, "coins"), 0) == "C2 C3 M2"
    gone = choosing(nulls="C A S")
    assert legal(gone) == ["null Crowns", "coins"]
    assert refused(gone, "null Moons") == ("the null coin of the Moons is already taken", "Multzo 12")
    assert refused(table(*PLAIN), "coins")[1] == "Multzo 12"


def test_multzo_12_null_coins_can_be_left_out():
    position = choosing(null_coins="no")
    assert position.state.rounds == 2 and coins(position, 0) == "C2 C3 M2", "paid at once, nothing to choose"
    fresh = Position(GAME, GAME.options.read({"null_coins": "no"}), seed=1)
    assert nulls(fresh) == "" and left(fresh, "C") == "2 3 4 5 6"


def test_multzo_12a_the_null_coin_of_the_crowns_brings_one_crown_coin():
    assert coins(do(choosing(), "null Crowns"), 0) == "CN C2 M2"
    last = do(choosing(crowns="6"), "null Crowns")
    assert coins(last, 0) == "CN CA M2" and last.over
    assert coins(do(choosing(flush_null="null_only"), "null Crowns"), 0) == "CN M2"


def test_multzo_12b_no_choice_with_one_category_or_without_null_coins():
    position = choosing(nulls="A S")
    assert position.state.rounds == 2 and coins(position, 0) == "C2 C3 M2"
    assert coins(position, 1) == "A2", "the null coin of the Arms stays"
    assert nulls(position) == "AS"


def test_multzo_12c_without_a_choice_first_then_clockwise_from_the_starter():
    hands = ("C2 C3 C4 C5", "AA SA MA CA", "CN A2 S2 M3")
    position = showdown(*hands, starter=1, turn=1)
    assert winners(position) == "0110" and position.turn == 1, "seat 1 chooses first"
    assert position.state.choosers == 0b011
    two_and_one = showdown("C2 C3 C4 C5", "AA SA A4 S4", "CN A4 S5 M5", starter=1, turn=1)
    assert coins(two_and_one, 2) == "A2" and two_and_one.turn == 0, "seat 2 was paid before seat 0 chooses"
    position = do(position, "null Suns")
    assert position.turn == 0 and legal(position) == ["null Crowns", "null Moons", "coins"]
    assert scene(position, 2).status.startswith("Ann's turn: Flush and Run won, take a null coin or only coins.")
    position = do(position, "coins")
    assert position.state.rounds == 2


def test_multzo_13_null_coins_multiply_the_whole_score():
    position = table(*PLAIN, won=("C2 A3 S4 CN AN", "MN", "CA C5"))
    assert position.scores() == [27, 0, 11]


# The end


def test_multzo_14_an_empty_stack_ends_the_match():
    position = showdown("M2 M3 M5 MA", "C5 A5 S5 AN", suns="6", won=("A2", "C2 M2"))
    assert position.over and position.state.turn == OVER
    assert position.state.phase == rules.SHOWDOWN, "and nobody begins a turn"
    assert position.scores() == [7, 10]
    assert text.reason(position.plain_setup, position.plain_state) == "the stack of Suns is empty"
    assert scene(position, 0).result.title == "Bob wins, 10 to 7"
    shared = showdown("M2 M3 M5 MA", "C5 A5 S5 AN", suns="6", won=("A2 AA", "C2 A3 M2"))
    assert shared.scores() == [13, 13]
    assert scene(shared, 0).result.title == "Ann and Bob share the win with 13 points"


def test_multzo_14a_all_awards_are_paid_before():
    position = showdown("C2 C3 C4 C5", "CN A4 S5 M5", arms="6")
    assert not position.over and coins(position, 1) == "AA", "the Arms are empty, but seat 0 has yet to choose"
    position = do(position, "null Moons")
    assert position.over and coins(position, 0) == "C2 C3 MN"


def test_multzo_14b_otherwise_all_tiles_are_dealt_again_and_coins_stay():
    position = showdown("M2 M3 M5 MA", "C5 A5 S5 AN", won=("A2", ""))
    state = position.state
    assert (state.rounds, state.laid, state.open, state.declarer, state.remaining) == (2, 0, 0, rules.NONE, rules.NONE)
    assert state.stack_left == 24 - 8 - 1
    assert (coins(position, 0), left(position, "C")) == ("C2 C3 A2", "4 5 6")


def test_multzo_14c_a_null_coin_does_not_keep_a_stack_alive_but_taking_it_does():
    assert showdown("M2 M3 M5 MA", "C5 A5 S5 AN", suns="6").over, "though the null coin of the Suns is there"
    kept = do(choosing(moons="6"), "null Moons")
    assert not kept.over and left(kept, "M") == "6"
    assert do(choosing(moons="6"), "null Crowns").over
    assert do(choosing(crowns="6"), "null Crowns").over, "one Crown coin comes with it"
    assert not do(choosing(crowns="6", flush_null="null_only"), "null Crowns").over


def trade(position: Position, turns: int) -> Position:
    """Everyone takes the oldest face-up tile and discards it again."""
    for _ in range(turns):
        tile = piecepack.text(int(position.state.row[0]) % 32)
        position = do(position, f"draw {tile}", f"discard {tile}")
    return position


def test_multzo_15_three_circuits_without_a_draw_from_the_stack_end_the_round():
    position = trade(table("C2 C3 A5 SA", "A2 S3 M5 MA", face_up="M2:1 AN:0"), 5)
    assert position.state.idle == 5 and position.state.rounds == 1
    ended = trade(position, 1)
    assert ended.state.rounds == 2 and ended.state.seats[0].shown == position.state.seats[0].hand
    again = do(position, "draw stack > S2", "discard S2")
    assert (again.state.idle, again.state.rounds) == (0, 1), "a draw from the stack begins the count anew"
    assert trade(table("C2 C3 A5 SA", "A2 S3 M5 MA", face_up="M2:1 AN:0", stall_circuits=1), 2).state.rounds == 2


def test_multzo_15a_it_counts_with_an_empty_and_a_full_stack_but_not_after_a_declaration():
    empty = table("C2 C3 A5 SA", "A2 S3 M5 MA", stack="", face_up="M2:1 AN:0")
    assert trade(empty, 5).state.rounds == 1 and trade(empty, 6).state.rounds == 2
    position = do(trade(table(*PLAIN, face_up="M2:1 AN:0", stall_circuits=1), 2), "draw M2", "declare M2")
    assert (position.state.remaining, position.state.idle) == (2, 2)
    position = trade(position, 1)
    assert (position.state.remaining, position.state.rounds) == (1, 1), "the last turns are played"


def test_multzo_16_after_the_last_round_the_match_ends():
    position = showdown(*PLAIN, rounds=50)
    assert position.over
    assert text.reason(position.plain_setup, position.plain_state) == "50 rounds played, the most there may be"
    assert not showdown(*PLAIN, rounds=49).over
    assert showdown(*PLAIN, rounds_cap=1).over
