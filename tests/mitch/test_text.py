"""Mitch in words: reading and writing actions, refusals, the story, hints."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from mitch.table import GAME, deals, dealt, play, position, refused, seat, table
from muckle.errors import NotationError
from muckle.games.mitch import text
from muckle.kit import playing_cards
from muckle.match.match import new_match
from steps import action_text, picked, read_action, story


def test_cards_are_written_and_read():
    written = [playing_cards.text(card) for card in range(playing_cards.CARDS)]
    assert written[:13] == ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS"]
    assert [name[-1] for name in written[::13]] == ["S", "H", "D", "C"]
    assert [playing_cards.read(name) for name in written] == list(range(52))
    assert playing_cards.read(" 10 ♥") == playing_cards.read("10h") == 21
    assert [playing_cards.read(nonsense) for nonsense in ("", "1S", "11S", "KX", "K", "S", "KHH")] == [None] * 7
    assert playing_cards.name(24) == "King of Hearts"


@pytest.mark.parametrize("written", ["place KH", "PLACE kh", " place  k h ", "place K♥", "placeKH"])
def test_reading_is_forgiving(written: str):
    before = position("KH")
    action = read_action(before, written)
    assert action_text(before, action) == "place KH"


@pytest.mark.parametrize(
    "written", ["", "KH", "play KH", "place", "place 1H", "draw", "draw KH", "place stock", "place KH QH", "x" * 99]
)
def test_what_cannot_be_read_is_said_so(written: str):
    before = position("KH")
    with pytest.raises(NotationError) as error:
        read_action(before, written)
    assert written[:30] in str(error.value) and len(str(error.value)) < 200


def test_refusals_name_the_reason_and_the_rule():
    assert refused(position("KH"), "draw stock") == "there is nothing to choose: cards are drawn from the stock [Mitch 3]"
    choice = {"draw": "stock_or_discard", "hand_size": 1}
    choosing = table(seat("KH"), seat("KD"), pile="9S:1", choosing=True, **choice)
    assert refused(choosing, "place KH") == "draw first: from the stock or the discard pile [Mitch 11]"
    drawn = table(seat("KH QH"), seat("KD"), **choice)
    assert refused(drawn, "draw discard") == "a card was drawn in this turn: place or discard one [Mitch 4]"
    last = table(seat("KH"), seat("KD"), aces="AS:0 AH:0 AD:0", **choice)
    assert refused(last, "draw stock") == "nobody draws in phase 2 [Mitch 6]"


def test_the_story_of_a_deal_names_the_aces_in_order():
    chance = ["dealer 1", *deals(1, "AS KH", "AD QD"), "draw 0 AC", "draw 0 2H", "draw 1 3D"]
    after = dealt(*chance, seats=2, hand_size=2)
    assert story(None, "", after, None) == [
        "Bob deals two cards to everybody: hand 1",
        "Ann shows the Ace of Spades: Ace 1 of 3",
        "Ann shows the Ace of Clubs: Ace 2 of 3",
        "Ann draws a card",
        "Bob shows the Ace of Diamonds: Ace 3 of 3, phase 2 begins",
        "Bob draws a card",
    ]
    assert story(None, "", after, 0)[1:4] == [
        "You show the Ace of Spades: Ace 1 of 3",
        "You show the Ace of Clubs: Ace 2 of 3",
        "You draw the 2 of Hearts",
    ]


def test_the_story_of_a_hand_that_ends_tells_who_won_what():
    ann, bob = seat("KH", spades="K 9", had_turn=True, total=2), seat(spades="7", clubs="4", total=-3)
    before = table(ann, bob, aces="AS:0 AH:0 AD:0", hand_size=1)
    after = play(before, "discard KH", *deals(0, "2S", "3S"), "draw 1 4S")
    assert story(before, "discard KH", after, 1) == [
        "Ann discards the King of Hearts",
        "Spades: Ann wins with 2 cards, +4",
        "Hearts: nobody placed any",
        "Diamonds: nobody placed any",
        "Clubs: Bob wins with 1 card, +4",
        "Ann scores −6 in hand 1: −4 in all",
        "You score +3 in hand 1: 0 in all",
        "Ann deals one card to everybody: hand 2",
        "You draw the 4 of Spades",
    ]


def parts_that_do_not_add_up() -> list[tuple[str, ...]]:
    """Play matches with a penalty at random, and return the parts of the seats' points that miss these points."""
    wrong: list[tuple[str, ...]] = []
    for seed in range(6):
        match, chance = new_match("mitch", seats=4, hands=2, no_play_penalty=3, seed=seed), random.Random(seed)
        while not match.over:
            match.apply(chance.choice(match.legal()))
            if ended := match.scene(None).reckoning:
                wrong += [each.parts for each in ended.sums if sum_of(each.parts) != sum_of([each.points])]
        scene = match.scene(None)
        assert scene.result and scene.reckoning
        last = {each.seat: each.points for each in scene.reckoning.sums}
        wrong += [each.why for each in scene.result.standings if sum_of(each.why[1:]) != sum_of([last[each.seat]])]
    return wrong


def sum_of(parts: Sequence[str]) -> int:
    """Return the sum of the numbers that end some texts: ``♥ +4``, ``nothing placed −3``."""
    return sum(int(part.split()[-1].replace("−", "-")) for part in parts)


def test_mitch_8_the_parts_of_points_add_up_to_them(monkeypatch: pytest.MonkeyPatch):
    assert parts_that_do_not_add_up() == []
    monkeypatch.setattr(text.Account, "penalty", lambda self, seat: 0)
    assert parts_that_do_not_add_up(), "the break: a part of the points that nobody is told"


def test_the_story_of_a_match_that_ends():
    before = table(seat("KH"), seat(), aces="AS:0 AH:0 AD:0", hands=1)
    after = play(before, "place KH")
    assert story(before, "place KH", after, 0)[0] == "You place the King of Hearts"
    assert story(before, "place KH", after, None)[-1] == "The match is over: one hand played"


def test_the_story_of_a_tie_and_of_shared_suits():
    equal = seat("2H", spades="K 9"), seat(spades="K 9")
    for dead_tie, line in (
        ("nobody", "Spades: nobody wins, the longest columns are equal"),
        ("shared", "Spades: Ann and Bob win with 2 cards, +4"),
    ):
        before = table(*equal, aces="AS:0 AS:0 AH:0 AH:0 AD:0 AD:0", hands=1, packs=2, dead_tie=dead_tie)
        assert line in story(before, "discard 2H", play(before, "discard 2H"), None)


def test_a_draw_from_the_pile_may_be_taken_back_and_nothing_else():
    choosing = table(seat("KH"), seat("KD"), pile="9S:1", choosing=True, draw="stock_or_discard", hand_size=1)
    text, setup = GAME.text, choosing.setup
    for action in ("draw discard", "draw stock"):
        number = text.read_action(setup, choosing.plain_state, action)
        after = picked(choosing, number)
        assert text.revocable(setup, choosing.plain_state, number, after.plain_state) == (action == "draw discard")
    before = position("KH QH")
    number = read_action(before, "place KH")
    assert not text.revocable(before.plain_setup, before.plain_state, number, before.plain_state)


def test_hints_count_what_still_fits_behind_a_card():
    before = table(seat("5S 3S KH", spades="9"), seat("2D"), pile="4S:1")
    assert GAME.text.hints(before.plain_setup, before.plain_state, 0) == [
        "3 of Spades: one card that you hold or have not seen would still fit behind it",
        "5 of Spades: two cards that you hold or have not seen would still fit behind it",
        "King of Hearts: 11 cards that you hold or have not seen would still fit behind it",
    ]
    assert GAME.text.hints(*[before.plain_setup, position("KS", spades="9").plain_state], 0) == [
        "No card in your hand fits in your tableau"
    ]


def test_what_an_action_does_is_said_by_how_many_cards_it_falls_short():
    before = table(seat("KS 2C 3S 8D", spades="9", placed=True), seat("2D", spades="Q J 7", clubs="K Q J", diamonds="9"))
    setup, state = before.plain_setup, before.plain_state

    def said(action: str) -> str:
        return GAME.text.merit(setup, state, GAME.text.read_action(setup, state, action))

    assert said("place 3S") == "Adds to Spades: 1 card short"
    assert said("place 8D") == "Draws level in Diamonds"
    assert said("discard 2C") == "Discard 2♣: 3 short in Clubs"
    assert said("discard KS") == "Discard K♠: fits nowhere"
