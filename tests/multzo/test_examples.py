"""The worked examples of the rulebook; the counted ones are in test_counts."""

from __future__ import annotations

from collections import Counter

from muckle.engine.position import Position
from muckle.games.multzo import GAME, hidden, scoring
from multzo.table import coins, do, groups, hand, left, nulls, showdown, table, winners
from steps import legal

rules, text = GAME.rules, GAME.text
E2, E3, E4 = "C2 C3 C4 C5", "AA SA MA A5", "CN A4 S5 M5"


def start(seed: int = 1, **options: object) -> Position:
    return Position(GAME, GAME.options.read(options), seed=seed)


def test_multzo_e1_values_and_the_ace_is_only_high():
    assert [int(scoring.total(1 << rank)) for rank in range(6)] == [0, 2, 3, 4, 5, 6]
    assert groups("AA CN C2 M5") == {}


def test_multzo_e2_flush_and_run_of_four():
    assert groups(E2) == {"Flush": "14", "Run": "14 (four tiles)"}


def test_multzo_e3_set_of_three_no_prime():
    assert groups(E3) == {"Set": "23 (three tiles)"}


def test_multzo_e4_prime_alone():
    assert groups(E4) == {"Prime": "14"}


def test_multzo_e5_set_of_four_and_prime():
    assert groups("C4 A4 S4 M4") == {"Prime": "16", "Set": "16 (four tiles)"}


def test_multzo_e6_a_run_of_four_beats_a_run_of_three():
    assert groups("CN A2 S3 M4") == {"Prime": "9", "Run": "9 (four tiles)"}
    assert groups("C4 A5 SA S5") == {"Run": "20 (three tiles)"}
    assert winners(showdown("C4 A5 SA S5", "CN A2 S3 M4"))[3] == "1"


def test_multzo_e7_equal_totals_and_group_only():
    hands = ("C2 A3 S4 MA", "A4 M5 SA CN")
    assert [groups(each) for each in hands] == [{"Prime": "15", "Run": "15 (three tiles)"}] * 2
    assert winners(showdown(*hands)) == "----"
    alone = {"three_tile_value": "group_only"}
    assert [groups(each, **alone)["Run"] for each in hands] == ["9 (three tiles)", "15 (three tiles)"]
    assert winners(showdown(*hands, **alone)) == "---1"


def test_multzo_e8_three_winners_and_the_choice():
    position = showdown(E2, E3, E4)
    assert winners(position) == "0210"
    assert (coins(position, 1), coins(position, 2), position.turn) == ("S2", "A2", 0)
    scores = {choice: do(position, choice).scores() for choice in ("coins", "null Moons", "null Crowns")}
    assert scores == {"coins": [7, 2, 2], "null Moons": [10, 2, 2], "null Crowns": [8, 2, 2]}
    plain = showdown(E2, E3, E4, flush_null="null_only")
    assert do(plain, "null Crowns").scores()[0] == 4


def test_multzo_e9_scores():
    position = table("C2 C3 A5 SA", "A2 S3 M5 MA", won=("C2 A3 S4 CN MN", "AN"))
    assert position.scores() == [27, 0]


def test_multzo_e10_the_last_crown_coin():
    position = showdown(E2, E3, E4, crowns="6", nulls="A S")
    assert coins(position, 0) == "CA M2" and coins(position, 1) == "S2" and coins(position, 2) == "A2"
    assert position.over and left(position, "C") == ""


def test_multzo_e11_a_null_coin_in_place_of_the_last_coin():
    both = ("CN A2 S3 M4", "C2 C3 C5 CA")
    position = do(showdown(*both, moons="6"), "null Moons")
    assert coins(position, 0) == "A2 MN" and left(position, "M") == "6" and not position.over
    assert do(showdown(*both, moons="6", arms="2"), "null Moons").over, "another stack is empty"
    crowns = do(showdown(E2, E3, crowns="6"), "null Crowns")
    assert coins(crowns, 0) == "CN CA M2" and crowns.over


def test_multzo_e12_two_equal_primes():
    assert [groups(each)["Prime"] for each in ("C3 A4 S5 M5", "C5 A5 S4 M3")] == ["17", "17"]
    position = showdown("C3 A4 S5 M5", "C5 A5 S4 M3", "C2 CA AA A2")
    assert winners(position)[1] == "-" and left(position, "A") == "2 3 4 5 6"


def test_multzo_e13_a_declaration_on_the_first_turn():
    position = start(seats=3, seed=4)
    first, turns = position.turn, []
    position = do(position, legal(position)[-1])
    while position.state.rounds == 1 and position.state.phase != rules.SHOWDOWN:
        turns.append(position.turn)
        position = do(position, "draw stack") if position.state.phase == rules.DRAWING else position
        position = do(position, legal(position)[0])
    assert turns == [(first + 1) % 3, (first + 2) % 3]


def test_multzo_e14_the_stack_after_the_deal_and_24_tiles_at_all_times():
    assert [int(start(seats=seats).state.stack_left) + 1 for seats in (2, 3, 4, 5)] == [16, 12, 8, 4]
    for seats in (2, 5):
        position = start(seats=seats, empty_stack="reshuffle")
        while not position.over:
            state = position.state
            lying = [int(seat.hand) for seat in state.seats[:seats]] + [int(state.open), int(hidden.stacked(state))]
            lying += [1 << int(state.down)] if state.down != rules.NONE else []
            assert sum(lying) == (1 << 24) - 1 and sum(each.bit_count() for each in lying) == 24
            position = do(position, legal(position)[len(legal(position)) * 7 % 5 % len(legal(position))])


def test_multzo_e15_the_fifth_player_finds_an_empty_stack():
    position = start(seats=5)
    for _ in range(4):
        position = do(position, "draw stack") if position.state.phase == rules.DRAWING else position
        position = do(position, legal(position)[0])
    assert position.state.stack_left == 0
    assert len(legal(position)) == 4 and all(action != "draw stack" for action in legal(position))


def test_multzo_e18_no_choice_when_both_null_coins_are_gone():
    flush = showdown(E2, E3, nulls="A S")
    assert coins(flush, 0) == "C2 C3 M2" and flush.state.rounds == 2
    two = showdown("CN A2 S3 M4", "C2 C3 C5 CA", nulls="C S")
    assert coins(two, 0) == "A2 M2" and two.state.rounds == 2


def test_multzo_e19_prime_alone_gives_no_choice():
    position = showdown(E4, "C2 CA AA A2")
    assert winners(position) == "-0--" and coins(position, 0) == "A2" and nulls(position) == "CASM"


def test_multzo_e20_three_tiles_and_the_odd_one():
    assert groups("AN A2 A3 S5") == {"Run": "10 (three tiles)"}
    assert groups("C5 A5 S5 SA") == {"Set": "21 (three tiles)"}


def test_multzo_e21_how_many_ways_there_are():
    first = start(seats=3, seed=9)
    assert Counter(action.split()[0] for action in legal(first)) == {"discard": 5, "declare": 5}
    second = do(first, legal(first)[0])
    assert len(legal(second)) == 2
    for draw in legal(second):
        assert len(legal(do(second, draw))) == 10
    declared = do(first, legal(first)[-1])
    assert declared.state.phase == rules.DISCARDING and len(legal(declared)) == 5


def test_multzo_e22_who_starts_next():
    none = ("C2 C3 A5 SA", "A2 S3 M5 MA", "CN C5 S4 S2", "AN A4 C4 SN")
    cases = (
        (("C2 C5", "A3", "A2 A5", "S2 S5"), [7, 3, 7, 7], 3),
        (("C2 C5", "A3", "A2 A5", "M2"), [7, 3, 7, 2], 0),
        (("", "", "S4 S5", ""), [0, 0, 9, 0], 2),
    )
    for won, scores, starter in cases:
        position = showdown(*none, won=won, starter=2, turn=2)
        assert (position.scores(), position.state.starter) == (scores, starter)


def test_multzo_e23_six_turns_without_a_draw_from_the_stack():
    for stack in ("", "CA S2 S4 M3 M4"):
        position = table("C2 C3 A5 SA", "A2 S3 M5 MA", stack=stack, face_up="M2:1 AN:0")
        for turn in range(6):
            assert (position.state.idle, position.state.rounds) == (turn, 1)
            position = do(position, "draw M2", "discard M2")
        assert position.state.rounds == 2 and winners(position) == "----"
        assert hand(position, 0) != ""
