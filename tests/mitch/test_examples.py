"""The worked examples of the rulebook page, each by its number; the counts 28 to 31 stand in test_twin.py."""

from __future__ import annotations

import pytest

from mitch.table import GAME, cards, column, deals, dealt, final_scores, hand, play, position, refused, seat, table
from muckle.engine.position import Position
from muckle.errors import OptionsError
from steps import NAMES, legal, scene


def tableaux(fourth: bool = False, **third: bool):
    """Return the final tableaux of three players, and perhaps a fourth who placed nothing."""
    return (
        seat(spades="K 10 7 3", hearts="Q 4"),
        seat(spades="Q J 9 2", diamonds="9 8 5"),
        seat(hearts="J 6", clubs="5", **third),
        *([seat()] if fourth else []),
    )


def revolution(fourth: bool = False) -> list[int]:
    """T at the end of a Revolution hand, after a last discard."""
    first, *others = tableaux(fourth)
    before = table(first | {"hand": cards("2C")}, *others, preset="revolution", aces="AS:0 AH:0 AD:0", hands=1)
    return play(before, "discard 2C", "draw 1 AC").scores()


def test_mitch_e1_the_tableaux_with_the_defaults():
    assert final_scores(*tableaux()) == [2, 0, 8]


def test_mitch_e2_placed_nothing_in_phase_1():
    assert final_scores(*tableaux(had_turn=True)) == [2, 0, -2]


def test_mitch_e3_low_ties():
    assert final_scores(*tableaux(), tie="lowest_low") == [0, 8, 2]


def test_mitch_e4_the_inventors_scoring():
    assert final_scores(*tableaux(), preset="gunzler") == [0, 8, 6]
    assert final_scores(*tableaux(), shortest_bonus="double") == [2, 0, 12]


def test_mitch_e5_revolution():
    assert revolution() == [0, 8, 6]
    assert revolution(fourth=True) == [1, 10, 8, 0]


def test_mitch_e6_what_fits():
    before = position("8S 7S 6S 5S 4S 3S", spades="K 9", hand_size=5)
    assert legal(before)[6:] == [f"place {rank}S" for rank in "345678"]
    assert legal(position("2S", spades="K 9")) == ["discard 2S", "place 2S"]
    assert legal(position("JS", spades="K 9")) == ["discard JS"]
    assert legal(position("9S", spades="K 9", packs=2)) == ["discard 9S"]
    hearts = [f"{rank}H" for rank in ("2", "7", "K")]
    assert legal(position(" ".join(hearts), spades="K 9"))[3:] == [f"place {card}" for card in hearts]


def test_mitch_e7_both_ties():
    columns = seat(clubs="K J 9 6 3"), seat(clubs="Q 10 8 5 2")
    assert final_scores(*columns) == [4, -5]
    assert final_scores(*columns, tie="lowest_low") == [-5, 4]


def test_mitch_e8_the_third_ace_comes_to_the_second_player():
    hands = [seat(f"2{suit} 3{suit} 4{suit} 5{suit} 6{suit}") for suit in "HDC"]
    before = table(seat("2S 3S 4S 5S 6S 7S"), *hands, aces="AS:0 AH:1", hands=1)
    after = play(before, "discard 7S", "draw 1 AD")
    assert [len(hand(after, number).split()) for number in range(4)] == [5, 5, 5, 5]
    turns = []
    while not after.over:
        turns.append(after.turn)
        after.apply(after.legal()[0])
    assert turns == [1, 2, 3, 0] * 5


def test_mitch_e9_the_replacement_of_the_second_ace_is_the_third():
    before = table(seat("KH QH"), seat("KD"), aces="AS:0", hand_size=1)
    after = play(before, "discard QH", "draw 1 AH", "draw 1 AD")
    assert (hand(after, 1), after.turn) == ("KD", 1)


@pytest.mark.parametrize("aces", [3, 4])
def test_mitch_e10_three_or_four_aces_in_the_deal(aces: int):
    shown = ["AS AH", "AD AC" if aces == 4 else "AD KD"]
    replaced = ["draw 0 QH", "draw 0 JH", "draw 1 QD", *(["draw 1 JD"] if aces == 4 else [])]
    after = dealt("dealer 1", *deals(1, *shown), *replaced, seats=2, hand_size=2, hands=1)
    assert after.turn == 0 and [len(hand(after, number).split()) for number in range(2)] == [2, 2]
    while not after.over:
        after.apply(after.legal()[0])  # everybody discards
    assert after.scores() == [0, 0]


def test_mitch_e11_the_first_card_of_the_stock_is_the_third_ace():
    chance = ["dealer 1", *deals(1, "AS", "AH"), "draw 0 KH", "draw 1 KD", "draw 0 AD"]
    after = dealt(*chance, seats=2, hand_size=1, hands=1)
    assert legal(after) == ["discard KH", "place KH"]
    assert play(play(after, "discard KH"), "discard KD").scores() == [0, 0]


@pytest.mark.parametrize(("penalty", "scores"), [(10, [4 - 10, 0]), (0, [4, 0])])
def test_mitch_e12_a_card_placed_after_the_third_ace_comes_too_late(penalty: int, scores: list[int]):
    chance = ["dealer 1", *deals(1, "AS", "AH"), "draw 0 KH", "draw 1 KD", "draw 0 QH"]
    after = dealt(*chance, seats=2, hand_size=1, hands=2, no_play_penalty=penalty)
    after = play(after, "discard QH", "draw 1 2D")
    after = play(after, "place 2D", "draw 0 AD")
    after = play(after, "place KH")
    after = play(after, "discard KD", *deals(0, "2S", "3S"), "draw 1 4S")
    assert after.scores() == [scores[0], 4]


def test_mitch_e13_columns_that_win_nothing():
    columns = seat(spades="K Q J", hearts="K Q J 10"), seat(spades="9 8 7 6", hearts="9 8 7 6 5"), seat()
    assert final_scores(*columns) == [-7, 8, 0]


def test_mitch_e14_nobody_has_diamonds():
    assert final_scores(seat(spades="K"), seat(hearts="K")) == [4, 4]


@pytest.mark.parametrize(
    ("first", "second", "scores"),
    [
        ("5 9 Q", "10 6 4", [-3, 4]),
        ("5 9 J", "10 6 4", [-3, 4]),
        ("3 6 7", "K J 8", [-3, 4]),
        ("9", "4", [4, -1]),
    ],
)
def test_mitch_e15_high_low_ties(first: str, second: str, scores: list[int]):
    assert final_scores(seat(spades=first), seat(spades=second), direction="high_low") == scores
    assert final_scores(seat(spades=second), seat(spades=first), direction="high_low") == scores[::-1]


@pytest.mark.parametrize(("spades", "fit"), [("7", "2 3 4 5 6 8 9 10 J Q K"), ("7 9", "10 J Q K"), ("7 4", "2 3")])
def test_mitch_e16_high_low_what_fits(spades: str, fit: str):
    for rank in {*["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]} - {*spades.split()}:
        before = position(f"{rank}S", spades=spades, direction="high_low")
        assert (f"place {rank}S" in legal(before)) == (rank in fit.split())


def test_mitch_e17_two_packs_ties():
    columns = seat(spades="K 9 4"), seat(spades="Q 9 4")
    assert final_scores(*columns, packs=2) == [4, -3]
    assert final_scores(*columns, packs=2, tie="lowest_low") == [-3, 4]
    equal = seat(spades="K 9 4"), seat(spades="K 9 4")
    assert final_scores(*equal, packs=2) == [-3, -3]
    assert final_scores(*equal, packs=2, dead_tie="shared") == [4, 4]


def test_mitch_e18_the_second_nine_of_spades():
    assert refused(position("9S", spades="K 9", packs=2), "place 9S").endswith("[Mitch 16]")


def test_mitch_e19_ties_for_the_shortest():
    def bonus(spades: str, hearts: str) -> list[int]:
        return final_scores(seat(spades=spades), seat(hearts=hearts), shortest_bonus="double")

    assert bonus("9 5", "9 5") == [8, 8]
    assert bonus("9 5", "10 5") == [8, 4]
    assert bonus("9 4", "8 5") == [8, 4]


def test_mitch_e20_must_place():
    before = table(seat("KH 9S"), seat("KD", spades="6"), draw="must_place", hand_size=1)
    assert legal(play(before, "discard 9S", "draw 1 2C")) == ["discard KD", "discard 2C", "place KD", "place 2C"]
    before = table(seat("KH 9S"), seat("KD", spades="J"), draw="must_place", hand_size=1)
    after = play(before, "discard 9S")
    assert legal(after) == ["draw stock", "draw discard"]
    assert legal(play(after, "draw discard")) == ["place 9S"]


def test_mitch_e21_stops_of_drawing_discards():
    start = dealt("dealer 3", *deals(3, "2S", "2H", "2D", "2C"), "draw 0 3S", seats=4, hand_size=1, draw="stock_or_discard")
    assert "draw stock" not in legal(start)  # the discard pile is empty: the card came from the stock by itself
    after = play(start, "discard 3S")
    for number in range(8):
        assert legal(after) == ["draw stock", "draw discard"]
        taken = play(after, "draw discard")
        other = f"discard {hand(taken, taken.turn).split()[0]}"
        after = play(taken, other) if number < 7 else taken
    last = f"discard {hand(after, after.turn).split()[0]}"
    after = play(after, last, f"draw {(after.turn + 1) % 4} KS")
    assert "KS" in hand(after, after.turn)


def test_mitch_e22_no_hand_and_a_discard_that_does_not_fit():
    before = table(seat("9S"), seat(spades="6"), draw="stock_or_discard", hand_size=0)
    assert legal(play(before, "discard 9S", "draw 1 2D")) == ["discard 2D", "place 2D"]


def test_mitch_e23_no_hand_and_the_trigger_ace():
    before = table(seat("9S"), seat(), aces="AS:0 AH:0", preset="zero_cards", hands=1)
    after = play(before, "place 9S", "draw 1 AD")
    assert after.over and after.scores() == [4, 0]


def test_mitch_e24_revolution_ends():
    before = table(seat("KH QH"), seat("KD"), aces="AS:0 AH:0", preset="revolution", hand_size=1, hands=1)
    after = play(before, "discard QH", "draw 1 AD", "draw 1 AC")
    assert after.over and hand(after, 1) == "KD" and column(after, 1, "D") == ""
    again = [*deals(0, "2S 3S", "4S 5S"), "draw 1 6S"]
    lost = [*deals(1, "AS AH", "AD AC"), "draw 0 KH", "draw 0 QH"]
    after = dealt("dealer 1", *lost, *again, preset="revolution", seats=2, hand_size=2)
    assert after.scores() == [0, 0] and (after.state.dealer, after.turn) == (0, 1)


def test_mitch_e25_dealers_and_first_players():
    after = dealt("dealer 2", *deals(2, "2S", "3S", "4S"), "draw 0 5S", seats=3, hand_size=1)
    dealers, firsts = [], []
    while not after.over:
        if after.state.finished == len(dealers):
            dealers.append(int(after.state.dealer))
            firsts.append(after.turn)
        after.apply(after.legal()[0])
    assert (dealers, firsts) == ([2, 0, 1, 2], [0, 1, 2, 0])


def test_mitch_e26_equal_totals():
    seats = seat("KH", total=5), seat(total=9), seat(total=4)
    last = {"aces": "AS:0 AH:0 AD:0", "finished": 3, "hand_size": 1}
    after = play(table(*seats, **last), "place KH")
    assert after.scores() == [9, 9, 4]
    result = scene(after, None).result
    assert result is not None and [row.place for row in result.standings] == [1, 1, 3]
    assert result.title == f"{NAMES[0]} and {NAMES[1]} share the win with 9 points"
    assert result.standings[0].why[-1].startswith("Hand 4, hearts: "), "which hand the suits are of"
    after = play(table(*seats, **last | {"finished": 0}, hands=1), "place KH")
    only = scene(after, None).result
    assert only is not None and only.standings[0].why[-1].startswith("Hearts: "), "of the only hand there was"
    after = play(table(*seats, **last, match_tie="extra_hand"), "place KH", *deals(0, "2S", "3S", "4S"), "draw 1 5S")
    assert not after.over and after.state.finished == 4


def test_mitch_e27_seats_and_packs():
    with pytest.raises(OptionsError) as error:
        GAME.read_options("mitch", {"seats": 7})
    assert str(error.value) == "mitch: 7 seats need two packs, got one [Mitch 1]"
    options = GAME.read_options("mitch", {"seats": 5, "hand_size": 9})
    assert options.cards - 5 * 9 == 3


def test_mitch_e32_one_order():
    """Counts by the rules; `test_twin` counts by the twin."""
    begun = dealt("dealer 0", *deals(0, "3S", "5S"), "draw 1 4S", preset="tiny")

    def leaves(position: Position, left: tuple[str, ...]) -> int:
        return 1 if position.over else sum(after(position, action, left) for action in position.legal())

    def after(position: Position, action: int, left: tuple[str, ...]) -> int:
        picks: list[int] = []
        while fell := position.outcomes(action, picks):
            texts = {GAME.text.chance_text(position.plain_setup, each.code).split()[-1]: each.pick for each in fell}
            picks.append(texts[left[len(picks)]])
        return leaves(position.ask(action, picks), left[len(picks) :])  # type: ignore

    first = {text: after(begun, action, ("AS", "2S")) for text, action in zip(legal(begun), begun.legal(), strict=True)}
    assert first == {"place 5S": 4, "discard 5S": 4, "discard 4S": 4, "place 4S": 2}
