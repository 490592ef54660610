"""Information (section 3 of the rulebook page): who may know sees it, who may not does not."""

from __future__ import annotations

import msgspec
import pytest

from muckle.engine.position import Position
from muckle.engine.slots import slots
from muckle.games.multzo import GAME
from muckle.kit import piecepack
from multzo.table import do, hand, showdown, table, told
from steps import NAMES, legal, scene

HANDS = ("C2 C3 A5 SA", "A2 S3 M5 MA", "CN C5 S4 S2")
EVERYONE = (None, 0, 1, 2)
rules = GAME.rules


def shows(position: Position, viewer: int | None) -> dict[str, str]:
    """Return the tiles that each zone shows, without the part of their ids that tells rounds apart."""
    return {
        name: " ".join(item.split("-")[0] for item in zone.items)
        for name, zone in scene(position, viewer).zones.items()
        if zone.items and not zone.items[0].startswith("coin-")
    }


def says(position: Position, viewer: int | None) -> str:
    """Everything a viewer is sent, as text."""
    return msgspec.json.encode(scene(position, viewer)).decode()


def sees(position: Position, viewer: int | None, tile: str) -> bool:
    """Return whether a tile is shown somewhere on the table."""
    return any(tile in shown.split() for shown in shows(position, viewer).values())


def table_of(position: Position, viewer: int | None, title: str) -> dict[str, tuple[str, ...]]:
    found = [each for each in scene(position, viewer).tables if each.title.startswith(title)]
    return {row[0]: row[1:] for each in found for row in each.rows}


def drawn() -> Position:
    """Seat 0 has drawn M4 from the stack; A4 lies face up, seat 1 discarded it."""
    return do(table(*HANDS, face_up="A4:1"), "draw stack > M4")


def taken(**options: object) -> Position:
    """Seat 0 has taken A4, which seat 1 had discarded."""
    return do(table(*HANDS, face_up="S5:2 A4:1", **options), "draw A4")


def declared(**options: object) -> Position:
    """Seat 0 has taken A4 and declared with C2."""
    return do(taken(**options), "declare C2")


def test_multzo_i1_a_hand_is_its_owners_until_the_showdown():
    position = table(*HANDS, face_up="A4:1")
    for viewer in EVERYONE:
        for seat in range(3):
            for tile in HANDS[seat].split():
                assert sees(position, viewer, tile) == (seat == viewer)
    shown = showdown("C2 C3 C4 C5", "AA SA MA A5", "CN A4 S5 M5")
    for viewer in EVERYONE:
        for tile in ["C2", "C3", "C4", "C5", "AA", "SA", "MA", "A5", "CN", "A4", "S5", "M5"]:
            assert sees(shown, viewer, tile)
    later = do(shown, "coins")
    for viewer in EVERYONE:
        row = table_of(later, viewer, "Showdown of round 1")["Hand"]
        assert row == ("Crowns 2 3 4 5", "Arms 5 Ace, Suns Ace, Moons Ace", "Crowns null, Arms 4, Suns 5, Moons 5")


def test_multzo_i2_nobody_knows_the_order_of_the_stack():
    one = table(*HANDS, face_up="A4:1")
    other = one.copy()
    stack = other.state.stack[: other.state.stack_left].tolist()
    for place, tile in enumerate(reversed(stack)):
        other.state.stack[place] = tile
    assert not one.same(other)
    for viewer in EVERYONE:
        assert says(one, viewer) == says(other, viewer)
        assert not any(sees(one, viewer, piecepack.text(tile)) for tile in stack)
        assert scene(one, viewer).zones["stack"].items == ()


def test_multzo_i3_how_many_tiles_there_are_is_open():
    for position, count in ((table(*HANDS, face_up="A4:1"), 4), (drawn(), 5)):
        for viewer in EVERYONE:
            zones = scene(position, viewer).zones
            assert zones["stack"].n == position.state.stack_left
            assert zones["hand" if viewer == 0 else "seat0-hand"].n == count
            assert zones["hand" if viewer == 1 else "seat1-hand"].n == 4


def test_multzo_i4_face_up_tiles_and_who_discarded_each_and_when():
    position = table(*HANDS, face_up="S5:2 A4:1")
    for viewer in EVERYONE:
        pieces, items = scene(position, viewer).pieces, scene(position, viewer).zones["open"].items
        cy, bob = ("you" if viewer == seat else NAMES[seat] for seat in (2, 1))
        assert [pieces[item].label for item in items] == [
            f"5 of Suns, discarded by {cy} in turn 1",
            f"4 of Arms, discarded by {bob} in turn 2",
        ]
        assert [pieces[item].owner for item in items] == [2, 1]


def test_multzo_i5_a_tile_from_the_face_up_tiles_is_known_to_lie_in_that_hand():
    position = taken()
    for viewer in (None, 1, 2):
        assert shows(position, viewer)["seat0-hand"] == "A4"
        assert scene(position, viewer).zones["seat0-hand"].n == 5
    kept = do(position, "discard C2")
    assert all(shows(kept, viewer)["seat0-hand"] == "A4" for viewer in (None, 1, 2))
    assert "known to everybody" in str(scene(kept, 0).pieces["A4-1"].marks)
    gone = do(position, "discard A4")
    assert all("seat0-hand" not in shows(gone, viewer) for viewer in (None, 1, 2))
    for viewer in EVERYONE:
        assert told(table(*HANDS, face_up="A4:1"), "draw A4", viewer) == [
            f"{'You take' if viewer == 0 else 'Ann takes'} the 4 of Arms from the face-up tiles"
        ]


def test_multzo_i5_after_a_declaration_it_lies_in_that_hand_or_face_down():
    for step in ("declare C2", "declare A4"):
        position = do(taken(), step)
        for viewer in (None, 1, 2):
            shown = shows(position, viewer)
            assert shown["seat0-unsure"] == "A4" and "seat0-hand" not in shown, "nobody else can tell"
    surely = declared(return_taken="not_from_face_up")
    for viewer in (None, 1, 2):
        assert shows(surely, viewer)["seat0-hand"] == "A4", "it had to stay in hand that turn"
        assert "seat0-unsure" not in shows(surely, viewer)


def test_multzo_i6_a_tile_from_the_stack_is_the_drawers():
    position = drawn()
    for viewer in EVERYONE:
        assert sees(position, viewer, "M4") == (viewer == 0)
        mine = told(table(*HANDS, face_up="A4:1"), "draw stack > M4", viewer)
        assert mine == (["You draw the 4 of Moons from the stack"] if viewer == 0 else ["Ann draws from the stack"])
    marks = {piece.label: piece.marks for piece in scene(position, 0).pieces.values() if piece.marks}
    assert marks == {"4 of Moons": ("just drawn",)}


def test_multzo_i6_a_draw_without_a_choice_is_the_drawers_too():
    before = do(table(*HANDS), "draw stack > M4")
    for viewer in EVERYONE:
        line = told(before, "declare M4 > S5", viewer)[-1]
        assert line == ("You draw the 5 of Suns from the stack" if viewer == 1 else "Bob draws from the stack")


def test_multzo_i7_who_declared_and_how_many_last_turns_remain():
    position = declared()
    for viewer in EVERYONE:
        seen = scene(position, viewer)
        who = "You" if viewer == 0 else "Ann"
        assert seen.status.endswith(f"{who} declared the end: 2 last turns left.")
        assert [seat.note for seat in seen.seats] == ["started the round, declared", "last turn to come", "last turn to come"]
    later = do(position, "draw stack > M4", "discard M4")
    assert scene(later, None).seats[1].note == "last turn done"
    assert all("declared" not in scene(taken(), viewer).status for viewer in EVERYONE)


def test_multzo_i8_the_face_down_tile_is_the_declarers_also_at_the_showdown():
    position = declared()
    shown = showdown("C2 C3 C4 C5", "AA SA MA A5", "CN A4 S5 M5")
    for at, tile in ((position, "C2"), (shown, piecepack.text(int(shown.state.down)))):
        for viewer in EVERYONE:
            assert sees(at, viewer, tile) == (viewer == 0)
            zone = scene(at, viewer).zones["down"]
            assert (zone.n, len(zone.items)) == (1, 1 if viewer == 0 else 0)
    for viewer in EVERYONE:
        assert ("2 of Crowns" in " ".join(told(taken(), "declare C2", viewer))) == (viewer == 0)
    later = do(shown, "coins")
    assert later.state.down == rules.NONE and later.state.rounds == 2, "after the round it is forgotten"


def test_multzo_i9_the_rest_of_the_stack_stays_unknown_at_the_showdown():
    position = showdown("C2 C3 C4 C5", "AA SA MA A5", "CN A4 S5 M5")
    rest = position.state.stack[: position.state.stack_left].tolist()
    assert rest
    for viewer in EVERYONE:
        assert not any(sees(position, viewer, piecepack.text(tile)) for tile in rest)
        assert not table_of(position, viewer, "Tiles you have not seen")


def test_multzo_i10_what_a_hand_counts_for_is_its_owners_until_the_showdown():
    position = table("C2 C3 C4 C5", "AA SA MA A5", "CN A4 S5 M5")
    for viewer in EVERYONE:
        assert ("14 (four tiles)" in says(position, viewer)) == (viewer == 0)
        assert ("23 (three tiles)" in says(position, viewer)) == (viewer == 1)
    assert table_of(position, 0, "What your hand counts for") == {"Your hand": ("14", "–", "–", "14 (four tiles)")}
    five = do(position, "draw stack > M4")
    counts = table_of(five, 0, "What your hand would count for")
    assert counts["Without the 4 of Moons"] == ("14", "–", "–", "14 (four tiles)")
    assert counts["Without the 2 of Crowns"] == ("–", "–", "–", "16 (three tiles)")
    assert len(counts) == 5
    shown = showdown("C2 C3 C4 C5", "AA SA MA A5", "CN A4 S5 M5")
    for viewer in EVERYONE:
        assert table_of(shown, viewer, "Showdown of round 1")["Run"] == ("14 (four tiles), won", "–", "–")


def test_multzo_i11_coins_and_scores_are_open():
    position = table(*HANDS, won=("C2 MN", "", "A2 A3"), crowns="3 4 5 6", arms="4 5 6", nulls="C A S")
    for viewer in EVERYONE:
        seen = scene(position, viewer)
        assert [seat.score for seat in seen.seats] == ["4", "0", "5"]
        assert seen.zones["coins-arms"].items == ("coin-AA", "coin-A5", "coin-A4")
        assert seen.zones["nulls"].items == ("coin-CN", "coin-AN", "coin-SN")
        assert seen.zones["seat0-coins"].items == ("coin-MN", "coin-C2")
        assert seen.zones["seat0-coins"].note == "2 × 2 = 4"
        assert seen.zones["seat2-coins"].items == ("coin-A2", "coin-A3")


def test_multzo_i12_who_chooses_and_what_is_open():
    position = showdown("C2 C3 C4 C5", "CN A4 S5 M5")
    for viewer in (None, 0, 1):
        seen = scene(position, viewer)
        assert seen.seats[0].note.endswith("has a null coin to choose")
        assert "Flush and Run won, take a null coin or only coins" in seen.status
        assert bool(seen.acts) == (viewer == 0)
        line = told(position, "null Moons", viewer)[1]
        assert line == f"{'You take' if viewer == 0 else 'Ann takes'} the null coin of the Moons"


def test_multzo_i13_the_tiles_a_viewer_has_not_seen():
    position = declared()
    everything = {suit + rank for suit in "CASM" for rank in "N2345A"}
    seen_by = {None: "A4 S5", 0: "C2 C3 A5 SA A4 S5", 1: f"{HANDS[1]} A4 S5", 2: f"{HANDS[2]} A4 S5"}
    for viewer in EVERYONE:
        assert unseen(position, viewer) == everything - set(seen_by[viewer].split())


def unseen(position: Position, viewer: int | None, title: str = "Tiles you have not seen") -> set[str]:
    """Return the tiles of a table with one row per suit."""
    ranks = dict(zip(piecepack.RANK_NAMES, piecepack.RANKS, strict=True))
    rows = table_of(position, viewer, title)
    return {suit[0] + ranks[rank] for suit, (row,) in rows.items() for rank in row.replace("–", "").split()}


def test_multzo_i13_everybody_knows_what_was_shuffled_into_a_new_stack():
    before = table(*HANDS, stack="S5", face_up="M2:1 A4:2 AN:0", empty_stack="reshuffle")
    position = do(before, "draw stack > S5", "discard C2 > A4")
    assert position.state.stack_left == 3 and position.turn == 1
    for viewer in EVERYONE:
        seen = {"A4"} if viewer == 1 else set[str]()
        assert unseen(position, viewer, "Shuffled into the new stack") == {"M2", "AN", "C2", "A4"} - seen
        assert not unseen(position, viewer) & {"M2", "AN", "C2", "A4"}
    discarded = do(position, "discard A4")
    assert unseen(discarded, 0, "Shuffled into the new stack") == {"M2", "AN", "C2"}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_resampling_never_mixes_the_new_stack_with_what_was_held_before(seat: int):
    before = table(*HANDS, stack="S5", face_up="M2:1 A4:2 AN:0", empty_stack="reshuffle")
    position = do(before, "draw stack > S5", "discard C2 > A4", "discard S3")
    again = {"M2", "AN", "C2", "A4"}
    for rng in range(1, 60, 2):
        other = position.copy()
        other.resample(seat, rng)
        assert {piecepack.text(int(tile)) for tile in other.state.stack[: other.state.stack_left]} <= again
        assert len(again & set(hand(other, 1).split())) == 1, "Bob drew one of them and has not shown it"
        assert not again & set(hand(other, 0).split()) and not again & set(hand(other, 2).split())


def test_resampling_the_face_down_tile_covers_every_tile_it_can_be_and_no_other():
    for options, certain in (({}, set[str]()), ({"return_taken": "not_from_face_up"}, {"A4"})):
        position, downs = declared(**options), set[str]()
        for rng in range(1, 3000, 2):
            other = position.copy()
            other.resample(1, rng)
            downs.add(piecepack.text(int(other.state.down)))
            assert "A4" in {downs_of(other), *hand(other, 0).split()}
        own = set(HANDS[1].split())
        assert downs == {suit + rank for suit in "CASM" for rank in "N2345A"} - own - {"S5"} - certain
        same = position.copy()
        same.resample(0, 5)
        assert downs_of(same) == "C2" and hand(same, 0) == hand(position, 0), "the declarer knows"


@pytest.mark.parametrize("seat", [0, 1])
def test_multzo_i8_the_face_down_tile_is_dealt_anew_for_seats_before_the_declarer(seat: int):
    position, downs = do(table(*HANDS, face_up="A4:1", turn=2), "draw A4", "declare C5"), set[str]()
    for rng in range(1, 60, 2):
        other = position.copy()
        other.resample(seat, rng)
        downs.add(downs_of(other))
    assert len(downs) > 5


def test_multzo_i5_a_tile_just_taken_stays_the_last_of_a_hand_that_is_dealt_anew():
    position = taken()
    position.resample(1, 5)
    assert piecepack.text(slots(position.state.seats[0].held, 5)[-1]) == "A4"


def downs_of(position: Position) -> str:
    return piecepack.text(int(position.state.down))


def test_multzo_i14_discards_are_the_players_own_and_draws_are_open():
    position = drawn()
    for viewer in EVERYONE:
        assert set(scene(position, viewer).acts) == (set(legal(position)) if viewer == 0 else set())
    drawing = table(*HANDS, face_up="S5:2 A4:1")
    for viewer in EVERYONE:
        seen = scene(drawing, viewer)
        assert seen.zones["stack"].n and len(seen.zones["open"].items) == 2, "so everybody can tell what may be drawn"


def test_multzo_i15_starter_turn_stall_count_and_round_are_open():
    position = table(*HANDS, face_up="A4:1", turn=1, starter=2, rounds=3, idle=4)
    for viewer in EVERYONE:
        seen = scene(position, viewer)
        assert seen.status.endswith("Round 3.") and seen.zones["stack"].note == "4 of 9 turns without a draw"
        assert [seat.turn for seat in seen.seats] == [False, True, False]
        assert seen.seats[2].note == "started the round"
