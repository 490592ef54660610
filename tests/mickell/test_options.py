"""The options of Mickell: what is refused, and with which reason (Mickell section 5, Deck section 5)."""

from __future__ import annotations

from typing import Any

import pytest

from muckle.games.mickell import GAME
from muckle.games.mickell.options import Options
from muckle.kit.two_letter_deck import recommended
from steps import refused_options

RECOMMENDED = " ".join(card.card for card in recommended())


def test_the_presets():
    assert list(GAME.presets) == ["mickell", "no_lookups", "tiny"]
    assert GAME.read_options() == Options()
    blind = GAME.read_options("no_lookups")
    assert (blind.lookup, blind.bad_claim, blind.rows) == ("none", "spent", 3)


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"seats": 2}, "Mickell 1"),
        ({"rows": 0}, "Mickell 1b"),
        ({"rows": 9}, "Mickell 1b"),
        ({"min_word": 4}, "Mickell D2"),
        ({"claims_per_turn": "two"}, "Mickell D1"),
        ({"first_card": "free"}, "Mickell D3"),
        ({"lookup": "some"}, "Mickell D9"),
        ({"bad_claim": "ignored"}, "Mickell D8"),
        ({"deck": "full"}, "Deck D1"),
        ({"deck_check": "none"}, "Deck D2"),
    ],
)
def test_values_that_are_not_allowed_are_refused_with_their_rule(given: dict[str, Any], rule: str):
    assert refused_options(GAME, **given)[1] == rule


def test_mickell_d9_no_look_ups_by_way_of_refused_claims():
    expected = "mickell: without look-ups a wrong claim must use up the claim of the turn, or it is a look-up for nothing"
    assert refused_options(GAME, lookup="none") == (expected, "Mickell D9")


def test_mickell_3a_3c_acts_that_are_left_out_are_not_widened_by_another_option():
    told = "mickell: where no word may be claimed in a turn, their number cannot be unlimited"
    assert refused_options(GAME, claiming="no", claims_per_turn="unlimited") == (told, "Mickell 3a")
    told = "mickell: where no new card may be discarded, the first one may not be either"
    assert refused_options(GAME, discarding="no", first_card="may_discard") == (told, "Mickell 3c")


def test_mickell_d2_a_word_list_without_a_long_enough_word():
    def told(words: tuple[str, ...], **given: object) -> list[str]:
        return [str(problem) for problem in GAME.read_options(None, given).word_problems(words)]

    assert told(("a", "of")) == ["mickell: the word list american-standard has no word of at least 3 letters [Mickell D2]"]
    assert told(("a", "of"), min_word=2) == [] == told(("the",))
    assert len(told(())) == 1


def test_deck_d1_custom_cards():
    assert refused_options(GAME, deck="custom") == ("mickell: a custom deck needs its cards", "Deck D1")
    assert refused_options(GAME, cards="AB") == ("mickell: cards of one's own need the custom deck, got another", "Deck D1")
    assert refused_options(GAME, deck="custom", cards="AB") == ("mickell: a strict deck has 48 cards, got 1", "Deck 1")
    assert refused_options(GAME, deck="custom", deck_check="loose", cards="AB AA")[1] == "Deck 2"
    swapped = refused_options(GAME, deck="custom", cards=RECOMMENDED.replace("EW", "SW"))
    assert swapped == ("mickell: the letter totals must hold, got E 5 instead of 6, S 7 instead of 6", "Deck 5")
    own = GAME.read_options(None, {"deck": "custom", "cards": RECOMMENDED})
    assert [own.settings()[name] for name in ("deck_size", "top", "bottom")] == [
        GAME.read_options().settings()[name] for name in ("deck_size", "top", "bottom")
    ]


def test_cards_and_seats_stand_apart_in_a_transcript():
    public = GAME.read_options(None, {"deck": "custom", "cards": RECOMMENDED}).public()
    assert public["deck"] == "custom" and not {"cards", "seats"} & public.keys()


def test_mickell_1a_the_dictionary_is_named_or_the_tiny_one():
    assert GAME.read_options(None, {"dictionary": "british-full"}).word_list() == "british-full"
    name, words = GAME.read_options("tiny").word_list()
    assert name == "tiny" and len(words) == 10
