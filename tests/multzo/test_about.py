"""The examples on the page about Multzo come out as they say, by the rules."""

from muckle.games.about import ShownExample, ShownRow, about
from muckle.scene.contract import Face
from multzo.table import do, groups, showdown, table, winners

TWO, FOURTH, FOUR, EQUAL, COINS = about("multzo").examples


def hand(row: ShownRow) -> str:
    """Return the tiles or coins of a line as the rules write them."""
    return " ".join(f"{face.second}{face.text}" for (face,) in row.picture if isinstance(face, Face))


def strengths(example: ShownExample) -> list[str]:
    return [groups(hand(row)).get("Run", groups(hand(row)).get("Set", "")).split()[0] for row in example.rows]


def test_hands_count_what_they_say() -> None:
    assert groups(hand(TWO.rows[0])) == {"Flush": "14", "Run": "14 (four tiles)"}
    assert groups(hand(FOURTH.rows[0])) == {"Set": "23 (three tiles)"}
    for example in (FOURTH, FOUR, EQUAL):
        assert strengths(example) == [row.points for row in example.rows]


def test_who_wins_the_run() -> None:
    assert winners(showdown(*map(hand, FOUR.rows)))[3] == "0" and FOUR.rows[0].won
    assert winners(showdown(*map(hand, EQUAL.rows)))[3] == "-"


def test_coins_are_worth_what_they_say() -> None:
    for row in COINS.rows:
        assert table("C2 C3 A5 SA", "A2 S3 M5 MA", won=(hand(row), "")).scores()[0] == int(row.points)
    position = showdown("C2 C3 C4 C5", "AA SA MA A5", "CN A4 S5 M5")
    choices = ("coins", "null Moons", "null Crowns")
    assert [do(position, choice).scores()[0] for choice in choices] == [int(row.points) for row in COINS.rows]
