"""The decisions of the rulebook page, its options, presets and invalid combinations."""

from __future__ import annotations

import re
from collections import Counter
from io import StringIO
from itertools import product
from typing import TextIO

import pytest

from muckle.engine.chance import stream
from muckle.engine.position import Position
from muckle.errors import OptionsError
from muckle.games.multzo import GAME, text
from muckle.lab.simulate import simulate
from multzo.table import coins, do, hand, left, showdown, table, winners
from steps import legal, read_action, refused, scene, timeout

rules = GAME.rules
PLAIN = ("C2 C3 A5 SA", "A2 S3 M5 MA", "CN C5 S4 S2")


def faults(**given: object) -> list[tuple[str, str]]:
    """Why options are refused: each sentence with its rule."""
    try:
        GAME.options.read(given)
    except OptionsError as error:
        return [(error.message, error.rule)]
    return []


# Decisions


def test_multzo_d1_the_first_starter_is_drawn_by_lot():
    for tied_starter in ("next_after_last", "random"):
        starters = {
            int(Position(GAME, GAME.options.read({"tied_starter": tied_starter}), seed=s).state.starter) for s in range(40)
        }
        assert starters == {0, 1, 2}


def test_multzo_d2_a_tie_for_the_start_by_order_or_by_lot():
    laid = {"won": ("C2", "A2", ""), "starter": 2, "turn": 2}
    assert showdown(*PLAIN, **laid).state.starter == 0
    before = do(table(*PLAIN, **laid, tied_starter="random"), "draw stack > M4", "declare M4 > A4", "discard A4", "draw A4")
    found = Counter[str]()
    for seed in range(300):
        position = before.copy()
        position.state.rng = stream(seed, 0)
        position.apply(read_action(position, "discard A4"))
        found[text.chance_text(position.plain_setup, position.drew()[0])] += 1
    assert set(found) == {"start 0", "start 1"} and min(found.values()) > 100
    assert showdown(*PLAIN, **laid, tied_starter="random", rounds_cap=1).drew() == [], "no lot without a round"
    alone = showdown(*PLAIN, won=("C2", "A3", ""), tied_starter="random")
    assert alone.state.starter == 1
    assert text.chance_text(alone.plain_setup, alone.drew()[0]).startswith("deal 1 "), "no lot where one leads"


def test_multzo_d3_the_tile_another_just_discarded_may_be_drawn():
    position = do(table(*PLAIN, face_up="AN:0"), "draw stack > M4", "discard M4")
    assert "draw M4" in legal(position)


def test_multzo_d4_return_taken():
    position = do(table(*PLAIN, face_up="AN:0"), "draw AN")
    assert {"discard AN", "declare AN"} <= set(legal(position))
    position = do(table(*PLAIN, face_up="AN:0", return_taken="not_from_face_up"), "draw AN")
    assert not {"discard AN", "declare AN"} & set(legal(position)) and len(legal(position)) == 8
    why = ("the null of Arms was taken from the face-up tiles in this turn and must stay", "Multzo D4")
    assert refused(position, "discard AN") == refused(position, "declare AN") == why
    stack = do(table(*PLAIN, face_up="AN:0", return_taken="not_from_face_up"), "draw stack > M4")
    assert {"discard M4", "declare M4"} <= set(legal(stack)), "a tile from the stack may go at once"


LAST_TILE = {"stack": "S5", "face_up": "M2:1 A4:2 AN:0"}


def test_multzo_d5_open_draw_with_an_empty_stack():
    position = do(table(*PLAIN, **LAST_TILE), "draw stack > S5", "discard S5")
    assert position.state.remaining == rules.NONE
    assert legal(position) == ["draw AN", "draw A4", "draw S5", "draw M2"]


def test_multzo_d5_last_turns_with_an_empty_stack():
    position = do(table(*PLAIN, **LAST_TILE, empty_stack="last_turns"), "draw stack > S5", "discard S5")
    assert (position.turn, position.state.remaining, position.state.declarer) == (1, 3, rules.NONE)
    status = "Bob's turn: take a face-up tile. Round 1. The stack is empty: 3 last turns left."
    assert scene(position, 0).status == status
    for seat in (1, 2, 0):
        assert (position.turn, position.state.rounds) == (seat, 1)
        position = do(position, "draw M2")
        assert Counter(action.split()[0] for action in legal(position)) == {"discard": 5}, "nobody may declare"
        assert refused(position, "declare M2") == ("the end of the round is settled: last turns discard face up", "Multzo 6a")
        position = do(position, "discard M2")
    assert position.state.rounds == 2, "the player who emptied the stack came last"
    stalled = do(table(*PLAIN, **LAST_TILE, empty_stack="last_turns", stall_circuits=1), "draw stack > S5", "discard S5")
    stalled = do(stalled, "draw M2", "discard M2", "draw M2", "discard M2")
    assert stalled.state.rounds == 1, "the stall rule does not count in these turns"
    declared = do(table(*PLAIN, **LAST_TILE, empty_stack="last_turns"), "draw stack > S5", "declare S5")
    assert (declared.state.remaining, declared.state.declarer) == (2, 0), "a declaration comes first"


def test_multzo_d5_reshuffle_once_a_round():
    before = do(table(*PLAIN, **LAST_TILE, empty_stack="reshuffle"), "draw stack > S5")
    position = do(before, "discard S5 > A4")
    assert position.state.phase == rules.DISCARDING and hand(position, 1) == "A2 A4 S3 M5 MA"
    assert (position.state.stack_left, position.state.laid) == (3, 0)
    drained = do(position, "discard A4", "draw stack > AN", "discard AN", "draw stack > M2", "discard M2")
    drained = do(drained, "draw stack > S5", "discard S5")
    assert drained.state.stack_left == 0 and legal(drained)[0] == "draw AN", "the second time only face-up tiles are drawn"
    declared = do(before, "declare S5")
    assert legal(declared) == ["draw AN", "draw A4", "draw M2"], "after a declaration there is no new stack"
    again = showdown(*PLAIN, empty_stack="reshuffle")
    assert again.state.recycled == 0, "another round, another reshuffle"


def test_multzo_d6_last_turns_discard_face_up():
    position = do(table(*PLAIN), "draw stack > M4", "declare M4 > A4")
    assert all(action.startswith("discard") for action in legal(position))


def test_multzo_d7_three_tile_value():
    hands = ("C2 A3 S4 MA", "C4 A5 MA CN")
    assert winners(showdown(*hands))[3] == "-", "15 and 15"
    assert winners(showdown(*hands, three_tile_value="group_only"))[3] == "1", "9 and 15"
    sets = ("C3 A3 S3 AA", "C4 A4 S4 AN")
    assert winners(showdown(*sets))[2] == "0" and winners(showdown(*sets, three_tile_value="group_only"))[2] == "1"
    fours = ("CN A2 S3 M4", "C4 A5 SA S5")
    assert winners(showdown(*fours, three_tile_value="group_only"))[3] == "0", "four tiles as before"


def test_multzo_d8_flush_null():
    hands = ("C2 C3 C4 C5", "CN A4 S5 M5")
    assert coins(do(showdown(*hands), "null Crowns"), 0) == "CN C2 M2"
    assert coins(do(showdown(*hands, flush_null="null_only"), "null Crowns"), 0) == "CN M2"
    for value in ("null_plus_one", "null_only"):
        assert coins(do(showdown(*hands, flush_null=value), "null Moons"), 0) == "C2 C3 MN", "of other suits nothing changes"


def test_multzo_d9_the_last_crown_coin_is_taken_alone():
    position = showdown("M2 M3 M5 MA", "C5 A5 S5 AN", crowns="6")
    assert coins(position, 0) == "CA" and position.over


def test_multzo_d10_choices_are_made_openly_clockwise_from_the_starter():
    position = showdown("C2 C3 C4 C5", "AA SA MA CA", "CN A2 S2 M3", starter=2, turn=2)
    assert position.turn == 0 and not scene(position, 1).acts
    assert do(position, "coins").turn == 1


def test_multzo_d11_all_awards_then_the_end():
    position = showdown("C2 C3 C4 C5", "CN A4 S5 M5", arms="6")
    assert coins(position, 1) == "AA" and not position.over
    assert do(position, "coins").over


def test_multzo_d12_null_coins_multiply_coins_won_before_too():
    position = showdown("C2 C3 C4 C5", "CN A4 S5 M5", won=("SA S5", ""))
    assert do(position, "null Moons").scores()[0] == (6 + 5 + 2 + 3) * 2


@pytest.mark.parametrize(
    ("tie", "title", "places", "decides"),
    [
        ("shared", "Ann and Bob share the win with 11 points", [1, 1, 3], [0, 0, 0]),
        ("more_coins", "Bob wins with 11 points, and more coins", [2, 1, 3], [2, 3, 1]),
    ],
)
def test_multzo_d13_more_coins(tie: str, title: str, places: list[int], decides: list[int]):
    position = showdown(*PLAIN, won=("CA C5", "M2 M3 SA", "A2"), tie=tie, rounds_cap=1)
    assert position.over and position.scores() == [11, 11, 2]
    result = scene(position, None).result
    assert result.title == title
    assert [row.place for row in sorted(result.standings, key=lambda row: row.seat)] == places
    assert [rules.tiebreak(position.setup, position.state, seat) for seat in range(3)] == decides


def test_multzo_d13_null_coins_count_and_equal_numbers_share():
    position = table(*PLAIN[:2], won=("C2 CN", "A4"), tie="more_coins")
    assert [rules.tiebreak(position.setup, position.state, seat) for seat in (0, 1)] == [2, 1]
    shared = showdown(*PLAIN[:2], won=("C2 A3", "C3 A2"), tie="more_coins", rounds_cap=1)
    assert scene(shared, None).result.title == "Ann and Bob share the win with 5 points"


def test_multzo_d13_simulations_count_the_same_wins_with_transcripts_as_without():
    def wins(tie: str, transcripts: TextIO | None = None) -> tuple[float, ...]:
        return simulate(
            "multzo", games=300, seed=5, transcripts=transcripts, cores=1, seats=2, coins="2 3 5", tie=tie
        ).win_shares

    assert wins("more_coins") == wins("more_coins", StringIO()) != wins("shared") == wins("shared", StringIO())


@pytest.mark.parametrize("circuits", [1, 3, 20])
def test_multzo_d14_stall_circuits(circuits: int):
    position, turns = table(*PLAIN, face_up="AN:0 M2:1", stall_circuits=circuits), 0
    while position.state.rounds == 1:
        position, turns = do(position, "draw AN", "discard AN"), turns + 1
    assert turns == 3 * circuits


@pytest.mark.parametrize("cap", [1, 2, 1000])
def test_multzo_d15_rounds_cap(cap: int):
    assert not showdown(*PLAIN, rounds=cap - 1, rounds_cap=cap).over
    assert showdown(*PLAIN, rounds=cap, rounds_cap=cap).over


def test_multzo_d16_the_timeout_action():
    position = table(*PLAIN, face_up="AN:0 M2:1")
    assert timeout(position) == "draw stack"
    assert timeout(do(position, "draw stack > M4")) == "discard M4"
    assert timeout(do(position, "draw AN")) == "discard AN"
    empty = table("SA C3 A5 C2", *PLAIN[1:], stack="", face_up="AN:0 M2:1")
    assert timeout(empty) == "draw M2", "the newest"
    assert timeout(do(empty, "draw M2")) == "discard M2"
    kept = table("SA C3 A5 C2", *PLAIN[1:], stack="", face_up="AN:0 M2:1", return_taken="not_from_face_up")
    assert timeout(do(kept, "draw M2")) == "discard SA", "the tile held longest"
    assert timeout(showdown("C2 C3 C4 C5", "CN A4 S5 M5")) == "coins"


# Combinations


def test_seats_that_leave_no_tile_for_the_stack_are_refused():
    assert faults(suits=3, hand=3, ranks=3, seats=3) == [
        ("multzo: 3 hands of 3 leave no tile of 9 for the stack, expected at least one", "Multzo 3")
    ]
    assert faults(ranks=4, seats=4)[0][1] == "Multzo 3"
    for seats, suits, ranks in product((2, 3, 4, 5), (2, 3, 4), (3, 4, 5, 6)):
        refused = bool(faults(seats=seats, suits=suits, hand=suits, ranks=ranks))
        assert refused == (suits * ranks - seats * suits < 1)


def test_a_hand_that_is_not_as_large_as_there_are_suits_is_refused():
    why = "multzo: a hand must be as large as there are suits, or Prime has no meaning, got {} tiles and {} suits"
    assert faults(suits=3) == [(why.format(4, 3), "Multzo 7")]
    assert faults(hand=3) == [(why.format(3, 4), "Multzo 7")]
    assert faults(suits=3, hand=3) == faults(suits=2, hand=2) == []


@pytest.mark.parametrize("coins", ["", " ", "3 2", "2 2", "1 2", "2 7", "two", "23", "2 3 4 5 6 7", "2;3", "9" * 300])
def test_coins_that_do_not_rise_or_are_not_there_are_refused(coins: str):
    [(message, rule)] = faults(coins=coins)
    assert message.startswith("multzo: coins must be rising values of 2 3 4 5 6, one or more, got ") and rule == "Multzo 1"
    assert len(message) < 140


def test_coins_may_have_commas_and_are_written_with_spaces():
    options = GAME.options.read({"coins": "2,3,  6"})
    assert options.public()["coins"] == "2 3 6"
    assert [left(Position(GAME, options), suit) for suit in "CASM"] == ["2 3 6"] * 4


def test_a_stall_of_one_circuit_with_two_players_is_allowed():
    assert faults(stall_circuits=1, seats=2) == []


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        *[({"seats": 1}, "3"), ({"seats": 6}, "3"), ({"suits": 1}, "3"), ({"suits": 5}, "3")],
        *[({"ranks": 2}, "0"), ({"hand": 5}, "7")],
        *[
            ({"stall_circuits": 0}, "15"),
            ({"stall_circuits": 21}, "15"),
            ({"rounds_cap": 0}, "16"),
            ({"rounds_cap": 1001}, "16"),
        ],
        *[({"tied_starter": "lot"}, "D2"), ({"return_taken": "no"}, "D4"), ({"empty_stack": "x"}, "D5")],
        *[({"three_tile_value": 3}, "D7"), ({"flush_null": ""}, "D8"), ({"tie": "coins"}, "D13"), ({"coins": 2}, "1")],
    ],
)
def test_values_out_of_range_are_refused_with_the_rule(given: dict[str, object], rule: str):
    [(message, cited)] = faults(**given)
    assert cited == f"Multzo {rule}" and next(iter(given)) in message


def test_the_presets_are_those_of_the_rulebook():
    changed = {
        name: {f.name: getattr(options, f.name) for f in GAME.options.fields() if getattr(options, f.name) != f.default}
        for name in GAME.presets
        for options in [GAME.read_options(name)]
    }
    assert changed == {
        "multzo": {},
        "group_values": {"three_tile_value": "group_only"},
        "plain_null": {"flush_null": "null_only"},
        "tiny": {"seats": 2, "suits": 3, "ranks": 3, "hand": 3, "coins": "2 3", "stall_circuits": 1, "rounds_cap": 5},
        "tiny16": {"seats": 2, "ranks": 4, "coins": "2 3 4"},
    }
    assert next(iter(GAME.presets)) == "multzo"


def test_the_bound_of_decisions_is_that_of_the_rulebook():
    for seats, most in ((2, 10_400), (3, 12_000), (4, 11_200), (5, 8_000)):
        assert GAME.options.read({"seats": seats}).max_decisions() == most
    assert GAME.options.read({"seats": 5, "empty_stack": "reshuffle"}).max_decisions() == 2 * (15 * 9 + 4) * 50 + 100


def test_the_rules_page_names_every_option_and_preset():
    page = GAME.rules_text()
    for name in [*(field.name for field in GAME.options.fields() if field.name != "seats"), *GAME.presets]:
        assert re.search(rf"`[^`]*\b{name}\b", page), name
