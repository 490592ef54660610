"""A test for each rule, named after its id."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise

import pytest

from alphabetickell.table import NAMES, Table, match, table
from muckle.errors import IllegalError
from muckle.games.alphabetickell import GAME
from muckle.games.alphabetickell.state import PASS
from steps import read_action


def refused(made: Table, action: str) -> str:
    """Why an action is refused: the message with its rule."""
    with pytest.raises(IllegalError) as error:
        made.do(action)
    return str(error.value)


def story(made: Table, action: str, *chance: str) -> list[str]:
    """Return what a spectator is told of an action."""
    before = made.copy()
    number = read_action(made.position, action)
    made.do(action, *chance)
    events = GAME.text.events(made.position.plain_setup, made.position.facts(before.position, number), NAMES[: made.seats])
    return [event.told(None) for event in events]


def test_alphabetickell_1_three_cards_each_from_the_dealers_left() -> None:
    made = match(seats=4, first_dealer="seat:2", seed=3)
    assert [text.split()[:2] for text in made.drew()] == [["deal", str(seat)] for seat in [3, 0, 1, 2] * 3]
    dealt = [text.split()[2] for text in made.drew()]
    assert len(set(dealt)) == 12 and sorted(dealt + made.pile()) == sorted(made.cards) and len(made.cards) == 48
    for seat in range(4):
        hand = [card for text in made.drew() for _, who, card in [text.split()] if who == str(seat)]
        assert [made.cards[card] for card in made.state.seats[seat].hand[:3]] == hand


def test_alphabetickell_1_every_card_is_as_likely_in_every_hand() -> None:
    counts = Counter(match(seed=seed).drew()[place].split()[2] for seed in range(600) for place in (1, 9))
    assert len(counts) == 48 and max(counts.values()) < 60, "1200 cards, 25 of each expected"


def test_alphabetickell_1a_the_first_dealer_is_drawn_at_random() -> None:
    first = Counter(match(seats=4, seed=seed).drew()[0] for seed in range(400))
    assert set(first) == {"dealer 0", "dealer 1", "dealer 2", "dealer 3"} and min(first.values()) > 60
    made = match(seats=4, seed=1)
    assert made.drew()[0] == f"dealer {made.dealer}"


def test_alphabetickell_2_each_keeps_one_from_the_dealer_clockwise() -> None:
    made = match(seats=3, first_dealer="seat:1")
    kept = list[str]()
    for seat in (1, 2, 0):
        assert made.turn == seat and not made.offer
        hand = [made.cards[card] for card in made.state.seats[seat].hand[:3]]
        assert made.acts() == [f"keep {card}" for card in hand]
        kept.append(hand[2])
        made.do(f"keep {hand[2]}")
        assert made.line(seat) == hand[2]
    assert [made.line(seat) for seat in (1, 2, 0)] == kept


def test_alphabetickell_2_only_a_card_that_was_dealt_can_be_kept() -> None:
    made = match(seats=3, seed=2)
    other = made.pile()[0]
    assert refused(made, f"keep {other}").endswith("is not among the cards dealt to you [Alphabetickell 2]")
    assert refused(made, "pass").startswith("no card is offered yet")


def test_alphabetickell_2a_no_letter_of_the_first_card_is_fixed() -> None:
    made = table("NH", "SC", offer="EL")
    assert {act.split()[2][0] for act in made.acts()[1:]} == {"N", "H"}
    assert made.scene(1).pieces["NH"].face.on == ""


def test_alphabetickell_2b_the_others_are_shuffled_into_the_rest() -> None:
    made = match(seats=3, first_dealer="seat:0", seed=5)
    kept = list[str]()
    while not made.offer:
        kept.append(made.acts()[1].split()[1])
        made.do(made.acts()[1])
    assert sorted([*made.pile(), made.offer, *kept]) == sorted(made.cards)
    assert len(made.pile()) + 1 == 48 - 3


def test_alphabetickell_2b_a_card_put_back_can_be_offered() -> None:
    made = match(seats=2, first_dealer="seat:0", seed=5)
    back = made.acts()[0].split()[1]
    made.do(made.acts()[1])
    assert made.do(made.acts()[1], f"offer {back}") == [f"offer {back}"]


def test_alphabetickell_3_one_card_at_a_time_each_answers_once_from_the_dealer() -> None:
    made = table("NH", "SC", "AJ", "TM", offer="EL", dealer=2)
    asked = list[int]()
    while made.offer == "EL":
        asked.append(made.turn)
        made.do("pass")
    assert asked == [2, 3, 0, 1]


def test_alphabetickell_3_nobody_chooses_again_once_offers_have_begun() -> None:
    told = refused(table("NH", "SC", offer="EL"), "keep NH")
    assert told == "all have kept a card: take the offered one or pass [Alphabetickell 3]"


def test_alphabetickell_3a_passing_is_always_allowed() -> None:
    for offer in ("EL", "AP", "TG"):
        assert table("Nh aP", "SC", offer=offer).acts()[0] == "pass"
        assert table("NH", "SC", offer=offer).acts()[0] == "pass"


def test_alphabetickell_3a_passing_can_be_left_out() -> None:
    made = table("NH", "Am rW", offer="EL", passing="no")
    assert made.acts() == ["take left H-E", "take right H-L", "take left N-E", "take left N-L"]
    assert refused(made, "pass") == "in this match nobody may pass on a card that fits [Alphabetickell 3a]"
    with pytest.raises(ValueError, match="do not allow"):
        made.position.apply(PASS)
    made.do("take left H-E", "offer OC")
    assert (made.turn, made.dealer) == (0, 1), "who cannot take still passes unasked"
    assert made.acts() == ["take left C", "take right O"]
    assert made.scene(0).prompt == "take OC." and made.scene(1).status == "Aiden must take OC."


def test_alphabetickell_3b_who_cannot_take_passes_unasked_and_it_is_announced() -> None:
    made = table("NH", "Am rW", "Ed tM", offer="EL")
    told = story(made, "pass", "offer OC")
    assert told[:4] == ["Aiden passes on EL", "Cat cannot take EL", "Jen cannot take EL", "EL is discarded"]
    assert told[4] == "Aiden turns up OC" and made.turn == 0


def test_alphabetickell_3b_a_card_nobody_can_take_is_no_decision() -> None:
    made = table("Am rY", "Aw tY", offer="RZ", pile="EL NB OX")
    assert made.acts() == ["pass", "take right Z"]
    told = story(made, "take right Z")
    assert [line.split(" up ")[0] for line in told[1:7:2]] == ["Cat turns"] * 3
    assert sorted(told[2:8:2]) == [f"Nobody can take {card}: it is discarded" for card in ("EL", "NB", "OX")]
    assert told[7] == "Round 1 is over: the draw pile is empty"


def test_alphabetickell_4_nothing_goes_into_the_middle() -> None:
    made = table("aJ aM", "SC", offer="AL")
    assert made.acts() == ["pass", "take left A"]
    assert refused(made, "take right L").startswith("L lies between J and M")


def test_alphabetickell_4a_the_second_card_fixes_two_letters() -> None:
    made = table("SG", "AJ", offer="EW")
    assert made.acts() == ["pass", "take left G-E", "take right G-W", "take left S-E", "take right S-W"]
    made.do("take right S-W", "offer AM")
    assert made.line(0) == "Sg eW"
    assert refused(table("AL", "SC", offer="AP"), "take right A-A") == "A cannot stand twice in a line [Alphabetickell 4a]"
    told = refused(table("AL", "SC", offer="AP"), "take right P")
    assert told == "with the second card you choose a letter of AL too, such as A-P [Alphabetickell 4a]"


def test_alphabetickell_4b_later_cards_go_before_the_left_or_behind_the_right_end() -> None:
    made = table("Oh Sg eW", "aJ aM", offer="AP", dealer=1)
    assert made.acts() == ["pass", "take left A", "take right P"]
    made.do("take right P", "offer RZ")
    assert made.line(1) == "aJ aM aP"
    assert made.acts() == ["pass", "take right Z"]
    assert refused(made, "take right E").startswith("RZ shows R and Z, not E [Deck 10]")


def test_alphabetickell_4c_the_letters_decide_the_side() -> None:
    assert refused(table("Nh aP", "SC", offer="EL"), "take right E") == "E comes before N, so it goes left [Alphabetickell 4c]"
    assert refused(table("Nh aP", "SC", offer="OU"), "take left U") == "U comes after N, so it goes right [Alphabetickell 4c]"
    assert refused(table("AL", "SC", offer="EM"), "take left A-E") == "E comes after A, so it goes right [Alphabetickell 4c]"


def test_alphabetickell_4d_a_fixed_letter_never_changes() -> None:
    made = table("Sg eW", "AJ", offer="OX")
    assert made.acts() == ["pass", "take left O", "take right X"], "G and E mean nothing any more"
    told = refused(made, "take left S-O")
    assert told == "the letters of your line are fixed: choose O alone [Alphabetickell 4d]"
    made.do("take left O", "offer RZ")
    assert made.line(0) == "Ox Sg eW"


def test_alphabetickell_4e_letters_rise_and_what_is_skipped_is_lost() -> None:
    made = table("aJ aM", "SC", offer="EK")
    assert made.acts() == ["pass", "take left E"]
    assert refused(made, "take left K").endswith("the ends of your line, and is lost for this round [Alphabetickell 4e]")
    assert refused(table("aJ aM", "SC", offer="EM"), "take right M") == "M stands in your line already [Alphabetickell 4e]"


def test_alphabetickell_4e_every_line_rises_strictly() -> None:
    made = match(seats=4, seed=9)
    for _ in range(150):
        if made.over:
            break
        made.do(made.acts()[-1])
        for seat in range(4):
            letters = re.findall("[A-Z]", made.line(seat))
            assert made.state.seats[seat].length < 2 or letters == sorted(set(letters))


def test_alphabetickell_4f_one_card_takes_any_other_in_three_or_four_ways() -> None:
    for old, new in combinations(match().cards, 2):
        ways = table(old, "SC" if "SC" not in (old, new) else "NH", offer=new).acts()[1:]
        assert len(ways) == (3 if set(old) & set(new) else 4)


def test_alphabetickell_5_the_takers_left_deals_and_nobody_else_may_act() -> None:
    made = table("NH", "SC", "AJ", offer="EL", dealer=2)
    made.do("pass")
    made.do("take left H-E", "offer TM")
    assert (made.dealer, made.turn, made.offer) == (1, 1, "TM")


def test_alphabetickell_6_all_pass_the_card_is_discarded_and_the_dealer_stays() -> None:
    made = table("NH", "SC", "AJ", offer="EL", dealer=2, discard="TM")
    for _ in range(3):
        drew = made.do("pass")
    assert made.discard() == ["TM", "EL"] and made.dealer == made.turn == 2
    assert drew == [f"offer {made.offer}"]


def test_alphabetickell_6a_discards_stay_out_until_the_next_round() -> None:
    made = table("NH", "SC", offer="EL", pile="AP", discard="TM")
    made.do("pass")
    made.do("pass", "offer AP")
    assert made.pile() == []
    assert made.discard() == ["TM", "EL"]
    made.do("pass")
    made.do("pass")
    assert made.state.round_number == 2 and made.discard() == []
    assert {"TM", "EL", "AP"} <= {*made.pile(), *(text.split()[2] for text in made.drew())}


NINE = "Aw iB tC eD Ef tG oH eK iL"
"""Lines of nine and ten cards that leave room at the right."""
TEN = NINE + " eM"


def test_alphabetickell_7_the_eleventh_card_ends_the_round_at_once() -> None:
    made = table("SC", TEN, offer="OU", dealer=1)
    assert made.state.seats[1].length == 10
    told = story(made, "take right U")
    assert told[1] == "Round 1 is over: Cat has 11 cards"
    assert made.totals() == [1, 11] and made.state.round_number == 2


def test_alphabetickell_7_the_tenth_does_not() -> None:
    made = table("SC", NINE, offer="OU", dealer=1)
    made.do("take right U")
    assert made.totals() == [0, 0] and made.state.round_number == 1


def test_alphabetickell_7a_the_last_card_of_the_pile_ends_the_round_when_it_is_answered() -> None:
    for answers in (["take left H-E"], ["pass", "take right C-E"], ["pass", "pass"]):
        made = table("NH", "SC", offer="EL", pile="")
        for answer in answers:
            assert made.state.round_number == 1, "the last card is offered to everybody"
            made.do(answer)
        assert made.state.round_number == 2


def test_alphabetickell_8_a_point_a_card() -> None:
    made = table("Nh aP Sc", "SG", "aJ aM", offer="EL", pile="", totals=[5, 6, 7])
    made.do("take left E")
    assert made.totals() == [9, 7, 9]


def test_alphabetickell_9_who_takes_the_eleventh_deals_first() -> None:
    made = table("SC", "NH", TEN, offer="OU", dealer=1)
    made.do("pass")
    made.do("take right U")
    assert made.dealer == made.turn == 2


def test_alphabetickell_9a_else_who_turned_up_the_last_card_deals_first() -> None:
    for answers in (["pass", "take left H-E"], ["pass", "pass", "pass"]):
        made = table("NH", "SC", "AJ", offer="EL", dealer=2, pile="")
        for answer in answers:
            made.do(answer)
        assert made.state.round_number == 2 and made.dealer == made.turn == 2


def test_alphabetickell_10_thirty_points_end_the_match_else_a_new_round_begins() -> None:
    for total, over in ((27, True), (26, False)):
        made = table("aJ aM", "SC", offer="EL", pile="", totals=[total, 25])
        made.do("take left E")
        assert made.over == over and made.totals() == [total + 3, 26]
    assert made.state.round_number == 2 and len(made.drew()) == 6 and len(made.pile()) == 48 - 6


def test_alphabetickell_10_equal_totals_share_the_win() -> None:
    made = table("aJ aM", "SC", offer="EL", pile="", totals=[28, 30])
    made.do("take left E")
    result = made.scene(None).result
    assert made.over and result is not None
    assert [row.place for row in result.standings] == [1, 1] and result.title == "Aiden and Cat share the win with 31 points"


def test_alphabetickell_10a_totals_are_compared_when_all_lines_have_scored() -> None:
    made = table("aJ aM", "Oh Sg eW", offer="TY", pile="", totals=[28, 29], dealer=0)
    made.do("take right T")
    assert made.over and made.totals() == [31, 32], "the second has more, though the first reached 30 first"


def test_alphabetickell_11_the_last_discard_of_the_limit_ends_the_round() -> None:
    made = table("aJ aM", "SC", offer="EK", discard="TM OH", discard_limit=4, totals=[3, 3])
    made.do("take left E", "offer IQ")
    assert made.discard() == ["TM", "OH"], "a card taken in between does not reset the count"
    made.do("pass")
    made.do("pass", "offer RZ")
    assert made.state.round_number == 1
    made.do("pass")
    told = story(made, "pass")
    assert "Round 1 is over: 4 cards discarded" in told
    assert made.totals() == [6, 4] and made.state.round_number == 2


def test_alphabetickell_11_a_card_nobody_can_take_counts() -> None:
    made = table("Am rY", "Aw tY", offer="RZ", discard="TM", pile="EL NB OX", discard_limit=3)
    drew = made.do("take right Z")
    assert made.state.round_number == 2 and [text.split()[0] for text in drew] == ["offer"] * 2 + ["deal"] * 6


def test_alphabetickell_11a_who_turned_it_up_deals_first() -> None:
    made = table("NH", "SC", "AJ", offer="EL", dealer=1, discard="TM", discard_limit=2)
    for _ in range(3):
        made.do("pass")
    assert made.state.round_number == 2 and made.dealer == made.turn == 1


def test_alphabetickell_12_without_a_cap_no_number_of_cards_ends_the_round() -> None:
    made = table("SC", TEN, offer="OU", dealer=1, cap="none")
    made.do("take right U")
    assert made.state.round_number == 1 and made.state.seats[1].length == 11


def test_alphabetickell_12_a_line_of_26_cards() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    line = " ".join(one + other.lower() for one, other in pairwise(letters))
    deck = {"deck": "custom", "deck_check": "loose", "cards": f"{line.upper()} ZA YQ XQ VQ"}
    made = table(line, "YQ", offer="ZA", cap="none", **deck)
    made.do("take right Z", "offer QX")
    assert made.state.seats[0].length == 26 and made.state.seats[0].open == 0
    assert made.turn == 1 and made.scene(0).seats[0].note == "26 cards, cannot take"
