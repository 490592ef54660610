"""The table as a client gets it: places, acts, keys, tables, the result."""

from __future__ import annotations

import msgspec
import pytest

from muckle.engine.position import Position
from muckle.games.multzo import GAME
from muckle.scene.lint import lint
from multzo.table import do, showdown, table
from steps import scene

PLAIN = ("C2 C3 A5 SA", "A2 S3 M5 MA", "CN C5 S4 S2")


def test_the_own_hand_is_a_fan_of_piecepack_tiles_in_order():
    seen = scene(table(*PLAIN, face_up="AN:1"), 0)
    hand = seen.zones["hand"]
    assert (hand.kind, hand.place, hand.n) == ("fan", "me", 4)
    assert [seen.pieces[item].label for item in hand.items] == ["2 of Crowns", "3 of Crowns", "5 of Arms", "Ace of Suns"]
    face = seen.pieces[hand.items[-1]].face
    assert (face.kind, face.text, face.second) == ("piecepack", "A", "S")


def test_coin_stacks_say_what_they_pay_and_show_their_top():
    zones = scene(table(*PLAIN, crowns="3 4 5 6", moons=""), None).zones
    lanes = {name: (zone.label, zone.n, zone.note, zone.asks) for name, zone in zones.items() if zone.kind == "pile"}
    assert lanes == {
        "coins-crowns": ("Flush", 4, "pays 3 + 4", "four of one suit"),
        "coins-arms": ("Prime", 5, "pays 2", "one of each suit"),
        "coins-suns": ("Set", 5, "pays 2", "three or four of a rank"),
        "coins-moons": ("Run", 0, "pays nothing", "three or four in order"),
    }
    seen = scene(table(*PLAIN), None)
    top = seen.pieces[seen.zones["coins-suns"].items[-1]]
    assert (top.label, top.face.kind, top.face.text, top.face.value) == ("2 coin of Suns", "coin", "2", 2)


def test_multzo_i10_each_lane_says_what_its_viewer_holds_and_can_keep():
    position = table("C3 A4 S5 M2", *PLAIN[1:])
    assert held(position, 0) == {"Prime": "you hold 14", "Run": "you hold 14 (four tiles)"}
    assert not held(position, None)
    drawn = do(position, "draw stack > CA")
    assert held(drawn, 0) == {"Prime": "you can keep 17", "Run": "you can keep 18 (four tiles)"}


def held(position: Position, viewer: int | None) -> dict[str, str]:
    """Return what the lanes say of a viewer's hand."""
    return {zone.label: zone.yours for zone in scene(position, viewer).zones.values() if zone.yours}


def test_acts_point_at_what_is_on_the_table():
    drawing = scene(table(*PLAIN, face_up="AN:1 M4:2"), 0).acts
    assert {name: (act.on, act.to, act.key) for name, act in drawing.items()} == {
        "draw stack": ("z:stack", "", "s"),
        "draw AN": ("p:AN-1", "", "1"),
        "draw M4": ("p:M4-1", "", "2"),
    }
    assert drawing["draw stack"].main
    acts = scene(do(table(*PLAIN), "draw stack > M4"), 0).acts
    assert (acts["discard C3"].on, acts["discard C3"].to, acts["discard C3"].key) == ("p:C3-1", "z:open", "2")
    assert (acts["declare C3"].on, acts["declare C3"].to, acts["declare C3"].key) == ("p:C3-1", "z:down", "w")
    assert acts["declare C3"].label == "Declare the end, the 3 of Crowns face down"
    told = {text: (acts[text].verb, acts[text].note) for text in ("discard C3", "declare C3")}
    assert told["discard C3"] == ("discard", "face up, play goes on")
    assert told["declare C3"] == ("declare", "face down, last turns")


def test_an_award_choice_says_the_score_it_leads_to():
    acts = scene(showdown("C2 C3 C4 C5", "CN A4 S5 M5"), 0).acts
    assert {name: (act.label, act.on) for name, act in acts.items()} == {
        "null Crowns": ("The null coin of the Crowns: your score becomes 8", "p:coin-CN"),
        "null Moons": ("The null coin of the Moons: your score becomes 10", "p:coin-MN"),
        "coins": ("Only coins: your score becomes 7", ""),
    }


def test_sixteen_face_up_tiles_have_sixteen_keys():
    used = set(["C2", "C3", "A5", "SA", "A2", "S3", "M5", "MA"])
    row = " ".join(f"{suit}{rank}:0" for suit in "CASM" for rank in "N2345A" if suit + rank not in used)
    seen = scene(table(*PLAIN[:2], stack="", face_up=row), 0)
    assert len(seen.acts) == 16 and len({act.key for act in seen.acts.values()}) == 16 and lint(seen) == []


def test_a_tile_shuffled_into_a_new_stack_comes_back_as_another_piece():
    before = do(table(*PLAIN, stack="S5", face_up="M2:1 A4:2", empty_stack="reshuffle"), "draw stack > S5")
    again = do(before, "discard S5 > A4")
    assert scene(again, 1).zones["hand"].items == ("A2-1", "A4-1b", "S3-1", "M5-1", "MA-1")
    next_round = showdown(*PLAIN)
    assert all(item.endswith("-2") for item in scene(next_round, 0).zones["hand"].items)


def test_the_last_showdown_stays_on_show_in_the_next_round():
    position = do(showdown("C2 C3 C4 C5", "AA SA MA A5", "CN A4 S5 M5"), "null Moons")
    tables = {each.title: each for each in scene(position, None).tables}
    shown = tables["Showdown of round 1"]
    assert shown.head == ("", "Ann", "Bob", "Cy")
    assert shown.rows[1:] == (
        ("Flush", "14, won", "–", "–"),
        ("Prime", "–", "–", "14, won"),
        ("Set", "–", "23 (three tiles), won", "–"),
        ("Run", "14 (four tiles), won", "–", "–"),
        ("Coins", "the 2 and the 3 of the Crowns, the null coin of the Moons", "the 2 of the Suns", "the 2 of the Arms"),
    )
    assert not any(title.startswith("Showdown") for title in (each.title for each in scene(table(*PLAIN), 0).tables))


def test_the_result_says_how_every_score_came_about():
    position = showdown(*PLAIN, won=("C2 A3 S4 CN MN", "A2", ""), rounds_cap=1)
    result = scene(position, 1).result
    assert result.title == "Ann wins, 27 to 2" and result.reason.startswith("1 round played")
    assert [(row.seat, row.place, row.score) for row in result.standings] == [(0, 1, "27"), (1, 2, "2"), (2, 3, "0")]
    assert result.standings[0].why == ("Crowns: 2", "Arms: 3", "Suns: 4", "Null coins of Crowns and Moons: 9 × 3 = 27")


def test_the_title_names_what_is_special():
    def title(**options: object) -> str:
        return scene(Position(GAME, GAME.options.read(options)), None).title

    assert title() == "Multzo"
    assert title(three_tile_value="group_only", flush_null="null_only") == "Multzo, groups count alone, plain null coins"


@pytest.mark.parametrize("options", [{}, {"return_taken": "not_from_face_up"}, {"three_tile_value": "group_only"}])
def test_help_names_rules_of_the_page(options: dict[str, object]):
    page = GAME.rules_text()
    for position in (table(*PLAIN, **options), showdown("C2 C3 C4 C5", "CN A4 S5 M5", **options)):
        for rule in scene(position, 0).help:
            assert f"**{rule}**" in page or f"| {rule} |" in page


def test_a_scene_is_small():
    position = do(table(*PLAIN, face_up="AN:1 M4:2 S5:0", won=("C2 MN", "A2 A3", "S2")), "draw stack")
    assert len(msgspec.json.encode(scene(position, 0))) < 9000
