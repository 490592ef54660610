"""Mickell rule by rule, and the worked examples of the rulebook."""

from __future__ import annotations

import random

import pytest

from mickell.table import TINY_ORDER, TINY_WORDS, Table, points
from muckle.engine.contract import OVER
from muckle.engine.position import Position
from muckle.games.mickell import GAME, rules, text
from muckle.match.match import new_match
from steps import chance_texts, read_action, timeout

BET = "RB EK TH SC OH AP OD EM"


def test_mickell_1_nothing_lies_on_the_table_but_the_first_card():
    table = Table(BET)
    assert table.rows == ["", "", ""]
    assert table.cards([table.state.current]) == "RB"
    assert (table.score, int(table.state.claimed), int(table.state.trash)) == (0, 0, rules.NONE)


def test_mickell_1b_there_are_as_many_places_as_the_option_says():
    table = Table(BET, rows=2).lay(1, 2)
    assert table.acts() == ["place 1", "place 2", "discard", "trim 1", "trim 2"]
    assert table.refused("place 3") == ("the rows are 1 to 2, got 3", "Mickell 1b")
    assert Table(BET, rows=1).refused("trim 0") == ("there is only row 1, got 0", "Mickell 1b")


def test_mickell_2_every_card_of_the_deck_is_revealed_once():
    position = Position(GAME, GAME.read_options(None), seed=3)
    seen = []
    while position.legal():
        seen += chance_texts(position)
        legal = position.legal()
        position.apply(rules.DISCARD if rules.DISCARD in legal else legal[-1])
    assert sorted(seen) == sorted(f"card {card.card}" for card in position.options.deck_cards())
    assert len(seen) == 48 and position.state.number == 49


def test_mickell_2_each_order_is_as_likely():
    """Checks that all first two cards of the tiny deck come up equally often: chi-square with 55 degrees of freedom."""
    counts = [[0] * 8 for _ in range(8)]
    for seed in range(5600):
        position = Position(GAME, GAME.read_options("tiny"), seed=seed)
        first = position.drew()[0]
        position.apply(rules.PLACE)
        position.apply(rules.END)
        counts[first][position.drew()[0]] += 1
    assert all(counts[card][card] == 0 for card in range(8))
    chi = sum((counts[a][b] - 100) ** 2 / 100 for a in range(8) for b in range(8) if a != b)
    assert chi < 100, chi


def test_mickell_3_3a_claim_trim_and_resolve_come_in_any_order():
    first = Table(BET).lay(1, 1, 1).do("place 2", "claim 1 BET")
    second = Table(BET).lay(1, 1, 1).do("claim 1 BET", "place 1")
    assert (first.rows, second.rows) == (["", "SC", ""], ["SC", "", ""])
    third = Table(BET).lay(1, 1, 1, 1).do("trim 1", "claim 1 BET", "discard")
    fourth = Table(BET).lay(1, 1, 1, 1).do("discard", "trim 1", "claim 1 BET")
    assert third.rows == fourth.rows == ["", "", ""]
    assert third.score == fourth.score == 1


def test_mickell_3a_claiming_in_turns_can_be_left_out():
    table = Table(BET, claiming="no").lay(1, 1, 1)
    assert not any(action.startswith("claim") for action in table.legal())
    assert table.refused("claim 1 BET") == ("in this match words are claimed in the final phase only", "Mickell 3a")
    while table.legal() != ["trim 1", "claim 1 BET", "end"]:
        table.do("discard" if "discard" in table.legal() else "end")
    assert table.do("claim 1 BET", "end").score == 1


def test_mickell_3c_discarding_the_new_card_can_be_left_out():
    table = Table("TH OD AP EW", "HOPE", discarding="no", rows=2).do("place 1", "end")
    assert table.legal() == ["place 1", "place 2", "trim 1"]
    assert table.refused("discard") == ("in this match the new card may not be discarded", "Mickell 3c")
    assert table.refused("end") == ("place OD before ending the turn", "Mickell 3c")
    assert timeout(table.position) == "place 1", "a card that must be placed is placed in row 1 (Mickell D14)"
    table.do("place 2", "end")
    assert table.legal() == ["place 1", "place 2", "trim 1", "trim 2"], "with all rows begun it still has a place"


def test_mickell_3b_trimming_can_be_left_out():
    table = Table("TH OD AP EW", "HOPE", trimming="no").do("place 1", "end")
    assert table.legal() == ["place 1", "place 2", "discard"]
    assert table.refused("trim 1") == ("in this match no row may be trimmed", "Mickell 3b")
    table.do("discard", "end", "discard", "end", "discard", "end")
    assert table.legal() == ["end"], "the final phase has only claims"


def test_mickell_3b_trim_takes_from_the_right_end_and_frees_the_place():
    table = Table(BET).lay(1, 1).do("trim 1")
    assert table.rows == ["RB", "", ""]
    table.do("trim 1")
    assert table.rows == ["", "", ""]
    assert table.cards(text.trash_cards(table.plain_state)) == "RB EK"
    assert table.acts() == ["place 1", "discard"]
    assert table.refused("trim 1") == ("row 1 has no card to trim", "Mickell 3b")


def test_mickell_d5_any_rows_are_trimmed_in_one_turn():
    assert Table("RB EK TH SC OH", "BET").lay(1, 1, 2, 3).do("trim 3", "trim 1", "trim 2", "trim 1").rows == ["", "", ""]


def test_mickell_9a_looking_words_up_is_free_unless_the_option_forbids_it():
    assert new_match("mickell", "tiny").lookups
    assert not new_match("mickell", "tiny", lookup="none", bad_claim="spent").lookups


def test_mickell_3c_the_card_is_resolved_exactly_once():
    table = Table(BET).lay(1)
    assert table.refused("end") == ("place or discard EK before ending the turn", "Mickell 3c")
    table.do("place 1")
    for again in ("place 1", "discard"):
        assert table.refused(again) == ("the card of this turn is already placed or discarded", "Mickell 3c")


def test_mickell_4_the_next_card_comes_only_when_the_turn_ends():
    table = Table(BET).lay(1).do("discard")
    assert table.position.drew() == [] and table.state.current == rules.NONE
    table.do("end")
    assert [text.chance_text(table.plain_setup, code) for code in table.position.drew()] == ["card TH"]


def test_mickell_4a_cards_keep_their_order():
    table = Table(BET).lay(1, 2, 1, 2, 1)
    assert table.rows == ["RB TH OH", "EK SC", ""]


def test_mickell_4b_a_card_stands_for_both_letters_until_the_claim():
    table = Table(BET, "BETS RETS BETA").lay(1, 1, 1).do("place 1")
    assert table.legal() == ["claim 1 BETS", "claim 1 RETS", "end"]


def test_mickell_5_the_final_phase_has_trims_claims_and_its_end():
    table = Table("RB EK TH").lay(1, 1, 1)
    assert table.acts() == ["trim 1", "claim 1", "end"]
    assert table.refused("discard") == (
        "all cards are played; the final phase has only trims and claims",
        "Mickell 5",
    )
    table.do("claim 1 BET", "end")
    assert table.position.over and table.score == 1


def test_mickell_5_the_card_of_the_last_turn_may_be_trimmed_in_the_final_phase():
    table = Table("RB EK TH SC").lay(1, 1, 1).do("place 1")
    assert table.acts() == ["claim 1", "end"]
    table.do("end")
    assert table.acts() == ["trim 1", "claim 1", "end"]


def test_mickell_5a_cards_left_in_rows_are_worth_nothing():
    assert Table("RB EK TH").lay(1, 1, 1).do("end").score == 0


def test_mickell_6_and_e1_points():
    assert [points(n) for n in range(1, 13)] == [0, 0, 1, 2, 3, 5, 6, 8, 9, 10, 11, 12]


def test_mickell_6a_the_rightmost_cards_are_discarded():
    scene = Table("TH OD AP EW", "HOPE").lay(1, 1, 1, 1).do("claim 1 HOPE").scene()
    assert scene.zones["scored"].items == ("TH", "OD")
    assert scene.zones["out"].items == ("AP", "EW")


def test_mickell_6b_cards_never_come_back():
    position = Position(GAME, GAME.read_options("tiny"), graph_of_tiny(), seed=5)
    rng = random.Random(5)
    gone: set[str] = set()
    while not position.over:
        scene = GAME.scene.build(position.plain_setup, position.plain_state, 0, ["Ann"])
        now = set(scene.zones["scored"].items + scene.zones["out"].items)
        assert gone <= now
        gone = now
        position.apply(rng.choice(position.legal()))


def test_mickell_7_the_score_is_the_number_of_cards_in_the_scoring_pile():
    table = Table("RB EK TH SC OH TH OD AP EM", "RETCH HOPE").lay(*[1] * 5).do("claim 1 RETCH")
    assert (table.score, len(table.scene().zones["scored"].items)) == (3, 3)
    table.do("place 1", "end").lay(1, 1).do("place 1", "claim 1 HOPE")
    assert (table.score, len(table.scene().zones["scored"].items)) == (5, 5)


def test_mickell_8_and_e10_the_guide():
    scores = [15, 16, 19, 20, 23, 24, 27, 28, 31, 32]
    names = ["", "success", "success", "very good", "very good", "great", "great", "brilliant", "brilliant", "outstanding"]
    assert [text.rating(score) for score in scores] == names


def test_mickell_9_a_word_is_valid_if_the_list_has_it():
    table = Table(BET).lay(1, 1, 1)
    assert table.refused("claim 1 REH") == ("REH is not in the word list of this match", "Mickell 9")
    assert table.do("claim 1 BET").words == ["BET"]


def test_mickell_10_every_letter_is_one_of_its_card():
    table = Table(BET).lay(1, 1, 1)
    assert table.refused("claim 1 BOT") == ("card 2 of row 1 is EK, it gives no O for BOT", "Mickell 10")
    assert Table(BET).lay(1, 1).refused("claim 1 BE") == (
        "a word has at least 3 letters; row 1 has 2 cards",
        "Mickell 10",
    )
    assert Table(BET).refused("claim 2 BET") == ("a word has at least 3 letters; row 2 has no cards", "Mickell 10")


def test_mickell_10a_and_e4_the_whole_row_is_used():
    table = Table(BET).lay(1, 1, 1, 1)
    expected = "BET has 3 letters and row 1 has 4 cards; a word uses the whole row"
    assert table.refused("claim 1 BET") == (expected, "Mickell 10a")
    assert Table(BET).lay(1, 1, 1, 1).do("trim 1", "claim 1 BET").score == 1
    assert table.do("place 1", "claim 1 RETCH").score == 3


def test_mickell_10b_the_word_fixes_the_letter_of_each_card():
    scene = Table("TH OD AP EW", "HOPE").lay(1, 1, 1, 1).do("claim 1 HOPE").scene()
    assert {name: piece.face and piece.face.on for name, piece in scene.pieces.items()} == {
        "TH": "H",
        "OD": "O",
        "AP": "P",
        "EW": "E",
    }


def test_mickell_10d_the_named_word_goes_on_record():
    for word in ("BETS", "RETS"):
        assert Table(BET, "BETS RETS").lay(1, 1, 1, 1).do(f"claim 1 {word}").words == [word]


def test_mickell_10d_a_claim_without_a_word_is_the_first_in_the_alphabet():
    table = Table(BET, "BETS RETS").lay(1, 1, 1, 1)
    assert table.do("claim 1").words == ["BETS"]
    assert Table(BET).lay(1, 1).do("place 2").refused("claim 1") == (
        "a word has at least 3 letters; row 1 has 2 cards",
        "Mickell 10",
    )
    assert Table(BET, "ZOO").lay(1, 1, 1).refused("claim 1") == ("row 1 spells no listed word as it stands", "Mickell 9")


def test_mickell_e2_hope():
    table = Table("TH OD AP EW", "HOPE").lay(1, 1, 1).do("place 1", "claim 1 HOPE")
    assert (table.score, table.words) == (2, ["HOPE"])


def test_mickell_e3_reality():
    table = Table("RW EK AL IL IB TM TY", "REALITY").lay(*[1] * 6).do("place 1", "claim 1 REALITY")
    assert (table.score, table.words) == (6, ["REALITY"])


def test_mickell_e5_betc():
    table = Table(BET).lay(1, 1, 1, 1)
    assert table.refused("claim 1 BETC") == ("BETC is not in the word list of this match", "Mickell 9")
    spent = Table(BET, bad_claim="spent").lay(1, 1, 1, 1).do("claim 1 BETC")
    assert (spent.score, spent.rows[0]) == (0, "RB EK TH SC")
    assert spent.acts() == ["place 1", "place 2", "discard", "trim 1"]
    spent.do("trim 1")
    assert spent.refused("claim 1 BET") == ("the claim of this turn is used up", "Mickell 3a")
    assert "claim 1 BET" in spent.do("discard", "end").legal()


def test_mickell_e6_no_new_row_when_all_places_are_taken():
    assert Table(BET).lay(1, 2, 3).acts() == ["place 1", "place 2", "place 3", "discard", "trim 1", "trim 2", "trim 3"]


def test_mickell_10c_d6_and_e7_a_claimed_row_takes_the_current_card_in_the_same_turn():
    table = Table("AP RB EK OH TH SC", "BET").lay(1, 2, 2, 3, 2)
    assert table.acts()[:4] == ["place 1", "place 2", "place 3", "discard"]
    assert table.do("claim 2 BET", "place 2").rows == ["AP", "SC", "OH"]


def test_mickell_d1_and_e8_a_second_claim_in_a_turn():
    cards, rows = "RB EK TH RB EK TH SC", (1, 1, 1, 2, 2, 2)
    table = Table(cards, "BET").lay(*rows).do("claim 1 BET")
    assert table.refused("claim 2 BET") == ("the claim of this turn is used up", "Mickell 3a")
    table = Table(cards, "BET", claims_per_turn="unlimited").lay(*rows).do("claim 1 BET", "claim 2 BET")
    assert table.score == 2


def test_mickell_e9_at_most_one_claim_from_each_row_in_the_final_phase():
    table = Table("RB EK TH OH RB EK TH SC OH AP", "BET RETCH BETH").lay(1, 1, 1, 1, 3 - 1, 2, 2, 2, 2, 2)
    assert [len(row.split()) for row in table.rows] == [4, 6, 0]
    assert table.acts() == ["trim 1", "trim 2", "claim 1", "claim 2", "end"]
    table.do("claim 1 BETH", "trim 2", "claim 2 RETCH")
    assert (table.score, table.acts()) == (5, ["end"])


def test_mickell_e11_the_same_word_twice():
    table = Table("RB EK TH RB EK TH", "BET").lay(1, 1, 1).do("claim 1 BET").lay(1, 1, 1).do("claim 1 BET")
    assert (table.score, table.words) == (2, ["BET", "BET"])


def test_mickell_3f_d3_and_e12_the_first_turn():
    table = Table(BET)
    assert table.acts() == ["place 1"]
    assert table.refused("discard") == ("the very first card cannot be discarded; it starts row 1", "Mickell 3f")
    assert table.do("place 1").acts() == ["end"]
    assert Table(BET, first_card="may_discard").acts() == ["place 1", "discard"]


def test_mickell_3e_d4_and_e13_only_cards_of_earlier_turns_are_trimmed():
    table = Table("TH OD SC AP", "HOPE").lay(1, 1, 2).do("place 1")
    assert table.acts() == ["trim 2", "claim 1", "end"]
    assert table.refused("trim 1") == ("AP was placed this turn; only cards of earlier turns can be trimmed", "Mickell 3e")


def test_mickell_3d_d7_and_e14_a_new_row_takes_the_lowest_free_place():
    table = Table("RB EK TH SC", "BET").lay(1, 2, 3).do("trim 2")
    assert table.acts()[:4] == ["place 1", "place 2", "place 3", "discard"]
    table = Table("RB EK TH SC", "BET").lay(1)
    assert table.acts()[:2] == ["place 1", "place 2"]
    assert table.refused("place 3") == ("a new row takes the first free place, row 2, got row 3", "Mickell 3d")


def test_mickell_3g_and_e15_place_and_claim_in_one_turn():
    table = Table("TH OD AP EW", "HOPE").lay(1, 1, 1).do("place 1", "claim 1 HOPE")
    assert table.score == 2
    table.do("end")
    assert table.state.number == 5 and table.acts() == ["end"]


def test_mickell_5b_and_e16_the_claim_of_the_last_turn_does_not_count_against_the_final_phase():
    table = Table("RB EK TH RB EK TH RB EK TH", "BET").lay(1, 1, 1, 2, 2, 2, 3, 3).do("place 3", "claim 1 BET")
    assert table.refused("claim 2 BET")[1] == "Mickell 3a"
    table.do("end", "claim 2 BET", "claim 3 BET", "end")
    assert (table.score, table.position.turn) == (3, OVER)


def test_mickell_d2_words_of_two_letters_score_nothing():
    table = Table("TH OD", "HO TO", min_word=2).lay(1).do("place 1", "claim 1 TO")
    assert (table.score, table.words) == (0, ["TO"])
    assert table.scene().zones["out"].items == ("TH", "OD")
    assert Table("TH OD", "HO TO").lay(1).do("place 1").refused("claim 1 TO")[1] == "Mickell 10"


def test_mickell_d8_a_wrong_claim_in_the_final_phase_spoils_the_row():
    table = Table("RB EK TH RB EK TH", "BET", bad_claim="spent").lay(1, 1, 1, 2, 2, 2).do("claim 1 REH")
    assert table.acts() == ["trim 2", "claim 2", "end"]
    assert table.refused("trim 1") == ("row 1 had its claim, which was wrong; it stays as it is", "Mickell D8")
    assert table.refused("claim 1 BET") == ("a wrong claim has used up the claim of the row", "Mickell D8")
    assert table.do("claim 2 BET").score == 1


def test_mickell_d8_a_wrong_claim_ends_claiming_in_an_unlimited_turn_too():
    cards = "RB EK TH RB EK TH SC"
    table = Table(cards, "BET", bad_claim="spent", claims_per_turn="unlimited").lay(1, 1, 1, 2, 2, 2)
    table.do("claim 1 BET", "claim 2 REH")
    assert table.refused("claim 2 BET") == ("a wrong claim has used up the claim of this turn", "Mickell D8")


def test_mickell_d8_a_claim_that_does_not_fit_the_cards_is_no_claim():
    table = Table(BET, bad_claim="spent").lay(1, 1, 1)
    assert table.refused("claim 1 BOT")[1] == "Mickell 10"
    assert table.refused("claim 1 BEAT")[1] == "Mickell 10a"


def test_mickell_d9_without_look_ups_a_claim_names_its_word():
    table = Table(BET, lookup="none", bad_claim="spent").lay(1, 1, 1)
    assert table.refused("claim 1") == ("a claim names its word: claim 1 WORD", "Mickell 10")
    assert table.do("claim 1 BET").score == 1


@pytest.mark.parametrize("bad", ["", "plce 1", "place", "end 1", "discard 2", "place 1 HOPE", "claim", "claim HOPE", "1"])
def test_unreadable_texts_are_refused_with_the_forms_there_are(bad: str):
    expected = f"{bad!r} is no action of Mickell; write place 2, discard, trim 2, claim 2 HOPE or end"
    assert Table(BET).refused(bad) == (expected, "")


def test_reading_is_forgiving_about_case_and_spaces():
    table = Table(BET).lay(1, 1, 1)
    assert table.do("  CLAIM   1  bet ").words == ["BET"]
    assert table.do("Place1", " END").rows[0] == "SC"


def test_general_14_a_word_has_letters_a_to_z_only():
    table = Table(BET).lay(1, 1, 1)
    assert table.refused("claim 1 BÉT") == ("a word is written with the letters A to Z, got 'BÉT'", "General 14")


@pytest.mark.parametrize("number", [-1, 26, 255, 1 << 8, rules.CLAIM | 1 << 8, rules.CLAIM | 0b10000 << 8, rules.CLAIM - 256])
def test_the_rules_refuse_numbers_that_are_no_action_here(number: int):
    position = Table(BET, bad_claim="spent").lay(1, 1, 1).position
    before = position.copy()
    with pytest.raises(ValueError):
        position.apply(number)
    assert position.same(before)


def test_mickell_d14_the_timeout_discards_or_places_and_ends():
    table = Table("RB EK", "BET")
    played = []
    while not table.position.over:
        played.append(timeout(table.position))
        table.do(played[-1])
    assert played == ["place 1", "end", "discard", "end", "end"]
    table = Table("RB EK", "BET", first_card="may_discard")
    assert timeout(table.position) == "discard"


def test_mickell_d15_what_may_be_taken_back():
    def revocable(table: Table, action: str) -> bool:
        before, number = table.position, read_action(table.position, action)
        table.do(action)
        return text.revocable(table.plain_setup, before.plain_state, number, table.plain_state)

    table = Table(BET).lay(1, 1, 1, 1)
    assert [revocable(table, action) for action in ("trim 1", "place 2", "claim 1 BET", "end")] == [True, True, True, False]
    assert revocable(Table(BET).lay(1, 1), "discard")
    spent = Table(BET, bad_claim="spent").lay(1, 1, 1)
    assert not revocable(spent, "claim 1 REH")
    assert revocable(Table(BET, bad_claim="spent").lay(1, 1, 1), "claim 1 BET")
    blind = Table(BET, bad_claim="spent", lookup="none").lay(1, 1, 1)
    assert not revocable(blind, "claim 1 BET")
    assert revocable(blind, "discard")


def test_the_bound_on_decisions_is_reached():
    """Place every card, claim or trim them all, end every turn: 3 n + 1."""
    table, decisions = Table("RB EK TH SC", "BET"), 0
    for action in ["place 1", "end"] * 4 + ["trim 1"] * 4 + ["end"]:
        table.do(action)
        decisions += 1
    assert table.position.over and decisions == table.position.options.max_decisions() == 13
    assert GAME.read_options(None).max_decisions() == 145
    assert GAME.read_options("no_lookups").max_decisions() == 145 + 48 + 3


def test_the_story_is_told_to_the_player_and_to_others():
    table = Table("RB EK TH SC", "BET", bad_claim="spent")
    told = [text.events(table.plain_setup, table.position.facts(None, None), ["Ann"])[0].text]
    for action in ("place 1", "end", "place 1", "end", "place 1", "claim 1 REH", "end", "trim 1", "discard", "end", "end"):
        told += [f"{event.told(None)} | {event.told(0)}" for event in table.do(action).told]
    assert told == [
        "The first card is RB.",
        "Ann starts row 1 with RB. | You start row 1 with RB.",
        "Turn 2: the card is EK. | Turn 2: the card is EK.",
        "Ann places EK on row 1. | You place EK on row 1.",
        "Turn 3: the card is TH. | Turn 3: the card is TH.",
        "Ann places TH on row 1. | You place TH on row 1.",
        "Ann's claim of row 1 is no listed word. | REH is not in the word list; the claim of this turn is used up.",
        "Turn 4: the card is SC. | Turn 4: the card is SC.",
        "Ann trims TH from row 1. | You trim TH from row 1.",
        "Ann discards SC. | You discard SC.",
        "The last turn is over; the final phase begins. | The last turn is over; the final phase begins.",
        "Ann ends the match with 0 points. | You end the match with 0 points.",
    ]
    claimed = Table(BET).lay(1, 1, 1).do("claim 1 BET").told[0]
    assert (claimed.kind, claimed.text) == ("claim", "Ann claims row 1 as BET for 1 point.")


def graph_of_tiny():
    from mickell.table import graph

    return graph(TINY_WORDS)


def test_the_tiny_preset_is_the_one_of_the_rulebook():
    options = GAME.read_options("tiny")
    assert [card.card for card in options.deck_cards()] == TINY_ORDER.split()
    assert options.word_list() == ("tiny", tuple(TINY_WORDS.lower().split()))
    assert options.rows == 2
