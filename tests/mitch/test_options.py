"""Options: what is refused and why, what the presets are, and the decisions of section 4 that are no option."""

from __future__ import annotations

import pytest

from mitch.table import GAME, deals, dealt, final_scores, hand, play, position, seat, table
from muckle.engine.position import Position
from muckle.errors import OptionsError
from steps import legal, scene, timeout

REFUSED = [
    ({"seats": 6}, "mitch: 6 seats need two packs, got one [Mitch 1]"),
    ({"seats": 5, "hand_size": 9, "ranks": 11}, "mitch: 5 hands of 9 need 45 cards, but there are 44 [Mitch 10]"),
    ({"suits": 2}, "mitch: Ace number 3 would end phase 1, but there are 2 [Mitch 12]"),
    ({"ace_trigger": 5}, "mitch: Ace number 5 would end phase 1, but there are 4 [Mitch 12]"),
    (
        {"direction": "high_low", "tie": "lowest_low"},
        "mitch: columns that fall or rise have a tie rule of their own, so the lower last card cannot win ties [Mitch 17a]",
    ),
    (
        {"dead_tie": "shared"},
        "mitch: no two columns are equal with one pack, so no suit can be shared between them [Mitch 16b]",
    ),
    (
        {"match_tie": "extra_hand", "hands": 21},
        "mitch: with extra hands there may be no fewer than the 21 hands of a match, got 20 [Mitch D12]",
    ),
    (
        {"phase2": "no", "hands": 50},
        "mitch: hands that may end without a decision (23 cards each): at most 27 a match, got 50 [Revolution 3]",
    ),
    (
        {"hand_size": 0, "packs": 2, "ace_trigger": 8, "hands": 100},
        "mitch: hands that may end without a decision (8 cards each): at most 79 a match, got 100 [Mitch 10]",
    ),
    ({"seats": 11}, "mitch: seats must be a whole number from 2 to 10, got 11 [Mitch 1]"),
    ({"draw": "discard"}, "mitch: draw must be one of stock, stock_or_discard, must_place, got 'discard'; did you mean"),
    ({"win_value": "players"}, None),
    ({"hands": 0}, None),
    ({"phase2": "maybe"}, "mitch: phase2 must be one of yes, no, got 'maybe' [Revolution 2]"),
]


@pytest.mark.parametrize(("given", "message"), REFUSED, ids=str)
def test_what_does_not_fit_is_refused_with_the_reason(given: dict[str, object], message: str | None):
    with pytest.raises(OptionsError) as error:
        GAME.read_options("mitch", given)
    assert message is None or str(error.value).startswith(message)


def test_the_first_preset_is_the_recommended_game():
    assert next(iter(GAME.presets)) == "mitch"
    assert GAME.read_options("mitch") == GAME.options()


@pytest.mark.parametrize("preset", GAME.presets)
def test_presets_can_be_played_with_every_number_of_seats_that_fits(preset: str):
    for seats in range(2, 11):
        needs_two = seats > 5 and GAME.presets[preset].values.get("packs", 1) == 1
        small = preset.startswith("tiny") and seats > 4 and preset != "tiny_zero"
        if not needs_two and not small:
            options = GAME.read_options(preset, {"seats": seats})
            assert Position(GAME, options, seed=seats).turn in range(-1, seats)


def test_presets_are_those_of_the_rulebook():
    values = {name: dict(preset.values) for name, preset in GAME.presets.items()}
    tiny = {"seats": 2, "suits": 1, "ranks": 4, "ace_trigger": 1, "hand_size": 1, "hands": 1}
    assert values == {
        "mitch": {},
        "discard_draw": {"draw": "stock_or_discard"},
        "must_place": {"draw": "must_place"},
        "gunzler": {"tie": "lowest_low", "shortest_bonus": "double"},
        "two_packs": {"seats": 6, "packs": 2},
        "three_cards": {"hand_size": 3},
        "zero_cards": {"hand_size": 0},
        "high_low": {"direction": "high_low"},
        "revolution": {
            "ace_trigger": 4,
            "phase2": "no",
            "win_value": "players_plus_1",
            "shortest_bonus": "fifth_suit",
            "tie": "lowest_low",
            "no_play_penalty": 0,
        },
        "tiny": tiny,
        "tiny_zero": {**tiny, "hand_size": 0},
        "tiny_two_suits": {**tiny, "suits": 2, "ranks": 3, "ace_trigger": 2},
    }


def test_double_and_fifth_suit_are_the_same_points():
    columns = seat(spades="9 5"), seat(hearts="10 4 2")
    assert final_scores(*columns, shortest_bonus="double") == final_scores(*columns, shortest_bonus="fifth_suit") == [8, 4]


def test_the_bound_on_decisions_is_the_rulebooks():
    def bound(**given: object) -> int:
        return GAME.read_options("mitch", given).max_decisions()

    assert bound() == 192
    assert bound(packs=2) == 384
    assert bound(draw="must_place", hands=1) == 192
    assert bound(draw="stock_or_discard", hands=1, seats=3) == 2 * (48 + 49 * 2 * 3)
    assert bound(match_tie="extra_hand") == 20 * 48


@pytest.mark.parametrize("preset", ["discard_draw", "must_place"])
def test_the_bound_holds_where_everybody_draws_discards(preset: str):
    for seed in range(20):
        position = Position(GAME, GAME.read_options(preset, {"seats": 2, "hands": 1}), seed=seed)
        decisions = 0
        while not position.over:
            position.apply(position.legal()[-1 if position.state.choosing else 0])
            decisions += 1
        assert decisions <= position.options.max_decisions()


# The decisions of section 4


@pytest.mark.parametrize(("hands", "played"), [(1, 1), (3, 3), ("one_per_seat", 2), (4, 4)])
def test_mitch_d1_hands_in_a_match(hands: int | str, played: int):
    position = Position(GAME, GAME.read_options("tiny", {"hands": hands}), seed=1)
    while not position.over:
        position.apply(position.legal()[0])
    assert position.state.finished == played


def tied(**options: object) -> Position:
    """Return the last decision of a match of four hands that will end 9 to 9."""
    return table(seat("KH", total=5), seat(total=9), aces="AS:0 AH:0 AD:0", finished=3, hand_size=1, **options)


def test_mitch_d2_equal_totals_share_the_win_or_play_on():
    assert play(tied(), "place KH").over
    after = play(tied(match_tie="extra_hand"), "place KH", "deal 1 3S", "deal 0 2S", "draw 1 4S")
    assert not after.over
    assert play(tied(match_tie="extra_hand"), "discard KH").over  # 5 to 9: no tie, no extra hand


def test_mitch_d3_the_trigger_ace_of_the_deal_is_replaced():
    after = dealt("dealer 1", *deals(1, "AS AH", "AD KD"), "draw 0 QH", "draw 0 JH", "draw 1 QD", seats=2, hand_size=2)
    assert hand(after, 1) == "KD QD"


def test_mitch_d4_the_dealers_left_starts_phase_2():
    chance = ["dealer 0", *deals(0, "AS AH", "AD KD"), "draw 1 QD", "draw 0 QH", "draw 0 JH"]
    assert dealt(*chance, seats=2, hand_size=2).turn == 1


def test_mitch_d5_the_turn_of_the_trigger_ace_is_phase_2():
    before = table(seat("KH QH"), seat("KD"), aces="AS:0 AH:0", hand_size=1, hands=1)
    after = play(play(before, "discard QH", "draw 1 AD"), "discard KD")
    assert (after.state.seats[1].had_turn, after.state.seats[0].had_turn) == (0, 1)


def test_mitch_d6_without_a_turn_in_phase_1_there_is_no_penalty():
    assert final_scores(seat(had_turn=True), seat(had_turn=False)) == [-10, 0]


def test_mitch_d7_the_whole_pile_may_be_looked_at():
    position = table(seat("KH"), seat("KD"), pile="2S:0 3S:1 4S:0", hand_size=1)
    assert scene(position, None).zones["pile"].items == (
        "2S",
        "3S",
        "4S",
    )


def test_mitch_d8_columns_equal_throughout():
    columns = seat(spades="K 9"), seat(spades="K 9"), seat(spades="2")
    assert final_scores(*columns, packs=2) == [-2, -2, -1]
    assert final_scores(*columns, packs=2, dead_tie="shared") == [4, 4, -1]
    assert final_scores(*columns, packs=2, dead_tie="shared", shortest_bonus="double") == [8, 8, -1]


def test_mitch_d9_a_taken_card_does_not_go_straight_back():
    before = table(seat("KH 9S"), seat("KD"), taken="9S", draw="stock_or_discard", hand_size=1)
    assert "discard 9S" not in legal(before)


def test_mitch_d10_rounds_of_discard_draws():
    options = {"draw": "stock_or_discard", "hand_size": 1, "discard_stall": 1}
    before = table(seat("KH QH"), seat("KD"), without_stock=1, **options)
    assert legal(play(before, "discard QH")) == ["draw stock", "draw discard"]
    before = table(seat("KH QH"), seat("KD"), without_stock=2, **options)
    assert hand(play(before, "discard QH", "draw 1 2S"), 1) == "KD 2S"


def test_mitch_d11_the_action_when_time_runs_out():
    choices = {"draw": "stock_or_discard", "hand_size": 1}
    assert timeout(table(seat("KH"), seat("KD"), pile="9S:1", choosing=True, **choices)) == "draw stock"
    assert timeout(position("KH 2S 7D")) == "discard 7D"  # just drawn
    assert timeout(table(seat("KH 2S 7D"), seat(), aces="AS:0 AH:0 AD:0")) == "discard KH"  # held longest
    assert timeout(table(seat("KH 9S"), seat(), taken="9S", draw="must_place", hand_size=1)) == "place 9S"
    assert timeout(table(seat("9S"), seat(), taken="9S", draw="stock_or_discard", hand_size=0)) == "place 9S"
    assert timeout(table(seat("KH 2D 9S"), seat(), taken="9S", **choices)) == "discard KH"


def test_mitch_d11_the_order_of_a_hand_outlives_what_is_played():
    before = table(seat("KH 2S 7D 9C"), seat("3S 4S 5S"), aces="AS:0 AH:0 AD:0")
    after = play(play(before, "place 2S"), "discard 4S")
    assert hand(after, 0) == "KH 7D 9C" and timeout(after) == "discard KH"
    assert hand(play(after, "discard KH"), 0) == "7D 9C"


def test_mitch_d12_extra_hands_come_to_an_end():
    assert play(tied(match_tie="extra_hand", max_hands=4), "place KH").over
    more = play(tied(match_tie="extra_hand", max_hands=5), "place KH", "deal 1 3S", "deal 0 2S", "draw 1 4S")
    assert not more.over


@pytest.mark.parametrize(
    "given",
    [
        {"seats": 5, "hand_size": 9, "ace_trigger": 1, "phase2": "no", "hands": 13},
        {"seats": 10, "hand_size": 9, "packs": 2, "ace_trigger": 1, "phase2": "no", "hands": 7},
        {"hand_size": 0, "suits": 1, "ranks": 2, "ace_trigger": 1, "hands": 100},
        {"preset": "revolution", "seats": 5, "match_tie": "extra_hand"},
    ],
    ids=str,
)
def test_all_hands_may_end_in_one_step_and_it_holds_their_draws(given: dict[str, object]):
    given = dict(given)
    options = GAME.read_options(given.pop("preset", None), given)  # type: ignore
    needed = options.all_hands * (options.seats * options.hand_size + options.trigger) + 1
    assert needed <= len(Position(GAME, options).state.drew)
    for seed in range(30):
        position = Position(GAME, options, seed=seed)
        while not position.over:
            position.apply(position.legal()[0])
        assert position.state.finished >= options.first_hands
