"""Any scene is drawn, for the eye and for the ear, in 80 columns and in 40."""

import io
from typing import get_args

import msgspec
import pytest

from muckle.scene import contract
from muckle.scene.contract import Act, Face, Fairness, Piece, Scene, Seat, Zone
from muckle.scene.faces import face_signs, piece_aloud, piece_signs
from muckle.scene.lint import lint
from muckle.terminal.draw import MANY, Drawing, act_lines, column_name, numbered, scene_lines, zone_lines
from muckle.terminal.screen import Screen
from terminal.hand_made import ACTS, OVER, SCENE

EYE = """\
Ben draws a card.
Ben discards the 2 of Diamonds.

Bag: 40 inside
Things: ?(0)  M5  C3  flag  [?]
Ben: hand: 4 hidden | spades: 9♠  3♠
Cleo: -
New card: A/L
Stock: 23 face down
Discard pile: 2, on top 2♦
Board:
   a b c d e
1  # . . . .
2  . . Q . .
3  . . e . .
4  . . . . +
# triple word  * start
Row 1 (spells nothing yet): R/[B]
Row 2: empty
Your hand: K♥ (just drawn)  10♠
> Ann (you)  12  dealer
  Ben        -3  has placed nothing yet: 10 points at risk
  Cleo        0  away
Your turn: place a card or discard one.
 1. Place the King of Hearts in your tableau
10. Discard the King of Hearts (d)
11. Claim row 1 as a word
12. Name the blank
13. Take a coin
14. End the turn
"""

EAR = """\
Everything, three seats
Ben draws a card.
Ben discards the 2 of Diamonds.
Bag: 40 inside.
Things: blank tile; 5 of Moons; coin 3 of Crowns; start flag; a face-down tile.
Ben.
  hand: 4 hidden.
  spades: 9 of Spades; 3 of Spades.
Cleo: nothing yet.
New card: card A or L.
Stock: 23 face down.
Discard pile: 5 of Clubs, discarded by Ann; 2 of Diamonds, discarded by Ben.
Board:
  Row 2: c2 tile Q.
  Row 3: c3 blank used as E.
  triple word: a1.
  HOM: e4.
Row 1 (spells nothing yet): card R or B, used as B.
Row 2: empty.
Your hand: King of Hearts (just drawn); 10 of Spades.
Ann (you): 12; dealer.
Ben: -3; has placed nothing yet: 10 points at risk.
Cleo: 0; away.
Scores of earlier hands:
  hand 1; Ann: +4; Ben: −7; Cleo: 0.
  hand 2; Ann: +8; Ben: +4; Cleo: 0.
Any 5: a card goes below a higher one
Your turn: place a card or discard one.
"""

RESULT = """\
Ann wins, 12 to 0.
1. Ann: 12
   Hearts: 4 cards, won, +4
2. Cleo: 0
3. Ben: -3
   Spades: 2 cards, lost, −2
   Hearts: 1 card, lost, −1
Four hands played.
"""


def drawn(scene: Scene, how: Drawing, acts: bool = False) -> str:
    out = io.StringIO()
    screen = Screen(io.StringIO(), out, spoken=how.spoken, width=how.width)
    screen.say(*scene_lines(scene, how), *(act_lines(scene, how) if acts else ()))
    return out.getvalue()


def offering(acts: dict[str, Act]) -> Scene:
    return msgspec.structs.replace(SCENE, acts=acts)


def rows(scene: Scene, wanted: str | None = None, spoken: bool = True, width: int = 80) -> list[str]:
    return [line.text for line in act_lines(scene, Drawing(spoken, width), wanted)]


def test_the_hand_made_scenes_are_sound() -> None:
    assert lint(SCENE) == lint(OVER) == []


def test_the_hand_made_scene_has_every_kind() -> None:
    assert {zone.kind for zone in SCENE.zones.values()} == set(get_args(contract.ZoneKind))
    assert {zone.place for zone in SCENE.zones.values()} == set(get_args(contract.Place))
    faces = {piece.face.kind for piece in SCENE.pieces.values() if piece.face}
    assert faces == set(get_args(contract.FaceKind))
    assert {act.ask.kind for act in ACTS.values() if act.ask} == {"word", "letter", "choice"}


def test_a_scene_for_the_eye() -> None:
    assert drawn(SCENE, Drawing(spoken=False), acts=True) == EYE


def test_a_whole_scene_for_the_ear() -> None:
    assert drawn(SCENE, Drawing(spoken=True, full=True)) == EAR


@pytest.mark.parametrize("spoken", [False, True])
def test_the_result_replaces_the_status(spoken: bool) -> None:
    assert drawn(OVER, Drawing(spoken)).endswith(RESULT)
    assert OVER.status not in drawn(OVER, Drawing(spoken))


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("spoken", [False, True])
@pytest.mark.parametrize("full", [False, True])
def test_nothing_is_wider_than_the_screen_and_nothing_is_lost(width: int, spoken: bool, full: bool) -> None:
    text = drawn(SCENE, Drawing(spoken, width, full), acts=True)
    assert max(map(len, text.splitlines())) <= width
    wide = drawn(SCENE, Drawing(spoken, 1000, full), acts=True)
    if spoken:
        assert text.split() == wide.split()


def test_a_board_wider_than_the_screen_is_drawn_in_parts() -> None:
    road = Scene("any", "t", "s", (), {"b": Zone("grid", "Board", width=15, height=15, on={"8,15": ("q",)})}, SCENE.pieces, {})
    rows = [line.text for line in zone_lines(road, "b", Drawing(spoken=False, width=20))]
    assert max(map(len, rows)) <= 20
    assert rows[1] == "    a b c d e f g h"
    assert rows[17] == "    i j k l m n o"
    assert rows[25] == " 8  . . . . . . Q"
    assert len(zone_lines(road, "b", Drawing(spoken=False, width=40))) == 1 + 16


def test_an_empty_board_says_so() -> None:
    scene = msgspec.structs.replace(SCENE, zones={"b": Zone("grid", "Board", width=3, height=2)}, pieces={}, acts={})
    assert "Nothing lies on its 3 by 2 squares." in drawn(scene, Drawing(spoken=True))


def test_a_full_board_is_told_shortly_unless_asked_for() -> None:
    board = Zone("grid", "Board", width=5, height=4, on={"2,3": ("q", "e"), "3,1": ("m5",)})
    scene = msgspec.structs.replace(SCENE, zones={"b": board}, acts={})
    brief, full = (zone_lines(scene, "b", Drawing(spoken=True, full=full)) for full in (False, True))
    assert [line.text for line in brief] == ["Board:", "  Row 2: c2 E, a blank.", "  Row 3: a3 5 of Moons."]
    assert full[1].text == "  Row 2: c2 blank used as E on tile Q."


def test_columns_have_names_as_in_notation() -> None:
    assert [column_name(n) for n in (1, 15, 26, 27, 52, 53)] == ["a", "o", "z", "aa", "az", "ba"]


def test_faces() -> None:
    assert face_signs(Face("card", "10", "S")) == "10♠"
    assert face_signs(Face("letters", "A", "L")) == "A/L"
    assert face_signs(Face("tile", "Q", value=10)) == "Q(10)"
    assert face_signs(Face("piecepack", "N", "C")) == "CN"
    assert face_signs(None) == "[?]"
    strange = msgspec.structs.replace(Face("text", "sun"), kind="no such kind")
    assert face_signs(strange) == "sun", "a kind that is not known falls back to its text"
    assert piece_signs(Piece("King", Face("card", "K", "H"), marks=("winning",))) == "K♥ (winning)"
    assert piece_aloud(Piece("King", Face("card", "K", "H"), marks=("winning",))) == "King (winning)"


def test_a_digit_key_is_the_number_of_its_act() -> None:
    acts = {"a": Act("A", "x", key="d"), "b": Act("B", "x", key="3"), "c": Act("C", "x"), "d": Act("D", "x", key="1")}
    assert numbered(offering(acts)) == {1: "d", 3: "b", 10: "a", 11: "c"}
    assert numbered(offering({"a": acts["a"], "c": acts["c"]})) == {10: "a", 11: "c"}, "a digit is never something else"
    assert numbered(offering({"c": acts["c"]})) == {1: "c"}


def test_an_empty_zone_shows_its_note_alone() -> None:
    zones = {"r": Zone("row", "Row 1", note="no cards"), "s": Zone("stack", "Stock", n=0)}
    scene = msgspec.structs.replace(SCENE, zones=zones)
    assert [zone_lines(scene, name, Drawing(spoken=True))[0].text for name in zones] == ["Row 1: no cards.", "Stock: empty."]


def test_acts_are_numbered_by_verb_and_in_the_order_of_the_table() -> None:
    acts = {
        "discard 9S": Act("Discard the 9", "discard", on="p:9s"),
        "place 10S": Act("Place the 10", "place", on="p:10s"),
        "discard KH": Act("Discard the King", "discard", on="p:kh"),
        "discard 10S": Act("Discard the 10", "discard", on="p:10s"),
    }
    assert list(numbered(offering(acts)).values()) == ["discard 9S", "discard KH", "discard 10S", "place 10S"]


def test_many_acts_are_listed_only_when_asked_for() -> None:
    acts = {f"play {n}": Act(f"Play tile number {n}", "place") for n in range(MANY + 1)}
    scene = offering(acts)
    assert rows(scene) == ["25 things can be done: type acts to see them, or acts and a part of their names."]
    assert len(rows(scene, "")) == MANY + 1
    assert rows(scene, "NUMBER 17") == ["18. Play tile number 17"]
    assert rows(scene, "nothing") == []


def test_acts_stand_in_columns_where_they_fit() -> None:
    scene = offering({name: Act(f"Act {name}", "x") for name in "abcde"})
    assert rows(scene, spoken=False, width=40) == [
        " 1. Act a    3. Act c    5. Act e",
        " 2. Act b    4. Act d",
    ]
    assert rows(scene, spoken=False, width=20) == [f" {n}. Act {name}" for n, name in enumerate("abcde", 1)]


def test_words_shared_with_the_panel_are_not_said_twice() -> None:
    panel, column = (
        Zone("panel", "Ben's tableau", "others"),
        Zone("column", "Ben's spades", "others", items=("9s",), parent="b"),
    )
    scene = msgspec.structs.replace(SCENE, zones={"b": panel, "s": column})
    assert [line.text for line in zone_lines(scene, "b", Drawing(spoken=False))] == ["Ben's tableau: spades: 9♠"]
    assert [line.text for line in zone_lines(scene, "b", Drawing(spoken=True))] == [
        "Ben's tableau.",
        "  spades: 9 of Spades.",
    ]


@pytest.mark.parametrize("label", ["Greedy 2's 9s", "Greedy 2's, by chance 9s", "9s"])
def test_whose_panel_it_is_is_not_said_twice_in_parts(label: str) -> None:
    zones = {"b": Zone("panel", "Greedy 2", "others"), "s": Zone("row", label, "others", items=("9s",), parent="b")}
    scene = msgspec.structs.replace(SCENE, zones=zones)
    told = zone_lines(scene, "b", Drawing(spoken=False))[0].text
    assert told.startswith("Greedy 2: ") and "2's" not in told


def test_a_spectator_of_an_empty_table_sees_something() -> None:
    scene = Scene("any", "t", "Waiting.", (Seat("Ann", kind="open"),), {}, {}, {})
    assert drawn(scene, Drawing(spoken=True)) == "Ann: nobody sits here yet.\nWaiting.\n"


def test_a_hosted_match_shows_its_seal_and_everybody_s_part_when_all_is_asked_for() -> None:
    seats = (Seat("Ann"), Seat("Owl", kind="bot"))
    fair = Fairness("Fair.", "It is sealed.", "cd" * 32, "m1", ("a1" * 16, ""), "5e" * 32)
    scene = Scene("mitch", "Mitch", "Ann is to act", seats, {}, {}, {}, fairness=fair)
    lines = [line.text for line in scene_lines(scene, Drawing(spoken=True, full=True))]
    assert lines[-6:-1] == [
        "Fair. It is sealed.",
        f"The room's seal: {'cd' * 32}",
        f"Part of Ann: {'a1' * 16}",
        "Part of Owl: none",
        f"The room's part: {'5e' * 32}",
    ]
    assert not any("seal" in line.text for line in scene_lines(scene, Drawing(spoken=True)))
