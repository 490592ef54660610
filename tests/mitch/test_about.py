"""The examples on the page about Mitch come out as they say, by the rules."""

from typing import Any

from mitch.table import final_scores, position, seat
from muckle.games.about import ShownRow, about
from muckle.scene.contract import Face
from steps import legal

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
FALLS, TIE, SUM = about("mitch").examples
*HAND, LATE = SUM.rows


def player(row: ShownRow, *, had_turn: bool = False) -> dict[str, Any]:
    """Return the tableau of a line of an example."""
    piles = [[face for face in pile if isinstance(face, Face)] for pile in row.picture]
    columns: dict[str, Any] = {SUITS[pile[0].second]: " ".join(face.text for face in pile) for pile in piles}
    return seat("", had_turn=had_turn, **columns)


def points(*rows: ShownRow) -> list[int]:
    return [int(row.points.replace("−", "-")) for row in rows]


def test_mitch_5_what_fits_below_king_and_nine() -> None:
    fit, _, refused = FALLS.rows[0].note.partition(" fit, ")
    assert refused == "J and Q do not"
    placed = legal(position("JS QS 8S 7S 6S 5S 4S 3S 2S", spades="K 9"))
    assert [act for act in placed if act.startswith("place")] == [f"place {rank}S" for rank in reversed(fit.split())]


def test_mitch_7a_the_higher_end_wins() -> None:
    assert final_scores(*map(player, TIE.rows)) == [4, -5]
    assert [row.won for row in TIE.rows] == [True, False]


def test_mitch_8_the_sums() -> None:
    assert final_scores(*map(player, HAND)) == points(*HAND)
    for row in SUM.rows:
        assert [sum(int(part.replace("−", "-")) for part in row.note.split())] == points(row)


def test_mitch_8b_too_late() -> None:
    first, second, third = HAND
    assert LATE.picture == third.picture
    assert final_scores(player(first), player(second), player(third, had_turn=True))[2:] == points(LATE)
