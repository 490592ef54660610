"""Rules of Hearts, by their ids. `HandDealt` is a match whose draws are written down."""

from collections import Counter

import pytest

from muckle import new_match, simulate
from muckle.errors import OptionsError
from muckle.match.hand_dealt import HandDealt

HANDS = ("QS AH KD", "KS QH AD", "AS KH QC")


def dealt(gifts: int = 0, hands: tuple[str, ...] = HANDS, starter: int = 0) -> HandDealt:
    """Return a match of three seats with three ranks, dealt as written."""
    cards = [hand.split() for hand in hands]
    deal = [f"deal {seat} {cards[seat][place]}" for place in range(len(cards[0])) for seat in range(len(cards))]
    draws = [*deal, f"starter {starter}"]
    return HandDealt("hearts", draws, seats=len(hands), ranks=3, hand_size=len(cards[0]), gifts=gifts)


def test_hearts_1_hands_must_fit_into_the_pack() -> None:
    with pytest.raises(OptionsError, match="5 hands of 13 need 65 cards, got 52"):
        new_match("hearts", seats=5)


def test_hearts_2_who_is_drawn_starts() -> None:
    assert dealt(starter=2).turn == 2


def test_hearts_3_nobody_sees_a_gift_until_all_have_chosen() -> None:
    match = dealt(gifts=1)
    assert match.step("give QS", viewer=1) == ["Seat 1 chooses a gift"]
    match = dealt(gifts=1)
    assert match.step("give QS", viewer=0) == ["You choose to give Q♠"]


def test_hearts_4_gifts_change_hands_at_once() -> None:
    match = dealt(gifts=1)
    match.step("give QS")
    match.step("give KS")
    assert match.step("give AS", viewer=0)[-1] == "Seat 3 gives you A♠"
    assert match.turn == 0 and match.legal == ["play AS", "play AH", "play KD"]


def test_hearts_5_the_suit_that_was_led_is_followed() -> None:
    match = dealt()
    match.step("play AH")
    assert match.legal == ["play QH"]
    assert match.refusal("play KS") == "you hold a card of the suit that was led [Hearts 5]"


def test_hearts_5_who_cannot_follow_plays_anything() -> None:
    match = dealt()
    match.step("play KD")
    match.step("play AD")
    assert match.legal == ["play AS", "play KH", "play QC"]


def test_hearts_6_and_8_the_highest_of_the_suit_takes_the_trick_and_its_points() -> None:
    match = dealt()
    match.step("play QS")
    match.step("play KS")
    assert match.step("play AS")[-1] == "Seat 3 takes the trick, 13 points"
    assert match.turn == 2 and match.scores == [0, 0, -13]


def test_hearts_7_the_match_ends_with_the_last_card() -> None:
    match = dealt()
    while match.turn >= 0:
        match.step(match.legal[0])
    assert sum(match.scores) == -16


def test_hearts_i3_and_i4_re_deals_keep_what_was_given_and_shown() -> None:
    """Seat 0 gave the Queen of Spades; seat 2 did not follow Diamonds."""
    match = dealt(gifts=1, hands=("QS AH KD QD", "KS QH AD KC", "AS KH QC AC"))
    for step in ("give QS", "give KC", "give AS", "play KD", "play AD", "play QC"):
        match.step(step)
    held = Counter[str]()
    for seed in range(400):
        world = match.position.copy()
        world.resample(0, seed)
        hands = [
            world.game.scene.build(world.plain_setup, world.plain_state, seat, "ABC").zones["hand"].items for seat in (1, 2)
        ]
        assert "QS" in hands[0] and not {"KD", "QD", "AD"} & set(hands[1])
        held.update(hands[1])
    assert len(held) > 4 and max(held.values()) < 400, "all else is dealt anew"


def test_bots_shun_points() -> None:
    report = simulate("hearts", games=100, players=["greedy", "random", "random", "random"], seed=1)
    assert report.win_shares[0] > 0.3
