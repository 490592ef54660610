"""The rules of Mitch, each by its id."""

from __future__ import annotations

from mitch.table import GAME, column, deals, dealt, discards, final_scores, hand, play, position, refused, seat, shown, table
from muckle.games.mitch.columns import suit_of
from muckle.kit.playing_cards import CARDS, LANE
from steps import action_text, legal, scene

THREE = deals(2, "KH QH JH 10H 9H", "KD QD JD 10D 9D", "KC QC JC 10C 9C")
"""A deal by seat 2 in which nobody gets an Ace or a spade."""


def test_the_suit_of_a_card_is_its_lane():
    assert [int(suit_of(card)) for card in range(CARDS)] == [card // LANE for card in range(CARDS)]


# Deal


def test_mitch_1_five_cards_each_one_at_a_time_from_the_dealers_left():
    after = dealt("dealer 2", *THREE, "draw 0 2S", seats=3)
    assert [hand(after, seat) for seat in (1, 2)] == ["KD QD JD 10D 9D", "KC QC JC 10C 9C"]
    assert hand(after, 0) == "KH QH JH 10H 9H 2S"
    assert after.state.stock_left == 52 - 16


def test_mitch_1_two_packs_have_every_card_twice():
    cards = GAME.read_options("two_packs").pack()
    assert len(cards) == 104 and sorted(cards) == sorted([*range(52), *range(52)])


def test_mitch_1a_the_first_dealer_is_random_and_the_deal_passes_to_the_left():
    for dealer in range(3):
        hands = deals(dealer, "2S", "3S", "4S")
        after = dealt(f"dealer {dealer}", *hands, f"draw {(dealer + 1) % 3} 5S", seats=3, hand_size=1)
        assert (after.state.dealer, after.turn) == (dealer, (dealer + 1) % 3)
    before = table(seat("2S"), seat(), seat(), dealer=1, turn=0, aces="AS:0 AH:0 AC:0", hand_size=1)
    after = play(before, "discard 2S", "deal 0 KH", "deal 1 QH", "deal 2 JH", "draw 0 10H")
    assert (after.state.dealer, after.turn, after.state.finished) == (2, 0, 1)


def test_mitch_1b_aces_are_shown_and_replaced_until_the_hand_is_full():
    after = dealt(
        *("dealer 1", "deal 0 AS", "deal 1 AH", "deal 0 KH", "deal 1 KD"),
        *("draw 0 AD", "draw 0 QH", "draw 1 QD", "draw 0 2C"),
        seats=2, hand_size=2, ace_trigger=4,
    )  # fmt: skip
    assert shown(after) == ["0 AS", "0 AD", "1 AH"]
    assert (hand(after, 0), hand(after, 1)) == ("KH QH 2C", "KD QD")


def test_mitch_1c_aces_lie_in_a_display_of_their_own():
    after = dealt("dealer 1", "deal 0 AS", "deal 1 KD", "draw 0 KH", "draw 0 QH", seats=2, hand_size=1)
    assert shown(after) == ["0 AS"] and discards(after) == []
    assert refused(after, "place AS") == refused(after, "discard AS").replace("discard", "place")
    assert refused(after, "place AS").endswith("[Mitch 1c]")


def test_mitch_1c_the_display_is_empty_behind_the_aces_shown():
    before = table(seat("2S"), seat(), dealer=1, turn=0, aces="AS:0 AH:0 AC:0 AD:0", hand_size=1, packs=2, ace_trigger=4)
    after = play(before, "discard 2S", "deal 1 QH", "deal 0 KH", "draw 1 10H")
    assert after.state.aces == 0 and not after.state.shown.any()


def test_mitch_2_three_aces_in_the_deal_start_phase_2_at_the_dealers_left():
    after = dealt("dealer 1", *deals(1, "AS AH", "AD KD"), "draw 0 QH", "draw 0 JH", "draw 1 QD", seats=2, hand_size=2)
    assert (after.turn, after.state.aces) == (0, 3)
    assert (hand(after, 0), hand(after, 1)) == ("QH JH", "KD QD")


# Phase 1


def test_mitch_3_a_turn_begins_with_a_card_from_the_stock_and_turns_go_clockwise():
    before = table(seat("KH QH"), seat("KD"), seat("KC"), hand_size=1)
    after = play(before, "discard QH", "draw 1 2S")
    assert (after.turn, hand(after, 1)) == (1, "KD 2S")
    assert play(after, "discard KD", "draw 2 3S").turn == 2


def test_mitch_3a_an_ace_drawn_is_shown_and_the_player_draws_again():
    before = table(seat("KH QH"), seat("KD"), hand_size=1)
    after = play(before, "discard QH", "draw 1 AS", "draw 1 AH", "draw 1 2S")
    assert shown(after) == ["1 AS", "1 AH"] and hand(after, 1) == "KD 2S"


def test_mitch_3b_the_third_ace_is_not_replaced():
    before = table(seat("KH QH"), seat("KD"), aces="AS:0 AH:0", hand_size=1)
    after = play(before, "discard QH", "draw 1 AD")
    assert (hand(after, 1), after.turn) == ("KD", 1)


def test_mitch_4_one_card_is_placed_or_discarded_and_there_is_no_pass():
    before = position("7S 3S", spades="9 5")
    assert legal(before) == ["discard 3S", "discard 7S", "place 3S"]
    after = play(table(seat("KH QH"), seat("KD"), hand_size=1), "place KH", "draw 1 2S")
    assert (hand(after, 0), column(after, 0, "H"), discards(after)) == ("QH", "K", [])
    after = play(table(seat("KH QH"), seat("KD"), hand_size=1), "discard KH", "draw 1 2S")
    assert (hand(after, 0), column(after, 0, "H"), discards(after)) == ("QH", "", ["0 KH"])


def test_mitch_4a_any_card_of_the_hand_may_be_used_and_a_discard_is_always_allowed():
    before = dealt("dealer 2", *THREE, "draw 0 2S", seats=3)
    everything = {"KH", "QH", "JH", "10H", "9H", "2S"}
    assert set(legal(before)) == {f"{verb} {card}" for verb in ("place", "discard") for card in everything}
    assert legal(position("9S", spades="2")) == ["discard 9S"]
    assert refused(before, "place KD") == "K♦ is not in your hand [Mitch 4a]"


def test_mitch_4a_discarding_a_card_that_fits_can_be_left_out():
    before = position("10S 3S KH", spades="K 9", discarding="no")
    assert legal(before) == ["discard 10S", "place 3S", "place KH"]
    assert refused(before, "discard 3S") == "3♠ fits, and in this match a card that fits may not be discarded [Mitch 4a]"
    assert "Mitch 4a" in scene(before, 0).help and "Mitch 4a" not in scene(position("3S"), 0).help


def test_mitch_4a_without_discarding_each_card_has_one_use_also_when_a_discard_is_drawn():
    options = {"draw": "stock_or_discard", "discarding": "no"}
    taken = table(seat("KS QS", spades="9"), seat("KD"), taken="QS", hand_size=1, **options)
    assert legal(taken) == ["discard KS"], "the queen fits nowhere and was taken in this turn (Mitch 11a)"
    both = table(seat("2S QS QS", known="QS", spades="9"), seat("KD"), taken="QS", packs=2, hand_size=2, **options)
    assert legal(both) == ["discard QS", "place 2S"]


def test_mitch_d11_without_discarding_the_timeout_places_a_card_that_fits():
    for held, played in (("10S 3S", "place 3S"), ("3S 10S", "discard 10S")):
        before = position(held, spades="K 9", discarding="no")
        assert action_text(before, GAME.text.timeout(before.plain_setup, before.plain_state)) == played


def test_mitch_5_a_card_goes_below_a_higher_one_only():
    assert legal(position("10S 8S 2S KH", spades="K 9")) == [
        *("discard 2S", "discard 8S", "discard 10S", "discard KH"),
        *("place 2S", "place 8S", "place KH"),
    ]
    told = refused(position("10S", spades="K 9"), "place 10S")
    assert told == "10♠ is not lower than the 9♠ at the end of your spades [Mitch 5]"


def test_mitch_5_each_suit_has_one_column_of_its_own():
    before = table(seat("3S KH", spades="9 5"), seat("KD 2D"), aces="AS:0 AH:0 AD:0")
    after = play(play(play(before, "place 3S"), "place KD"), "place KH")
    assert [column(after, 0, suit) for suit in "SHDC"] == ["9 5 3", "K", "", ""]
    assert column(after, 1, "D") == "K"


def test_mitch_5a_placed_cards_stay():
    before = table(seat("3S KH", spades="9 5"), seat("KD"), aces="AS:0 AH:0 AD:0")
    assert refused(before, "discard 5S") == refused(before, "place 5S") == "5♠ is not in your hand [Mitch 4a]"
    assert column(play(before, "discard 3S"), 0, "S") == "9 5"


# Phase 2


def test_mitch_6_the_turn_of_the_third_ace_goes_on_and_nobody_draws_any_more():
    before = table(seat("KH QH"), seat("KD"), aces="AS:0 AH:0", hand_size=1, hands=1)
    after = play(before, "discard QH", "draw 1 AD")
    assert legal(after) == ["discard KD", "place KD"]
    after = play(after, "place KD")
    assert (after.turn, after.drew()) == (0, [])
    assert play(after, "discard KH").over


def test_mitch_6a_all_have_as_many_turns_in_phase_2():
    chance = ["dealer 1", *deals(1, "AS AH", "AD KD"), "draw 0 QH", "draw 0 JH", "draw 1 QD"]
    position = dealt(*chance, seats=2, hand_size=2, hands=1)
    turns = []
    while not position.over:
        turns.append(position.turn)
        position.apply(position.legal()[0])
    assert turns == [0, 1, 0, 1]


def test_mitch_6b_the_fourth_ace_stays_in_the_stock_without_effect():
    before = table(seat("KH"), seat("KD"), aces="AS:0 AH:0 AD:0", hand_size=1, hands=1)
    after = play(play(before, "discard KH"), "discard KD")
    assert after.over and after.state.aces == 3


# Who wins, and scores


def test_mitch_7_the_longest_column_wins():
    assert final_scores(seat(spades="9 5 3"), seat(spades="K Q"), placed_all := seat()) == [4, -2, 0]
    assert placed_all["columns"] == []


def test_mitch_7a_the_higher_last_card_wins_between_equal_lengths():
    assert final_scores(seat(spades="K 2"), seat(spades="7 5"), seat(spades="6 4")) == [-2, 4, -2]


def test_mitch_7b_one_card_can_win_and_a_suit_without_cards_is_nobodys():
    assert final_scores(seat(clubs="2"), seat()) == [4, 0]


def test_mitch_8_a_suit_won_brings_four_points():
    assert final_scores(seat(clubs="2", spades="3", hearts="4", diamonds="5"), seat()) == [16, 0]


def test_mitch_8a_a_card_in_a_suit_not_won_costs_one_point():
    assert final_scores(seat(spades="9 8 7 6"), seat(spades="K Q 2", hearts="4")) == [4, 1]


def test_mitch_8b_a_turn_in_phase_1_without_a_card_placed_costs_ten():
    assert final_scores(seat(had_turn=True), seat(clubs="2", had_turn=True, placed=True)) == [-10, 4]


def test_mitch_8c_only_a_finished_turn_of_phase_1_is_a_chance_and_only_phase_1_saves():
    never = table(seat("KH"), seat("KD"), aces="AS:0 AH:0 AD:0", hand_size=1, hands=1)
    assert play(play(never, "discard KH"), "discard KD").scores() == [0, 0]
    late = table(seat("KH QH"), seat("KD"), aces="AS:0 AH:0", hand_size=1, hands=1)
    late = play(play(play(late, "discard QH", "draw 1 AD"), "place KD"), "place KH")
    assert late.scores() == [4 - 10, 4]  # seat 0 had a turn in phase 1, seat 1 had not
    early = table(seat("KH QH"), seat("KD"), aces="AS:0 AH:0", hand_size=1, hands=1)
    early = play(play(play(early, "place QH", "draw 1 AD"), "place KD"), "discard KH")
    assert early.scores() == [4, 4]


def test_mitch_8d_aces_discards_and_the_stock_count_nothing():
    before = table(seat("KH"), seat(), aces="AS:1 AH:1 AD:1", pile="2S:1 3S:0", hand_size=1, hands=1)
    assert play(before, "discard KH").scores() == [0, 0]


def test_mitch_9_four_hands_are_a_match_and_totals_decide():
    before = table(seat("KH", total=5), seat(clubs="2", total=2), aces="AS:0 AH:0 AD:0", hand_size=1, finished=3)
    after = play(before, "discard KH")
    assert after.over and after.scores() == [5, 6] and after.state.finished == 4
    assert GAME.text.reason(after.plain_setup, after.plain_state) == "four hands played"


# The deal and the draw


def test_mitch_10_other_hand_sizes():
    after = dealt("dealer 1", *deals(1, "KH QH 3H", "KD QD 3D"), "draw 0 2S", preset="three_cards", seats=2)
    assert (hand(after, 0), hand(after, 1)) == ("KH QH 3H 2S", "KD QD 3D")


def test_mitch_10_with_no_hand_each_card_is_used_as_it_is_drawn():
    after = dealt("dealer 1", "draw 0 AS", "draw 0 7H", preset="zero_cards", seats=2)
    assert legal(after) == ["discard 7H", "place 7H"]
    after = play(after, "place 7H", "draw 1 9H")
    assert legal(after) == ["discard 9H", "place 9H"] and hand(after, 0) == ""


def test_mitch_11_the_top_discard_may_be_drawn_in_phase_1_only():
    choosing = table(seat("KH"), seat("KD"), pile="2S:1 9S:1", choosing=True, draw="stock_or_discard", hand_size=1)
    assert legal(choosing) == ["draw stock", "draw discard"]
    after = play(choosing, "draw discard")
    assert hand(after, 0) == "KH 9S" and discards(after) == ["1 2S"]
    assert hand(play(choosing, "draw stock", "draw 0 7C"), 0) == "KH 7C"
    last = table(seat("KH QH"), seat("KD"), pile="2S:1", aces="AS:0 AH:0 AD:1", draw="stock_or_discard", hand_size=1)
    assert legal(play(last, "discard KH")) == ["discard KD", "place KD"]


def test_mitch_11_an_ace_from_the_stock_is_followed_by_another_card_from_the_stock():
    choosing = table(seat("KH"), seat("KD"), pile="9S:1", choosing=True, draw="stock_or_discard", hand_size=1)
    assert hand(play(choosing, "draw stock", "draw 0 AS", "draw 0 3C"), 0) == "KH 3C"


def test_mitch_11a_a_card_from_the_pile_may_not_go_back_in_the_same_turn():
    before = table(seat("KH 9S"), seat("KD"), taken="9S", draw="stock_or_discard", hand_size=1)
    assert legal(before) == ["discard KH", "place 9S", "place KH"]
    assert refused(before, "discard 9S") == (
        "9♠ was taken from the discard pile in this turn and may not go back at once [Mitch 11a]"
    )


def test_mitch_11a_with_two_packs_the_other_copy_may():
    before = table(seat("9S KH 9S", known="9S"), seat("KD"), taken="9S", draw="stock_or_discard", packs=2, hand_size=2)
    assert "discard 9S" in legal(before)
    after = play(before, "discard 9S")  # from now on seat 1 may take it in turn
    assert hand(after, 0) == "KH 9S" and after.state.seats[0].known == 1 << 7


def test_mitch_11b_a_card_from_the_pile_must_be_placed_at_once():
    before = table(seat("KH 9S"), seat("KD"), taken="9S", draw="must_place", hand_size=1)
    assert legal(before) == ["place 9S"]
    assert (
        refused(before, "discard KH")
        == refused(before, "place KH")
        == ("9♠ was taken from the discard pile and must be placed [Mitch 11b]")
    )
    assert refused(before, "discard 9S").endswith("[Mitch 11b]")


def test_mitch_11b_it_can_be_taken_only_if_it_fits():
    before = table(seat("KH QH"), seat("KD", hearts="9"), draw="must_place", hand_size=1)
    assert legal(play(before, "discard QH", "draw 1 2C")) == ["discard KD", "discard 2C", "place KD", "place 2C"]
    before = table(seat("KH QH"), seat("KD", hearts="K"), draw="must_place", hand_size=1, packs=2)
    assert legal(play(before, "discard QH")) == ["draw stock", "draw discard"]


def test_mitch_11c_after_two_rounds_without_the_stock_the_next_draw_is_from_there():
    options = {"draw": "stock_or_discard", "hand_size": 1}
    before = table(seat("KH QH"), seat("KD"), without_stock=4, **options)
    assert hand(play(before, "discard QH", "draw 1 2S"), 1) == "KD 2S"
    before = table(seat("KH QH"), seat("KD"), without_stock=3, **options)
    after = play(before, "discard QH")
    assert legal(after) == ["draw stock", "draw discard"]
    assert play(after, "draw discard").state.without_stock == 4
    assert play(after, "draw stock", "draw 1 2S").state.without_stock == 0


def test_mitch_11c_does_not_apply_where_the_card_must_be_placed():
    before = table(seat("KH QH"), seat("KD"), without_stock=99, draw="must_place", hand_size=1)
    assert legal(play(before, "discard QH")) == ["draw stock", "draw discard"]


def test_mitch_11d_a_draw_that_leaves_no_legal_action_is_not_offered():
    before = table(seat("9S"), seat(spades="6"), draw="stock_or_discard", hand_size=0)
    assert legal(play(before, "discard 9S", "draw 1 KD")) == ["discard KD", "place KD"]
    before = table(seat("5S"), seat(spades="6"), draw="stock_or_discard", hand_size=0)
    after = play(play(before, "discard 5S"), "draw discard")
    assert legal(after) == ["place 5S"]


def test_mitch_12_another_ace_ends_phase_1():
    before = table(seat("KH QH"), seat("KD"), hand_size=1, ace_trigger=1)
    assert hand(play(before, "discard QH", "draw 1 AD"), 1) == "KD"
    before = table(seat("KH QH"), seat("KD"), aces="AS:0 AH:0 AC:0", hand_size=1, ace_trigger=4)
    assert hand(play(before, "discard QH", "draw 1 2D"), 1) == "KD 2D"


# Winning and scoring


def test_mitch_13_with_low_ties_the_lower_last_card_wins():
    assert final_scores(seat(spades="K 2"), seat(spades="7 5"), tie="lowest_low") == [4, -2]


def test_mitch_14_the_shortest_column_that_won_counts_twice():
    bonus = {"shortest_bonus": "double"}
    assert final_scores(seat(spades="9 5 3"), seat(hearts="K 2"), **bonus) == [4, 8]
    assert final_scores(seat(spades="9 5"), seat(hearts="10 4"), **bonus) == [4, 8]
    assert final_scores(seat(spades="9 5"), seat(hearts="9 5 2"), seat(hearts="3"), **bonus) == [8, 4, -1]


def test_mitch_14_low_goes_by_rank_in_rising_columns_too():
    both = {"shortest_bonus": "double", "direction": "high_low"}
    assert final_scores(seat(spades="3 9"), seat(hearts="8 4"), **both) == [8, 4]


def test_mitch_14a_columns_of_the_same_ranks_both_count_twice():
    both = {"shortest_bonus": "double", "direction": "high_low"}
    assert final_scores(seat(spades="9 5"), seat(hearts="5 9"), seat(clubs="9 5 2"), **both) == [8, 8, 4]


def test_mitch_15_the_values_may_be_changed():
    values = {"win_value": 7, "loss_per_card": 3, "no_play_penalty": 50}
    assert final_scores(seat(spades="9 5"), seat(spades="4"), seat(had_turn=True), **values) == [7, -3, -50]
    assert final_scores(seat(spades="9 5"), seat(spades="4"), loss_per_card=0) == [4, 0]


# Two packs


def test_mitch_16_an_equal_card_does_not_fit():
    before = table(seat("9S 9S", spades="K"), seat("KD"), packs=2, aces="AS:0 AS:0 AH:0 AH:0 AD:0 AD:1")
    after = play(play(before, "place 9S"), "discard KD")
    assert legal(after) == ["discard 9S"]
    assert refused(after, "place 9S") == "9♠ is equal to the 9♠ at the end of your spades [Mitch 16]"


def test_mitch_16a_equal_columns_are_compared_from_the_last_card_to_the_first():
    assert final_scores(seat(spades="K 9 4"), seat(spades="Q 9 4"), packs=2) == [4, -3]
    assert final_scores(seat(spades="K 9 4"), seat(spades="Q 9 4"), packs=2, tie="lowest_low") == [-3, 4]
    assert final_scores(seat(spades="K 8 4"), seat(spades="Q 9 4"), packs=2) == [-3, 4]


def test_mitch_16b_columns_equal_throughout_win_nothing_and_all_cards_of_the_suit_cost():
    assert final_scores(seat(spades="K 9 4"), seat(spades="K 9 4"), seat(spades="2"), packs=2) == [-3, -3, -1]


def test_mitch_16c_the_trigger_is_the_sixth_ace():
    before = table(seat("KH QH"), seat("KD"), aces="AS:0 AS:0 AH:0 AH:0 AD:0", hand_size=1, packs=2)
    assert hand(play(before, "discard QH", "draw 1 AD"), 1) == "KD"
    before = table(seat("KH QH"), seat("KD"), aces="AS:0 AS:0 AH:0", hand_size=1, packs=2)
    assert hand(play(before, "discard QH", "draw 1 AD", "draw 1 2S"), 1) == "KD 2S"


def test_mitch_16d_high_low_with_two_packs_goes_on_to_the_cards_before_the_last():
    both = {"packs": 2, "direction": "high_low"}
    assert final_scores(seat(spades="K 9 4"), seat(spades="Q 9 4"), **both) == [4, -3]
    assert final_scores(seat(spades="3 7 J"), seat(spades="4 7 J"), **both) == [4, -3]  # the 3 is further from the King
    assert final_scores(seat(spades="3 7 J"), seat(spades="3 7 J"), **both) == [-3, -3]


# High/low


def test_mitch_17_the_second_card_fixes_the_direction():
    high_low = {"direction": "high_low"}
    assert legal(position("2S 9S KS", spades="7", **high_low))[-3:] == ["place 2S", "place 9S", "place KS"]
    assert legal(position("2S 8S 10S KS", spades="7 9", **high_low))[-2:] == ["place 10S", "place KS"]
    assert legal(position("2S 3S 5S KS", spades="7 4", **high_low))[-2:] == ["place 2S", "place 3S"]
    rising = position("8S", spades="7 9", **high_low)
    assert refused(rising, "place 8S") == "8♠ is not higher than the 9♠ at the end of your spades [Mitch 17]"


def test_mitch_17a_the_last_card_further_from_its_end_wins_and_falling_beats_rising():
    high_low = {"direction": "high_low"}
    assert final_scores(seat(spades="5 9 Q"), seat(spades="10 6 4"), **high_low) == [-3, 4]
    assert final_scores(seat(spades="5 9 10"), seat(spades="J 6 4"), **high_low) == [4, -3]
    assert final_scores(seat(spades="5 9 J"), seat(spades="10 6 4"), **high_low) == [-3, 4]
    assert final_scores(seat(spades="2 5"), seat(spades="6 3"), **high_low, ranks=5) == [-2, 4]  # the 6 is the highest
    assert final_scores(seat(spades="2 4"), seat(spades="6 3"), **high_low, ranks=5) == [4, -2]


def test_mitch_17b_a_single_card_counts_as_falling():
    assert final_scores(seat(spades="9"), seat(spades="4"), direction="high_low") == [4, -1]
    assert final_scores(seat(spades="8"), seat(spades="7"), direction="high_low") == [4, -1]


# Revolution


def four(*seats, **options):
    """Return a Revolution hand whose fourth Ace comes next, to seat 1."""
    return table(*seats, preset="revolution", aces="AS:0 AH:0 AD:0", **{"hands": 1, **options})


def test_revolution_1_the_first_three_aces_are_replaced_in_the_deal_as_in_play():
    chance = ["dealer 1", *deals(1, "AS KH", "KD QD"), "draw 0 AH", "draw 0 AD", "draw 0 QH", "draw 0 2S"]
    after = dealt(*chance, preset="revolution", seats=2, hand_size=2)
    assert (hand(after, 0), after.state.aces) == ("KH QH 2S", 3)


def test_revolution_2_the_fourth_ace_ends_the_hand_at_once():
    after = play(four(seat("KH 2S"), seat("KD QD", spades="5")), "place KH", "draw 1 AC")
    assert after.over and after.scores() == [3, 6]  # the 5 is the lowest of the two shortest columns
    assert (hand(after, 0), hand(after, 1)) == ("2S", "KD QD")


def test_revolution_3_the_fourth_ace_in_the_deal_ends_the_hand_for_nothing():
    lost = [*deals(1, "AS AH", "KD AD"), "draw 0 AC", *deals(0, "2S 3S", "4S 5S"), "draw 1 6S"]
    after = dealt("dealer 1", *lost, preset="revolution", seats=2, hand_size=2, ace_trigger=3)
    assert (after.state.finished, after.scores(), after.turn, after.state.dealer) == (1, [0, 0], 1, 0)


def test_revolution_3_all_cards_are_dealt_first_and_the_hands_behind_show_their_aces():
    options = {"preset": "revolution", "seats": 2, "hand_size": 2, "ace_trigger": 2, "hands": 1}
    after = dealt("dealer 1", *deals(1, "AS AH", "AD AC"), **options)
    assert after.over and shown(after) == ["0 AS", "0 AH", "1 AD", "1 AC"]
    after = dealt("dealer 1", *deals(1, "AS KH", "AD QD"), "draw 0 AH", **options)
    assert after.over and (hand(after, 0), hand(after, 1)) == ("KH", "QD")


def test_revolution_3_counts_as_one_of_the_hands():
    lost = [*deals(1, "AS AD", "AH AC"), "draw 0 KH", "draw 0 QH"]
    again = [*deals(0, "AH AC", "AS AD"), "draw 1 KH", "draw 1 QH"]
    after = dealt("dealer 1", *lost, *again, preset="revolution", seats=2, hand_size=2, hands=2)
    assert after.over and after.scores() == [0, 0]


def test_revolution_4_a_suit_is_worth_the_players_and_one():
    for players in (2, 3, 4):
        others = [seat() for _ in range(players - 2)]
        after = play(four(seat("KH", spades="9 5"), seat(spades="2", clubs="4 3 2"), *others), "place KH", "draw 1 AC")
        bonus = players + 1  # the King of Hearts is the shortest column
        assert after.scores()[:2] == [3 * bonus, bonus - 1]


def test_revolution_5_the_shortest_column_that_won_earns_its_value_once_more():
    after = play(four(seat("KH", spades="9 5"), seat(clubs="4 3")), "place KH", "draw 1 AC")
    assert after.scores() == [3 + 2 * 3, 3]


def test_revolution_6_low_ties_and_no_penalty():
    before = four(seat("KH", spades="9 5"), seat(spades="8 4", had_turn=True), seat(had_turn=True))
    assert play(before, "discard KH", "draw 1 AC").scores() == [-2, 8, 0]


def test_revolution_7_a_match_is_four_hands():
    assert GAME.read_options("revolution").hands == 4


def test_revolution_8_two_play_by_the_same_rules():
    options = GAME.read_options("revolution", {"seats": 2})
    assert options.settings()["win"] == 3 and options.settings()["bonus"] == 1
