"""Information: for each item of the table, who may know it and who may not.

A hidden item is changed: those who may know it get another scene, all others the same to the last byte. An open item is in
the scene of every viewer, in words, and changes with it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from alphabetickell.table import NAMES, Table, match, table
from muckle.games.alphabetickell import GAME, text
from muckle.scene.contract import Scene
from steps import read_action


def knowers(made: Table, change: Callable[[Table], None]) -> list[int | None]:
    """Return the viewers whose scene a change alters."""
    other = made.copy()
    change(other)
    assert not other.position.same(made.position), "the change must change something"
    return [viewer for viewer in made.viewers() if made.bytes(viewer) != other.bytes(viewer)]


def swap(made: Table, seat: int, place: int) -> None:
    """Exchange one of the cards dealt to a seat for one of the draw pile."""
    hand, new = made.state.seats[seat].hand, made.find(made.pile()[0])
    old = int(hand[place])
    hand[place] = new
    made.state.undrawn += (1 << old) - (1 << new)


def told(made: Table, action: str, viewer: int | None) -> str:
    """Return all that a viewer is told of an action."""
    before = made.copy()
    number = read_action(made.position, action)
    made.do(action)
    events = GAME.text.events(made.position.plain_setup, made.position.facts(before.position, number), NAMES[: made.seats])
    return "\n".join(event.told(viewer) for event in events)


def rows(scene: Scene, title: str) -> dict[str, tuple[str, ...]]:
    (found,) = [table for table in scene.tables if table.title.startswith(title)]
    return {row[0]: row[1:] for row in found.rows}


def choosing(seats: int = 3) -> Table:
    """Seat 0 has kept its second card; seat 1 is to choose."""
    made = match(seats=seats, first_dealer="seat:0", seed=12)
    made.do(made.acts()[1])
    return made


def offering() -> Table:
    return table("Nh aP Sc", "Am rW", "AJ", offer="EL", dealer=1, discard="TM OH", totals=[11, 9, 4])


def test_alphabetickell_i1_nobody_knows_the_order_of_the_pile() -> None:
    def other_chance(made: Table) -> None:
        made.state.rng += 2

    assert knowers(offering(), other_chance) == []
    assert knowers(choosing(), other_chance) == []


def test_alphabetickell_i2_cards_dealt_are_their_holders_alone() -> None:
    for seat in range(3):
        assert knowers(choosing(), lambda made, seat=seat: swap(made, seat, 0)) == [seat]
    made = choosing()
    hand = {made.cards[card] for card in made.state.seats[1].hand[:3]}
    assert hand <= set(made.scene(1).zones["hand"].items)
    assert all(not hand & set(made.scene(viewer).pieces) for viewer in (None, 0, 2))


def test_alphabetickell_i2_the_deal_is_told_to_each_alone() -> None:
    made = match(seats=3, seed=12)
    events = GAME.text.events(made.position.plain_setup, made.position.facts(None, None), NAMES[:3])
    for viewer in made.viewers():
        lines = [event.told(viewer) for event in events]
        dealt = [outcome.split()[2] for outcome in made.drew() if outcome.startswith("deal ")]
        known = [card for card in made.cards if any(card in line.replace(",", "").split() for line in lines)]
        assert sorted(known) == sorted(card for place, card in enumerate(dealt) if viewer == (made.dealer + 1 + place) % 3)


def test_alphabetickell_i2_the_kept_card_is_open_from_the_choice_on() -> None:
    made = choosing()
    kept = made.line(0)
    assert all(made.scene(viewer).zones["line0"].items == (kept,) for viewer in made.viewers())
    card = made.acts()[2].split()[1]
    assert f"keeps {card}" in told(made.copy(), f"keep {card}", None)


def test_alphabetickell_i3_what_was_put_back_only_its_owner_knows() -> None:
    made = choosing()
    back = [made.cards[card] for card in made.state.seats[0].hand[:3] if made.cards[card] != made.line(0)]
    assert made.scene(0).zones["deck"].note == f"you put back {back[0]} and {back[1]}"
    assert all(made.scene(viewer).zones["deck"].note == "" for viewer in (None, 1, 2))
    while not made.offer:
        made.do(made.acts()[0])
    made.state.seats[0].hand[0] = made.find(made.pile()[-1])
    assert knowers(made, lambda other: other.state.seats[0].hand.__setitem__(0, other.find(other.pile()[3]))) == [0]


def test_alphabetickell_i3_the_story_keeps_it_too() -> None:
    made = choosing()
    keep, *back = [act.split()[1] for act in made.acts()]
    assert f"You keep {keep} and put back {back[0]} and {back[1]}" in told(made.copy(), f"keep {keep}", 1)
    for viewer in (None, 0, 2):
        assert not any(card in told(made.copy(), f"keep {keep}", viewer) for card in back)


def test_alphabetickell_i3_nor_is_it_known_after_the_round() -> None:
    made = table("NH", "SC", offer="EL", pile="", totals=[29, 3])
    made.state.seats[1].hand[1] = made.find("AP")
    for _ in range(2):
        made.do("pass")
    assert made.over
    assert knowers(made, lambda other: other.state.seats[1].hand.__setitem__(1, other.find("OX"))) == [1]


def test_alphabetickell_i4_kept_cards_are_open() -> None:
    made = choosing()
    made.do(made.acts()[0])
    for viewer in (None, 0, 1):
        zones = made.scene(viewer).zones
        assert [zones[f"line{seat}"].items for seat in (0, 1)] == [(made.line(0),), (made.line(1),)]
        assert zones["line2"].items == ()


def test_alphabetickell_i5_who_has_still_to_choose_is_open() -> None:
    made = choosing()
    for viewer in made.viewers():
        notes = [seat.note for seat in made.scene(viewer).seats]
        assert notes == ["dealer, 1 card", "has still to choose", "has still to choose"]


def test_alphabetickell_i6_lines_sides_and_letters_are_open() -> None:
    made = offering()
    for viewer in made.viewers():
        scene = made.scene(viewer)
        shown = [
            [(scene.pieces[item].face, scene.pieces[item].label) for item in scene.zones[f"line{n}"].items] for n in range(3)
        ]
        assert [[label for _, label in line] for line in shown] == [
            ["N, from NH", "P, from AP", "S, from SC"],
            ["A, from AM", "W, from RW"],
            ["A or J"],
        ]
        assert ["".join(face.on for face, _ in line if face) for line in shown] == ["NPS", "AW", ""]


def test_alphabetickell_i7_the_offer_its_answers_the_turn_and_the_dealer_are_open() -> None:
    made = offering()
    made.state.turn = 2
    for viewer in made.viewers():
        scene = made.scene(viewer)
        assert scene.zones["offer"].items == ("EL",) and scene.zones["offer"].note == "Cat passed"
        assert [seat.turn for seat in scene.seats] == [False, False, True]
        assert scene.seats[1].note == "dealer, 2 cards, passed"
        assert scene.status == ("Your turn: take EL or pass." if viewer == 2 else "Jen may take EL.")


def test_alphabetickell_i8_the_discard_is_open_in_order() -> None:
    made = offering()
    assert all(made.scene(viewer).zones["discard"].items == ("TM", "OH") for viewer in made.viewers())


def test_alphabetickell_i8_also_that_of_the_round_before() -> None:
    made = table("NH", "SC", offer="EL", pile="", discard="TM OH")
    for _ in range(2):
        made.do("pass")
    for viewer in made.viewers():
        assert rows(made.scene(viewer), "Round 1") == {"Aiden": ("NH",), "Cat": ("SC",), "Discard": ("TM OH EL",)}


def test_alphabetickell_i9_the_size_of_the_pile_is_open() -> None:
    made = offering()
    assert {made.scene(viewer).zones["deck"].n for viewer in made.viewers()} == {48 - 6 - 1 - 2}
    assert {choosing().scene(viewer).zones["deck"].n for viewer in made.viewers()} == {48 - 9}


def test_alphabetickell_i10_what_can_still_come_is_open_once_all_have_chosen() -> None:
    made = offering()
    for viewer in made.viewers():
        cards = " ".join(row[0] for row in rows(made.scene(viewer), "Cards to come").values()).split()
        assert sorted(cards) == sorted(made.pile()) and "EL" not in cards and "OH" not in cards
        letters = rows(made.scene(viewer), "Letters to come")
        assert sum(int(number) * len(row[0].split()) for number, row in letters.items()) == 2 * len(cards)


def test_alphabetickell_i10_before_that_each_knows_what_it_has_seen() -> None:
    made = choosing()
    for viewer in made.viewers():
        seen = {made.line(0)} | (
            {made.cards[card] for card in made.state.seats[viewer].hand[:3]} if viewer is not None else set()
        )
        cards = " ".join(row[0] for row in rows(made.scene(viewer), "Cards to come").values()).split()
        assert sorted(cards) == sorted(set(made.cards) - seen)


def test_alphabetickell_i11_who_can_take_is_open() -> None:
    made = offering()
    for viewer in made.viewers():
        scene = made.scene(viewer)
        assert [("cannot take" in seat.note) for seat in scene.seats] == [False, True, False]
        assert (scene.zones["line1"].note if viewer != 1 else scene.zones["right"].note.split(":")[0]) in (
            "X to Z still open",
            "X to Z",
        )
    assert set(made.scene(1).acts) == {"pass"}, "a seat whose turn it is may always pass"


@pytest.mark.parametrize("kept", [0, 2])
def test_alphabetickell_i2_for_a_spectator_every_hand_is_dealt_anew(kept: int) -> None:
    made = match(seed=4, seats=7)
    for _ in range(kept):
        made.do(made.acts()[0])
    other, moved = made.copy(), 0
    for seed in range(20):
        other.position.resample(-1, seed + 1)
        hands = [sorted(seat.hand[:3]) for seat in other.plain_state.seats]
        moved += hands != [sorted(seat.hand[:3]) for seat in made.plain_state.seats]
        assert sorted([*(card for hand in hands for card in hand), *map(other.find, other.pile())]) == list(range(48))
        for seat, was in zip(other.plain_state.seats, made.plain_state.seats, strict=True):
            assert seat.kept == was.kept and (seat.kept < 0 or seat.kept in seat.hand)
    assert moved == 20


def test_open_letters_are_told_as_ranges() -> None:
    assert text.spans([0, 1, 2, 5, 23, 24]) == "A to C, F, X and Y"
    assert text.spans([7]) == "H"


def test_alphabetickell_i12_choices_among_cards_dealt_are_their_holders() -> None:
    made = choosing()
    assert list(made.scene(1).acts) == made.acts()
    assert all(made.scene(viewer).acts == {} for viewer in (None, 0, 2))


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_alphabetickell_i13_points_rounds_and_target_are_open(viewer: int | None) -> None:
    made = offering()
    made.state.round_number = 2
    made.state.past[0] = 11 | 9 << 5 | 4 << 10
    scene = made.scene(viewer)
    assert scene.title == "Alphabetickell to 30"
    assert rows(scene, "Points, to 30") == {
        "1": ("11", "9", "4"),
        "2, so far": ("3", "2", "1"),
        "Total": ("11", "9", "4"),
    }


def test_alphabetickell_i13_after_sixty_rounds_the_first_are_summed() -> None:
    made = match(seats=2, cap=2, target=500, deal=1, tie="extra_round", max_rounds=70, deck="tiny")
    points = [0, 0]
    while not made.over:
        made.do(made.acts()[-1])
        if made.state.round_number == 62 and not sum(points):
            points = made.totals()
    shown = rows(made.scene(None), "Points")
    assert list(shown) == ["1 to 10", *map(str, range(11, 71)), "Total"]
    for seat in range(2):
        assert sum(int(row[seat]) for name, row in shown.items() if name != "Total") == made.totals()[seat]
        assert sum(int(shown[str(number)][seat]) for number in range(62, 71)) == made.totals()[seat] - points[seat]


def test_alphabetickell_i14_no_time_is_hidden_or_kept_here() -> None:
    """Thinking time is seen by all as it passes; the state and the scenes hold no time."""
    made = offering()
    again = made.copy()
    assert [made.bytes(viewer) for viewer in made.viewers()] == [again.bytes(viewer) for viewer in made.viewers()]
    assert not {name for name in made.state.dtype.names if "time" in name or "clock" in name}
