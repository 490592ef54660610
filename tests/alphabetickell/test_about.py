"""The examples on the page about Alphabetickell come out as they say, by the rules."""

from alphabetickell.table import table
from alphabetickell.test_examples import grow, readings
from muckle.games.about import ShownRow, about
from muckle.kit.two_letter_deck import TOTALS
from muckle.scene.contract import Face

LINES, OPEN, SCRIPT = about("alphabetickell").examples


def faces(row: ShownRow) -> list[Face]:
    return [face for (face,) in row.picture if isinstance(face, Face)]


def cards(row: ShownRow) -> str:
    return " ".join(face.text + face.second for face in faces(row))


def letters(row: ShownRow) -> str:
    return "".join(face.on for face in faces(row))


def test_three_lines_score_what_they_say() -> None:
    for row in LINES.rows:
        assert letters(row) in readings(cards(row))
        assert grow(cards(row), letters(row))[1] == int(row.points)


def test_what_n_p_s_takes() -> None:
    [row] = OPEN.rows
    line = " ".join(
        face.text.upper() + face.second.lower() if face.on == face.text else face.text.lower() + face.second
        for face in faces(row)
    )
    made = table(line, "AJ", offer="OU")
    assert (
        "".join(chr(65 + letter) for letter in range(26) if int(made.state.seats[0].open) >> letter & 1)
        == "ABCDEFGHIJKLMTUVWXYZ"
    )
    assert (letters(row), row.note) == ("NPS", "A to M, and T to Z")


def test_aiden_s_line_as_it_grows() -> None:
    assert [letters(row) for row in SCRIPT.rows if row.label == "Aiden"] == ["SW", "OSW", "AOSW"]
    assert all(letters(row) in readings(cards(row)) for row in SCRIPT.rows)
    assert sum(TOTALS[letter] for letter in "PQR") == 9, "the cards that O skips"


def test_the_tip_counts_letters_right() -> None:
    [tip] = [tip for tip in about("alphabetickell").tips if tip.startswith("Count the letters")]
    often, _, rare = tip.partition("but one each of ")
    assert {letter for letter, count in TOTALS.items() if count == 6} == {
        *often.partition("six each of ")[2].replace("and", "")
    } - {*" ,"}
    assert {letter for letter, count in TOTALS.items() if count == 1} == {*rare.replace("and", "")} - {*" ,."}
