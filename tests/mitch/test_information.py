"""Information (section 3 of the rulebook page): who may know sees it; for others not a byte changes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from mitch.table import GAME, cards, deals, dealt, play, seat, table
from muckle.engine.chance import stream
from muckle.engine.contract import guess, resample
from muckle.engine.position import Position
from muckle.games.mitch import text
from muckle.kit import playing_cards
from steps import NAMES, legal, scene, story

EVERYBODY = (0, 1, 2, None)


def middle(**changed: object) -> Position:
    """Three players in phase 1, Bob to act; Bob has drawn the 9 of Diamonds."""
    seats = (
        seat("KH 8C", spades="Q 7", had_turn=True, placed=True, total=3),
        seat("6S 5S 9D", hearts="J", had_turn=True, placed=True, total=-2),
        seat("2C 3C", had_turn=True),
    )
    return table(*seats, **{"turn": 1, "aces": "AH:2 AC:0", "pile": "10C:0 4D:2", "hand_size": 2, "finished": 1, **changed})  # type: ignore


def swapped(position: Position, number: int, held: str, hidden: str) -> Position:
    """Exchange one card of a hand with one of the stock."""
    other = position.copy()
    [out], [come] = cards(held), cards(hidden)
    player, stock = other.state.seats[number], other.state.stock
    order = [come if card == out else card for card in text.held(player)]
    for card in text.held(player):
        GAME.rules.drop(player, card)
    for card in order:
        GAME.rules.take(player, card)
    place = stock[: other.state.stock_left].tolist().index(come)
    stock[place] = out
    return other


def sent(position: Position, viewer: int | None) -> bytes:
    return msgspec.json.encode(scene(position, viewer))


def those_who_see_it(one: Position, other: Position) -> list[int | None]:
    """Return the viewers for whom two positions differ."""
    return [viewer for viewer in EVERYBODY if sent(one, viewer) != sent(other, viewer)]


def faces(position: Position, viewer: int | None, zone: str) -> list[str]:
    """Return the pieces in a zone, as that viewer sees them."""
    seen = scene(position, viewer).zones
    return list(seen[zone].items) if zone in seen else []


def labels(position: Position, viewer: int | None, zone: str) -> list[str]:
    seen = scene(position, viewer)
    return [seen.pieces[piece].label for piece in seen.zones[zone].items]


def test_mitch_i1_a_hand_is_its_owners_its_size_is_open():
    position = middle()
    assert faces(position, 0, "hand") == ["KH", "8C"]
    assert those_who_see_it(position, swapped(position, 0, "8C", "9C")) == [0]
    for viewer in (1, 2, None):
        assert scene(position, viewer).zones["seat0"].note == "2 cards in hand"
        assert "KH" not in scene(position, viewer).pieces


def test_mitch_i2_the_order_of_the_stock_is_nobodys_its_size_is_open():
    position, other = middle(), middle()
    left = other.state.stock_left
    other.state.stock[:left] = other.state.stock[:left][::-1].copy()
    assert not other.same(position)
    assert those_who_see_it(position, other) == []
    assert {scene(position, viewer).zones["stock"].n for viewer in EVERYBODY} == {52 - 7 - 3 - 4}


def test_mitch_i3_a_card_drawn_is_seen_by_the_drawer():
    position = middle()
    after = play(position, "discard 6S", "draw 2 KD")
    assert story(position, "discard 6S", after, 2)[-1] == "You draw the King of Diamonds"
    for viewer in (0, 1, None):
        assert story(position, "discard 6S", after, viewer)[-1] == "Cy draws a card"
    assert those_who_see_it(after, swapped(after, 2, "KD", "QD")) == [2]


def test_mitch_i4_aces_are_open():
    position = middle()
    for viewer in EVERYBODY:
        ann, cy = "you" if viewer == 0 else "Ann", "you" if viewer == 2 else "Cy"
        assert labels(position, viewer, "aces") == [f"Ace of Hearts, shown by {cy}", f"Ace of Clubs, shown by {ann}"]
        assert scene(position, viewer).zones["aces"].note == "2 of 3"
    after = play(position, "discard 6S", "draw 2 AD")
    assert story(position, "discard 6S", after, None)[-1] == "Cy shows the Ace of Diamonds: Ace 3 of 3, phase 2 begins"


def test_mitch_i5_a_card_from_the_pile_is_known_to_lie_in_that_hand_until_it_is_used():
    choosing = middle(draw="stock_or_discard", choosing=True)
    taken = play(choosing, "draw discard")
    for viewer in (0, 2, None):
        assert faces(taken, viewer, "seat1-taken") == ["4D"]
        assert story(choosing, "draw discard", taken, viewer) == ["Bob takes the 4 of Diamonds from the discard pile"]
    assert "known to everybody" in scene(taken, 1).pieces["4D"].marks
    later = play(taken, "discard 9D")  # the 4 of Diamonds stays in the hand
    assert faces(later, 0, "seat1-taken") == ["4D"]
    redealt = later.copy()
    redealt.resample(0, 5)
    assert playing_cards.read("4D") in text.held(redealt.plain_state.seats[1])
    assert faces(play(taken, "place 4D"), 0, "seat1-taken") == []


def test_mitch_i5_a_re_deal_leaves_a_known_card_where_it_is_held():
    choosing = middle(draw="stock_or_discard", choosing=True)
    taken = play(choosing, "draw discard")
    redealt = taken.copy()
    redealt.resample(0, 5)
    *hidden, last = text.held(redealt.plain_state.seats[1])
    assert last == playing_cards.read("4D") and len(hidden) == 3
    assert GAME.text.timeout(redealt.plain_setup, redealt.plain_state) in redealt.legal(), "not the card just taken (D11)"


def test_mitch_i5_with_two_packs_a_discarded_twin_leaves_the_known_card_in_the_hand():
    seats = seat("KH 9S 9S", known="9S"), seat("KD"), seat("KC")
    before = table(*seats, taken="9S", draw="stock_or_discard", packs=2, hand_size=2)
    assert faces(play(before, "discard 9S"), 1, "seat0-taken") == ["9S"]
    assert faces(play(before, "place 9S", "draw 1 2C"), 1, "seat0-taken") == []


def test_mitch_i5_of_two_known_twins_one_stays_known():
    before = table(seat("KH 9S 9S", known="9S"), seat("KD"), packs=2, hand_size=2)
    player = before.state.seats[0]
    player.known_twin = player.known
    after = play(before, "place 9S", "draw 1 2C").state.seats[0]
    assert (after.known, after.known_twin) == (player.known, 0)


def test_mitch_i5_both_twins_are_known_when_both_came_from_the_pile():
    before = table(
        seat("KH 9S", known="9S"), seat("KD"), pile="9S:1", packs=2, hand_size=2, draw="stock_or_discard", choosing=True
    )
    player = play(before, "draw discard").state.seats[0]
    assert (player.known, player.known_twin) == (1 << cards("9S")[0],) * 2


def test_mitch_i5_a_re_deal_leaves_both_known_twins_and_nothing_else():
    position = table(seat("9S 2S 10S 9S", known="9S"), seat("KD"), packs=2, hand_size=4)
    position.state.seats[0].known_twin = position.state.seats[0].known
    hands: list[tuple[str, ...]] = []
    for seed in range(9):
        redealt = position.copy()
        redealt.resample(1, seed)
        hands.append(tuple(map(playing_cards.text, text.held(redealt.plain_state.seats[0]))))
        assert not redealt.state.stock[redealt.state.stock_left :].any(), "nothing lies behind the stock"
    first, second, *hidden = map(set, zip(*hands, strict=True))
    assert first == second == {"9S"} and all(len(cards) > 1 for cards in hidden)


def test_mitch_i6_the_pile_is_open_in_order_and_by_whom():
    position = middle()
    for viewer in (1, None):
        assert labels(position, viewer, "pile") == ["10 of Clubs, discarded by Ann", "4 of Diamonds, discarded by Cy"]
    other = middle(pile="4D:2 10C:0")
    assert those_who_see_it(position, other) == list(EVERYBODY)


def test_mitch_i7_tableaux_are_open_in_order():
    position = middle(direction="high_low")
    for viewer in EVERYBODY:
        assert faces(position, viewer, "seat0-spades") == ["QS", "7S"]
        assert faces(position, viewer, "seat1-hearts") == ["JH"]
    rising = table(seat("KH", spades="7 Q"), seat(), seat(), direction="high_low")
    assert {tuple(faces(rising, viewer, "seat0-spades")) for viewer in EVERYBODY} == {("7S", "QS")}
    assert scene(rising, 1).zones["seat0-spades"].note == "rising, leads, +4"


def test_mitch_i8_phase_dealer_turn_and_phase_1_are_open():
    position = middle()
    for viewer in EVERYBODY:
        seen = scene(position, viewer)
        assert [seat.turn for seat in seen.seats] == [False, True, False]
        assert ["dealer" in seat.note for seat in seen.seats] == [False, False, True]
        assert "2 of 3 Aces shown" in seen.status
        assert ["has placed nothing yet" in seat.note for seat in seen.seats] == [False, False, True]
    after = play(position, "discard 6S", "draw 2 AD")
    for viewer in EVERYBODY:
        seen = scene(after, viewer)
        assert "phase 2, nobody draws" in seen.status
        assert ["placed nothing in phase 1: −10" in seat.note for seat in seen.seats] == [False, False, True]


def test_mitch_i9_legal_actions_are_the_players_the_choice_of_the_draw_is_open():
    position = middle()
    assert list(scene(position, 1).acts) == legal(position)
    assert [dict(scene(position, viewer).acts) for viewer in (0, 2, None)] == [{}, {}, {}]
    choosing = middle(draw="stock_or_discard", choosing=True)
    for viewer in EVERYBODY:
        assert "draw from the stock or take the 4 of Diamonds" in scene(choosing, viewer).status


def test_mitch_i10_who_leads_and_the_points_so_far_are_open():
    position = middle()
    for viewer in EVERYBODY:
        seen = scene(position, viewer)
        assert seen.zones["seat0-spades"].note == seen.zones["seat1-hearts"].note == "leads, +4"
        assert ["+4 so far" in seat.note for seat in seen.seats] == [True, True, False]


def unseen(position: Position, viewer: int | None) -> dict[str, str]:
    [listed] = [table for table in scene(position, viewer).tables if table.title == "Cards you have not seen"]
    return {suit: ranks for suit, ranks in listed.rows}


def test_mitch_i11_each_viewer_may_know_the_cards_not_seen():
    position = middle()
    assert unseen(position, 0)["Spades"] == "A K J 10 9 8 6 5 4 3 2"
    assert unseen(position, 1)["Spades"] == "A K J 10 9 8 4 3 2"
    assert unseen(position, None)["Clubs"] == "K Q J 9 8 7 6 5 4 3 2"
    for viewer in EVERYBODY:
        rng = random.Random(1)
        other = position.copy()
        for number in range(3) if viewer is None else [viewer]:
            other.resample(number, rng.getrandbits(50))
        assert unseen(other, viewer) == unseen(position, viewer)


def test_mitch_i11_equal_cards_are_counted():
    position = table(seat("KH"), seat("KH"), seat(), packs=2, hand_size=1)
    assert unseen(position, 0)["Hearts"] == "A A K Q Q J J 10 10 9 9 8 8 7 7 6 6 5 5 4 4 3 3 2 2"


def test_mitch_i12_what_is_left_of_the_stock_at_the_end_is_nobodys():
    before = table(seat("KH"), seat(), seat(), aces="AS:0 AH:0 AD:0", hands=1)
    after = play(before, "place KH")
    assert after.over
    other = after.copy()
    other.state.stock[:2] = other.state.stock[:2][::-1].copy()
    assert those_who_see_it(after, other) == []
    assert all(set(scene(after, viewer).pieces) == {"KH", "AS", "AH", "AD"} for viewer in EVERYBODY)


def test_mitch_i13_cards_left_when_a_revolution_hand_ends_are_their_owners():
    before = table(seat("KH QH"), seat("KD QD"), seat("KC QC"), aces="AS:0 AH:0 AD:0", preset="revolution", hands=1)
    after = play(before, "place KH", "draw 1 AC")
    assert after.over and faces(after, 1, "hand") == ["KD", "QD"]
    assert those_who_see_it(after, swapped(after, 1, "KD", "2D")) == [1]


@pytest.mark.parametrize("hands", [1, 2])
def test_mitch_i14_hands_dealt_before_revolution_3_are_their_owners_but_for_the_aces(hands: int):
    options = {"preset": "revolution", "seats": 3, "hand_size": 1, "hands": hands}
    lost = [*deals(2, "AS", "7D", "AC"), "draw 0 AH", "draw 0 AD", "draw 0 KH"]
    again = [*deals(0, "2S", "3S", "4S"), "draw 1 5S"] if hands == 2 else []
    after = dealt("dealer 2", *lost, *again, **options)
    aces = ["Ace of Spades", "Ace of Hearts", "Ace of Diamonds", "Ace of Clubs"]
    for viewer in EVERYBODY:
        told = " ".join(story(None, "", after, viewer))
        assert all(ace in told for ace in aces)
        assert "7 of Diamonds" not in told
        assert ("King of Hearts" in told) == (viewer == 0)
        assert after.over == (hands == 1)
        if after.over:
            assert len(faces(after, viewer, "aces")) == 4
            assert ("7D" in scene(after, viewer).pieces) == (viewer == 1)
    if after.over:
        assert those_who_see_it(after, swapped(after, 1, "7D", "8D")) == [1]


def test_mitch_i15_scores_are_open():
    position = middle()
    position.state.seats[0].scored[0], position.state.seats[1].scored[0] = 3, -2
    for viewer in EVERYBODY:
        seen = scene(position, viewer)
        assert [seat.score for seat in seen.seats] == ["3", "−2", "0"]
        [scores] = [table for table in seen.tables if table.title == "Scores of the hands"]
        assert scores.head == ("", "1", "Total")
        assert scores.rows == (("Ann", "+3", "+3"), ("Bob", "−2", "−2"), ("Cy", "0", "0"))
        assert scores.key == ("" if viewer is None else NAMES[viewer])


def test_mitch_i15_of_a_long_match_the_last_eight_hands_are_listed_one_by_one():
    position = table(seat("KH", total=25), seat(total=-4), finished=10, hands=20)
    for hand in range(2, 10):
        position.state.seats[0].scored[hand % 8] = hand
    [scores] = [table for table in scene(position, None).tables if table.title == "Scores of the hands"]
    assert scores.head == ("", "1–2", *["3", "4", "5", "6", "7", "8", "9", "10"], "Total")
    assert scores.rows[0] == ("Ann", "−19", *["+2", "+3", "+4", "+5", "+6", "+7", "+8", "+9"], "+25")


def test_mitch_i15_the_hand_before_is_on_show():
    before = table(seat("KH", spades="K 9", had_turn=True), seat(spades="7", clubs="4"), aces="AS:0 AH:0 AD:0", hand_size=1)
    after = play(before, "discard KH", *deals(0, "2S", "3S"), "draw 1 4S")
    [hand] = [table for table in scene(after, None).tables if table.title == "Hand 1: cards and points"]
    assert hand.head == ("", "♠", "♥", "♦", "♣", "Nothing placed", "Points")
    assert hand.rows == (("Ann", "2: +4", "–", "–", "–", "−10", "−6"), ("Bob", "1: −1", "–", "–", "1: +4", "0", "+3"))


def test_mitch_i1_both_copies_of_an_own_card_show_their_face():
    position = table(seat("KH 9S 9S"), seat("KD"), packs=2, hand_size=2)
    assert faces(position, 0, "hand") == ["9S", "9S-2", "KH"]
    seen = scene(position, 0)
    assert all(seen.pieces[piece].face for piece in seen.zones["hand"].items)
    assert len(seen.zones["hand"].items) == seen.zones["hand"].n, "no back stands for a card that its owner sees"


# What others probably hold


def guessed(position: Position, viewer: int, times: int = 400, deal: Callable[..., None] = guess) -> list[Counter[str]]:
    """Return how often each card lies in each hand of the worlds that a seat imagines."""
    hands = [Counter[str]() for _ in range(position.options.seats)]
    for number in range(times):
        world = position.copy()
        world.state.rng = stream(number, 0)
        deal(world.setup, world.state, viewer)
        for held, counts in enumerate(hands):
            counts.update(map(playing_cards.text, text.held(world.plain_state.seats[held])))
    return hands


def telling() -> Position:
    """Return a position in which Bob has two long columns and threw low spades away."""
    return table(
        seat("KH 7S 3C 2C 9D"),
        seat("JD 9H 8H 5C", hearts="Q J", clubs="9 8"),
        seat("2D 3D 4D 5D", diamonds="Q"),
        pile="4S:1 3S:1 2S:1 6C:2",
        aces="AS:0 AH:1 AD:2",
    )


def test_it_is_thought_likely_that_others_hold_what_fits_and_not_what_they_would_have_thrown_away():
    bob = guessed(telling(), 0)[1]
    assert bob["10H"] > 2 * bob["KS"], "three lower spades were thrown away"
    assert bob["10H"] > 5 * bob["10C"], "it does not fit behind the 9 and 8 of clubs"


def test_its_break_if_all_worlds_are_alike_nothing_follows_from_discards():
    bob = guessed(telling(), 0, deal=resample)[1]
    assert bob["10H"] < 1.5 * bob["KS"] and bob["10H"] < 1.5 * bob["10C"]


@pytest.mark.parametrize("preset", ["mitch", "two_packs", "must_place"])
def test_a_guess_keeps_what_a_seat_may_know_and_all_cards(preset: str):
    position, rng = Position(GAME, GAME.read_options(preset), seed=3), random.Random(3)
    for step in range(60):
        if position.over:
            break
        world, viewer = position.copy(), rng.randrange(position.options.seats)
        world.state.rng = stream(step, 0)
        guess(world.setup, world.state, viewer)
        assert all_cards(world) == all_cards(position)
        assert scene(world, viewer) == scene(position, viewer), "so a seat cannot tell its guess from the truth"
        position.apply(rng.choice(position.legal()))


def all_cards(position: Position) -> Counter[int]:
    state = position.plain_state
    hands = [card for number in range(position.options.seats) for card in text.held(state.seats[number])]
    return Counter([*hands, *state.stock[: state.stock_left]])
