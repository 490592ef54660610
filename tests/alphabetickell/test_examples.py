"""The worked examples of the rules; e18 to e20 are counted in test_twin."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from alphabetickell.table import match, table
from alphabetickell.test_rules import TEN, refused, story


def readings(cards: str) -> list[str]:
    """Return every way to read a line of cards in rising letters."""
    return ["".join(letters) for letters in product(*cards.split()) if all(a < b for a, b in pairwise(letters))]


def grow(cards: str, letters: str) -> tuple[str, int, list[str]]:
    """Take cards one by one, each at the right end; the line before the last, the score, and what is told of the last one.

    The draw pile holds one card more than are taken, and the match ends with the round.
    """
    first, second, *rest = cards.split()
    made = table(first, "RZ", offer=second, pile=" ".join([*rest, "RY"]), target=2)
    told: list[str] = []
    for place, letter in enumerate(letters[1:], 1):
        while made.turn == 1:
            made.do("pass")
        line = made.line(0)
        action = f"take right {letters[0]}-{letter}" if place == 1 else f"take right {letter}"
        following = [*rest, "RY"][place - 1]
        ends = made.state.seats[0].length == 10
        told = story(made, action, *([] if ends else [f"offer {following}"]))
    while not made.over:
        made.do("pass")
    return line, made.totals()[0], told


def test_alphabetickell_e1_marias_six_points_and_why_letters_are_stored() -> None:
    cards = "EK IL NU OC AP IQ"
    assert readings(cards) == ["EINOPQ", "ELNOPQ", "KLNOPQ"]
    for reading in readings(cards):
        line, score, _ = grow(cards, reading)
        assert score == 6
        assert "".join(c for c in line if c.isupper()) == reading[:-1]


def test_alphabetickell_e2_eds_eleven_points_end_the_round() -> None:
    cards = "AL IB EW TH IU EL EM NB OD SC OU"
    assert readings(cards) == ["ABEHILMNOSU"]
    _, score, told = grow(cards, "ABEHILMNOSU")
    assert score == 11 and told[1] == "Round 1 is over: Aiden has 11 cards"


def test_alphabetickell_e3_davids_nine_points() -> None:
    cards = "AW TC SD NF SG RH TM RW TD"
    assert readings(cards) == ["ACDFGHMRT"]
    assert grow(cards, "ACDFGHMRT")[1] == 9


def test_alphabetickell_e4_what_n_p_s_takes() -> None:
    made = table("Nh aP Sc", "AJ", offer="OU")
    opened = "".join(chr(65 + letter) for letter in range(26) if int(made.state.seats[0].open) >> letter & 1)
    assert opened == "ABCDEFGHIJKLM" + "TUVWXYZ"
    assert made.acts() == ["pass", "take right U"]
    assert table("Nh aP Sc", "AJ", offer="EL").acts() == ["pass", "take left E", "take left L"]


def test_alphabetickell_e5_aiden_and_cat() -> None:
    made = table("SG", "AJ", offer="EW")
    made.do("take right S-W", "offer AM")
    assert (made.dealer, made.turn) == (1, 1)
    made.do("take right J-M", "offer OH")
    assert (made.dealer, made.turn) == (0, 0)
    made.do("take left O", "offer AP")
    assert (made.dealer, made.turn) == (1, 1)
    made.do("pass")
    made.do("take left A", "offer EL")
    assert (made.dealer, made.turn) == (1, 1), "Cat sits at the taker's left"
    told = story(made, "pass", "offer TC")
    assert told == ["Cat passes on EL", "Aiden cannot take EL", "EL is discarded", "Cat turns up TC"]
    assert made.discard() == ["EL"] and made.dealer == 1
    assert [made.line(0), made.line(1)] == ["Ap Oh Sg eW", "aJ aM"]


def test_alphabetickell_e6_ap_fits_outside_only() -> None:
    made = table("Oh Sg eW", "aJ aM", offer="AP")
    assert made.acts() == ["pass", "take left A"]
    assert "P lies between O and W" in refused(made, "take right P")
    made.do("pass")
    assert made.acts() == ["pass", "take left A", "take right P"]


def test_alphabetickell_e7_ways_to_take_a_second_card() -> None:
    made = table("AL", "SC", offer="AP")
    assert sorted(made.acts()[1:]) == ["take left L-A", "take right A-P", "take right L-P"]
    refused(made, "take right A-A")
    assert len(table("AL", "SC", offer="EM").acts()) == 1 + 4


def test_alphabetickell_e8_o_beside_s_skips_nine_cards() -> None:
    made = table("Sg eW", "AJ", offer="OH")
    assert sum(bool({*card} & {*"PQR"}) for card in made.cards) == 2 + 1 + 6
    h = sum(bool({*card} & {*"IJKLMNOPQR"}) for card in made.pile())
    hints = made.position.game.text.hints(made.position.plain_setup, made.plain_state, 0)
    assert hints == [
        f"H on the left skips I to R, which {h} cards of the draw pile could give.",
        "O on the left skips P to R, which 9 cards of the draw pile could give.",
    ]


def test_alphabetickell_e9_x_y_z_are_left() -> None:
    made = table("Ap Oh Sg eW", "aJ aM", offer="EL")
    assert made.scene(0).zones["left"].note == "closed"
    assert made.scene(0).zones["right"].note == "X to Z: 4 cards"


def test_alphabetickell_e10_four_players_pass() -> None:
    made = table("NH", "SC", "AJ", "TM", offer="EL", dealer=1)
    left = len(made.pile())
    for _ in range(4):
        made.do("pass")
    assert (made.discard(), made.dealer, len(made.pile())) == (["EL"], 1, left - 1)


@pytest.mark.parametrize(
    ("totals", "options", "winner"),
    [
        ((19, 30, 28), {}, "Cat wins, 30 to 28"),
        ((29, 29), {}, None),
        ((31, 33), {}, "Cat wins, 33 to 31"),
        ((30, 30), {}, "Aiden and Cat share the win with 30 points"),
        ((30, 30), {"tie": "extra_round"}, None),
        ((30, 31, 31), {"tie": "extra_round"}, None),
        ((31, 30), {"tie": "extra_round"}, "Aiden wins, 31 to 30"),
    ],
)
def test_alphabetickell_e11_who_has_won(totals: tuple[int, ...], options: dict[str, str], winner: str | None) -> None:
    lines = ["NH", "SC", "AJ"][: len(totals)]
    made = table(*lines, offer="EL", pile="", totals=[total - 1 for total in totals], **options)
    for _ in lines:
        made.do("pass")
    result = made.scene(None).result
    assert made.totals() == list(totals)
    assert (result and result.title) == winner and made.over == bool(winner)


def test_alphabetickell_e12_the_draw_pile_after_set_up() -> None:
    for seats, pile in ((2, 46), (3, 45), (4, 44), (5, 43)):
        made = match(seats=seats)
        while not made.offer:
            made.do(made.acts()[0])
        assert len(made.pile()) + 1 == pile


def test_alphabetickell_e13_order_of_choice_and_offers() -> None:
    made = match(seats=4, first_dealer="seat:2")
    chosen, asked = list[int](), list[int]()
    while not made.offer:
        chosen.append(made.turn)
        made.do(made.acts()[0])
    while made.turn != 0:
        asked.append(made.turn)
        made.do("pass")
    assert chosen == [2, 3, 0, 1] and asked == [2, 3]
    made.do(made.acts()[-1])
    assert made.dealer == 1


def test_alphabetickell_e14_the_last_card_taken_as_eleventh_or_as_ninth() -> None:
    eight = " ".join(TEN.split()[:8])
    for line, dealer in ((TEN, 0), (eight, 1)):
        made = table(line, "SC", "NH", offer="OU", dealer=1, pile="")
        made.do("pass")
        made.do("pass")
        made.do("take right U")
        assert made.state.round_number == 2 and made.dealer == dealer


def test_alphabetickell_e15_the_fourth_discard_of_2018() -> None:
    made = match("2018-09-04", seats=2, seed=4)
    while not made.offer:
        made.do(made.acts()[0])
    for number in range(4):
        if number == 2:
            made.do(made.acts()[1])
        sizes = [int(seat.length) for seat in made.state.seats[:2]]
        while len(made.discard()) == number and made.state.round_number == 1:
            made.do("pass")
    assert made.state.round_number == 2 and made.totals() == sizes and max(sizes) == 2


def test_alphabetickell_e16_both_past_the_target() -> None:
    made = table(TEN, "Al nB oC nD El nF sG nH Iq aJ", offer="OU", totals=[20, 20])
    made.do("take right U")
    result = made.scene(None).result
    assert made.totals() == [31, 30] and result is not None and result.title == "Aiden wins, 31 to 30"


def test_alphabetickell_e17_what_the_next_chooser_sees() -> None:
    made = match(seats=2, first_dealer="seat:0", seed=6)
    hand = [act.split()[1] for act in made.acts()]
    made.do(f"keep {hand[1]}")
    shown = set(made.scene(1).pieces)
    assert hand[1] in shown and not shown & {hand[0], hand[2]}
