"""The two-letter deck: its data, its checks, and a deck of one's own."""

from collections import Counter
from typing import Any

import pytest

from muckle.errors import OptionsError
from muckle.kit import two_letter_deck as deck

RECOMMENDED = " ".join(card.card for card in deck.recommended())


def faults(cards: str, check: Any = "strict") -> list[tuple[str, str]]:
    return [(fault.message, fault.rule) for fault in deck.problems(deck.read_cards(cards), check)]


def csv(*lines: str) -> str:
    return "\n".join(["card,top,bottom,number,evidence", *lines])


def test_deck_1_2_3_4_and_e1_the_letters():
    cards = deck.recommended()
    shown = Counter(letter for card in cards for letter in (card.top, card.bottom))
    assert len(cards) == 48 and shown.total() == 96
    assert {letter for letter, count in shown.items() if letter in deck.TOPS and count == 6} == set("AEINORST")
    assert sum(count for letter, count in shown.items() if letter not in deck.TOPS) == 48
    assert len(shown) == 26 and shown == deck.TOTALS
    assert all(card.top in deck.TOPS and card.bottom not in deck.TOPS and card.card == card.top + card.bottom for card in cards)


def test_deck_5_the_totals_are_those_of_the_rulebook():
    written = "A6 B4 C4 D5 E6 F2 G3 H5 I6 J1 K1 L5 M4 N6 O6 P2 Q1 R6 S6 T6 U3 V1 W3 X1 Y2 Z1"
    assert {entry[0]: int(entry[1]) for entry in written.split()} == deck.TOTALS


def test_deck_6_and_e3_the_numbers():
    by_number = {5: "DHL", 4: "BCM", 3: "GUW", 2: "FPY", 1: "JKQVXZ"}
    assert all(card.bottom in by_number[card.number] for card in deck.recommended())
    assert Counter(card.number for card in deck.recommended()) == {5: 15, 4: 12, 3: 9, 2: 6, 1: 6}


def test_deck_8_no_pair_of_letters_is_there_twice():
    assert len({frozenset(card.card) for card in deck.recommended()}) == 48


def test_deck_e2_what_is_known_of_the_cards():
    assert Counter(card.evidence for card in deck.recommended()) == {"seed": 30, "deduced": 1, "inferred": 17}
    assert [card.card for card in deck.recommended() if card.evidence == "deduced"] == ["RB"]


def test_deck_e4_what_is_open_without_the_inferred_cards():
    known = Counter(letter for card in deck.recommended() if card.evidence != "inferred" for letter in card.card)
    missing = Counter(deck.TOTALS) - known
    expected = "A1 E2 I2 N2 O2 R3 S3 T2 B1 C1 D2 F1 G2 H1 L2 M1 P1 V1 X1 Y2 Z1"
    assert missing == {entry[0]: int(entry[1]) for entry in expected.split()}


def test_the_recommended_deck_is_a_strict_one():
    assert list(deck.problems(deck.recommended())) == []
    assert faults(RECOMMENDED.lower()) == []


def test_deck_9_ke_is_the_card_ek():
    assert deck.read_cards("KE")[0] == deck.Card("EK", "E", "K", 1)
    assert faults(RECOMMENDED.replace("EK", "KE")) == []


def test_deck_e5_sw_in_place_of_ew():
    assert faults(RECOMMENDED.replace("EW", "SW")) == [
        ("the letter totals must hold, got E 5 instead of 6, S 7 instead of 6", "Deck 5")
    ]


@pytest.mark.parametrize("check", ["strict", "loose"])
def test_deck_e6_two_equal_letters_are_refused(check: Any):
    with pytest.raises(OptionsError, match=r"two different letters A to Z, got 'AA' \[Deck 2\]"):
        faults("EK AA", check)


@pytest.mark.parametrize("name", ["A", "AB1", "ÄB", "1A", "A-", "ABC"])
def test_deck_2_what_is_no_card(name: str):
    with pytest.raises(OptionsError, match="two different letters"):
        deck.read_cards(name)


def test_deck_d2_strict_names_every_fault():
    rules = {rule for _, rule in faults("EK EK AE BK")}
    assert rules == {"Deck 1", "Deck 3", "Deck 5", "Deck 8"}
    assert faults(RECOMMENDED.replace("EK", "EL"))[0] == (
        "no two cards carry the same letters, got EL more than once",
        "Deck 8",
    )


def test_deck_d2_loose_takes_one_to_48_cards_and_equal_ones():
    assert faults("AB AB BA", "loose") == []
    assert faults("", "loose") == [("a deck has 1 to 48 cards, got 0", "Deck D2")]
    assert faults("AB " * 49, "loose") == [("a deck has 1 to 48 cards, got 49", "Deck D2")]
    assert faults("AB " * 48, "loose") == []


def test_deck_6_a_wrong_number_in_a_file_is_refused():
    wrong = [card._replace(number=2) if card.card == "EK" else card for card in deck.recommended()]
    assert [(fault.message, fault.rule) for fault in deck.problems(wrong)] == [
        ("the number of EK must be 1, as many as carry K, got 2", "Deck 6")
    ]


def test_a_file_of_ones_own():
    cards = deck.read_csv(csv("EK,E,K,1,", "ke,k,e,1,seed", ""))
    assert cards == (deck.Card("EK", "E", "K", 1), deck.Card("EK", "E", "K", 1, "seed"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a deck file begins with card,top,bottom,number,evidence, got ''"),
        ("a,b", "a deck file begins with card,top,bottom,number,evidence, got 'a,b'"),
        (csv("EK,E,K,1"), "line 2: a card has the 5 columns card,top,bottom,number,evidence, got 4"),
        (csv("EK,E,K,1,", "EK,E,L,1,"), "line 3: card EK does not show 'E' and 'L'"),
        (csv("EE,E,E,1,"), "line 2: a card shows two different letters A to Z, got 'EE'"),
        (csv("EK,E,K,one,"), "line 2: the number of a card is a whole number, got 'one'"),
        (csv("EK,E,K,9999999999,"), "line 2: the number of a card is a whole number, got '9999999999'"),
        ("card,top\0\n", "a deck file begins with card,top,bottom,number,evidence, got 'card,top\\x00'"),
    ],
)
def test_a_file_that_is_no_deck_is_refused_with_the_line(text: str, message: str):
    with pytest.raises(OptionsError) as caught:
        deck.read_csv(text)
    assert caught.value.message == message
