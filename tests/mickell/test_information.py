"""Information (Mickell I1 to I13): for each item of the rulebook's table, who may know it and who may not."""

from __future__ import annotations

import msgspec
import pytest

from mickell.table import Table, graph, options
from muckle.engine.contract import thinkable
from muckle.engine.position import Position
from muckle.games.mickell import GAME, text
from muckle.games.mickell.state import CLAIM, END
from muckle.scene.contract import Scene
from muckle.scene.lint import lint
from steps import picked, read_action

OWNER, SPECTATOR = 0, None
BOTH = pytest.mark.parametrize("viewer", [OWNER, SPECTATOR])
CARDS = "RB EK TH SC OH AP OD EM"


def table_rows(scene: Scene, title: str) -> list[tuple[str, ...]]:
    return [row for table in scene.tables if table.title == title for row in table.rows]


@BOTH
def test_mickell_i1_nobody_sees_the_order_of_the_draw_pile(viewer: int | None):
    """Whatever comes next, the picture now is the same; the rest of the order is not even decided."""
    first, second = Table(CARDS).lay(1, 2), Table(CARDS).lay(1, 2)
    second.position.resample(0, 12345)
    assert msgspec.json.encode(first.scene(viewer)) == msgspec.json.encode(second.scene(viewer))
    position = Position(GAME, options(CARDS), seed=4)
    for action in (0, 25):
        position.apply(action)
    following = {picked(picked(position, 0), 25, [pick]).drew()[0] for pick in range(6)}
    assert len(following) == 6


@BOTH
def test_mickell_i2_the_undrawn_cards_are_shown_as_a_set(viewer: int | None):
    scene = Table(CARDS).lay(1, 1, 0).scene(viewer)
    shown = " ".join(cards for _, cards in table_rows(scene, "Cards to come")).split()
    assert sorted(shown) == sorted(["OH", "AP", "OD", "EM"])
    assert table_rows(scene, "Letters to come") == [("2", "O"), ("1", "A D E H M P")]
    assert not {"OH", "AP", "OD", "EM"} & scene.pieces.keys()


@BOTH
def test_mickell_i3_i4_i9_turn_draw_pile_and_current_card(viewer: int | None):
    table = Table(CARDS).lay(1, 2)
    scene = table.scene(viewer)
    assert "Turn 3 of 8" in scene.status and "TH" in scene.status
    assert scene.zones["deck"].n == 5 and scene.zones["deck"].items == ()
    assert scene.zones["new"].items == ("TH",)
    assert "Turn 4 of 8" in table.do("discard", "end").scene(viewer).status


@BOTH
def test_mickell_i5_i6_i8_rows_and_piles_are_open_within_the_turn_too(viewer: int | None):
    table = Table(CARDS).lay(1, 1, 1).do("place 2", "claim 1 BET")
    scene = table.scene(viewer)
    assert scene.zones["row2"].items == ("SC",) and scene.zones["row1"].items == ()
    assert scene.zones["scored"].items == ("RB",) and scene.zones["out"].items == ("EK", "TH")
    assert scene.seats[0].score == "1"
    assert scene.pieces["SC"].marks == ("placed this turn",)


def test_mickell_i8_a_row_that_ends_with_the_card_of_this_turn_is_observed():
    def fresh(table: Table) -> list[int]:
        return [row for row, flag in enumerate(table.position.observation(OWNER)["fresh"], 1) if flag]

    assert fresh(Table(CARDS)) == [], "nothing is placed yet"
    table = Table(CARDS, "BET").lay(1, 1).do("place 1")
    assert fresh(table) == [1]
    assert fresh(table.do("claim 1 BET")) == [], "the row is free again"


def test_mickell_i12_a_seat_that_knows_other_words_reads_the_rows_by_those():
    table = Table(CARDS, "BET").lay(1, 1, 1)
    for words, claims in (("BET", [CLAIM]), ("ZOO", []), ("ZOO BETS BET", [CLAIM])):
        seen = table.position.view(OWNER, graph(words))
        assert [action for action in seen.legal() if CLAIM <= action < END] == claims


@BOTH
def test_mickell_i7_the_words_with_points_turn_and_row(viewer: int | None):
    table = Table("RB EK TH RB EK TH", "BET").lay(1, 1, 1).do("claim 1 BET").lay(1, 1, 1).do("claim 1 BET")
    assert table_rows(table.scene(viewer), "Words") == [("BET", "1", "4", "1"), ("BET", "1", "final", "1")]


def test_mickell_i10_only_the_player_is_told_which_word_was_wrong():
    table = Table(CARDS, bad_claim="spent").lay(1, 1, 1).do("claim 1 REH")
    told = table.told[0]
    assert "REH" in told.told(OWNER)
    assert "REH" not in told.told(SPECTATOR)
    assert b"REH" not in msgspec.json.encode(table.scene(SPECTATOR))


@BOTH
def test_mickell_i11_points_guide_and_deck(viewer: int | None):
    scene = Table(CARDS).scene(viewer)
    points = [("3", "1"), ("4", "2"), ("5", "3"), ("6", "5"), ("7", "6"), ("8 or more", "1 a letter")]
    assert table_rows(scene, "A word scores") == points
    assert table_rows(scene, "How good is a score?")[0] == ("16 or more", "success")
    assert len(table_rows(scene, "Cards to come")) == 5


@BOTH
def test_mickell_i12_the_picture_does_not_tell_whether_a_row_spells_a_word(viewer: int | None):
    word, none = Table(CARDS, "BET").lay(1, 1, 1), Table(CARDS, "ZOO").lay(1, 1, 1)
    assert word.legal() != none.legal()
    assert msgspec.json.encode(word.scene(viewer)) == msgspec.json.encode(none.scene(viewer))
    assert word.acts() == none.acts()


def test_mickell_i12_players_think_of_claims_with_words_they_know_alone():
    table = Table(CARDS, "BET SOP").lay(1, 1, 1, 2, 2, 2)
    named = read_action(table.position, "claim 2 SOP")
    for words, missed in (("BET SOP", []), ("BET", [CLAIM + 1]), ("SOP", [CLAIM])):
        knows = Table(CARDS, words).setup
        legal = [*table.position.legal(), END]
        assert [action for action in legal if not thinkable(knows, table.state, action)] == missed
        assert thinkable(knows, table.state, named), "whoever names a word knows it"


def test_mickell_i12_a_hint_tells_the_player_who_asks():
    table = Table(CARDS, "BETS RETS RETCH").lay(1, 1, 1).do("place 1")
    hints = text.hints(table.plain_setup, table.plain_state, OWNER)
    assert hints == ["Row 1 spells BETS, RETS; longer words begin like it."]
    table.do("end", "place 1")
    assert text.hints(table.plain_setup, table.plain_state, OWNER) == [
        "Row 1 spells RETCH; no known longer word begins like it."
    ]
    blind = Table(CARDS, lookup="none", bad_claim="spent").lay(1, 1, 1)
    assert text.hints(blind.plain_setup, blind.plain_state, OWNER) == [
        "This match is played without looking words up [Mickell D9]."
    ]


def test_mickell_i12_without_look_ups_a_claim_is_not_answered_before_it_is_paid_for():
    """Accepts equal texts whatever the list holds."""
    one = Table(CARDS, "BET", lookup="none", bad_claim="spent").lay(1, 1, 1)
    other = Table(CARDS, "ZOO", lookup="none", bad_claim="spent").lay(1, 1, 1)
    for claim in ("claim 1 BET", "claim 1 REH"):
        numbers = {read_action(table.position, claim) for table in (one, other)}
        assert len(numbers) == 1
    assert one.refused("claim 1") == other.refused("claim 1")
    assert one.refused("claim 1 BEAT") == other.refused("claim 1 BEAT")


def test_the_acts_of_a_turn():
    table = Table(CARDS).lay(1, 1, 1)
    acts = table.scene().acts
    assert {name: (act.on, act.to, act.key) for name, act in acts.items()} == {
        "place 1": ("p:SC", "z:row1", "1"),
        "place 2": ("p:SC", "z:row2", "2"),
        "discard": ("p:SC", "z:out", "d"),
        "trim 1": ("p:TH", "z:out", "z"),
        "claim 1": ("z:row1", "", "q"),
    }
    ask = acts["claim 1"].ask
    assert ask and (ask.kind, ask.least, ask.most) == ("word", 3, 3)
    end = table.do("place 1").scene().acts["end"]
    assert end.main and end.key == "e" and end.label == "End the turn"
    assert table.scene(SPECTATOR).acts == {}


def test_eight_rows_have_keys_of_their_own():
    cards = " ".join(["RB EK TH", "SC OH AP", "OD EM TC", "AL IB NB", "TD TM AW", "EL EW IL", "IQ IU NF", "NH NU OC", "AJ"])
    table = Table(cards, rows=8).lay(*[row for row in range(1, 9) for _ in range(3)])
    scene = table.scene()
    assert len(scene.acts) == 8 + 1 + 8 + 8
    assert lint(scene) == []
    assert not {act.key for act in scene.acts.values()} & {"u", "h", ""}


def test_equal_cards_of_a_house_deck_are_different_pieces():
    scene = Table("RB RB EK RB").lay(1, 1, 1).scene()
    assert [scene.zones[zone].items for zone in ("row1", "new")] == [("RB", "RB-2", "EK"), ("RB-3",)]
    assert lint(scene) == []


def test_a_row_says_what_a_word_would_score():
    notes = [Table(CARDS).lay(*[1] * n).scene().zones["row1"].note for n in range(6)]
    assert notes == [
        "no cards",
        "1 card",
        "2 cards",
        "a word scores 1",
        "a word scores 2",
        "a word scores 3",
    ]


def test_the_status_says_what_is_asked():
    table = Table("RB EK TH", "BET")
    asked = [table.scene().status]
    for action in ("place 1", "end", "discard", "end", "place 1", "end", "end"):
        asked.append(table.do(action).scene().status)
    assert asked == [
        "Turn 1 of 3: place RB to start row 1.",
        "Turn 1 of 3: end the turn.",
        "Turn 2 of 3: place EK on a row or discard it.",
        "Turn 2 of 3: trim if you like, then end the turn.",
        "Turn 3 of 3: place TH on a row or discard it.",
        "Turn 3 of 3: end the turn.",
        "Final phase: trim rows, claim a last word from each, then end it.",
        "The match is over: 0 points.",
    ]
    assert Table("RB EK TH SC").lay(1, 1, 1).do("discard").scene(SPECTATOR).status == (
        "Ann's match. Turn 4 of 4: trim or claim if you like, then end the turn."
    )


def test_the_result_names_the_words():
    table = Table("RB EK TH", "BET").lay(1, 1, 1).do("claim 1 BET", "end")
    result = table.scene().result
    assert result and (result.title, result.standings[0].why) == ("1 point", ("BET: 1 point",))
    assert result.reason == "all 3 cards were played" == text.reason(table.plain_setup, table.plain_state)


def test_the_guide_marks_the_rating_reached():
    table = Table(CARDS)
    table.state.score = 25
    guide = next(shown for shown in table.scene().tables if shown.title == "How good is a score?")
    assert guide.key == "24 or more"
